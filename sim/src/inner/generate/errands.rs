//! Errands: what takes several steps that would seldom follow each other by themselves. They are planned as a whole, and
//! done one after another.

use super::Generator;
use crate::inner::model::Table;
use crate::inner::step::{Answering, CrashPoint, Cursor, Op};
use crate::inner::world::SimWorld;
use crate::rules::HANDLE_REST_S;
use turnstone_service::calls::Call;
use turnstone_service::games::Seat;
use turnstone_service::record::Player;

/// An errand to find out what is left of a limit is no longer than this.
const MOST_GUESSES: u32 = 12;

/// What is still to be done of an errand.
#[derive(Clone)]
pub(super) enum Part {
    /// Somebody does this after so long.
    Do(u64, String, Op),
    /// Push services fail, one after the other, and ask for time now and then.
    PushFails,
    /// Time passes until a notice is due, or to about that moment.
    NoticeDue,
    /// Somebody hands out a seat of this table in which it is not his turn, and somebody takes it.
    HandOut(u32),
    /// A table is played on, up to so many times, until it is over.
    PlayOut(u32, u32),
}

pub(super) fn round() -> Part {
    Part::Do(0, "world".into(), Op::Round)
}

impl Generator {
    /// The next step of an errand that is under way: after how long, who, and what.
    pub(super) fn go_on(&mut self, world: &SimWorld) -> Option<(u64, String, Op)> {
        while let Some(part) = self.errand.pop_front() {
            match part {
                Part::Do(after_ms, who, op) => return Some((after_ms, who, op)),
                Part::PushFails => {
                    let push = world.outside.waiting().position(|(_, call)| matches!(call, Call::Push(_)));
                    let Some(place) = push else { continue };
                    self.errand.push_front(Part::PushFails);
                    let (place, luck) = (place as u32, self.rng.bits() >> 12);
                    return Some((0, "world".into(), Op::Answer { place, how: Answering::Failed, luck }));
                }
                Part::NoticeDue => {
                    let Some(at) = world.model.notices_due().filter(|at| at.0 > world.clock).min() else { continue };
                    let left = at.0 - world.clock;
                    let after_ms = match self.rng.below(6) {
                        0 => left - 1,
                        1 => left / 2,
                        _ => left,
                    };
                    return Some((after_ms, "world".into(), Op::Round));
                }
                Part::PlayOut(table, times) => {
                    let known = world.model.tables.get(&world.known.table(table));
                    if times == 0 || !known.is_some_and(Table::is_active) {
                        continue;
                    }
                    self.errand.push_front(Part::PlayOut(table, times - 1));
                    return Some((0, "world".into(), Op::PlayOn { table, moves: 150, luck: self.luck() }));
                }
                Part::HandOut(table) => {
                    let Some((owner, grant)) = self.hand_out(world, table) else { continue };
                    let claim = Op::Claim { grant: self.next };
                    self.errand.push_front(round());
                    self.errand.push_front(Part::Do(0, owner.clone(), Op::CurrentGrant { table }));
                    self.errand.push_front(round());
                    self.errand.push_front(Part::Do(0, "stranger".into(), claim));
                    self.errand.push_front(round());
                    // The owner may wait there as somebody takes it.
                    if self.rng.percent(50) {
                        let (events, msgs) = (Cursor::Start, Cursor::None);
                        let (look, wait) = (
                            Op::Read { table, wait_ms: 0, events, msgs },
                            Op::Read { table, wait_ms: 50_000, events: Cursor::Seen, msgs },
                        );
                        self.errand.push_front(Part::Do(0, owner.clone(), wait));
                        self.errand.push_front(round());
                        self.errand.push_front(Part::Do(0, owner.clone(), look));
                        self.errand.push_front(round());
                    }
                    return Some((0, owner, grant));
                }
            }
        }
        None
    }

