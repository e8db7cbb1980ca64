//! What nobody should do who means well: things of others, what was and what never was, with whatever credential there is.

use super::accounts::NEVER;
use super::{Generator, NAMES, replay};
use crate::inner::knowledge::is_keyed;
use crate::inner::step::{Cursor, Op, Plies, Strangeness};
use crate::inner::world::SimWorld;
use turnstone_service::credentials::Claims;
use turnstone_service::request::Request;

/// Requests that are taken up again: the newest.
const TAKEN_UP: usize = 60;

impl Generator {
    pub(super) fn hostile(&mut self, world: &SimWorld, who: &str) -> Option<(String, Op)> {
        let whoever = self.whoever(world, who);
        match self.rng.below(14) {
            0..=3 => {
                let (owner, of) = self.taken_up(world, |_| true)?;
                let own = world.known.requests.get(&of).is_some_and(|(_, request)| is_for_all(request));
                Some((if own { owner } else { whoever }, Op::As { of }))
            }
            4 => {
                let (_, of) = self.taken_up(world, |request| !is_for_all(request))?;
                let how = self.rng.one(&[
                    Strangeness::Version,
                    Strangeness::Version,
                    Strangeness::Next,
                    Strangeness::Nothing,
                    Strangeness::OfAnother,
                    Strangeness::OfAnother,
                ]);
                Some((whoever, Op::Strange { of, how }))
            }
            5 | 6 => {
                let (owner, of) = self.taken_up(world, is_keyed)?;
                let (_, key) = self.taken_up(world, is_keyed)?;
                let name = world.known.people.contains_key(&owner) && self.rng.percent(50);
                let other = if name { who.to_owned() } else { owner };
                Some((other, Op::Reuse { of, key }))
            }
            7 => self.with_a_handle(world, who),
            8 => Some((whoever, self.pages(world))),
            9 if self.rng.percent(30) => self.take_back(world, whoever),
            _ => self.at_any_table(world, whoever),
        }
    }

    /// Somebody with some credential: his own, an old one, a seat's, both, or none.
    fn whoever(&mut self, world: &SimWorld, who: &str) -> String {
        let seats: Vec<&String> = world.known.seats.keys().rev().take(8).collect();
        let seat = self.rng.pick(&seats).map(|seat| (*seat).clone());
        match (self.rng.below(12), seat) {
            (0 | 1, _) => "stranger".to_owned(),
            (2, _) => format!("{who}/old"),
            (3 | 4, Some(seat)) => seat,
            (5, Some(seat)) => format!("{who}+{seat}"),
            (6..=8, _) => NAMES[self.rng.below(self.swarm.people as u64) as usize].to_owned(),
            _ => who.to_owned(),
        }
    }

    /// Somebody's request of before.
    fn taken_up(&mut self, world: &SimWorld, is: impl Fn(&Request) -> bool) -> Option<(String, u32)> {
        let recent = world.known.requests.iter().rev().take(TAKEN_UP);
        let recent: Vec<(&String, u32)> =
            recent.filter(|(_, (_, request))| is(request)).map(|(n, (who, _))| (who, *n)).collect();
        self.rng.pick(&recent).map(|(who, n)| ((*who).clone(), *n))
    }

    /// A seat is taken back by whoever it is, or by its owner at another table.
    fn take_back(&mut self, world: &SimWorld, whoever: String) -> Option<(String, Op)> {
        let taken = world.known.requests.iter().rev();
        let mut taken = taken.filter(|(_, (_, request))| matches!(request, Request::RevokeGrant { .. }));
        match taken.next() {
            Some((of, (owner, _))) if self.rng.percent(60) => {
                Some((owner.clone(), Op::Strange { of: *of, how: Strangeness::OfAnother }))
            }
            Some(_) | None => self.a_grant(world).map(|grant| (whoever, Op::Revoke { grant })),
        }
    }

