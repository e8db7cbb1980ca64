//! Members: joining, signing in, what they do with each other, and repeated requests.

use super::template::{line, lines};
use super::{Drawn, Generator, RECENT, commit_step};
use crate::inner::callers::key_of;
use crate::inner::judge::{PendingRequest, RequestStage};
use crate::inner::prelude::*;
use crate::inner::step::{Action, Fields, What};
use crate::inner::world::SimWorld;

impl Generator {
    /// A caller without a token usually gets one first, with a recovery code or as a new member.
    pub(super) fn sign_in(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let outside = who.contains(['/', '+']) || who == "stranger" || world.known.seats.contains_key(who);
        if outside || world.known.account_of(who).is_some() || self.rng.percent(30) {
            return None;
        }
        let code = world.known.people.get(who).is_some_and(|person| person.code.is_some());
        match (code, world.pending.values().any(|pending| pending.who == who)) {
            (_, true) => Some(commit_step()),
            (true, false) => self.draw(world, who, line("issue_token")),
            (false, false) => self.join(world, who),
        }
    }

    pub(super) fn join(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let codes: Vec<u32> = world.known.codes.keys().rev().take(12).copied().collect();
        if world.pending.values().any(|pending| pending.who == "operator") && codes.is_empty() {
            return Some(commit_step());
        }
        if codes.is_empty() || self.rng.percent(4) {
            let line = r#"operator invite {"uses":"?0|1|1|2|5|8|12|16|20","expiresInS":"?-|-|-|-|@between:1:3600","test":"?false|false|false|false|false|true"}"#;
            return self.draw(world, who, line);
        }
        let person = world.known.people.get(who);
        if person.is_some_and(|person| person.code.is_some() || person.token.is_some()) && self.rng.percent(90) {
            return None;
        }
        let is_referral =
            |code: &u32| world.known.requests.get(code).is_some_and(|asked| asked.operation == "referral");
        let invite = match self.one_of(codes.iter().copied().filter(is_referral)) {
            Some(invite) if self.rng.percent(60) => invite,
            Some(_) | None => self.rng.one(&codes),
        };
        let handle = if self.rng.percent(10) { "@handle" } else { "@new-handle" };
        let line = format!(r##"join {{"inviteCode":"$code:#","handle":"{handle}","clientRef":"$ref"}}"##);
        self.draw_of(world, who, &line, invite)
    }

    pub(super) fn credential(&mut self, world: &SimWorld, who: &str) -> Drawn {
        if self.rng.percent(10) {
            // An unknown handle.
            return self.draw(world, "nobody", line("wrong-token"));
        }
        let lines: &[&str] = if world.known.people.get(who)?.token.is_none() {
            &[line("issue_token"), line("recover")]
        } else {
            &[
                line("rotate_recovery"),
                line("rotate_recovery"),
                line("issue_token"),
                line("issue_token"),
                line("recover"),
                "me",
            ]
        };
        self.draw_one(world, who, lines)
    }

    pub(super) fn hang_up(&mut self, world: &SimWorld) -> Drawn {
        let polls = world.pending.values().filter(|pending| {
            (pending.stage.until().is_some() || matches!(pending.stage, RequestStage::Duelling)) && !pending.gone
        });
        let PendingRequest { who, step, .. } = self.one_of(polls)?;
        Some((who.clone(), What::Do(Action::Hangup { of: *step })))
    }

    /// A request of an agent's owner.
    pub(super) fn agent(&mut self, world: &SimWorld, who: &str) -> Drawn {
        if let Some(table) = self.sealed_leg(world).filter(|_| self.rng.percent(50)) {
            let replay = r#"replay {"id":"$table:#","seat":"?-|-1|0|1|5"}"#;
            let line = self.rng.one(&[replay, replay, r#"end_card {"id":"$table:#"}"#]);
            return self.draw_of(world, who, line, table);
        }
        if let Some(again) = self.rng.percent(15).then(|| self.rematch(world)).flatten() {
            return Some(again);
        }
        self.draw_one(world, who, lines("habit Agent"))
    }

    /// A finished leg whose twin is still to be played.
    fn sealed_leg(&mut self, world: &SimWorld) -> Option<u32> {
        let over = |id: &&TableId| world.model.tables.get(id).is_some_and(|table| !table.is_active());
        let legs = world.known.tables.iter().rev().take(4 * RECENT);
        self.one_of(legs.filter(|(_, id)| world.model.waits_for_twin(**id) && over(id))).map(|(n, _)| *n)
    }

    /// A rematch of two agents, from either side, after the last duel or an earlier one.
    fn rematch(&mut self, world: &SimWorld) -> Drawn {
        let duels: Vec<u32> = world.known.duels.keys().rev().take(RECENT).copied().collect();
        let of = self.rng.pick(&duels).copied()?;
        let Request::Challenge(met) = &world.known.requests.get(&of)?.request else { return None };
        let saved = |id: &str| {
            let mut agents = world.known.agents.iter();
            agents.find(|(_, (agent, _))| agent.to_string() == id).map(|(step, (_, owner))| (*step, owner.clone()))
        };
        let mut sides = (saved(&met.agent_id)?, saved(&met.opponent_agent_id)?);
        if self.rng.percent(40) {
            sides = (sides.1, sides.0);
        }
        let ((agent, owner), (opponent, _)) = sides;
        let (newest, game) = (duels.first()?, &met.game_id);
        let line = format!(
            r#"challenge {{"agentId":"$agent:{agent}","opponentAgentId":"$agent:{opponent}","gameId":"{game}","stake":"?1|5","rematchOf":"?-|$duel:{of}|$duel:{of}|$duel:{of}|$duel:{newest}","clientRef":"?-|-|$ref","clientSeed":"?-|-|mine|yours"}}"#
        );
        self.draw(world, &owner, &line)
    }

    pub(super) fn grant(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let claim = r#"stranger claim_seat_grant {"claimToken":"$claim:#","clientRef":"$ref"}"#;
        let (drawn, known) = (self.rng.below(5), self.a_grant(world));
        match (drawn, known.and_then(|grant| Some((grant, world.known.requests.get(&grant)?)))) {
            (0, Some((grant, asked))) => {
                let (_, _, table) = world.known.grants.get(&grant)?;
                let line = self.rng.one(lines("no-longer"));
                self.draw_of(world, &asked.who, line, *world.known.numbers.get(table)?)
            }
            (1 | 2, Some((grant, asked))) if self.rng.percent(70) => {
                // The seat is claimed while its owner polls there.
                let (_, _, table) = world.known.grants.get(&grant)?;
                let is_there = |pending: &PendingRequest| pending.who == asked.who && pending.table() == Some(*table);
                let is_polling = |pending: &PendingRequest| matches!(pending.stage, RequestStage::Polling(_));
                if world.pending.values().any(|pending| is_there(pending) && is_polling(pending)) {
                    return self.draw_of(world, who, claim, grant);
                }
                let wait = r#"read_table {"id":"$table:#","wait":50,"events_since":"$events"}"#;
                self.draw_of(world, &asked.who, wait, *world.known.numbers.get(table)?)
            }
            (1 | 2, Some((grant, _))) => self.draw_of(world, who, claim, grant),
            (3, Some((_, asked))) if self.rng.percent(40) => self.draw(world, &asked.who, line("revoke_seat_grant")),
            _ => {
                // The grant often expires before a poll would.
                let line = r#"issue_seat_grant {"id":"@table","clientRef":"$ref","expiresInSeconds":"?@between:60:90|@between:60:7200"}"#;
                self.draw_one(world, who, &[line, line, line, line, r#"current_seat_grant {"id":"@table"}"#])
            }
        }
    }

    pub(super) fn party(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let Some(party) = self.a_party(world).filter(|_| !self.rng.percent(10)) else {
            return self.draw(world, who, "create_party");
        };
        let row = world.model.parties.get(&world.known.parties[&party]);
        let waits = |id: &TableId| world.model.tables.get(id).is_some_and(|table| table.is_waiting());
        let table = row.and_then(|row| row.current_table).filter(waits);
        if let Some(table) = table.and_then(|id| world.known.numbers.get(&id)).filter(|_| self.rng.percent(60)) {
            let wait = r#"read_party {"id":"@party","wait":50,"msgs_since":"$msgs"}"#;
            let line = self.rng.one(&[
                r#"join_table {"id":"$table:#"}"#,
                wait,
                r#"forfeit {"id":"$table:#"}"#,
                line("poll-party"),
            ]);
            return self.draw_of(world, who, line, *table);
        }
        let mine = row.zip(world.known.account_of(who)).is_some_and(|(row, account)| row.members.contains(&account));
        if !mine && self.rng.percent(70) {
            return self.draw(world, who, line("join_party"));
        }
        self.draw_one(world, who, lines("party"))
    }

    pub(super) fn again(&mut self, world: &SimWorld) -> Drawn {
        let keyed = world.known.requests.iter().rev().take(200).filter(|(_, asked)| key_of(&asked.request).is_some());
        let keyed: Vec<u32> = keyed.map(|(n, _)| *n).take(12).collect();
        // The newest request may not be answered yet.
        let newest = keyed.first().copied().filter(|_| self.rng.percent(30));
        let of = match newest.as_ref().or(self.rng.pick(&keyed)) {
            Some(of) if self.rng.percent(80) => *of,
            Some(_) | None => *self.one_of(world.known.requests.keys().rev().take(20))?,
        };
        let asked = world.known.requests.get(&of)?;
        let clash = keyed.contains(&of) && self.rng.percent(25);
        let with = if clash { self.other_contents(world, &asked.who, asked.operation) } else { None };
        Some((asked.who.clone(), What::Do(Action::Again { of, with: with.unwrap_or_default() })))
    }

    /// Other contents for a field of a request with an idempotency key.
    pub(super) fn other_contents(&mut self, world: &SimWorld, who: &str, operation: &str) -> Option<Fields> {
        let fields = lines("clashes").iter().filter_map(|line| line.strip_prefix(operation)?.strip_prefix(' '));
        let fields = self.one_of(fields)?;
        self.fields(world, who, serde_json::from_str(fields).expect("a template is JSON"))
    }
}