    /// One of the errands; nothing if it cannot be run now.
    pub(super) fn errand(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let others: Vec<&String> =
            world.known.people.keys().filter(|name| **name != who && world.known.account_of(name).is_some()).collect();
        world.known.account_of(&who)?;
        let other = self.rng.pick(&others).map(|name| (*name).clone())?;
        let parts = match self.rng.below(22) {
            0..=4 => self.call(&who, &other),
            5 | 6 => self.decline(world, &who, &other)?,
            7 | 8 => self.point(&who, &other),
            9 => guess(world)?,
            10 => vec![Part::Do(0, "stranger".into(), Op::Update { start: true, right: true, group: true }), round()],
            11 => self.repeat(&who),
            12 => self.free_a_handle(world, &who)?,
            13 => self.vanish(&who),
            14 | 15 => self.play_out(&who),
            16 => self.give_up(world, &who, &other)?,
            17..=19 => self.bring_in(world, &who, &other)?,
            _ => self.share(&who),
        };
        self.errand.extend(parts);
        let (after_ms, who, op) = self.go_on(world)?;
        self.after_ms = Some(after_ms);
        Some((who, op))
    }

    fn table_of(&mut self, daily_pace: bool, invited: Option<String>) -> Op {
        let kind = self.kind(true).kind.to_owned();
        let open = invited.is_none();
        let (stake, visibility) = (self.rng.one(&[1, 5]), "public".to_owned());
        Op::Create { kind, stake, seats: Some(2), visibility, open, daily_pace, invited, keyed: false }
    }

    /// Members with browsers play for days: they are called to their turns, by services that fail, from a process that
    /// dies, or not, where somebody else plays for them.
    fn call(&mut self, who: &str, other: &str) -> Vec<Part> {
        let (host, guest) = (who.to_owned(), other.to_owned());
        let browser = self.rng.below(3) as u32;
        let table = self.next + 2;
        let mut parts = vec![
            Part::Do(0, host.clone(), Op::Subscribe { browser, keys: 0 }),
            Part::Do(0, guest.clone(), Op::Subscribe { browser: browser + 3, keys: 0 }),
            Part::Do(0, host, self.table_of(true, None)),
            round(),
            Part::Do(0, guest, Op::Sit { table }),
        ];
        let plays_on = |draw: &mut Self| {
            Part::Do(0, "world".into(), Op::PlayOn { table, moves: draw.rng.between(1, 3) as u32, luck: draw.luck() })
        };
        match self.rng.below(3) {
            0 => {
                let tries = self.rng.between(2, 6);
                parts.extend((0..tries).flat_map(|_| [round(), Part::PushFails, round(), Part::NoticeDue]));
            }
            1 => {
                let at = self.rng.one(&[CrashPoint::Synced, CrashPoint::Replied]);
                let (luck, kill) = (self.luck(), self.rng.percent(50));
                parts.extend([Part::Do(0, "world".into(), Op::Crash { at, luck, kill }), round(), round()]);
            }
            _ => parts.extend([round(), Part::HandOut(table), plays_on(self), plays_on(self), Part::NoticeDue]),
        }
        parts
    }

    pub(super) fn luck(&mut self) -> u64 {
        self.rng.bits() >> 12
    }

    /// A host with a browser asks somebody to his table, who does not come.
    fn decline(&mut self, world: &SimWorld, who: &str, other: &str) -> Option<Vec<Part>> {
        let (host, handle) = (who.to_owned(), world.known.people.get(other)?.handle.clone());
        let table = self.next + 1;
        let daily = self.rng.percent(30);
        Some(vec![
            Part::Do(0, host.clone(), Op::Subscribe { browser: self.rng.below(6) as u32, keys: 0 }),
            Part::Do(0, host, self.table_of(daily, Some(handle))),
            round(),
            Part::Do(0, other.to_owned(), Op::Decline { table }),
            round(),
        ])
    }