    /// A handle that somebody has or had, however it is typed, or that nobody can have.
    pub(super) fn a_handle(&mut self, world: &SimWorld) -> String {
        let taken = world.known.people.values().map(|person| &person.handle).filter(|handle| !handle.is_empty());
        let known: Vec<&String> = taken.chain(world.freed.values().map(|(handle, _)| handle)).collect();
        let handle = self.rng.pick(&known).map_or_else(|| "nobody".to_owned(), |handle| (*handle).clone());
        match self.rng.below(7) {
            0 => handle.to_uppercase(),
            1 => format!(" {handle}\t"),
            2 => handle.chars().take(2).collect(),
            3 => format!("{handle}{handle}{handle}{handle}"),
            4 => self.rng.one(&NEVER).to_owned(),
            _ => handle,
        }
    }

    fn with_a_handle(&mut self, world: &SimWorld, who: &str) -> Option<(String, Op)> {
        let handle = self.a_handle(world);
        let codes: Vec<u32> = world.known.codes.keys().copied().collect();
        let invite = self.rng.pick(&codes).copied();
        let what = match (self.rng.below(4), invite) {
            (0, Some(invite)) => Op::Join { invite, handle },
            (1, _) => {
                let kind = self.kind(true).kind.to_owned();
                Op::Create {
                    kind,
                    stake: 1,
                    seats: None,
                    visibility: "public".into(),
                    open: false,
                    daily_pace: false,
                    invited: Some(handle),
                    keyed: self.rng.percent(50),
                }
            }
            _ => Op::Player { handle },
        };
        Some((who.to_owned(), what))
    }

    /// A page after a cursor of somebody else's, or of another list.
    fn pages(&mut self, world: &SimWorld) -> Op {
        let pages = world.known.all_pages();
        let page = self.rng.pick(&pages).copied();
        let limit = self.rng.one(&[1, 2, 50]);
        if self.rng.percent(50) {
            Op::History { limit, game: None, before: page }
        } else {
            let since = self.rng.percent(30).then(|| self.rng.one(&[0, 1, u64::from(u32::MAX)]));
            Op::Ledger { since, limit, after: page.filter(|_| since.is_none()) }
        }
    }

    /// Anything that there is to ask about a table, about any table there ever was.
    fn at_any_table(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let tables: Vec<u32> = world.known.tables.keys().copied().collect();
        let newest = tables.len().saturating_sub(12);
        let from = if self.rng.percent(60) { &tables[newest..] } else { &tables[..] };
        let mut table = self.rng.pick(from).copied()?;
        // A second credential is sent to its own table alone, a seat's mostly.
        let (both, seat) = who.split_once('+').map_or((false, who.as_str()), |(_, seat)| (true, seat));
        if let Some(Claims::Seat { table: own, .. }) = world.known.seats.get(seat)
            && (both || self.rng.percent(70))
        {
            table = world.known.numbers.get(own).copied().unwrap_or(table);
        }
        let rng = &mut self.rng;
        let cursors = [Cursor::None, Cursor::Start, Cursor::Seen, Cursor::Future];
        let (events, msgs) = (rng.one(&cursors), rng.one(&cursors));
        let what = match rng.below(14) {
            0 | 1 => Op::Read { table, wait_ms: 0, events, msgs },
            2 => Op::Read { table, wait_ms: rng.one(&[1, 50_000]), events, msgs },
            3 => {
                let plies = rng.one(&[Plies::None, Plies::Seen, Plies::Old, Plies::Ahead]);
                Op::Act { table, pick: rng.below(64) as u16, plies, view: rng.percent(50), wrong: rng.percent(20) }
            }
            4 => Op::Forfeit { table },
            5 | 6 => Op::Sit { table },
            7 => Op::Decline { table },
            8 => Op::Messages { table, since: msgs },
            9 => Op::Say { table, text: "may I".into() },
            10 => replay(world, table),
            11 => Op::Card { table },
            12 => Op::Grant { table, expires_in_s: rng.one(&[60, 61, 1_800, 7_200]) },
            _ => Op::CurrentGrant { table },
        };
        Some((who, what))
    }
}

/// Whether whoever asks is nobody in particular: such a request stays its first caller's.
const fn is_for_all(request: &Request) -> bool {
    matches!(
        request,
        Request::Join { .. }
            | Request::JoinMessenger { .. }
            | Request::Token { .. }
            | Request::Recover { .. }
            | Request::Practice { .. }
            | Request::ClaimGrant { .. }
    )
}
