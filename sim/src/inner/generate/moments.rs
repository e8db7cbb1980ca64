//! Requests at the moment when something ends, and a millisecond before and after it.

use super::scenarios::Part;
use super::template::line;
use super::{Drawn, Generator, RECENT, commit_step};
use crate::inner::callers::key_of;
use crate::inner::judge::RequestStage;
use crate::inner::model::{Table, member};
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;

const HOUR_MS: u64 = HOUR_S * 1_000;

const READ: &str = r#"read_table {"id":"$table:#","events_since":"$events","msgs_since":"$msgs"}"#;
const WAIT: &str = r#"read_table {"id":"$table:#","wait":50,"events_since":"$events","msgs_since":"$msgs"}"#;
const SAY: &str = r#"post_table_message {"id":"$table:#","body":"in time","clientId":"$ref"}"#;
const MESSAGES: &str = r#"table_messages {"id":"$table:#","since":0}"#;
const REPLAY: &str = r#"stranger replay {"id":"$table:#","seat":"?-|-1|0|1|5"}"#;
const CARD: &str = r#"end_card {"id":"$table:#"}"#;
const FORFEIT: &str = r#"forfeit {"id":"$table:#"}"#;
const TABLE: &str = r#"create_table {"kind":"roulette","stake":"?1|10"}"#;
const JOIN: &str = r#"join {"inviteCode":"$code:#","handle":"@new-handle","clientRef":"$ref"}"#;

/// The moment, the caller, the template, and the step of the subject.
type Moment = (Millis, String, String, u32);

struct Moments<'a> {
    world: &'a SimWorld,
    who: &'a str,
    all: Vec<Moment>,
}

impl Generator {
    /// A request at one of the next moments, usually a near one, followed by a group commit.
    pub(super) fn in_time(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let mut moments = Moments { world, who, all: Vec::new() };
        let arm = self.rng.below(9);
        match arm {
            0 => moments.grants(),
            1 => moments.turns(),
            3 if self.rng.percent(40) => moments.chats(),
            2 | 3 => moments.tables(),
            4 => moments.credentials(),
            5 => moments.repeated(self.next),
            6 => moments.parties(),
            // Handles are reserved for a month, so this is drawn rarely.
            7 if self.rng.percent(12) => moments.freed(),
            7 => return None,
            _ => moments.windows(),
        }
        let reach = match self.rng.below(100) {
            _ if arm == 7 => 31 * DAY_MS,
            0..=5 => 31 * DAY_MS,
            6..=35 => 36 * HOUR_MS,
            _ => HOUR_MS / 3,
        };
        let mut moments = moments.all;
        moments.retain(|(at, ..)| at.0 > world.clock + 1 && at.0 - world.clock <= reach);
        // Far moments are preferred if there are any.
        let is_far = |(at, ..): &Moment| at.0 - world.clock > 36 * HOUR_MS;
        if moments.iter().any(is_far) {
            moments.retain(is_far);
        }
        let (at, who, line, n) = self.one_of(moments)?;
        // At the moment, a millisecond off, or earlier by a little or by a part of the remaining time.
        let early = if arm == 7 { 5 } else { 1 };
        let at = match self.rng.below(10) {
            0 => at.0 - self.rng.below((at.0 - world.clock).min(2_000)),
            drawn if drawn <= early => at.0 - self.rng.below((at.0 - world.clock) / 8 + 1),
            _ => (at.0 + self.rng.below(3)).saturating_sub(1),
        };
        let drawn = self.draw_of(world, &who, &line, n)?;
        self.after_ms = Some(at - world.clock);
        let (world_name, commit) = commit_step();
        self.scenario.push_back(Part::Do(0, world_name, commit));
        Some(drawn)
    }
}

