//! What is asked for at the very moment when something ends, and a millisecond before and after it.

use super::errands::Part;
use super::{Generator, RECENT, replay};
use crate::inner::judge::RequestStage;
use crate::inner::knowledge::is_keyed;
use crate::inner::step::{Cursor, Op, Plies};
use crate::inner::world::SimWorld;
use crate::rules::{DAY_MS, DUEL_KEPT_S, DUELS_WINDOW_S, FAILED_LOGINS_WINDOW_S, HOUR_S, RATE_WINDOW_S, REFERENCE_S};
use turnstone_service::credentials::{Claims, code_hash};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{Player, Status};
use turnstone_service::time::Millis;

const HOUR_MS: u64 = HOUR_S * 1_000;

/// When something ends, who asks then, and what.
type Moment = (Millis, String, Op);

fn read(table: u32, wait_ms: u64) -> Op {
    Op::Read { table, wait_ms, events: Cursor::Seen, msgs: Cursor::Seen }
}

fn say(table: u32) -> Op {
    Op::Say { table, text: "in time".into() }
}

impl Generator {
    /// One of the moments to come, mostly a near one. What is asked then is answered then.
    pub(super) fn in_time(&mut self, world: &SimWorld, who: &str) -> Option<(String, Op)> {
        let mut moments = Vec::new();
        let arm = self.rng.below(9);
        match arm {
            0 => grants(world, &mut moments),
            1 => turns(world, &mut moments),
            2 => tables(world, who, &mut moments),
            3 if self.rng.percent(40) => chats(world, who, &mut moments),
            3 => tables(world, who, &mut moments),
            4 => credentials(world, who, self.next, &mut moments),
            5 => repeated(world, self.next, &mut moments),
            6 => parties(world, who, &mut moments),
            // A month is long: few wait for a handle.
            7 if self.rng.percent(12) => freed(world, who, &mut moments),
            7 => return None,
            _ => windows(world, who, &mut moments),
        }
        let far = self.rng.below(100);
        let reach = match far {
            _ if arm == 7 => 31 * DAY_MS,
            0..=5 => 31 * DAY_MS,
            6..=35 => 36 * HOUR_MS,
            _ => HOUR_MS / 3,
        };
        let near = |at: Millis| at.0 > world.clock + 1 && at.0 - world.clock <= reach;
        moments.retain(|(at, ..)| near(*at));
        // Whoever waits for long waits for what is far away.
        let is_far = |(at, ..): &Moment| at.0 - world.clock > 36 * HOUR_MS;
        if moments.iter().any(is_far) {
            moments.retain(is_far);
        }
        let (at, who, op) = self.rng.pick(&moments)?.clone();
        // At that moment or a millisecond off it; or before it, by a little or by a part of the time that is left.
        let early = if arm == 7 { 5 } else { 1 };
        let at = match self.rng.below(10) {
            0 => at.0 - self.rng.below((at.0 - world.clock).min(2_000)),
            drawn if drawn <= early => at.0 - self.rng.below((at.0 - world.clock) / 8 + 1),
            _ => (at.0 + self.rng.below(3)).saturating_sub(1),
        };
        self.after_ms = Some(at - world.clock);
        self.errand.push_back(Part::Do(0, "world".into(), Op::Round));
        Some((who, op))
    }
}

/// The name under which a member acts, if anybody does.
fn person(world: &SimWorld, account: AccountId) -> Option<String> {
    world.known.people.keys().find(|name| world.known.account_of(name) == Some(account)).cloned()
}

fn grants(world: &SimWorld, moments: &mut Vec<Moment>) {
    for (step, (id, _, table)) in world.known.grants.iter().rev().take(RECENT) {
        let (Some(row), Some(table)) = (world.model.grants.get(id), world.known.numbers.get(table).copied()) else {
            continue;
        };
        let at = row.expires_at;
        moments.push((at, "stranger".into(), Op::Claim { grant: *step }));
        if let Some(owner) = person(world, row.owner) {
            moments.push((at, owner.clone(), read(table, 50_000)));
            moments.push((at, owner.clone(), Op::CurrentGrant { table }));
            moments.push((at, owner, Op::Grant { table, expires_in_s: 60 }));
        }
        let is_its = |claims: &Claims| matches!(claims, Claims::Seat { grant: Some(grant), .. } if grant == id);
        let holder = world.known.seats.iter().find(|(_, claims)| is_its(claims));
        moments.extend(holder.map(|(holder, _)| (at, holder.clone(), read(table, 0))));
    }
}

