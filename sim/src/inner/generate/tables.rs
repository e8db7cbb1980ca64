//! Tables: making them, sitting down, reading, acting and talking there.

use super::Generator;
use super::RECENT;
use crate::inner::step::{Cursor, Op, Plies};
use crate::inner::world::SimWorld;
use turnstone_service::credentials::Claims;
use turnstone_service::games::{Kind, Opening, SHIPPED};
use turnstone_service::ids::TableId;
use turnstone_service::record::Status;

/// The longest message that a door lets in, in characters.
const LONGEST_MESSAGE: u32 = 500;

impl Generator {
    /// A kind of table; one that members play with each other, if asked.
    pub(super) fn kind(&mut self, open: bool) -> &'static Kind {
        let kinds = SHIPPED.kinds().map(|(_, kind)| kind);
        let kinds: Vec<&'static Kind> = kinds.filter(|kind| !open || kind.opening != Opening::Never).collect();
        self.rng.one(&kinds)
    }

    pub(super) fn create(&mut self, world: &SimWorld) -> Op {
        let open = self.rng.percent(60);
        let honest = self.rng.percent(90);
        let kind = self.kind(open && honest).kind.to_owned();
        let rng = &mut self.rng;
        let stake = rng.one(&[1, 10, 10, 10, 50, 200, 900, 5_000]);
        if rng.percent(10) {
            return Op::CreatePractice { kind, stake, keyed: rng.percent(60) };
        }
        let handles: Vec<&String> = world.known.people.values().map(|person| &person.handle).collect();
        let invited = (open && rng.percent(25)).then(|| rng.pick(&handles).map(|handle| (*handle).clone())).flatten();
        Op::Create {
            kind,
            stake,
            seats: rng.percent(50).then(|| rng.between(2, 6) as u8),
            visibility: rng.one(&["public", "public", "unlisted", "private"]).to_owned(),
            open: open && invited.is_none(),
            daily_pace: rng.percent(15),
            invited,
            keyed: rng.percent(50),
        }
    }

    /// A recent table, more often than not one of the caller's in play.
    pub(super) fn table(&mut self, world: &SimWorld, who: &str) -> Option<u32> {
        let recent: Vec<(u32, TableId)> =
            world.known.tables.iter().rev().take(RECENT).map(|(n, id)| (*n, *id)).collect();
        let own = self.own_tables(world, who, &recent);
        if !own.is_empty() && self.rng.percent(80) {
            return self.rng.pick(&own).copied();
        }
        let kept = kept_for(world, who, &recent);
        if !kept.is_empty() && self.rng.percent(50) {
            return self.rng.pick(&kept).copied();
        }
        self.rng.pick(&recent).map(|(n, _)| *n)
    }

    /// A table where it is the caller's turn.
    pub(super) fn turn(&mut self, world: &SimWorld, who: &str) -> Option<u32> {
        let recent: Vec<(u32, TableId)> =
            world.known.tables.iter().rev().take(RECENT).map(|(n, id)| (*n, *id)).collect();
        let own = self.own_tables(world, who, &recent);
        let is_turn = |n: &&u32| {
            let table = world.model.tables.get(&world.known.table(**n));
            table.and_then(|table| Some((table.board.as_ref()?, table))).is_some_and(|(board, table)| {
                let seat = match world.known.seats.get(who) {
                    Some(Claims::Seat { seat, .. }) => Some(*seat),
                    Some(_) | None => world.known.account_of(who).and_then(|account| table.seat_of(account)),
                };
                seat.is_some_and(|seat| board.to_act().contains(seat))
            })
        };
        let turns: Vec<u32> = own.iter().filter(is_turn).copied().collect();
        self.rng.pick(&turns).copied()
    }

    pub(super) fn own_tables(&self, world: &SimWorld, who: &str, recent: &[(u32, TableId)]) -> Vec<u32> {
        if let Some(Claims::Seat { table, .. }) = world.known.seats.get(who) {
            return world.known.numbers.get(table).copied().into_iter().collect();
        }
        let Some(account) = world.known.account_of(who) else { return Vec::new() };
        let mine = recent.iter().filter(|(_, id)| {
            let table = world.model.tables.get(id);
            table.is_some_and(|table| {
                table.seat_of(account).is_some() && matches!(table.row.status, Status::Playing { .. })
            })
        });
        mine.map(|(n, _)| *n).collect()
    }

    /// Somebody who wants many tables behind him: he plays one that is soon over, or gives it up.
    pub(super) fn hurry(&mut self, world: &SimWorld, who: &str) -> Op {
        let recent: Vec<(u32, TableId)> =
            world.known.tables.iter().rev().take(RECENT).map(|(n, id)| (*n, *id)).collect();
        let playing = self.own_tables(world, who, &recent);
        let Some(table) = self.rng.pick(&playing).copied() else {
            let soon_over = self.rng.one(&["roulette", "baccarat", "video-poker", "blackjack", "rps-vs-house"]);
            let any = self.rng.percent(40);
            return Op::Create {
                kind: if any { self.kind(false).kind } else { soon_over }.to_owned(),
                stake: self.rng.one(&[1, 5, 10, 120]),
                seats: None,
                visibility: "public".into(),
                open: false,
                daily_pace: false,
                invited: None,
                keyed: false,
            };
        };
        let seen = world.known.seen(who, world.known.table(table));
        match (seen.is_some_and(|seen| !seen.legal.is_empty()), self.rng.percent(30)) {
            (_, true) => Op::Forfeit { table },
            (true, false) => {
                let pick = self.rng.below(64) as u16;
                Op::Act { table, pick, plies: Plies::Seen, view: true, wrong: false }
            }
            (false, false) => Op::Read { table, wait_ms: 0, events: Cursor::Seen, msgs: Cursor::None },
        }
    }

    /// Players who finish: they make tables of every kind, and play them on until they are over, more often than not the one
    /// that has come farthest. Now and then one of them gives up.
    pub(super) fn finish(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let known = world.known.tables.iter().rev().take(RECENT);
        let active = known.filter_map(|(n, id)| Some((*n, *id, world.model.tables.get(id)?)));
        let active: Vec<_> = active.filter(|(.., table)| table.is_active() && !table.is_for_agents()).collect();
        let farthest =
            active.iter().max_by_key(|(n, _, table)| (table.plies.len(), *n)).filter(|_| self.rng.percent(50));
        let at = farthest.or_else(|| self.rng.pick(&active)).filter(|_| self.rng.percent(70));
        let Some((n, id, table)) = at else { return Some(self.table_to_finish(world, who)) };
        let table_of = |claims: &Claims| matches!(claims, Claims::Seat { table, grant: None, .. } if table == id);
        let guests = world.known.seats.iter().filter(|(_, claims)| table_of(claims)).map(|(guest, _)| guest);
        let is_seated = |name: &&String| world.known.account_of(name).is_some_and(|id| table.seat_of(id).is_some());
        let seated: Vec<&String> = world.known.people.keys().filter(is_seated).chain(guests).collect();
        if let Some(quitter) = self.rng.pick(&seated).filter(|_| table.is_playing() && self.rng.percent(20)) {
            return Some(((*quitter).clone(), Op::Forfeit { table: *n }));
        }
        let (moves, luck) = (self.rng.one(&[2, 12, 60, 150]), self.rng.bits() >> 12);
        Some(("world".into(), Op::PlayOn { table: *n, moves, luck }))
    }

    /// Matches of one kind, of those in which much depends on chance more often than of others.
    pub(super) fn matches(&mut self) -> Op {
        let any = self.kind(false).kind;
        let kind = if self.rng.percent(50) {
            self.rng.one(&["roulette", "baccarat", "holdem-ring", "holdem-open", "dominoes"])
        } else {
            any
        };
        // Those that take long to judge are played once.
        let times = match kind {
            "baccarat" | "video-poker" | "blackjack" | "rps-vs-house" => 30,
            "roulette" => 16,
            "dominoes" => 10,
            "battleship-vs-house" | "memory-vs-house" | "president" => 1,
            _ => 6,
        };
        Op::Matches { kind: kind.to_owned(), times, luck: self.rng.bits() >> 12 }
    }

    /// Between members where that is possible, against the house, or for nothing.
    fn table_to_finish(&mut self, world: &SimWorld, who: String) -> (String, Op) {
        let rng = &mut self.rng;
        // Where several play, a match ends in more ways.
        let several = rng.percent(15);
        let kinds: Vec<_> = SHIPPED.kinds().filter(|(rules, _)| !several || rules.about().seats.1 > 2).collect();
        let handles: Vec<&String> = world.known.people.values().map(|person| &person.handle).collect();
        let (rules, kind) = rng.one(&kinds);
        let open = kind.opening != Opening::Never && rng.percent(60);
        let stake = rng.one(&[1, 2, 5, 10, 10, 15]);
        let (name, (_, most)) = (kind.kind.to_owned(), rules.about().seats);
        match rng.below(10) {
            0 | 1 => ("stranger".into(), Op::Practice { kind: name }),
            2 | 3 => (who, Op::CreatePractice { kind: name, stake, keyed: false }),
            _ => {
                let seats = rng.percent(60).then(|| rng.between(1, most as u64) as u8);
                // One seat is a member's, and the house takes the others.
                let asks = open && most > 2 && rng.percent(30);
                let invited = if asks { rng.pick(&handles).map(|handle| (*handle).clone()) } else { None };
                let (open, visibility) = (open && invited.is_none(), "public".to_owned());
                (
                    who,
                    Op::Create { kind: name, stake, seats, visibility, open, daily_pace: false, invited, keyed: false },
                )
            }
        }
    }

    pub(super) fn sit(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let waiting = world.known.tables.iter().rev().take(RECENT).filter(|(_, id)| {
            world.model.tables.get(id).is_some_and(|table| matches!(table.row.status, Status::Waiting { .. }))
        });
        let waiting: Vec<u32> = waiting.map(|(n, _)| *n).collect();
        let table = match self.rng.pick(&waiting) {
            Some(table) if self.rng.percent(90) => *table,
            Some(_) | None => self.table(world, who)?,
        };
        let known = world.model.tables.get(&world.known.table(table));
        let invited = known.and_then(|known| known.row.invited);
        let kept = invited.is_some() && invited == world.known.account_of(who);
        Some(match self.rng.below(12) {
            0 => Op::Decline { table },
            2..5 if kept => Op::Decline { table },
            1 => Op::Forfeit { table },
            _ => Op::Sit { table },
        })
    }

    pub(super) fn read(&mut self, world: &SimWorld, who: &str, wait_ms: u64) -> Option<Op> {
        let table = self.table(world, who)?;
        let rng = &mut self.rng;
        let events = rng.one(&[Cursor::None, Cursor::Seen, Cursor::Seen, Cursor::Start, Cursor::Future]);
        let msgs = rng.one(&[Cursor::None, Cursor::Seen, Cursor::Start, Cursor::Future]);
        Some(Op::Read { table, wait_ms, events, msgs })
    }

    pub(super) fn act(&mut self, world: &SimWorld, who: &str, wrong: bool) -> Option<Op> {
        let turn = if self.rng.percent(90) { self.turn(world, who) } else { None };
        let table = match turn {
            Some(table) => table,
            None if self.rng.percent(80) => return None,
            None => self.table(world, who)?,
        };
        let knows = world.known.seen(who, world.known.table(table)).is_some_and(|seen| !seen.legal.is_empty());
        let rng = &mut self.rng;
        if !knows && rng.percent(90) {
            return Some(Op::Read { table, wait_ms: 0, events: Cursor::Seen, msgs: Cursor::None });
        }
        if rng.percent(3) {
            return Some(Op::Forfeit { table });
        }
        let plies = match (wrong, rng.below(4)) {
            (true, 0) => Plies::Old,
            (true, 1) => Plies::Ahead,
            (_, 2) => Plies::None,
            _ => Plies::Seen,
        };
        Some(Op::Act {
            table,
            pick: rng.below(64) as u16,
            plies,
            view: rng.percent(70),
            wrong: wrong && rng.percent(50),
        })
    }

    pub(super) fn chat(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let table = self.table(world, who)?;
        let rng = &mut self.rng;
        let since = rng.one(&[Cursor::None, Cursor::Seen, Cursor::Start]);
        let text = format!("word {}", rng.below(1_000));
        Some(if rng.percent(60) { Op::Say { table, text } } else { Op::Messages { table, since } })
    }

    /// Somebody waits at a table where nothing happens, guests more often than members: places to wait are taken.
    pub(super) fn crowd(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let who = if self.rng.percent(60) {
            let runs = |claims: &Claims| match claims {
                Claims::Seat { table, grant: None, .. } => {
                    world.model.tables.get(table).is_some_and(|table| table.is_playing())
                }
                Claims::Seat { .. } | Claims::Account { .. } => false,
            };
            let guests: Vec<&String> =
                world.known.seats.iter().filter(|(_, claims)| runs(claims)).map(|(guest, _)| guest).collect();
            match self.rng.pick(&guests) {
                Some(guest) if guests.len() > 2 || self.rng.percent(60) => (*guest).clone(),
                _ => return Some(("stranger".into(), Op::Practice { kind: self.kind(false).kind.to_owned() })),
            }
        } else {
            who
        };
        let table = self.table(world, &who)?;
        let id = world.known.table(table);
        let head = world.model.tables.get(&id).map_or(0, |table| table.events.len() as u64);
        let knows = world.known.seen(&who, id).is_some_and(|seen| seen.events == head);
        let wait_ms = if knows { 50_000 } else { 0 };
        Some((who, Op::Read { table, wait_ms, events: Cursor::Seen, msgs: Cursor::None }))
    }

    /// Many requests at once, so that a round has more to do than it may: reads of tables, or messages in the chats of
    /// the caller's tables, which several of the longest fill.
    pub(super) fn burst(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let account = world.known.account_of(who);
        let is_seated = |id: &TableId| {
            let table = world.model.tables.get(id);
            table.zip(account).is_some_and(|(table, account)| table.seat_of(account).is_some())
        };
        let seated = world.known.tables.iter().rev().filter(|(_, id)| is_seated(id));
        let seated: Vec<u32> = seated.take(RECENT).map(|(n, _)| *n).collect();
        let rng = &mut self.rng;
        let bound = u64::from(world.settings.round_commands);
        let times = rng.between(bound * 6 / 10 + 1, bound * 14 / 10 + 1) as u32;
        // A chat keeps 200 messages: it takes three of them.
        let chars = if seated.len() > 2 && rng.percent(40) { LONGEST_MESSAGE } else { rng.one(&[0, 0, 10]) };
        let tables = if seated.is_empty() || chars == 0 { vec![self.table(world, who)?] } else { seated };
        Some(Op::Burst { tables, times, chars })
    }
}

/// Those where a seat is kept for somebody who has not taken it.
fn kept_for(world: &SimWorld, who: &str, recent: &[(u32, TableId)]) -> Vec<u32> {
    let Some(account) = world.known.account_of(who) else { return Vec::new() };
    let is_kept = |id| {
        let table = world.model.tables.get(id);
        table.is_some_and(|table| table.row.invited == Some(account) && table.is_waiting())
    };
    recent.iter().filter(|(_, id)| is_kept(id)).map(|(n, _)| *n).collect()
}
