//! Requests of hostile callers: other callers' ids and ids that do not exist, with any available credential. Also
//! requests for recent changes, in each response that shows them.

use super::template::{line, lines};
use super::things::recent;
use super::{Drawn, Generator};
use crate::inner::callers::{Asked, key_of};
use crate::inner::model::Table;
use crate::inner::prelude::*;
use crate::inner::step::{Action, Fields, What};
use crate::inner::world::SimWorld;

/// Number of newest requests that are drawn again.
const TAKEN_UP: usize = 60;
/// Operations without a particular caller: they are repeated by their first caller.
const FOR_ALL: [&str; 7] =
    ["join", "join_messenger", "issue_token", "recover", "practice", "guest_seat", "claim_seat_grant"];

fn as_another(of: u32, field: &str, value: &str) -> What {
    let with = if field.is_empty() { Fields::new() } else { Fields::from_iter([(field.to_owned(), value.into())]) };
    What::Do(Action::As { of, with })
}

impl Generator {
    pub(super) fn hostile(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let caller = self.any_caller(world, who);
        let is_for_all = |asked: &Asked| FOR_ALL.contains(&asked.operation);
        let keyed = |asked: &Asked| key_of(&asked.request).is_some();
        match self.rng.below(14) {
            0..=3 => {
                let (asked, of) = self.taken_up(world, |_| true)?;
                Some((if is_for_all(asked) { asked.who.clone() } else { caller }, as_another(of, "", "")))
            }
            4 => self.about_another(world, caller),
            5 | 6 => {
                let (asked, of) = self.taken_up(world, keyed)?;
                let (_, key) = self.taken_up(world, keyed)?;
                let name = world.known.people.contains_key(&asked.who) && self.rng.percent(50);
                let other = if name { who.to_owned() } else { asked.who.clone() };
                Some((other, as_another(of, "clientRef", &format!("$ref:{key}"))))
            }
            7 => self.draw_one(
                world,
                who,
                &[
                    r#"join {"inviteCode":"@code","handle":"@handle","clientRef":"$ref"}"#,
                    r#"create_table {"kind":"@open-kind","stake":1,"invited":"@handle","clientRef":"?-|$ref"}"#,
                    r#"player {"handle":"@handle"}"#,
                    r#"player {"handle":"@handle"}"#,
                ],
            ),
            8 => self.draw_one(world, &caller, lines("pages")),
            9 if self.rng.percent(30) => self.take_back(world, caller),
            _ => self.at_any_table(world, &caller),
        }
    }

    /// A caller with some credential: their own, an old one, a seat's, both, or none.
    fn any_caller(&mut self, world: &SimWorld, who: &str) -> String {
        let seat = self.one_of(world.known.seats.keys().rev().take(8)).cloned();
        match (self.rng.below(12), seat) {
            (0 | 1, _) => "stranger".to_owned(),
            (2, _) => format!("{who}/old"),
            (3 | 4, Some(seat)) => seat,
            (5, Some(seat)) => format!("{who}+{seat}"),
            (6..=8, _) => self.a_name(),
            _ => who.to_owned(),
        }
    }