/// Turns that end, notices of them, and polls.
fn turns(world: &SimWorld, moments: &mut Vec<Moment>) {
    let number = |id: &TableId| world.known.numbers.get(id).copied();
    for (id, table) in world.model.tables.iter().filter(|(_, table)| table.is_playing()) {
        let Some(n) = number(id) else { continue };
        for seat in table.to_act().iter() {
            let (Some(at), Some(Player::Member(account))) =
                (table.turn_ends(seat), table.row.players.get(seat.index()))
            else {
                continue;
            };
            let act = Op::Act { table: n, pick: 0, plies: Plies::Seen, view: true, wrong: false };
            moments.extend(person(world, *account).map(|who| (at, who, act)));
        }
    }
    moments.extend(world.model.notices_due().map(|at| (at, "world".to_owned(), Op::Round)));
    for pending in world.pending.values() {
        if let (RequestStage::Parked(parked), Some(table)) = (&pending.stage, pending.table()) {
            moments.extend(number(&table).map(|n| (parked.until, pending.who.clone(), say(n))));
            moments.extend(number(&table).map(|n| (parked.until, pending.who.clone(), Op::Forfeit { table: n })));
        }
    }
}

/// Tables that wait no longer, are archived, or are dropped.
fn tables(world: &SimWorld, who: &str, moments: &mut Vec<Moment>) {
    let someone = || who.to_owned();
    for (id, table) in &world.model.tables {
        let Some(n) = world.known.numbers.get(id).copied() else { continue };
        match &table.row.status {
            Status::Waiting { expires_at } => {
                let kept = table.row.invited.and_then(|account| person(world, account));
                moments.push((*expires_at, kept.clone().unwrap_or_else(someone), Op::Sit { table: n }));
                moments.push((*expires_at, kept.unwrap_or_else(someone), Op::Decline { table: n }));
            }
            Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
                let Some(at) = world.archived_at(table) else { continue };
                let player = table.row.players.iter().find_map(|player| match player {
                    Player::Member(account) => person(world, *account),
                    Player::House | Player::Guest | Player::Vacant => None,
                });
                let player = player.unwrap_or_else(someone);
                moments.push((at, player.clone(), say(n)));
                moments.push((at, player, Op::Messages { table: n, since: Cursor::Start }));
                moments.push((at, someone(), read(n, 0)));
                moments.push((at, "stranger".into(), replay(world, n)));
                let is_its = |claims: &Claims| matches!(claims, Claims::Seat { table, .. } if table == id);
                let holder = world.known.seats.iter().find(|(_, claims)| is_its(claims));
                moments.extend(holder.map(|(holder, _)| (at, holder.clone(), read(n, 0))));
            }
            Status::Playing { .. } => {}
        }
    }
    for (id, row) in world.model.archives.iter().filter(|(_, row)| row.table.practice).take(RECENT) {
        let (Some(n), Some(at)) = (world.known.numbers.get(id), world.dropped_at(&row.table)) else { continue };
        moments.push((at, "stranger".into(), replay(world, *n)));
        moments.push((at, someone(), Op::Card { table: *n }));
    }
}

/// Chats of archived tables that are kept no longer.
fn chats(world: &SimWorld, who: &str, moments: &mut Vec<Moment>) {
    for (id, row) in world.model.archives.iter().filter(|(_, row)| !row.messages.is_empty()).take(RECENT) {
        let (Some(n), Some(at)) = (world.known.numbers.get(id), world.chat_ends_at(&row.table)) else { continue };
        moments.push((at, who.to_owned(), Op::Messages { table: *n, since: Cursor::Start }));
        moments.push((
            at,
            who.to_owned(),
            Op::Read { table: *n, wait_ms: 0, events: Cursor::Seen, msgs: Cursor::Start },
        ));
        moments.push((Millis(at.0 + DAY_MS), "world".to_owned(), Op::Round));
    }
}

