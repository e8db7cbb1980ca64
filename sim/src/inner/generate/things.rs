//! Things that templates name: tables, members, agents and the like, drawn from what the caller can know.

use super::{Generator, RECENT};
use crate::inner::model::Table;
use crate::inner::prelude::*;
use crate::inner::world::Scene;

/// The number of messenger users, and of browsers.
const OUTSIDE: u64 = 6;
/// The points of a group commit at which the power fails.
const POINTS: [&str; 7] = ["applied", "writing", "writing", "synced", "replied", "write-fails", "no-room"];
/// Handles that are never valid.
const NEVER: [&str; 6] = ["house", "GUEST", "gone-00000000", "1ada", "a b c", "me"];

/// The things that were drawn for a template: of each kind there is one.
pub(super) struct Drawn<'a> {
    world: &'a dyn Scene,
    who: &'a str,
    numbers: Vec<(&'static str, u32)>,
    message: u64,
}

impl<'a> Drawn<'a> {
    pub(super) const fn new(world: &'a dyn Scene, who: &'a str) -> Self {
        Self { world, who, numbers: Vec::new(), message: 0 }
    }

    fn number(&mut self, kind: &'static str, draw: impl FnOnce() -> Option<u32>) -> Option<u32> {
        if let Some((_, known)) = self.numbers.iter().find(|(other, _)| *other == kind) {
            return Some(*known);
        }
        let number = draw()?;
        self.numbers.push((kind, number));
        Some(number)
    }
}

fn newest<'a>(steps: impl DoubleEndedIterator<Item = &'a u32>, most: usize) -> Vec<u32> {
    steps.rev().take(most).copied().collect()
}

impl Generator {
    /// A thing by its name: `None` if there is none, `Some(None)` if the field is left out.
    pub(super) fn thing(&mut self, drawn: &mut Drawn<'_>, name: &str) -> Option<Option<Value>> {
        let (world, who) = (drawn.world, drawn.who);
        let mut words = name.split(':');
        let word = words.next()?;
        let numbers: Vec<u64> = words.filter_map(|number| number.parse().ok()).collect();
        let value: Value = match word {
            "between" => self.rng.between(*numbers.first()?, *numbers.get(1)?).into(),
            "luck" => self.luck().into(),
            "crash" => self.rng.one(&POINTS).into(),
            "jump" => self.jump().into(),
            "day" => {
                // From three days ago to the third day from now, whose secret may not be drawn.
                Day((world.now.day().0 + self.rng.between(0, 6) as u32).saturating_sub(3)).to_string().into()
            }
            // The newest one, or one that never began.
            "era" => {
                let newest = world.model.fairness.era();
                (newest + u64::from(newest == 0 || self.rng.percent(20))).to_string().into()
            }
            "word" => format!("word {}", self.rng.below(1_000)).into(),
            "table" => format!("$table:{}", drawn.number("table", || self.table(world, who))?).into(),
            "recent" => format!("$table:{}", self.one_of(newest(world.known().tables.keys(), RECENT))?).into(),
            "active" => format!("$table:{}", self.active(world)?).into(),
            "party" => format!("$party:{}", drawn.number("party", || self.a_party(world))?).into(),
            "grant" | "granted" | "claim" => {
                format!("${word}:{}", drawn.number("grant", || self.a_grant(world))?).into()
            }
            "code" => format!("$code:{}", self.one_of(newest(world.known().codes.keys(), 12))?).into(),
            "invitation" => format!("$invitation:{}", self.one_of(newest(world.known().codes.keys(), 12))?).into(),
            "duel" => {
                format!("$duel:{}", self.one_of(newest(world.known().duels.keys(), RECENT)).unwrap_or_default()).into()
            }
            "ticket" => format!("$ticket:{}", self.a_ticket(world, who)?).into(),
            "agent" => format!("$agent:{}", self.own_or_any(world, who)?).into(),
            "opponent" => format!("$agent:{}", self.one_of(agents(world, None))?).into(),
            "kind" => self.kind(false).kind.into(),
            "open-kind" => self.kind(true).kind.into(),
            "several-kind" => {
                let several = SHIPPED.kinds().filter(|(rules, _)| rules.about().seats.1 > 2);
                let kinds: Vec<&str> =
                    several.filter(|(_, kind)| kind.opening == Opening::OnRequest).map(|(_, kind)| kind.kind).collect();
                self.rng.one(&kinds).into()
            }
            "game" => self.game(|_| true).into(),
            "duel-game" => self.game(|rules| rules.duellable && rules.policies.contains(&PolicyName::Random)).into(),
            "waiting-game" => waiting_game(world).unwrap_or_else(|| self.game(|_| true)).into(),
            "handle" => self.a_handle(world).into(),
            "prefix" => self.a_handle(world).chars().take(2).collect::<String>().into(),
            "sanctioned" => self.a_sanctioned(world).unwrap_or_else(|| self.a_handle(world)).into(),
            "member" => {
                let handles = world.known().people.values().map(|person| &person.handle);
                self.one_of(handles).map_or("nobody", String::as_str).into()
            }
            "new-handle" => format!("{who}{}", self.next).into(),
            "history" | "ledger" => {
                return Some(world.known().page_of(who, word).map(|page| format!("$end:{page}").into()));
            }
            "page" => {
                return Some(self.one_of(world.known().page_ends.keys()).map(|page| format!("$end:{page}").into()));
            }
            "state" => format!("$state:{}", world.known().challenge_of(who)?).into(),
            "proof" | "widget" => self.proof(world, word).into(),
            "browser" => format!("$browser:{}", self.rng.below(OUTSIDE)).into(),
            "subscription" => {
                format!("$subscription:{}:{}", self.rng.below(OUTSIDE), u8::from(self.rng.percent(15))).into()
            }
            "talk" | "party-talk" => {
                let (place, message) =
                    if word == "talk" { self.a_table_message(world) } else { self.a_party_message(world) }?;
                drawn.message = message;
                format!("${}:{place}", if word == "talk" { "table" } else { "party" }).into()
            }
            "message" => drawn.message.into(),
            _ => panic!("a template names `@{name}`"),
        };
        Some(Some(value))
    }