impl Moments<'_> {
    fn at(&mut self, at: Millis, who: &str, lines: &[&str], n: u32) {
        self.all.extend(lines.iter().map(|line| (at, who.to_owned(), (*line).to_owned(), n)));
    }

    fn number(&self, table: &TableId) -> Option<u32> {
        self.world.known.numbers.get(table).copied()
    }

    /// The holder of a seat credential.
    fn holder(&self, is_its: impl Fn(&Claims) -> bool) -> Option<String> {
        self.world.known.seats.iter().find(|(_, claims)| is_its(claims)).map(|(holder, _)| holder.clone())
    }

    fn grants(&mut self) {
        for (step, (id, _, table)) in self.world.known.grants.iter().rev().take(RECENT) {
            let (Some(row), Some(n)) = (self.world.model.grants.get(id), self.number(table)) else { continue };
            let at = row.expires_at;
            self.at(at, "stranger", &[r#"claim_seat_grant {"claimToken":"$claim:#","clientRef":"$ref"}"#], *step);
            let issue = r#"issue_seat_grant {"id":"$table:#","clientRef":"$ref","expiresInSeconds":60}"#;
            if let Some(owner) = self.world.known.name_of(row.owner) {
                self.at(at, &owner, &[WAIT, r#"current_seat_grant {"id":"$table:#"}"#, issue], n);
            }
            let holder = self.holder(|claims| matches!(claims, Claims::Seat { grant: Some(grant), .. } if grant == id));
            holder.into_iter().for_each(|holder| self.at(at, &holder, &[READ], n));
        }
    }

    /// Turns that end, notices of them, and polls.
    fn turns(&mut self) {
        for (id, table) in self.world.model.tables.iter().filter(|(_, table)| table.is_playing()) {
            let Some(n) = self.number(id) else { continue };
            for seat in table.to_act().iter() {
                let (Some(at), Some(Player::Member(account))) =
                    (table.turn_ends(seat), table.row.players.get(seat.index()))
                else {
                    continue;
                };
                let act =
                    r#"act {"id":"$table:#","action":"$action:0","expectedPlies":"$plies","eventsSince":"$events"}"#;
                self.world.known.name_of(*account).into_iter().for_each(|who| self.at(at, &who, &[act], n));
            }
        }
        for at in self.world.model.notices_due() {
            self.at(at, "world", &["commit"], 0);
        }
        for pending in self.world.pending.values() {
            let n = pending.table().and_then(|table| self.number(&table));
            if let (RequestStage::Polling(poll), Some(n)) = (&pending.stage, n) {
                self.at(poll.until, &pending.who, &[SAY, FORFEIT], n);
            }
        }
    }

    /// Tables that expire, are archived, or are removed.
    fn tables(&mut self) {
        for (id, table) in &self.world.model.tables {
            let Some(n) = self.number(id) else { continue };
            if let Some(expires_at) = self.world.model.waits_until(table) {
                let kept = table.row.invited.and_then(|account| self.world.known.name_of(account));
                let who = kept.unwrap_or_else(|| self.who.to_owned());
                self.at(expires_at, &who, &[r#"join_table {"id":"$table:#"}"#, r#"decline {"id":"$table:#"}"#], n);
            } else if let Some(at) = self.world.model.archived_at(&table.row) {
                self.archived(*id, table, at, n);
            }
        }
        for (id, row) in self.world.model.archives.iter().filter(|(_, row)| row.table.practice).take(RECENT) {
            let (Some(n), Some(at)) = (self.number(id), self.world.model.dropped_at(&row.table)) else { continue };
            self.at(at, self.who, &[REPLAY, CARD], n);
        }
    }

    fn archived(&mut self, id: TableId, table: &Table, at: Millis, n: u32) {
        let player = table.row.players.iter().find_map(|player| self.world.known.name_of(member(*player)?));
        self.at(at, &player.unwrap_or_else(|| self.who.to_owned()), &[SAY, MESSAGES], n);
        self.at(at, self.who, &[READ, REPLAY], n);
        let holder = self.holder(|claims| matches!(claims, Claims::Seat { table, .. } if *table == id));
        holder.into_iter().for_each(|holder| self.at(at, &holder, &[READ], n));
    }

    /// Chats of archived tables that expire.
    fn chats(&mut self) {
        for (id, row) in self.world.model.archives.iter().filter(|(_, row)| !row.messages.is_empty()).take(RECENT) {
            let (Some(n), Some(at)) = (self.number(id), self.world.model.chat_ends_at(&row.table)) else { continue };
            let read = r#"read_table {"id":"$table:#","events_since":"$events","msgs_since":0}"#;
            self.at(at, self.who, &[MESSAGES, read], n);
            self.at(Millis(at.0 + DAY_MS), "world", &["commit"], n);
        }
    }

    /// Sessions, seats, invitations, pauses and link states.
    fn credentials(&mut self) {
        let (known, model) = (&self.world.known, &self.world.model);
        for (step, code) in known.codes.iter().rev().take(RECENT) {
            let row = model.invitations.get(&code_hash(code));
            // An invitation expires, or its owner becomes established.
            let ends = row.and_then(|row| row.expires_at);
            let stayed = row.and_then(|row| row.referrer).map(|owner| model.stayed_at(owner));
            ends.into_iter().chain(stayed).for_each(|at| self.at(at, self.who, &[JOIN], *step));
        }
        for (name, person) in &known.people {
            let Some((_, Claims::Account { expires_at, account, .. })) = &person.token else { continue };
            self.at(*expires_at, name, &["me"], 0);
            let paused = model.accounts.get(account).and_then(|row| row.paused_until);
            paused.into_iter().for_each(|at| self.at(at, name, &[TABLE], 0));
            if let (Some(row), Some(challenge)) = (model.link_states.get(account), known.challenge_of(name)) {
                let proof =
                    format!(r#""initData":"?$proof:0:{0}|$proof:1:{0}|$proof:5:{0}""#, row.expires_at.0 / 1_000);
                let link = format!(r##"link_messenger {{"state":"$state:#",{proof}}}"##);
                self.at(row.expires_at, name, &[&link], challenge);
            }
        }
        for (holder, claims) in known.seats.iter().rev().take(RECENT) {
            let Claims::Seat { table, expires_at, .. } = claims else { continue };
            self.number(table).into_iter().for_each(|n| self.at(*expires_at, holder, &[READ], n));
        }
    }

    /// Handles of erased members that become available.
    fn freed(&mut self) {
        for (invite, _) in self.world.known.codes.iter().rev().take(2) {
            for (handle, free_at) in self.world.freed.values() {
                self.at(*free_at, self.who, &[&JOIN.replace("@new-handle", handle)], *invite);
            }
        }
    }

    /// Idempotency keys that expire, and agents whose cooldown ends.
    fn repeated(&mut self, next: u32) {
        const AGAIN: &str = r#"again {"of":#}"#;
        let known = &self.world.known;
        for (step, asked) in known.requests.iter().filter(|(_, asked)| key_of(&asked.request).is_some()) {
            let at = self.world.first_tries.get(step).map(|at| at.plus_s(REFERENCE_S));
            at.into_iter().for_each(|at| self.at(at, &asked.who, &[AGAIN], *step));
        }
        for (step, duel) in &known.duels {
            let Some(end) = self.world.model.duels.get(duel).and_then(|duel| duel.end) else { continue };
            let Some(asked) = known.requests.get(step) else { continue };
            let at = end.at.plus_s(self.world.settings.rematch_cooldown_s);
            self.at(at, &asked.who, &[&format!(r##"as {{"of":#,"with":{{"clientRef":"$ref:{next}"}}}}"##)], *step);
            self.at(end.at.plus_s(DUEL_KEPT_S), &asked.who, &[AGAIN], *step);
        }
    }

    fn parties(&mut self) {
        for (step, id) in &self.world.known.parties {
            let (Some(at), Some(row)) = (self.world.model.party_ends(*id), self.world.model.parties.get(id)) else {
                continue;
            };
            let member = row.members.first().and_then(|member| self.world.known.name_of(*member));
            let member = member.unwrap_or_else(|| self.who.to_owned());
            let post = r#"post_party_message {"id":"$party:#","body":"still here"}"#;
            self.at(at, &member, &[post, r#"read_party {"id":"$party:#","msgs_since":0}"#], *step);
            self.at(at, self.who, &[r#"join_party {"id":"$party:#"}"#], *step);
        }
    }

    /// The day, and the windows of the rate limits.
    fn windows(&mut self) {
        let clock = self.world.clock;
        let midnight = Millis(clock).day().next().start();
        let daily = r#"create_table {"kind":"blackjack","daily":true}"#;
        self.at(midnight, self.who, &[daily, "daily_board", "me", TABLE], 0);
        for length in [RATE_MS, LOGINS_MS, HOUR_MS] {
            self.at(Millis((clock / length + 1) * length), self.who, &["my_tables", line("wrong-token")], 0);
        }
    }
}
