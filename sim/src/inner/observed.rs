//! The core as the loop drives it in the simulator: every step becomes an event, and faults corrupt commands and
//! effects.

use super::bugs::{spoil_command, spoil_effects};
use super::reader::Reader;
use crate::inner::bugs::Bug;
use crate::inner::events::{AppliedCommand, EventLog, Input, LoopEvent, steps_of};
use crate::inner::prelude::*;
use turnstone_engine::StateMachine;

/// A core whose steps become events.
pub(crate) struct ObservedService {
    pub(crate) service: Service,
    log: EventLog,
    /// The seed of a story, whose requests are known; `None` where they are not.
    seed: Option<u64>,
    last_dice: [u8; 32],
    /// A core that follows.
    reader: Option<Reader>,
    /// Whether the last tick left work of its day.
    day_turns: bool,
}

impl ObservedService {
    pub(crate) const fn new(service: Service, log: EventLog, seed: Option<u64>) -> Self {
        Self { service, log, seed, last_dice: [0; 32], reader: None, day_turns: false }
    }

    /// The same with a core that follows.
    pub(crate) fn followed_by(self, reader: Option<Reader>) -> Self {
        Self { reader, ..self }
    }

    /// A request gets the entropy of its step in the story, so that a shortened story deals the same cards.
    fn dice_of(&self, stamp: Stamp, command: &Command) -> Stamp {
        let (Some(seed), Command::Request { id, .. }) = (self.seed, command) else { return stamp };
        let (step, copy) = steps_of(*id);
        let entropy = Rng::new(mix(&[seed, u64::from(step), copy])).bytes();
        Stamp { entropy, ..stamp }
    }

    /// Whether something is due that a core that follows would do: agents decide in the one that leads.
    fn is_due_for_reader(&self) -> bool {
        let now = self.service.now();
        let is_due = |due: &Deadline| due.at <= now;
        self.service.next_deadline().is_some_and(|due| is_due(&due))
            && self.service.deadlines().iter().any(|due| is_due(due) && due.timer != Timer::AgentsDecide)
    }

    /// Let the core that follows do its part of a step. It follows no longer when a tick of the leader left something that
    /// was due, because it would answer that already.
    fn read(&mut self, copy: Option<Command>, stamp: Stamp, effects: &Effects) -> Result<usize, Violation> {
        let now = self.service.now();
        let is_tick = matches!(copy, Some(Command::Tick));
        if is_tick && self.is_due_for_reader() {
            self.reader = None;
        }
        let Some(reader) = &mut self.reader else { return Ok(0) };
        reader.follow(Stamp { at: now, ..stamp }, copy, effects)
    }

    /// Whether work is left for the current day.
    fn day_goes_on(&self) -> bool {
        let end = self.service.now().day().next().start();
        self.service.deadlines().iter().any(|due| due.timer == Timer::DayTurns && due.at < end)
    }
}

impl StateMachine for ObservedService {
    fn apply(&mut self, stamp: Stamp, mut command: Command) -> Effects {
        let input = Input::of(&command);
        let asked = if let Command::Request { caller, request, .. } = &command
            && self.seed.is_none()
        {
            Some(Box::new((caller.clone(), Request::clone(request))))
        } else {
            None
        };
        let stale_dice = stamp.entropy == self.last_dice;
        self.last_dice = stamp.entropy;
        let stamp = self.dice_of(stamp, &command);
        let due = self.service.next_deadline();
        spoil_command(&mut command);
        let copy = self.reader.as_ref().and_then(|reader| reader.copy_of(&command));
        let mut effects = self.service.apply(stamp, command);
        let reader = self.read(copy, stamp, &effects);
        spoil_effects(&mut effects);
        if matches!(input, Input::Tick) {
            self.day_turns = self.day_goes_on();
        }
        let Effects { batch, woken, replies, queries, calls } = &effects;
        let (woken, replies, queries, calls) = (woken.clone(), replies.clone(), queries.clone(), calls.clone());
        let seen = Effects { batch: batch.clone(), woken, replies, queries, calls };
        self.log.push(LoopEvent::Applied(Box::new(AppliedCommand {
            input,
            asked,
            at: stamp.at,
            stale_dice,
            due,
            effects: seen,
            now: self.service.now(),
            next: self.service.next_deadline(),
            day_goes_on: self.day_turns,
            reader,
        })));
        effects
    }

    fn absorb(&mut self, at: Millis, batch: &Batch) -> Result<Effects, DamageError> {
        self.service.absorb(at, batch)
    }

    fn lead(&mut self) {
        self.service.lead();
    }

    fn next_deadline(&self) -> Option<Deadline> {
        self.service.next_deadline().filter(|_| !Bug::TimerDropped.is_active())
    }

    fn core(&self) -> &Service {
        &self.service
    }
}
