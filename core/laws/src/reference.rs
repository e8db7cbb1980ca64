//! The referee plays the reference model's match beside the match under test, and compares.

use crate::difference::between;
use crate::expected::{LEFT, StepEvents};
use crate::games;
use crate::law::{Audience, Deal, Law, Share};
use crate::stream::Stream;
use serde_json::{Value, json};
use std::fmt;

/// The output after the deal or after an entry of the log. Output that was not recorded is not checked.
#[derive(Clone, Default, Debug)]
pub struct Shown {
    pub views: Vec<(Viewer, Value)>,
    /// The legal actions of seats.
    pub legal: Vec<(usize, Vec<Value>)>,
    /// Whether a seat could leave.
    pub may_leave: Vec<(usize, bool)>,
    /// The events of this step.
    pub events: Option<Vec<Value>>,
}

/// The viewer of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// The seat; `None` for a spectator.
    pub seat: Option<usize>,
    /// Whether the seed was still sealed, which matters once the match is over.
    pub sealed: bool,
}

/// An entry of the log.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// The seat played this action.
    Action(Value),
    /// The seat gave up or ran out of time; which of the two, if it is known.
    Leave(Option<&'static str>),
}

/// The result of a seat, without result, score and place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatShare {
    /// The title of the place, if places have titles.
    pub title: Option<&'static str>,
    /// Chips of the seat's buy-in that were in no pot.
    pub behind: i64,
}

/// The broken rule, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The number of played entries of the log.
    pub ply: usize,
    /// The error, in a sentence.
    pub law: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "after {} entries {}", self.ply, self.law)
    }
}

impl std::error::Error for Broken {}

/// Follows one match.
pub struct ReferenceModel {
    game: String,
    law: Box<dyn Law>,
    ply: usize,
    seats: usize,
    banked: bool,
}

impl ReferenceModel {
    /// Whether there is a reference model for this version of a game.
    pub fn knows(game: &str, version: &str) -> bool {
        games::find(game, version).is_some()
    }

    /// Deal the match from this config and seed, and compare the output.
    ///
    /// # Errors
    /// The broken rule; also a game without a reference model.
    pub fn begin(game: &str, version: &str, config: &Value, seed: [u8; 32], shown: &Shown) -> Result<Self, Broken> {
        let broken = |law: String| Broken { ply: 0, law };
        let rules = games::find(game, version).ok_or_else(|| broken(format!("{game} {version} has no law here")))?;
        let (seats, stake) = (config["seats"].as_u64(), config["stake"].as_i64());
        let (Some(seats), Some(stake)) = (seats, stake) else {
            return Err(broken(format!("{config} names no seats or no stake")));
        };
        let seats = seats as usize;
        let mut emitted = StepEvents::default();
        let law = (rules.deal)(Deal { config, seats, stake, stream: Stream::of(seed) }, &mut emitted);
        let reference = Self { game: game.to_owned(), law, ply: 0, seats, banked: rules.banked };
        reference.judge(&emitted, None, shown)?;
        Ok(reference)
    }

    /// Play the next entry of the log, and compare the output after it.
    ///
    /// # Errors
    /// The broken rule.
    pub fn step(&mut self, seat: usize, entry: &Entry, shown: &Shown) -> Result<(), Broken> {
        let mut emitted = StepEvents::default();
        let mut how = None;
        match entry {
            Entry::Action(action) => {
                if !self.law.to_act().contains(&seat) {
                    return self.broken(format!("seat {seat} acts, and it is for {:?} to act", self.law.to_act()));
                }
                if !self.law.legal(seat).contains(action) {
                    return self.broken(format!("seat {seat} does {action}, which it may not"));
                }
                self.law.play(seat, action, &mut emitted);
            }
            Entry::Leave(word) => {
                if !self.may_leave(seat) {
                    return self.broken(format!("seat {seat} leaves, which it may not"));
                }
                how = *word;
                self.law.leave(seat, &mut emitted);
            }
        }
        self.ply += 1;
        self.judge(&emitted, how, shown)
    }

    /// End the match with this outcome.
    ///
    /// # Errors
    /// The broken rule.
    pub fn end(&self, outcome: &Value) -> Result<(), Broken> {
        if !self.is_over() {
            return self.broken(format!("it ends, and it is for {:?} to act", self.law.to_act()));
        }
        let shares = self.law.outcome();
        let sum: i64 = shares.iter().map(|share| share.score).sum();
        if !self.banked && sum != 0 {
            return self.broken(format!("the law's own scores make {sum} chips"));
        }
        let expected: Vec<Value> =
            shares.iter().enumerate().map(|(seat, share): (_, &Share)| share.to_json(seat)).collect();
        match between(&json!(expected), outcome) {
            Some(difference) => self.broken(format!("of the outcome {difference}")),
            None => Ok(()),
        }
    }