    /// An earlier request.
    fn taken_up<'a>(&mut self, world: &'a SimWorld, is: impl Fn(&Asked) -> bool) -> Option<(&'a Asked, u32)> {
        let recent = world.known.requests.iter().rev().take(TAKEN_UP);
        self.one_of(recent.filter(|(_, asked)| is(asked))).map(|(n, asked)| (asked, *n))
    }

    /// An earlier request about a thing of another kind or one that does not exist.
    fn about_another(&mut self, world: &SimWorld, caller: String) -> Drawn {
        const NAMES: [&str; 6] = ["id", "grantId", "duelId", "agentId", "opponentAgentId", "rematchOf"];
        let (asked, of) = self.taken_up(world, |asked| !FOR_ALL.contains(&asked.operation))?;
        let field = self.one_of(NAMES.into_iter().filter(|name| asked.fields.contains_key(*name)))?;
        let how = self.rng.one(&["$version", "$version", "$next", "$nothing", "$another", "$another"]);
        Some((caller, as_another(of, field, how)))
    }

    /// A revocation by any caller, or by the owner for another table.
    fn take_back(&mut self, world: &SimWorld, caller: String) -> Drawn {
        let mut taken = world.known.requests.iter().rev();
        match taken.find(|(_, asked)| asked.operation == "revoke_seat_grant") {
            Some((of, asked)) if self.rng.percent(60) => {
                Some((asked.who.clone(), as_another(*of, "id", "$other-table")))
            }
            Some(_) | None => self.draw(world, &caller, line("revoke_seat_grant")),
        }
    }

    /// Any request about a table, for any table of the run.
    fn at_any_table(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let tables: Vec<u32> = world.known.tables.keys().copied().collect();
        let from = if self.rng.percent(60) { &tables[tables.len().saturating_sub(12)..] } else { &tables[..] };
        let mut table = self.rng.pick(from).copied()?;
        // A second credential is only sent to its own table, and a seat's usually is.
        let (both, seat) = who.split_once('+').map_or((false, who), |(_, seat)| (true, seat));
        if let Some(Claims::Seat { table: own, .. }) = world.known.seats.get(seat)
            && (both || self.rng.percent(70))
        {
            table = world.known.numbers.get(own).copied().unwrap_or(table);
        }
        let line = self.rng.one(lines("at-any-table"));
        self.draw_of(world, who, line, table)
    }

    pub(super) fn look(&mut self, world: &SimWorld, who: String) -> Drawn {
        match self.rng.below(10) {
            0 | 1 => self.draw_one(world, &who, lines("looks-at-oneself")),
            2 => self.draw_one(world, &who, lines("looks-at-all")),
            3 => self.look_at_a_grant(world),
            4 => self.draw(world, &who, line("read_party")),
            _ => self.look_at_a_table(world, who),
        }
    }

    /// A grant as its owner sees it, usually one that is claimed.
    fn look_at_a_grant(&mut self, world: &SimWorld) -> Drawn {
        let is_played = |(_, (id, ..)): &(&u32, &(GrantId, String, TableId))| {
            world.model.grants.get(id).is_some_and(|row| row.claimed.is_some() && !row.ended)
        };
        let played = self.one_of(world.known.grants.iter().filter(is_played)).map(|(grant, _)| *grant);
        let grant = played.filter(|_| self.rng.percent(75)).or_else(|| self.a_grant(world))?;
        let (_, _, table) = world.known.grants.get(&grant)?;
        let owner = &world.known.requests.get(&grant)?.who;
        let current = r#"current_seat_grant {"id":"$table:#"}"#;
        let line = self.rng.one(&[current, current, current, current, "my_tables"]);
        self.draw_of(world, owner, line, *world.known.numbers.get(table)?)
    }

    /// One of the newest tables, seen by a player or by another caller. Usually a table with several members.
    fn look_at_a_table(&mut self, world: &SimWorld, who: String) -> Drawn {
        let recent = recent(world);
        let members = |table: &Table| table.row.players.iter().filter(|who| matches!(who, Player::Member(_))).count();
        let several = |(_, id): &&(u32, TableId)| world.model.tables.get(id).is_some_and(|table| members(table) > 1);
        let shared: Vec<(u32, TableId)> = recent.iter().filter(several).copied().collect();
        let from = if shared.is_empty() || self.rng.percent(40) { &recent } else { &shared };
        let (table, id) = self.rng.pick(from).copied()?;
        let row = world.model.row(id)?;
        let seated = |name: &&String| {
            let account = world.known.account_of(name);
            account.is_some_and(|account| row.players.contains(&Player::Member(account)))
        };
        let who = match self.one_of(world.known.people.keys().filter(seated)) {
            Some(seated) if self.rng.percent(70) => seated.clone(),
            _ if self.rng.percent(20) => "stranger".to_owned(),
            _ => who,
        };
        let line = self.rng.one(lines("looks-at-a-table"));
        self.draw_of(world, &who, line, table)
    }
}
