//! A planned match, played by the engine and compared with the reference model.

use crate::plan::{Move, Plan};
use proptest::test_runner::TestCaseError;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::fmt::Write;
use turnstone_games::{Audience, BuyIn, Entry, Events, Leave, Match, Rules, Seat, Seats, Seed, Setup};
use turnstone_laws::{Broken, ReferenceModel, Shown, Viewer};

/// The maximum number of entries of a match.
const MAX_PLIES: usize = 5000;
/// For this number of plies all views are read; afterwards one viewer's in turn, and all views at the end.
const READ_PLIES: usize = 24;

/// Play the plan; every step is printed as a line. Returns the number of entries; the first broken rule is the error.
pub(crate) fn play(rules: &dyn Rules, plan: &Plan, reported: &mut String) -> Result<usize, Wrong> {
    let mut table = Table::deal(rules, &setup(rules, plan), &seed(plan.seed), reported)?;
    for planned in &plan.moves {
        if table.live.to_act().is_empty() {
            break;
        }
        table.go(planned)?;
    }
    while let Some(policy) = plan.finish.filter(|_| !table.live.to_act().is_empty()) {
        table.go(&Move::By { seat: table.plies, policy })?;
    }
    table.end()?;
    Ok(table.plies)
}

/// The error, in a sentence.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) String);

impl From<Broken> for Wrong {
    fn from(broken: Broken) -> Self {
        Self(broken.to_string())
    }
}

impl From<Wrong> for TestCaseError {
    fn from(Wrong(sentence): Wrong) -> Self {
        Self::fail(sentence)
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

fn setup(rules: &dyn Rules, plan: &Plan) -> Setup {
    let kinds = rules.about().kinds;
    let kind = &kinds[plan.kind % kinds.len()];
    let duel = plan.kindless && rules.about().duellable;
    let stake = match kind.buy_in {
        BuyIn::Fixed(chips) if !duel => chips,
        BuyIn::Fixed(_) | BuyIn::Stake | BuyIn::PerStake(_) => plan.stake,
    };
    let setup = rules.setup(if duel { None } else { Some(kind) }, plan.seats, stake);
    with_stacks(&setup, plan).filter(|with_stacks| rules.allows(with_stacks)).unwrap_or(setup)
}

/// The setup with unequal stacks, if its game plays with blinds.
fn with_stacks(setup: &Setup, plan: &Plan) -> Option<Setup> {
    let mut config = serde_json::to_value(setup).ok()?;
    let blind = config["bigBlind"].as_i64()?;
    let stacks: Vec<i64> = plan.stacks.as_ref()?.iter().map(|tenths| (blind * tenths / 10).max(blind)).collect();
    config["stacks"] = json!(stacks[..plan.seats]);
    serde_json::from_value(config).ok()
}

pub(crate) fn seed(number: u64) -> Seed {
    let mut bytes = [0x1a; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// A match with its referee.
pub(crate) struct Table<'a> {
    pub(crate) live: Box<dyn Match>,
    referee: ReferenceModel,
    events: Events,
    seats: usize,
    pub(crate) plies: usize,
    reported: &'a mut String,
}

impl<'a> Table<'a> {
    pub(crate) fn deal(rules: &dyn Rules, setup: &Setup, seed: &Seed, reported: &'a mut String) -> Result<Self, Wrong> {
        let (about, config) = (rules.about(), serde_json::to_value(setup).unwrap());
        write!(reported, "{} {config}\nseed {}\n", about.id, seed.to_hex()).unwrap();
        let mut events = Events::on();
        let live = rules.deal(setup, seed, &mut events).ok_or_else(|| Wrong("it is not dealt".to_owned()))?;
        let shown = shown(live.as_ref(), setup.seats, 0, &mut events);
        let referee = ReferenceModel::begin(about.id, about.version, &config, *seed.as_bytes(), &shown)?;
        Ok(Self { live, referee, events, seats: setup.seats, plies: 0, reported })
    }

    pub(crate) fn go(&mut self, planned: &Move) -> Result<(), Wrong> {
        let to_act: Vec<Seat> = self.live.to_act().iter().collect();
        let acting = |seat: &usize| to_act[seat % to_act.len()];
        match planned {
            Move::Any { seat, choice } => {
                let legal = self.live.legal_actions(acting(seat)).len();
                self.step(acting(seat), Entry::Choice((choice % legal.max(1)) as u16))
            }
            Move::By { seat, policy } => {
                let choice = self.live.choose(acting(seat), *policy);
                self.step(acting(seat), Entry::Choice(choice.unwrap_or(u16::MAX)))
            }
            Move::Leave { seat, timed_out } => {
                let seat = Seat::at(seat % self.seats);
                let how = if *timed_out { Leave::TimedOut } else { Leave::Forfeited };
                if !self.live.may_concede(seat) {
                    return Ok(());
                }
                self.step(seat, Entry::Leave(how))
            }
        }
    }

    pub(crate) fn step(&mut self, seat: Seat, entry: Entry) -> Result<(), Wrong> {
        self.plies += 1;
        let entry_reported = match entry {
            Entry::Choice(choice) => {
                let action = self.live.action(seat, choice);
                let action = action.ok_or_else(|| Wrong(format!("seat {seat} is to act and has no action")))?;
                writeln!(self.reported, "{}. seat {seat} {}", self.plies, action.get()).unwrap();
                turnstone_laws::Entry::Action(value(&action))
            }
            Entry::Leave(how) => {
                let word = if how == Leave::TimedOut { "timed_out" } else { "forfeited" };
                writeln!(self.reported, "{}. seat {seat} leaves ({word})", self.plies).unwrap();
                turnstone_laws::Entry::Leave(Some(word))
            }
        };
        if self.plies > MAX_PLIES || !entry.play(seat, self.live.as_mut(), &mut self.events) {
            return Err(Wrong("it does not end, or refuses what it offered".to_owned()));
        }
        let shown = shown(self.live.as_ref(), self.seats, self.plies, &mut self.events);
        Ok(self.referee.step(seat.index(), &entry_reported, &shown)?)
    }

    /// The outcome, if it is over.
    pub(crate) fn end(&self) -> Result<(), Wrong> {
        match self.live.outcome() {
            Some(outcome) => Ok(self.referee.end(&serde_json::to_value(outcome.entries()).unwrap())?),
            None => Ok(()),
        }
    }
}

/// The engine's present output.
fn shown(live: &dyn Match, seats: usize, plies: usize, events: &mut Events) -> Shown {
    let seated = || Seats::all(seats).iter();
    let mut shown = Shown {
        legal: seated()
            .map(|seat| (seat.index(), live.legal_actions(seat).iter().map(|action| value(action)).collect()))
            .collect(),
        may_leave: seated().map(|seat| (seat.index(), live.may_concede(seat))).collect(),
        events: Some(events.take().iter().map(|event| value(&event.to_json(0))).collect()),
        ..Shown::default()
    };
    let over = live.to_act().is_empty();
    let everybody = plies < READ_PLIES || over;
    for (at, seat) in seated().map(Some).chain([None]).enumerate() {
        // Before the end a seal changes nothing.
        for sealed in [false, true].into_iter().take(1 + usize::from(over)) {
            if everybody || plies % (seats + 1) == at {
                let viewer = Viewer { seat: seat.map(Seat::index), sealed };
                shown.views.push((viewer, value(&live.view(Audience { seat, sealed }))));
            }
        }
    }
    shown
}

fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap()
}
