//! A world: the driver, the people, and what is known of both. The steps of a story are done to it one after another.

use super::bugs::Bug;
use super::driver::{Driver, request_id};
use super::fault_stages::count_answer;
use super::generate::{name_of, name_of_act};
use super::judge::{Judge, PendingRequest, RequestStage};
use super::knowledge::{Knowledge, is_keyed};
use super::model::{CheckResult, Violation};
use super::outside::Outside;
use super::recording::Recording;
use super::settings::WorldSettings;
use super::step::{Answering, Op, StoryStep};
use crate::progress;
use std::ops::Deref;
use turnstone_service::effects::{Command, Order};
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::time::Millis;

/// A world.
pub(crate) struct SimWorld {
    pub(super) seed: u64,
    /// What the wall clock says.
    pub(crate) clock: u64,
    pub(crate) driver: Driver,
    pub(super) judge: Judge,
    pub(crate) known: Knowledge,
    /// The core's clock at the latest start: the loop's is never behind it.
    pub(super) started: Millis,
    /// The outside, with the calls that have left.
    pub(crate) outside: Outside,
    /// What is written down of it, if somebody looks on.
    pub(super) recording: Option<Box<Recording>>,
    pub(super) trace: u64,
    pub(super) step: u32,
    pub(super) drawn: u64,
}

/// What the judge knows is there to be read.
impl Deref for SimWorld {
    type Target = Judge;

    fn deref(&self) -> &Judge {
        &self.judge
    }
}

impl SimWorld {
    /// An empty world.
    pub(crate) fn new(seed: u64, settings: WorldSettings, bug: Option<Bug>) -> Result<Self, Violation> {
        let driver = Driver::new(seed, &settings, bug)?;
        let (former, started) = (settings.former, driver.service().now());
        let mut world = Self {
            seed,
            clock: settings.start_ms,
            known: Knowledge::new(settings.server_keys),
            judge: Judge::new(settings, driver.keys().clone(), started, bug),
            started,
            driver,
            outside: Outside::default(),
            recording: None,
            trace: 0xcbf2_9ce4_8422_2325,
            step: 0,
            drawn: 0,
        };
        if former {
            world.take_over()?;
        }
        Ok(world)
    }

    /// A hash over everything that was written and replied.
    pub(crate) const fn trace(&self) -> u64 {
        self.trace
    }

    /// How many commands the core took.
    pub(crate) const fn commands(&self) -> u64 {
        self.judge.commands
    }

    /// Whether anything waits for a round.
    pub(crate) fn is_idle(&self) -> bool {
        self.driver.is_idle()
    }

    /// Whether something is due.
    pub(crate) fn is_due(&self) -> bool {
        self.driver.is_due(Millis(self.clock))
    }

    /// Do a step.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other step is a request")]
    pub(crate) fn act(&mut self, step: &StoryStep) -> CheckResult {
        progress::beat(self.seed, step.n);
        self.clock = self.clock.saturating_add(step.after_ms);
        self.step = step.n;
        self.drawn = 0;
        self.record_step(step);
        match &step.op {
            Op::Round => self.round(None).map(|_| ()),
            Op::Crash { at, luck, kill } => self.crash(*at, *luck, *kill),
            Op::Restart => self.restart(None),
            Op::Reconfigure(change) => self.reconfigure(change),
            Op::Limits(change) => {
                if let Ok(settings) = self.judge.settings.changed(change) {
                    self.order(step.n, Order::Limits(settings.config().limits));
                }
                Ok(())
            }
            Op::Clock { ms } => {
                self.judge.counts.hit(if *ms < 0 { "fault: clock set back" } else { "fault: clock set forward" });
                self.clock = self.clock.saturating_add_signed(*ms).max(self.judge.settings.start_ms);
                Ok(())
            }
            Op::Sleep => {
                self.sleep();
                Ok(())
            }
            Op::Check => self.check_all(),
            Op::Try { what, luck } => self.try_disk(*what, *luck),
            Op::Move { luck } => self.move_away(*luck),
            Op::Invite { uses, expires_in_s, test } => {
                let order = Order::Invite { uses: *uses, expires_in_s: *expires_in_s, test: *test };
                self.order(step.n, order);
                Ok(())
            }
            Op::Hand(hand) => {
                let order = self.known.hand(step.n, hand);
                if let Order::Act(order) = &order {
                    self.judge.counts.hit(name_of_act(&order.act));
                }
                self.order(step.n, order);
                Ok(())
            }
            Op::Full { is } => {
                self.order(step.n, Order::Full(*is));
                Ok(())
            }
            Op::BadReads { next } => {
                self.driver.fail_reads(*next);
                Ok(())
            }
            Op::Answer { place, how, luck } => {
                self.answer(*place, *how, *luck);
                Ok(())
            }
            Op::Hangup { of } => {
                self.hang_up(*of);
                Ok(())
            }
            Op::Matches { kind, times, luck } => self.play_matches(kind, *times, *luck),
            Op::PlayOn { table, moves, luck } => self.play_on(step, *table, *moves, *luck),
            _ => {
                self.ask(step);
                Ok(())
            }
        }
    }

