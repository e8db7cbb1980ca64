//! Drawing the next deed: by the habits of the seed, from what the world has become.

use super::settings::{Habit, Swarm};
use super::step::{Cursor, Moment, Op, Plies, StoryStep};
use super::world::{Asked, Stage, World};
use crate::rng::Rng;
use turnstone_core::credentials::Claims;
use turnstone_core::games::{Kind, Opening, SHIPPED};
use turnstone_core::ids::TableId;
use turnstone_core::record::Status;
use turnstone_core::request::Request;

const NAMES: [&str; 8] = ["ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"];
/// Tables that are looked at when one is picked: the newest.
const RECENT: usize = 16;

/// The dice of a run, and what they have drawn.
pub(crate) struct Generator {
    rng: Rng,
    swarm: Swarm,
    total: u64,
    next: u32,
}

impl Generator {
    pub(crate) fn new(rng: Rng, swarm: Swarm) -> Self {
        let total = swarm.habits.iter().map(|(_, weight)| weight).sum();
        Self { rng, swarm, total, next: 1 }
    }

    /// The next deed.
    pub(crate) fn deed(&mut self, world: &World) -> StoryStep {
        let after_ms = if self.rng.percent(70) { self.rng.below(self.swarm.pause_ms + 1) } else { 0 };
        loop {
            let habit = self.habit();
            let who = self.who(world, habit);
            let lonely = self.sign_in(world, &who);
            if let Some((who, what)) = lonely.or_else(|| self.what(world, habit, who)) {
                let n = self.next;
                self.next += 1;
                return StoryStep { n, after_ms, who, op: what };
            }
        }
    }

    fn habit(&mut self) -> Habit {
        let mut at = self.rng.below(self.total);
        for (habit, weight) in &self.swarm.habits {
            if at < *weight {
                return *habit;
            }
            at -= weight;
        }
        Habit::Round
    }

    /// Somebody who would do such a thing.
    fn who(&mut self, world: &World, habit: Habit) -> String {
        let mut name = NAMES[self.rng.below(self.swarm.people as u64) as usize].to_owned();
        let signed_in = |name: &String| world.known.people.get(name).is_some_and(|person| person.token.is_some());
        let needs_token = !matches!(habit, Habit::Join | Habit::Credential | Habit::OldToken);
        if needs_token && !signed_in(&name) && self.rng.percent(90) {
            let names: Vec<&String> = world.known.people.keys().filter(|name| signed_in(name)).collect();
            name = self.rng.pick(&names).map_or(name, |other| (*other).clone());
        }
        match habit {
            Habit::OldToken => format!("{name}/old"),
            Habit::Read | Habit::Poll | Habit::Act | Habit::WrongAct if self.rng.percent(20) => {
                let seats: Vec<&String> = world.known.seats.keys().rev().take(6).collect();
                self.rng.pick(&seats).map_or(name, |seat| (*seat).clone())
            }
            Habit::List | Habit::Replay | Habit::Daily | Habit::Poll if self.rng.percent(15) => "stranger".to_owned(),
            _ => name,
        }
    }