    /// One of these, if there are any.
    pub(super) fn one_of<T>(&mut self, of: impl IntoIterator<Item = T>) -> Option<T> {
        let mut all: Vec<T> = of.into_iter().collect();
        (!all.is_empty()).then(|| all.swap_remove(self.rng.below(all.len() as u64) as usize))
    }

    pub(super) fn luck(&mut self) -> u64 {
        // It stays within the integers that JSON holds exactly.
        self.rng.bits() >> 12
    }

    /// A change of the clock, usually small, sometimes more than a day, equally often back and forward.
    fn jump(&mut self) -> i64 {
        let size = self.rng.one(&[500, 10_000, 600_000, 7_200_000, 86_400_000, 3 * 86_400_000]);
        let ms = self.rng.below(size) as i64 + 1;
        if self.rng.percent(50) { -ms } else { ms }
    }

    /// A kind of table. With `open`, one that members play with each other.
    pub(super) fn kind(&mut self, open: bool) -> &'static Kind {
        let kinds = SHIPPED.kinds().map(|(_, kind)| kind);
        let kinds: Vec<&'static Kind> = kinds.filter(|kind| !open || kind.opening != Opening::Never).collect();
        self.rng.one(&kinds)
    }

    fn game(&mut self, is: impl Fn(&turnstone_service::games::About) -> bool) -> String {
        let games: Vec<&str> =
            SHIPPED.games().map(|rules| rules.about()).filter(|about| is(about)).map(|about| about.id).collect();
        self.rng.one(&games).to_owned()
    }

    /// A recent table, usually one of the caller's in play.
    pub(super) fn table(&mut self, world: &dyn Scene, who: &str) -> Option<u32> {
        let recent = recent(world);
        let own = own_tables(world, who, &recent);
        if !own.is_empty() && self.rng.percent(80) {
            return self.one_of(own);
        }
        let kept = kept_for(world, who, &recent);
        if !kept.is_empty() && self.rng.percent(50) {
            return self.one_of(kept);
        }
        self.one_of(recent).map(|(n, _)| n)
    }

    /// A table for an operator to void, usually an active one.
    fn active(&mut self, world: &dyn Scene) -> Option<u32> {
        let active = world.model.tables.iter().rev().filter(|(_, table)| table.is_active());
        let active: Vec<u32> = active.filter_map(|(id, _)| world.known().numbers.get(id).copied()).take(8).collect();
        let legs = newest(world.known().tables.keys(), 8);
        let of = if self.rng.percent(80) { active } else { legs };
        self.one_of(of)
    }

    pub(super) fn a_party(&mut self, world: &dyn Scene) -> Option<u32> {
        self.one_of(newest(world.known().parties.keys(), 4))
    }

    pub(super) fn a_grant(&mut self, world: &dyn Scene) -> Option<u32> {
        self.one_of(newest(world.known().grants.keys(), 4))
    }

    /// A recent ticket, usually one of the caller's.
    fn a_ticket(&mut self, world: &dyn Scene, who: &str) -> Option<u32> {
        let all = &world.known().tickets;
        let own = all.iter().filter(|(_, (_, owner))| owner == who).map(|(step, _)| step);
        let own = newest(own, RECENT);
        let of = if own.is_empty() || self.rng.percent(10) { newest(all.keys(), RECENT) } else { own };
        self.one_of(of)
    }

    fn own_or_any(&mut self, world: &dyn Scene, who: &str) -> Option<u32> {
        let own = Some(who).filter(|_| self.rng.percent(95));
        self.one_of(agents(world, own))
    }

    fn a_sanctioned(&mut self, world: &dyn Scene) -> Option<String> {
        self.one_of(world.model.sanctions.keys()).map(|account| world.model.handle(*account))
    }

    /// A current or former handle in some spelling, or one that is never valid.
    pub(super) fn a_handle(&mut self, world: &dyn Scene) -> String {
        let taken = world.known().people.values().map(|person| &person.handle).filter(|handle| !handle.is_empty());
        let known = taken.chain(world.freed.values().map(|(handle, _)| handle));
        let handle = self.one_of(known).map_or("nobody", String::as_str).to_owned();
        match self.rng.below(7) {
            0 => handle.to_uppercase(),
            1 => format!(" {handle}\t"),
            2 => handle.chars().take(2).collect(),
            3 => format!("{handle}{handle}{handle}{handle}"),
            4 => self.rng.one(&NEVER).to_owned(),
            _ => handle,
        }
    }

    /// A messenger proof. It is usually valid, sometimes close to the maximum age, and sometimes from the future.
    fn proof(&mut self, world: &dyn Scene, word: &str) -> String {
        let (settings, now_s) = (&world.settings, world.clock() / 1_000);
        let longest_s = self.rng.one(&[settings.max_age_s, settings.in_app_max_age_s]);
        let at_s = match self.rng.below(20) {
            0 => now_s.saturating_sub(5_000),
            1 => (now_s + 1).saturating_sub(longest_s + self.rng.below(3)),
            2 => now_s + 59 + self.rng.below(3),
            3 => now_s + self.rng.one(&[1, 30, 200, 100_000]),
            _ => now_s.saturating_sub(self.rng.below(600)),
        };
        let word = match (word, self.rng.percent(10)) {
            ("proof", true) => "forged",
            (_, true) => "forged-widget",
            (word, false) => word,
        };
        format!("${word}:{}:{at_s}", self.rng.below(OUTSIDE))
    }

    /// A message of a table, in memory or archived; sometimes one that does not exist.
    fn a_table_message(&mut self, world: &dyn Scene) -> Option<(u32, u64)> {
        let model = &world.model;
        let hot = model.tables.iter().flat_map(|(id, table)| table.messages.keys().map(move |message| (id, *message)));
        let cold =
            model.archives.iter().flat_map(|(id, row)| row.messages.iter().map(move |(message, _)| (id, *message)));
        let of = if self.rng.percent(50) { hot.collect::<Vec<_>>() } else { cold.collect() };
        let (table, message) = self.rng.pick(&of).copied()?;
        Some((world.known().numbers.get(table).copied()?, if self.rng.percent(90) { message } else { message + 1 }))
    }

    /// A message of a party, usually a member's.
    fn a_party_message(&mut self, world: &dyn Scene) -> Option<(u32, u64)> {
        let chats =
            world.known().parties.iter().filter_map(|(step, id)| Some((*step, world.model.party_messages.get(id)?)));
        let all = chats.flat_map(|(step, chat)| chat.iter().map(move |(message, row)| (step, *message, row)));
        let words_only = self.rng.percent(80);
        let wanted = all.filter(|(.., row)| !words_only || row.seat >= 0 && !row.is_removed());
        self.one_of(wanted).map(|(step, message, _)| (step, message))
    }
}