    /// Time passes until something is due.
    pub(crate) fn sleep(&mut self) {
        if let Some(deadline) = self.driver.service().next_deadline() {
            self.clock = self.clock.max(deadline.at.0);
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other step is a request")]
    fn ask(&mut self, step: &StoryStep) {
        let Some(request) = self.known.request(step) else { return };
        let (origin, caller) = match &step.op {
            Op::Again { of } | Op::Clash { of } => {
                let who = self.known.requests.get(of).map_or("stranger", |(who, _)| who);
                (*of, self.known.caller(who))
            }
            _ => (step.n, self.known.caller(&step.who)),
        };
        let clash = matches!(step.op, Op::Clash { .. });
        if origin == step.n {
            self.known.requests.insert(step.n, (step.who.clone(), request.clone()));
        }
        let who = match &step.op {
            Op::Again { of } => self.known.requests.get(of).map_or(&step.who, |(who, _)| who).clone(),
            _ => step.who.clone(),
        };
        if clash && is_keyed(&request) && self.judge.answers.contains_key(&origin) {
            self.judge.counts.hit("premise: an idempotency key used for something else");
        }
        let copies = if let Op::Burst { times, .. } = &step.op { *times } else { 1 };
        for copy in 0..copies {
            let request = self.known.burst(&step.op, copy).unwrap_or_else(|| request.clone());
            let origin = if clash { u32::MAX } else { origin };
            self.send(request_id(step.n, copy.into()), origin, &who, caller.clone(), request, &step.op);
        }
    }

    /// Somebody asks for something in the course of a step.
    pub(super) fn ask_as(&mut self, id: RequestId, who: &str, request: Request, op: &Op) {
        self.send(id, self.step, who, self.known.caller(who), request, op);
    }

    fn send(&mut self, id: RequestId, origin: u32, who: &str, caller: Caller, request: Request, op: &Op) {
        let pending = PendingRequest {
            id,
            step: self.step,
            origin,
            who: who.to_owned(),
            caller: caller.clone(),
            request: request.clone(),
            order: None,
            stage: RequestStage::Queued,
            gone: false,
        };
        self.judge.counts.hit(name_of(&request));
        self.push(Command::Request { id, caller, request: Box::new(request) }, Some(pending));
        self.record_request(id, op);
    }

    fn push(&mut self, command: Command, pending: Option<PendingRequest>) {
        self.judge.push(&command, pending);
        self.driver.push(command);
    }

    pub(super) fn order(&mut self, step: u32, order: Order) {
        let id = request_id(step, 0);
        let caller = self.known.caller("operator");
        let (who, request) = ("operator".to_owned(), Request::Deployment);
        let (ordered, stage) = (Some(order.clone()), RequestStage::Queued);
        let pending =
            PendingRequest { id, step, origin: step, who, caller, request, order: ordered, stage, gone: false };
        self.push(Command::Operate { id, order }, Some(pending));
    }

    /// The outside answers a call.
    pub(super) fn answer(&mut self, place: u32, how: Answering, luck: u64) {
        if let Some((_, call)) = self.outside.waiting().nth(place as usize) {
            count_answer(&mut self.judge.counts, how, call);
        }
        let Some((call, result)) = self.outside.answer(place, how, luck) else { return };
        self.judge.counts.hit(match how {
            Answering::Right => "the outside answered",
            Answering::Undecided => "fault: the model did not decide",
            Answering::Gone => "fault: a subscription was gone",
            Answering::Refused => "fault: a call was refused",
            Answering::Slow => "fault: a call took too long",
            Answering::Failed => "fault: a call failed",
            Answering::Strange => "fault: an answer that no such call has",
            Answering::Twice => "fault: an answer came twice",
            Answering::Unasked => "fault: an answer to no call",
        });
        self.record_result(call, result);
        self.judge.push_results.told(call, result);
        self.push(Command::Returned { call, result }, None);
    }

    fn hang_up(&mut self, step: u32) {
        let found = self.judge.pending.iter_mut().find(|(_, pending)| pending.step == step && !pending.gone);
        let Some((id, pending)) = found else { return };
        self.judge.counts.hit("fault: a peer hung up");
        pending.gone = true;
        let id = *id;
        self.push(Command::Hangup(id), None);
    }
}