    fn what(&mut self, world: &World, habit: Habit, who: String) -> Option<(String, Op)> {
        let rng = &mut self.rng;
        let what = match habit {
            Habit::Round => return (!world.is_idle()).then(|| ("world".into(), Op::Round)),
            Habit::Sleep => return Some(("world".into(), Op::Sleep)),
            Habit::Clock => return Some(("world".into(), Op::Clock { ms: jump(rng) })),
            Habit::Crash => return Some(("world".into(), self.crash(false))),
            Habit::Kill => return Some(("world".into(), self.crash(true))),
            Habit::Restart => return rng.percent(30).then(|| ("world".into(), Op::Restart)),
            Habit::Join => return self.join(world, who),
            Habit::Credential => self.credential(world, &who)?,
            Habit::Logout => Op::Logout,
            Habit::Erase => Op::Erase { right: rng.percent(80) },
            Habit::Profile => self.profile(world),
            Habit::List | Habit::OldToken => self.list(world, &who),
            Habit::Hurry => self.hurry(world, &who),
            Habit::Referral => Op::Referral,
            Habit::Pause => {
                if rng.percent(50) {
                    Op::Pause { days: rng.one(&[1, 7, 30]) }
                } else {
                    Op::PauseState
                }
            }
            Habit::Guest => {
                return Some(("stranger".into(), Op::Practice { kind: self.kind(false).kind.to_owned() }));
            }
            Habit::Create => self.create(world),
            Habit::Daily => {
                if rng.percent(50) {
                    Op::CreateDaily { keyed: rng.percent(50), daily_pace: rng.percent(15) }
                } else {
                    Op::Daily
                }
            }
            Habit::Sit => self.sit(world, &who)?,
            Habit::Read => self.read(world, &who, 0)?,
            Habit::Poll => {
                let wait = rng.one(&[1, 500, 5_000, 20_000, 50_000]);
                if rng.percent(80) { self.read(world, &who, wait)? } else { self.party_read(world, wait)? }
            }
            Habit::Hangup => return self.hang_up(world),
            Habit::Act => self.act(world, &who, false)?,
            Habit::WrongAct => self.act(world, &who, true)?,
            Habit::Chat => self.chat(world, &who)?,
            Habit::Replay => {
                let table = self.table(world, &who)?;
                if self.rng.percent(70) { Op::Replay { table } } else { Op::Card { table } }
            }
            Habit::Grant => return self.grant(world, who),
            Habit::Party => self.party(world, &who)?,
            Habit::Again => return self.again(world),
            Habit::Full => {
                // Seldom, and not for long: where nothing is made, little happens.
                let turns = world.full || rng.percent(40);
                return turns.then(|| ("operator".into(), Op::Full { is: !world.full }));
            }
            Habit::Crowd => return self.crowd(world, who),
            Habit::BadReads => return Some(("world".into(), Op::BadReads { next: rng.between(1, 3) as u32 })),
        };
        Some((who, what))
    }

    /// Somebody without a token gets one before anything else, as a rule: by his recovery code, or as a new member.
    fn sign_in(&mut self, world: &World, who: &str) -> Option<(String, Op)> {
        let outside = who.contains('/') || who == "stranger" || world.known.seats.contains_key(who);
        if outside || world.known.account_of(who).is_some() || self.rng.percent(30) {
            return None;
        }
        let code = world.known.people.get(who).is_some_and(|person| person.code.is_some());
        let waits = world.asked.values().any(|asked| asked.who == who);
        match (code, waits) {
            (_, true) => Some(("world".into(), Op::Round)),
            (true, false) => Some((who.to_owned(), Op::Token { wrong: self.rng.percent(10) })),
            (false, false) => self.join(world, who.to_owned()),
        }
    }

    fn crash(&mut self, kill: bool) -> Op {
        let at = self.rng.one(&[Moment::Applied, Moment::Writing, Moment::Writing, Moment::Synced, Moment::Replied]);
        // Luck stays within what JSON holds exactly.
        Op::Crash { at, luck: self.rng.bits() >> 12, kill }
    }

    fn join(&mut self, world: &World, who: String) -> Option<(String, Op)> {
        let codes: Vec<u32> = world.known.codes.keys().rev().take(12).copied().collect();
        let waits = world.asked.values().any(|asked| asked.who == "operator");
        if waits && codes.is_empty() {
            return Some(("world".into(), Op::Round));
        }
        if codes.is_empty() || self.rng.percent(4) {
            let rng = &mut self.rng;
            let expires_in_s = rng.percent(20).then(|| rng.between(1, 3_600));
            let order = Op::Invite { uses: rng.between(1, 20) as u32, expires_in_s, test: rng.percent(15) };
            return Some(("operator".into(), order));
        }
        let person = world.known.people.get(&who);
        let has_account = person.is_some_and(|person| person.code.is_some() || person.token.is_some());
        if has_account && self.rng.percent(90) {
            return None;
        }
        let referrals = codes.iter().filter(|code| {
            world.known.requests.get(code).is_some_and(|(_, request)| matches!(request, Request::Referral))
        });
        let referrals: Vec<u32> = referrals.copied().collect();
        let invite = match self.rng.pick(&referrals) {
            Some(invite) if self.rng.percent(60) => *invite,
            Some(_) | None => self.rng.one(&codes),
        };
        let taken = self.rng.percent(10);
        let handle = if taken { NAMES[0].to_owned() } else { format!("{who}{}", self.next) };
        Some((who, Op::Join { invite, handle }))
    }