/// The newest tables that any caller knows.
pub(super) fn recent(world: &dyn Scene) -> Vec<(u32, TableId)> {
    world.known().tables.iter().rev().take(RECENT).map(|(n, id)| (*n, *id)).collect()
}

/// The tables in play where the caller has a seat.
pub(super) fn own_tables(world: &dyn Scene, who: &str, recent: &[(u32, TableId)]) -> Vec<u32> {
    if let Some(Claims::Seat { table, .. }) = world.known().seats.get(who) {
        return world.known().numbers.get(table).copied().into_iter().collect();
    }
    let Some(account) = world.known().account_of(who) else { return Vec::new() };
    let is_own = |table: &Table| table.seat_of(account).is_some() && table.is_playing();
    recent.iter().filter(|(_, id)| world.model.tables.get(id).is_some_and(is_own)).map(|(n, _)| *n).collect()
}

/// The tables with a seat that is reserved for the caller.
fn kept_for(world: &dyn Scene, who: &str, recent: &[(u32, TableId)]) -> Vec<u32> {
    let Some(account) = world.known().account_of(who) else { return Vec::new() };
    let is_kept = |table: &Table| table.row.invited == Some(account) && table.is_waiting();
    recent.iter().filter(|(_, id)| world.model.tables.get(id).is_some_and(is_kept)).map(|(n, _)| *n).collect()
}

/// The agents of a caller, or of all, by the steps that saved them.
fn agents(world: &dyn Scene, mine: Option<&str>) -> Vec<u32> {
    let saved = world.known().agents.iter().filter(|(_, (_, owner))| mine.is_none_or(|who| who == owner));
    newest(saved.map(|(step, _)| step), RECENT)
}

/// The game of the newest waiting table, so that a search for one has a result.
fn waiting_game(world: &dyn Scene) -> Option<String> {
    let mut waiting = world.model.tables.values().rev().filter(|table| table.is_waiting());
    waiting.next().map(|table| table.row.game_id.clone())
}