/// Sessions, seats, invitations, pauses, and states to link with.
fn credentials(world: &SimWorld, who: &str, next: u32, moments: &mut Vec<Moment>) {
    for (step, code) in world.known.codes.iter().rev().take(RECENT) {
        let row = world.model.invitations.get(&code_hash(code));
        let join = Op::Join { invite: *step, handle: format!("{who}{next}") };
        moments.extend(row.and_then(|row| row.expires_at).map(|at| (at, who.to_owned(), join.clone())));
        // Its owner becomes established.
        let owner = row.and_then(|row| row.referrer);
        moments.extend(owner.map(|owner| (world.model.stayed_at(owner), who.to_owned(), join)));
    }
    for (name, person) in &world.known.people {
        if let Some((_, Claims::Account { expires_at, account, .. })) = &person.token {
            moments.push((*expires_at, name.clone(), Op::Me));
            let paused = world.model.accounts.get(account).and_then(|row| row.paused_until);
            moments.extend(paused.map(|at| (at, name.clone(), table_of(1))));
            if let (Some(row), Some(challenge)) = (world.model.link_states.get(account), world.known.challenge_of(name))
            {
                let at_s = row.expires_at.0 / 1_000;
                let link = Op::Link { challenge, user: next % 6, at_s, widget: false, forged: false };
                moments.push((row.expires_at, name.clone(), link));
            }
        }
    }
    for (holder, claims) in world.known.seats.iter().rev().take(RECENT) {
        let Claims::Seat { table, expires_at, .. } = claims else { continue };
        let n = world.known.numbers.get(table);
        moments.extend(n.map(|n| (*expires_at, holder.clone(), read(*n, 0))));
    }
}

/// Handles of the erased, which somebody else may take after a while.
fn freed(world: &SimWorld, who: &str, moments: &mut Vec<Moment>) {
    for (invite, _) in world.known.codes.iter().rev().take(2) {
        let join = |handle: &String| Op::Join { invite: *invite, handle: handle.clone() };
        moments.extend(world.freed.values().map(|(handle, free_at)| (*free_at, who.to_owned(), join(handle))));
    }
}

fn table_of(stake: i64) -> Op {
    Op::Create {
        kind: "roulette".into(),
        stake,
        seats: None,
        visibility: "public".into(),
        open: false,
        daily_pace: false,
        invited: None,
        keyed: false,
    }
}

/// References that are forgotten, and agents that may meet again.
fn repeated(world: &SimWorld, next: u32, moments: &mut Vec<Moment>) {
    let keyed = world.known.requests.iter().filter(|(_, (_, request))| is_keyed(request));
    for (step, (who, _)) in keyed {
        let at = world.first_tries.get(step).map(|at| at.plus_s(REFERENCE_S));
        moments.extend(at.map(|at| (at, who.clone(), Op::Again { of: *step })));
    }
    for (step, duel) in &world.known.duels {
        let Some(end) = world.model.duels.get(duel).and_then(|duel| duel.end) else { continue };
        let Some((who, _)) = world.known.requests.get(step) else { continue };
        let at = end.at.plus_s(world.settings.rematch_cooldown_s);
        moments.push((at, who.clone(), Op::Reuse { of: *step, key: next }));
        moments.push((end.at.plus_s(DUEL_KEPT_S), who.clone(), Op::Again { of: *step }));
    }
}

fn parties(world: &SimWorld, who: &str, moments: &mut Vec<Moment>) {
    for (step, id) in &world.known.parties {
        let (Some(at), Some(row)) = (world.model.party_ends(*id), world.model.parties.get(id)) else { continue };
        let member = row.members.first().and_then(|member| person(world, *member));
        let member = member.unwrap_or_else(|| who.to_owned());
        moments.push((at, member.clone(), Op::PartySay { party: *step, text: "still here".into() }));
        moments.push((at, member, Op::Party { party: *step, wait_ms: 0, msgs: Cursor::Start }));
        moments.push((at, who.to_owned(), Op::JoinParty { party: *step }));
    }
}

/// The day, and the windows of the limits.
fn windows(world: &SimWorld, who: &str, moments: &mut Vec<Moment>) {
    let now = Millis(world.clock);
    let next = |length: u64| Millis((world.clock / length + 1) * length);
    let midnight = now.day().next().start();
    for op in [Op::CreateDaily { keyed: false, daily_pace: false }, Op::Daily, Op::Me, table_of(10)] {
        moments.push((midnight, who.to_owned(), op));
    }
    for length in [RATE_WINDOW_S, FAILED_LOGINS_WINDOW_S, DUELS_WINDOW_S].map(|length_s| length_s * 1_000) {
        moments.push((next(length), who.to_owned(), Op::MyTables));
        moments.push((next(length), who.to_owned(), Op::Token { wrong: true }));
    }
}