    fn credential(&mut self, world: &World, who: &str) -> Option<Op> {
        let person = world.known.people.get(who)?;
        let wrong = self.rng.percent(25);
        if person.token.is_none() {
            return Some(if self.rng.percent(50) { Op::Token { wrong } } else { Op::Recover { wrong } });
        }
        Some(match self.rng.below(6) {
            0 | 1 => Op::Rotate { wrong },
            2 | 3 => Op::Token { wrong },
            4 => Op::Recover { wrong },
            _ => Op::Me,
        })
    }

    fn profile(&mut self, world: &World) -> Op {
        let rng = &mut self.rng;
        match rng.below(3) {
            0 => Op::Profile,
            1 => Op::EditProfile {
                bio: rng
                    .percent(60)
                    .then(|| if rng.percent(20) { String::new() } else { format!("bio {}", rng.below(99)) }),
                avatar: rng.percent(30).then(|| "https://pictures.example/a.png".into()),
                show: rng.percent(30).then_some(true),
            },
            _ => {
                let handles: Vec<&String> = world.known.people.values().map(|person| &person.handle).collect();
                Op::Player { handle: rng.pick(&handles).map_or_else(|| "nobody".into(), |handle| (*handle).clone()) }
            }
        }
    }

    fn list(&mut self, world: &World, who: &str) -> Op {
        let rng = &mut self.rng;
        let limit = rng.one(&[1, 2, 3, 10, 50]);
        let goes_on = rng.percent(70);
        let page = |history: bool| world.known.page_of(who, history).filter(|_| goes_on);
        let game = rng.percent(30).then(|| {
            SHIPPED
                .games()
                .nth(rng.below(SHIPPED.games().count() as u64) as usize)
                .map_or("none", |rules| rules.about().id)
                .to_owned()
        });
        match rng.below(17) {
            0 => Op::Me,
            1 => Op::MyTables,
            2 => Op::MyInvitations,
            3 => Op::History { limit, game, before: page(true) },
            12..14 => Op::History { limit, game: None, before: page(true) },
            4 | 5 => Op::Ledger { since: rng.percent(50).then(|| rng.below(20)), limit, after: page(false) },
            6 => Op::OpenTables { game: game.map(|game| waiting_game(world).unwrap_or(game)) },
            7 => Op::PlayingTables,
            8 | 14 => Op::Leaderboard { limit: rng.between(1, 20) as usize },
            9 => Op::Games,
            10 => Op::Deployment,
            11 => Op::Unreadable,
            _ => Op::PauseState,
        }
    }

