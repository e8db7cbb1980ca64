//! Tables: creating them, sitting down, acting, and playing them to the end.

use super::template::line;
use super::things::{own_tables, recent};
use super::{Drawn, Generator, RECENT, world_name};
use crate::inner::model::Table;
use crate::inner::prelude::*;
use crate::inner::step::{Action, What};
use crate::inner::world::SimWorld;

/// Maximum length of a message, in characters.
const LONGEST_MESSAGE: u32 = 500;
const READ: &str = r#"read_table {"id":"$table:#","events_since":"$events"}"#;
const FORFEIT: &str = r#"forfeit {"id":"$table:#"}"#;

impl Generator {
    pub(super) fn create(&mut self, world: &SimWorld, who: &str) -> Drawn {
        match self.rng.below(20) {
            0 | 1 => self.draw(world, who, line("create-practice")),
            2..=9 => self.draw(world, who, line("create-open")),
            10..=12 => self.draw(world, who, line("create-invited")),
            // Any kind, including those that cannot be left open.
            drawn => {
                let line = line("create-open").replace("@open-kind", "@kind");
                let open = if drawn == 13 { r#""open":true"# } else { r#""open":false"# };
                self.draw(world, who, &line.replace(r#""open":true"#, open))
            }
        }
    }

    /// A table where it is the caller's turn.
    fn turn(&mut self, world: &SimWorld, who: &str) -> Option<u32> {
        let is_turn = |n: &u32| {
            let table = world.model.tables.get(&world.known.table(*n));
            table.and_then(|table| Some((table.board.as_ref()?, table))).is_some_and(|(board, table)| {
                let seat = match world.known.seats.get(who) {
                    Some(Claims::Seat { seat, .. }) => Some(*seat),
                    Some(_) | None => world.known.account_of(who).and_then(|account| table.seat_of(account)),
                };
                seat.is_some_and(|seat| board.to_act().contains(seat))
            })
        };
        self.one_of(own_tables(world, who, &recent(world)).into_iter().filter(is_turn))
    }

    /// Whether a caller has seen the legal actions of a table.
    fn knows(world: &SimWorld, who: &str, table: u32) -> bool {
        world.known.seen(who, world.known.table(table)).is_some_and(|seen| !seen.legal.is_empty())
    }

    /// Play a table that ends soon, or forfeit it.
    pub(super) fn hurry(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let playing = own_tables(world, who, &recent(world));
        let Some(table) = self.one_of(playing) else { return self.draw(world, who, line("soon-over")) };
        let move_on = format!(
            r##"act {{"id":"$table:#","action":"$action:{}","expectedPlies":"$plies","eventsSince":"$events"}}"##,
            self.rng.below(64)
        );
        let line = match (Self::knows(world, who, table), self.rng.percent(30)) {
            (_, true) => FORFEIT,
            (true, false) => &move_on,
            (false, false) => READ,
        };
        self.draw_of(world, who, line, table)
    }

    /// Create a table of any kind, or play one on, usually the one with the most plies. Sometimes a player forfeits.
    pub(super) fn finish(&mut self, world: &SimWorld, who: String) -> Drawn {
        let known = world.known.tables.iter().rev().take(RECENT);
        let active = known.filter_map(|(n, id)| Some((*n, *id, world.model.tables.get(id)?)));
        let active: Vec<_> = active.filter(|(.., table)| table.is_active() && !table.is_for_agents()).collect();
        let farthest =
            active.iter().max_by_key(|(n, _, table)| (table.plies.len(), *n)).filter(|_| self.rng.percent(50));
        let at = farthest.or_else(|| self.rng.pick(&active)).filter(|_| self.rng.percent(70));
        let Some((n, id, table)) = at else { return self.table_to_finish(world, &who) };
        let table_of = |claims: &Claims| matches!(claims, Claims::Seat { table, grant: None, .. } if table == id);
        let guests = world.known.seats.iter().filter(|(_, claims)| table_of(claims)).map(|(guest, _)| guest);
        let is_seated = |name: &&String| world.known.account_of(name).is_some_and(|id| table.seat_of(id).is_some());
        let seated = world.known.people.keys().filter(is_seated).chain(guests);
        if let Some(quitter) = self.one_of(seated).filter(|_| table.is_playing() && self.rng.percent(20)) {
            return self.draw_of(world, quitter, FORFEIT, *n);
        }
        let action = Action::PlayOn { table: *n, moves: self.rng.one(&[2, 12, 60, 150]), luck: self.luck() };
        Some((world_name(), What::Do(action)))
    }

    /// Matches of one kind, mostly of kinds with much chance.
    pub(super) fn matches(&mut self) -> Action {
        let any = self.kind(false).kind;
        let kind = if self.rng.percent(50) {
            self.rng.one(&["roulette", "baccarat", "holdem-ring", "holdem-open", "dominoes"])
        } else {
            any
        };
        // Kinds that take long to check are played once.
        let times = match kind {
            "baccarat" | "video-poker" | "blackjack" | "rps-vs-house" => 30,
            "roulette" => 16,
            "dominoes" => 10,
            "battleship-vs-house" | "memory-vs-house" | "president" => 1,
            _ => 6,
        };
        Action::Matches { kind: kind.to_owned(), times, luck: self.luck() }
    }

    /// Between members if possible, against the house, or for practice.
    fn table_to_finish(&mut self, world: &SimWorld, who: &str) -> Drawn {
        // A match of several players can end in more ways.
        let several = self.rng.percent(15);
        let kinds: Vec<_> = SHIPPED.kinds().filter(|(rules, _)| !several || rules.about().seats.1 > 2).collect();
        let (rules, kind) = self.rng.one(&kinds);
        let (kind, open, most) = (kind.kind, kind.opening != Opening::Never, rules.about().seats.1);
        let stake = r#""stake":"?1|2|5|10|10|15""#;
        let seats = format!(r#""seats":"?-|-|@between:2:{0}|@between:2:{0}|@between:2:{0}""#, most.max(2));
        let line = match self.rng.below(10) {
            0 | 1 => line("practice").replace("@kind", kind),
            2 | 3 => format!(r#"create_table {{"kind":"{kind}",{stake},"practice":true}}"#),
            // One seat is reserved for a member, the house takes the others.
            4 if open && most > 2 => format!(r#"create_table {{"kind":"{kind}",{stake},{seats},"invited":"@member"}}"#),
            4..=7 if open => format!(r#"create_table {{"kind":"{kind}",{stake},{seats},"open":true}}"#),
            _ => format!(r#"create_table {{"kind":"{kind}",{stake},{seats}}}"#),
        };
        self.draw(world, who, &line)
    }

    pub(super) fn sit(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let waits = |id: &TableId| world.model.tables.get(id).is_some_and(Table::is_waiting);
        let table = match self.one_of(recent(world).into_iter().filter(|(_, id)| waits(id))) {
            Some((table, _)) if self.rng.percent(90) => table,
            Some(_) | None => self.table(world, who)?,
        };
        let known = world.model.tables.get(&world.known.table(table));
        let invited = known.and_then(|known| known.row.invited);
        let kept = invited.is_some() && invited == world.known.account_of(who);
        let is_friendly = world.model.friendly.contains_key(&world.known.table(table));
        if is_friendly && self.rng.percent(60) {
            return self.meet(world, who, table);
        }
        let line = match self.rng.below(12) {
            0 => r#"decline {"id":"$table:#"}"#,
            2..5 if kept => r#"decline {"id":"$table:#"}"#,
            1 => FORFEIT,
            _ => r#"join_table {"id":"$table:#"}"#,
        };
        self.draw_of(world, who, line, table)
    }

    /// A guest sits down at a friendly table or leaves it, or its host fills it.
    fn meet(&mut self, world: &SimWorld, who: &str, table: u32) -> Drawn {
        let id = world.known.table(table);
        let is_here = |claims: &Claims| matches!(claims, Claims::Seat { table, grant: None, .. } if *table == id);
        let guests = world.known.seats.iter().filter(|(_, claims)| is_here(claims)).map(|(guest, _)| guest);
        let guest = self.one_of(guests).cloned().unwrap_or_else(|| who.to_owned());
        match self.rng.below(10) {
            0..=5 => self.draw_of(world, who, line("guest_seat"), table),
            6 => self.draw_of(world, &guest, FORFEIT, table),
            7 => self.draw_of(world, who, line("fill_table"), table),
            _ => self.draw_of(world, &guest, line("fill_table"), table),
        }
    }

    pub(super) fn act(&mut self, world: &SimWorld, who: &str, wrong: bool) -> Drawn {
        let turn = if self.rng.percent(90) { self.turn(world, who) } else { None };
        let table = match turn {
            Some(table) => table,
            None if self.rng.percent(80) => return None,
            None => self.table(world, who)?,
        };
        if !Self::knows(world, who, table) && self.rng.percent(90) {
            return self.draw_of(world, who, READ, table);
        }
        if self.rng.percent(3) {
            return self.draw_of(world, who, FORFEIT, table);
        }
        let plies = if wrong { "?-|$plies|$plies:-1|$plies:1" } else { "?-|$plies|$plies|$plies" };
        let action = if wrong && self.rng.percent(50) {
            r#"{"type":"never","cell":1}"#.to_owned()
        } else {
            format!(r#""$action:{}""#, self.rng.below(64))
        };
        let line = format!(
            r##"act {{"id":"$table:#","action":{action},"expectedPlies":"{plies}","eventsSince":"?-|$events|$events"}}"##
        );
        self.draw_of(world, who, &line, table)
    }

    /// A caller polls a table where nothing happens, usually a guest, so that the long-polls are used up.
    pub(super) fn crowd(&mut self, world: &SimWorld, who: String) -> Drawn {
        let who = if self.rng.percent(60) {
            let runs = |table: &TableId| world.model.tables.get(table).is_some_and(Table::is_playing);
            let seat = |claims: &Claims| matches!(claims, Claims::Seat { table, grant: None, .. } if runs(table));
            let guests: Vec<&String> =
                world.known.seats.iter().filter(|(_, claims)| seat(claims)).map(|(guest, _)| guest).collect();
            match self.rng.pick(&guests) {
                Some(guest) if guests.len() > 2 || self.rng.percent(60) => (*guest).clone(),
                _ => return self.draw(world, &who, line("practice")),
            }
        } else {
            who
        };
        let table = self.table(world, &who)?;
        let id = world.known.table(table);
        let head = world.model.tables.get(&id).map_or(0, |table| table.events.len() as u64);
        let knows = world.known.seen(&who, id).is_some_and(|seen| seen.events == head);
        let wait = r#"read_table {"id":"$table:#","wait":50,"events_since":"$events"}"#;
        self.draw_of(world, &who, if knows { wait } else { READ }, table)
    }

    /// More requests at once than fit into a group commit: reads, or messages that fill the chats of the caller's
    /// tables.
    pub(super) fn burst(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let account = world.known.account_of(who);
        let is_seated = |id: &TableId| {
            let table = world.model.tables.get(id);
            table.zip(account).is_some_and(|(table, account)| table.seat_of(account).is_some())
        };
        let seated = world.known.tables.iter().rev().filter(|(_, id)| is_seated(id));
        let seated: Vec<u32> = seated.take(RECENT).map(|(n, _)| *n).collect();
        let bound = u64::from(world.settings.group_commands);
        let times = self.rng.between(bound * 6 / 10 + 1, bound * 14 / 10 + 1) as u32;
        // A chat keeps 200 messages, so several bursts are needed.
        let full = seated.len() > 2 && self.rng.percent(40);
        let chars = if full { LONGEST_MESSAGE } else { self.rng.one(&[0, 0, 10]) };
        let tables = if seated.is_empty() || chars == 0 { vec![self.table(world, who)?] } else { seated };
        Some((who.to_owned(), What::Do(Action::Burst { tables, times, chars })))
    }
}