    /// A member waits for what happens in a party, and another one points it at a table, which he takes back then.
    fn point(&mut self, who: &str, other: &str) -> Vec<Part> {
        let (host, guest, party) = (who.to_owned(), other.to_owned(), self.next);
        let kind = self.kind(true).kind.to_owned();
        let wait = Op::Party { party, wait_ms: 50_000, msgs: self.rng.one(&[Cursor::None, Cursor::Seen]) };
        vec![
            Part::Do(0, host.clone(), Op::CreateParty),
            round(),
            Part::Do(0, guest.clone(), Op::JoinParty { party }),
            round(),
            Part::Do(0, guest.clone(), wait),
            round(),
            Part::Do(0, host.clone(), Op::PartyTable { party, kind, stake: 1, seats: Some(2) }),
            round(),
            Part::Do(0, guest.clone(), Op::Party { party, wait_ms: 0, msgs: Cursor::Start }),
            round(),
            Part::Do(0, guest, Op::Party { party, wait_ms: 50_000, msgs: Cursor::Seen }),
            round(),
            Part::Do(0, host, Op::Forfeit { table: party + 6 }),
            round(),
        ]
    }

    /// A request with an idempotency key, sent again: at once, or once it was answered.
    fn repeat(&mut self, who: &str) -> Vec<Part> {
        let of = self.next;
        let kind = self.kind(false).kind.to_owned();
        let made = if self.rng.percent(50) {
            Op::CreatePractice { kind, stake: 10, keyed: true }
        } else {
            let visibility = "public".to_owned();
            Op::Create {
                kind,
                stake: 1,
                seats: None,
                visibility,
                open: false,
                daily_pace: false,
                invited: None,
                keyed: true,
            }
        };
        let again = if self.rng.percent(70) { Op::Again { of } } else { Op::Clash { of } };
        let mut parts = vec![Part::Do(0, who.to_owned(), made)];
        if self.rng.percent(50) {
            parts.push(round());
        }
        parts.extend([Part::Do(0, who.to_owned(), again), round()]);
        parts
    }

    /// A member erases himself, and comes back for his handle after a month, or a little before that.
    fn free_a_handle(&mut self, world: &SimWorld, who: &str) -> Option<Vec<Part>> {
        // A month is long: few wait for a handle.
        if !self.rng.percent(40) {
            return None;
        }
        let handle = world.known.people.get(who)?.handle.clone();
        let early = self.rng.one(&[1, 60_000, 3_600_000, 80_000_000, 86_399_999]);
        let invite = self.next + 2;
        Some(vec![
            Part::Do(0, who.to_owned(), Op::Erase { right: true }),
            round(),
            Part::Do(
                HANDLE_REST_S * 1_000 - early,
                "operator".into(),
                Op::Invite { uses: 2, expires_in_s: None, test: false },
            ),
            round(),
            Part::Do(0, who.to_owned(), Op::Join { invite, handle }),
            round(),
        ])
    }

    /// A member of many tables erases himself, and the process dies before he has left them all.
    fn vanish(&mut self, who: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        for _ in 0..self.rng.between(2, 5) {
            let daily = self.rng.percent(30);
            let table = self.table_of(daily, None);
            parts.push(Part::Do(0, who.to_owned(), table));
        }
        let at = self.rng.one(&[CrashPoint::Synced, CrashPoint::Replied]);
        let (luck, kill) = (self.luck(), self.rng.percent(50));
        parts.extend([
            round(),
            Part::Do(0, who.to_owned(), Op::Erase { right: true }),
            Part::Do(0, "world".into(), Op::Crash { at, luck, kill }),
            round(),
            round(),
        ]);
        parts
    }

    fn hand_out(&self, world: &SimWorld, number: u32) -> Option<(String, Op)> {
        let table = world.model.tables.get(&world.known.table(number)).filter(|table| table.is_playing())?;
        let waits = (0..table.row.players.len()).map(Seat::at).find(|seat| !table.to_act().contains(*seat))?;
        let Player::Member(account) = table.row.players[waits.index()] else { return None };
        let owner = world.known.people.keys().find(|name| world.known.account_of(name) == Some(account))?;
        Some((owner.clone(), Op::Grant { table: number, expires_in_s: 7_200 }))
    }
}

/// Somebody tries a handle that nobody has, until he may not any more.
fn guess(world: &SimWorld) -> Option<Vec<Part>> {
    let limit = world.settings.failed_logins;
    let tries = (limit > 0 && limit <= MOST_GUESSES).then(|| limit + 1)?;
    let mut parts: Vec<Part> = (0..tries).map(|_| Part::Do(0, "nobody".into(), Op::Token { wrong: true })).collect();
    parts.push(round());
    Some(parts)
}