    /// A kind of table; one that members play with each other, if asked.
    fn kind(&mut self, open: bool) -> &'static Kind {
        let kinds = SHIPPED.kinds().map(|(_, kind)| kind);
        let kinds: Vec<&'static Kind> = kinds.filter(|kind| !open || kind.opening != Opening::Never).collect();
        self.rng.one(&kinds)
    }

    fn create(&mut self, world: &World) -> Op {
        let open = self.rng.percent(60);
        let honest = self.rng.percent(90);
        let kind = self.kind(open && honest).kind.to_owned();
        let rng = &mut self.rng;
        let stake = rng.one(&[1, 10, 10, 10, 50, 200, 900, 5_000]);
        if rng.percent(10) {
            return Op::CreatePractice { kind, stake };
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
    fn table(&mut self, world: &World, who: &str) -> Option<u32> {
        let recent: Vec<(u32, TableId)> =
            world.known.tables.iter().rev().take(RECENT).map(|(n, id)| (*n, *id)).collect();
        let own = self.own_tables(world, who, &recent);
        if !own.is_empty() && self.rng.percent(80) {
            return self.rng.pick(&own).copied();
        }
        self.rng.pick(&recent).map(|(n, _)| *n)
    }

    /// A table where it is the caller's turn.
    fn turn(&mut self, world: &World, who: &str) -> Option<u32> {
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

    fn own_tables(&self, world: &World, who: &str, recent: &[(u32, TableId)]) -> Vec<u32> {
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
    fn hurry(&mut self, world: &World, who: &str) -> Op {
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

    fn sit(&mut self, world: &World, who: &str) -> Option<Op> {
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

    fn read(&mut self, world: &World, who: &str, wait_ms: u64) -> Option<Op> {
        let table = self.table(world, who)?;
        let rng = &mut self.rng;
        let events = rng.one(&[Cursor::None, Cursor::Seen, Cursor::Seen, Cursor::Start, Cursor::Future]);
        let msgs = rng.one(&[Cursor::None, Cursor::Seen, Cursor::Start, Cursor::Future]);
        Some(Op::Read { table, wait_ms, events, msgs })
    }

    /// Somebody waits at a table where nothing happens, guests more often than members: places to wait are taken.
    fn crowd(&mut self, world: &World, who: String) -> Option<(String, Op)> {
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

    fn party_read(&mut self, world: &World, wait_ms: u64) -> Option<Op> {
        let party = self.a_party(world)?;
        let msgs = self.rng.one(&[Cursor::None, Cursor::Seen, Cursor::Seen, Cursor::Start, Cursor::Future]);
        Some(Op::Party { party, wait_ms, msgs })
    }

    fn a_party(&mut self, world: &World) -> Option<u32> {
        let parties: Vec<u32> = world.known.parties.keys().rev().take(4).copied().collect();
        self.rng.pick(&parties).copied()
    }

    fn act(&mut self, world: &World, who: &str, wrong: bool) -> Option<Op> {
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
            (true, 0 | 1) => Plies::Old,
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

    fn chat(&mut self, world: &World, who: &str) -> Option<Op> {
        let table = self.table(world, who)?;
        let rng = &mut self.rng;
        let since = rng.one(&[Cursor::None, Cursor::Seen, Cursor::Start]);
        let text = format!("word {}", rng.below(1_000));
        Some(if rng.percent(60) { Op::Say { table, text } } else { Op::Messages { table, since } })
    }

    fn hang_up(&mut self, world: &World) -> Option<(String, Op)> {
        let parked = world.asked.values().filter(|asked| matches!(asked.stage, Stage::Parked(_)) && !asked.gone);
        let parked: Vec<(&String, u32)> = parked.map(|asked| (&asked.who, asked.deed)).collect();
        let (who, of) = self.rng.pick(&parked)?;
        Some(((*who).clone(), Op::Hangup { of: *of }))
    }

    fn grant(&mut self, world: &World, who: String) -> Option<(String, Op)> {
        let grants: Vec<u32> = world.known.grants.keys().rev().take(4).copied().collect();
        match (self.rng.below(4), self.rng.pick(&grants).copied()) {
            (1 | 2, Some(grant)) if self.rng.percent(70) => {
                // Somebody takes a seat while its owner waits there for his turn.
                let (owner, request) = world.known.requests.get(&grant)?;
                let Request::IssueGrant { table, .. } = request else { return None };
                let there = |asked: &&Asked| asked.who == *owner && asked.table() == Some(*table);
                let waits = world.asked.values().filter(there).any(|asked| matches!(asked.stage, Stage::Parked(_)));
                let table = *world.known.numbers.get(table)?;
                let (events, msgs) = (Cursor::Seen, Cursor::None);
                Some(if waits {
                    ("stranger".into(), Op::Claim { grant })
                } else {
                    (owner.clone(), Op::Read { table, wait_ms: 50_000, events, msgs })
                })
            }
            (1 | 2, Some(grant)) => Some(("stranger".into(), Op::Claim { grant })),
            (3, Some(grant)) if self.rng.percent(40) => {
                let owner = world.known.requests.get(&grant).map_or(who, |(owner, _)| owner.clone());
                Some((owner, Op::Revoke { grant }))
            }
            _ => {
                let table = self.table(world, &who)?;
                let expires_in_s = self.rng.between(60, 7_200);
                let ask = self.rng.percent(20);
                let what = if ask { Op::CurrentGrant { table } } else { Op::Grant { table, expires_in_s } };
                Some((who, what))
            }
        }
    }

    fn party(&mut self, world: &World, who: &str) -> Option<Op> {
        let Some(party) = self.a_party(world).filter(|_| !self.rng.percent(10)) else { return Some(Op::CreateParty) };
        let row = world.model.parties.get(&world.known.parties[&party]);
        let waits = |id: &TableId| world.model.tables.get(id).is_some_and(|table| table.is_waiting());
        let table = row.and_then(|row| row.current_table).filter(waits);
        if let Some(table) = table.and_then(|id| world.known.numbers.get(&id)).filter(|_| self.rng.percent(40)) {
            return Some(Op::Sit { table: *table });
        }
        let mine = row.zip(world.known.account_of(who)).is_some_and(|(row, account)| row.members.contains(&account));
        if !mine && self.rng.percent(70) {
            return Some(Op::JoinParty { party });
        }
        Some(match self.rng.below(9) {
            8 => Op::PartyTable {
                party,
                kind: self.rng.one(&["tic-tac-toe-vs-house", "rps-vs-house", "holdem-open"]).to_owned(),
                stake: self.rng.one(&[1, 10, 100]),
                seats: None,
            },
            0 | 1 => Op::JoinParty { party },
            2 => Op::SetVisibility { party, private: self.rng.percent(30) },
            3 => {
                let kind = self.kind(true).kind.to_owned();
                Op::PartyTable { party, kind, stake: self.rng.one(&[1, 10, 100]), seats: None }
            }
            4 | 5 => Op::PartySay { party, text: format!("party word {}", self.rng.below(1_000)) },
            _ => self.party_read(world, 0)?,
        })
    }

    fn again(&mut self, world: &World) -> Option<(String, Op)> {
        let keyed =
            world.known.requests.iter().rev().take(200).filter(|(_, (_, request))| super::known::is_keyed(request));
        let keyed: Vec<u32> = keyed.map(|(n, _)| *n).take(12).collect();
        let any: Vec<u32> = world.known.requests.keys().rev().take(20).copied().collect();
        let of = match self.rng.pick(&keyed) {
            Some(of) if self.rng.percent(80) => *of,
            Some(_) | None => *self.rng.pick(&any)?,
        };
        let who = world.known.requests.get(&of)?.0.clone();
        let clash = keyed.contains(&of) && self.rng.percent(25);
        Some((who, if clash { Op::Clash { of } } else { Op::Again { of } }))
    }
}

/// The game of the newest table that waits: who asks for one is to find something.
fn waiting_game(world: &World) -> Option<String> {
    let mut waiting = world.model.tables.values().rev().filter(|table| table.is_waiting());
    waiting.next().map(|table| table.row.game_id.clone())
}

/// How the clock is set: mostly by a little, sometimes over a day, back as often as forward.
fn jump(rng: &mut Rng) -> i64 {
    let size = rng.one(&[500, 10_000, 600_000, 7_200_000, 86_400_000, 3 * 86_400_000]);
    let ms = rng.below(size) as i64 + 1;
    if rng.percent(50) { -ms } else { ms }
}