    /// Compare the output at another time than right after an entry. Events belong to entries and are not checked here.
    ///
    /// # Errors
    /// The broken rule.
    pub fn look(&self, shown: &Shown) -> Result<(), Broken> {
        for (viewer, view) in &shown.views {
            self.judge_view(*viewer, view)?;
        }
        for (seat, offered) in &shown.legal {
            self.judge_offer(*seat, offered)?;
        }
        for &(seat, may) in &shown.may_leave {
            if may != self.may_leave(seat) {
                let word = if may { "may leave, and has no right to" } else { "may not leave, and has the right to" };
                return self.broken(format!("seat {seat} {word}"));
            }
        }
        Ok(())
    }

    /// The result of each seat, without its outcome; empty while the match runs.
    pub fn shares(&self) -> Vec<SeatShare> {
        let shares = if self.is_over() { self.law.outcome() } else { Vec::new() };
        shares.into_iter().map(|share| SeatShare { title: share.title, behind: share.behind }).collect()
    }

    /// The seats that must be able to act now, ascending.
    pub fn to_act(&self) -> Vec<usize> {
        self.law.to_act()
    }

    /// Whether the match must be over.
    pub fn is_over(&self) -> bool {
        self.law.to_act().is_empty()
    }

    fn may_leave(&self, seat: usize) -> bool {
        seat < self.seats && !self.is_over() && self.law.may_leave(seat)
    }

    fn broken<T>(&self, law: String) -> Result<T, Broken> {
        Err(Broken { ply: self.ply, law })
    }

    fn judge(&self, emitted: &StepEvents, how: Option<&str>, shown: &Shown) -> Result<(), Broken> {
        self.look(shown)?;
        shown.events.as_ref().map_or(Ok(()), |events| self.judge_events(emitted, how, events))
    }

    fn judge_view(&self, viewer: Viewer, view: &Value) -> Result<(), Broken> {
        let mut expected = self.law.view(Audience { seat: viewer.seat, sealed: viewer.sealed && self.is_over() });
        expected["game"] = json!(self.game);
        expected["phase"] = json!(self.law.phase());
        expected["toAct"] = json!(self.law.to_act());
        let Some(difference) = between(&expected, view) else { return Ok(()) };
        let who = viewer.seat.map_or_else(|| "a spectator".to_owned(), |seat| format!("seat {seat}"));
        let sealed = if viewer.sealed { " before the seed is open" } else { "" };
        self.broken(format!("of what {who} sees{sealed} {difference}"))
    }

    fn judge_offer(&self, seat: usize, offered: &[Value]) -> Result<(), Broken> {
        let may = self.law.to_act().contains(&seat);
        let law = if may { self.law.legal(seat) } else { Vec::new() };
        if offered == law {
            return Ok(());
        }
        let too_much = offered.iter().find(|action| !law.contains(action));
        let missing = law.iter().find(|action| !offered.contains(action));
        let sentence = match (too_much, missing) {
            (Some(action), _) => format!("seat {seat} is offered {action}, which it may not do"),
            (None, Some(action)) => format!("seat {seat} is not offered {action}, which it may do"),
            (None, None) => format!("seat {seat} is offered what it may do, in another order"),
        };
        self.broken(sentence)
    }

    fn judge_events(&self, emitted: &StepEvents, how: Option<&str>, events: &[Value]) -> Result<(), Broken> {
        let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap_or("")).collect();
        let expected: Vec<&str> = emitted.0.iter().map(|event| event.kind).collect();
        let fits = |law: &str, kind: &str| match law {
            LEFT => how.map_or(matches!(kind, "forfeited" | "timed_out"), |how| how == kind),
            _ => law == kind,
        };
        if kinds.len() != expected.len() || !expected.iter().zip(&kinds).all(|(law, kind)| fits(law, kind)) {
            return self.broken(format!("the events are {kinds:?} where the law says {expected:?}"));
        }
        for (law, event) in emitted.0.iter().zip(events) {
            let nothing = json!({});
            let data = event.get("data").unwrap_or(&nothing);
            let difference = between(&json!(law.seat), &event["seat"])
                .map(|difference| format!("of its seat: {difference}"))
                .or_else(|| between(&law.data, data));
            if let Some(difference) = difference {
                return self.broken(format!("of the event {} {difference}", law.kind));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ReferenceModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Referee({}, {} entries)", self.game, self.ply)
    }
}
