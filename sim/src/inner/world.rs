//! A world: the driver, the people, and what is known of both. The steps of a story are done to it one after another.

use super::bugs::Bug;
use super::driver::{Driver, request_id};
use super::fault_stages::count_answer;
use super::generate::{name_of, name_of_act};
use super::knowledge::{Knowledge, hidden_words, is_keyed};
use super::model::{CheckResult, Model, Table, Violation};
use super::oracles::{AcknowledgedFact, ExpectedPage, PushResults, PushSent, RoundOracle, Windows};
use super::outside::Outside;
use super::permissions::References;
use super::recording::Recording;
use super::settings::WorldSettings;
use super::step::{Answering, Op, StoryStep};
use crate::count::Counts;
use crate::progress;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_service::config::Limits;
use turnstone_service::effects::{Command, Order, QueryId};
use turnstone_service::ids::{AccountId, DuelId, TableId};
use turnstone_service::record::{MessageRow, Status, TableRow};
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::time::Millis;
use turnstone_service::timers::Deadline;

/// A request on its way.
pub(crate) struct PendingRequest {
    /// The step that asked, and the one that asked first if it is a repetition.
    pub(crate) step: u32,
    pub(crate) origin: u32,
    pub(crate) who: String,
    pub(crate) caller: Caller,
    pub(crate) request: Request,
    /// What the operator ordered, if it is he who asked.
    pub(crate) order: Option<Order>,
    pub(crate) stage: RequestStage,
    /// Whether its peer hung up: no reply is expected, none is learned from.
    pub(crate) gone: bool,
}

impl PendingRequest {
    /// The table that it reads.
    pub(crate) const fn table(&self) -> Option<TableId> {
        if let Request::ReadTable(read) = &self.request { Some(read.table) } else { None }
    }
}

/// How far a request has come.
pub(crate) enum RequestStage {
    Queued,
    /// It waits for rows; what it is about, if that is a table, was there when they were asked for, or was not.
    Searching {
        known: bool,
    },
    Parked(ParkedPoll),
    /// It waits for the end of a duel.
    Duelling,
    Replied,
}

/// What a parked request waits for.
pub(crate) struct ParkedPoll {
    pub(crate) until: Millis,
    /// The cursor that came along, at most the head of then.
    pub(crate) since: Option<u64>,
    pub(crate) events: u64,
    pub(crate) version: u64,
    pub(crate) messages: Option<u64>,
    pub(crate) party_table: Option<TableId>,
}

/// What a search of a party's chat should find: the messages after a cursor.
pub(crate) struct ExpectedChat {
    pub(crate) after: u64,
    pub(crate) should: Vec<(u64, MessageRow)>,
}

/// A world.
pub(crate) struct SimWorld {
    pub(super) seed: u64,
    pub(crate) settings: WorldSettings,
    /// The limits that a start brings; an operator may have brought others since.
    pub(super) limits: Limits,
    /// What happened.
    pub(crate) counts: Counts,
    /// What the wall clock says.
    pub(crate) clock: u64,
    pub(crate) driver: Driver,
    pub(crate) model: Model,
    pub(crate) known: Knowledge,
    /// What the loop owes.
    pub(crate) rounds: RoundOracle,
    /// The core's clock at the latest start: the loop's is never behind it.
    pub(super) started: Millis,
    /// The core's clock after the last event, and what it waits for.
    pub(super) now: Millis,
    pub(crate) next: Option<Deadline>,
    pub(crate) pending: BTreeMap<RequestId, PendingRequest>,
    /// The outside, with the calls that have left.
    pub(crate) outside: Outside,
    pub(crate) searches: BTreeMap<QueryId, RequestId>,
    /// What searches of chats should find.
    pub(crate) chats: BTreeMap<QueryId, ExpectedChat>,
    /// That of the search whose rows came with this step.
    pub(crate) chat: Option<ExpectedChat>,
    /// Whether the core was told that the disk is nearly full.
    pub(crate) full: bool,
    /// What pages that were looked up should hold.
    pub(crate) pages: BTreeMap<RequestId, ExpectedPage>,
    /// Duels by the requests that began them.
    pub(crate) begun: BTreeMap<RequestId, DuelId>,
    /// How many uses the codes of members were made with.
    pub(crate) referral_uses: BTreeSet<u32>,
    /// Handles of erased members, until nobody keeps them free any more.
    pub(crate) freed: BTreeMap<AccountId, (String, Millis)>,
    /// Keys of browsers, by what the service sealed of them.
    pub(crate) browser_keys: BTreeMap<Vec<u8>, (String, String)>,
    /// Idempotency keys that were used.
    pub(crate) references: References,
    /// Whether a start has changed how long daily turns are: what was announced before it is of the former length.
    pub(crate) daily_turns_changed: bool,
    /// Whether a day has begun, and all that comes with it is not yet done.
    pub(crate) day_turns: bool,
    /// What the service counts without storing it.
    pub(crate) windows: Windows,
    /// What was acknowledged: it has to be there for ever.
    pub(crate) facts: Vec<AcknowledgedFact>,
    /// Answers to repeatable requests and who got them, by the step that asked first.
    pub(crate) answers: BTreeMap<u32, (String, Option<AccountId>)>,
    /// When the core first saw a repeatable request.
    pub(crate) first_tries: BTreeMap<u32, Millis>,
    /// Secrets by whom they may be told.
    pub(crate) secrets: BTreeMap<String, String>,
    /// Secrets that were made and are not durable yet.
    pub(crate) unsure: Vec<String>,
    /// What has left for browsers.
    pub(crate) pushed: BTreeSet<PushSent>,
    /// What came of it.
    pub(crate) push_results: PushResults,
    pub(crate) digests: BTreeMap<TableId, String>,
    /// Moves that were acknowledged, by the plies they were decided on.
    pub(crate) won: BTreeSet<(TableId, u64)>,
    /// What is written down of it, if somebody looks on.
    pub(super) recording: Option<Box<Recording>>,
    pub(super) trace: u64,
    pub(super) step: u32,
    pub(super) drawn: u64,
    pub(super) commands: u64,
}

impl SimWorld {
    /// An empty world.
    pub(crate) fn new(seed: u64, settings: WorldSettings, bug: Option<Bug>) -> Result<Self, Violation> {
        let driver = Driver::new(seed, &settings, bug)?;
        let former = settings.former;
        let mut world = Self {
            seed,
            counts: Counts::default(),
            clock: settings.start_ms,
            model: Model::new(settings.config()),
            rounds: RoundOracle::new(settings.round_bounds()),
            known: Knowledge::new(settings.server_keys),
            referral_uses: BTreeSet::from([settings.referral_uses]),
            daily_turns_changed: false,
            day_turns: false,
            limits: settings.config().limits,
            settings,
            started: driver.service().now(),
            now: driver.service().now(),
            next: None,
            driver,
            pending: BTreeMap::new(),
            outside: Outside::default(),
            searches: BTreeMap::new(),
            chats: BTreeMap::new(),
            chat: None,
            full: false,
            pages: BTreeMap::new(),
            begun: BTreeMap::new(),
            freed: BTreeMap::new(),
            browser_keys: BTreeMap::new(),
            references: References::new(),
            windows: Windows::default(),
            facts: Vec::new(),
            answers: BTreeMap::new(),
            first_tries: BTreeMap::new(),
            // Nobody is ever told what came from outside.
            secrets: hidden_words().map(|word| (word, "the outside".to_owned())).collect(),
            unsure: Vec::new(),
            pushed: BTreeSet::new(),
            push_results: PushResults::default(),
            digests: BTreeMap::new(),
            won: BTreeSet::new(),
            recording: None,
            trace: 0xcbf2_9ce4_8422_2325,
            step: 0,
            drawn: 0,
            commands: 0,
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
        self.commands
    }

    /// The time by the core's clock.
    pub(crate) const fn now(&self) -> Millis {
        self.now
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
                if let Ok(settings) = self.settings.changed(change) {
                    self.order(step.n, Order::Limits(settings.config().limits));
                }
                Ok(())
            }
            Op::Clock { ms } => {
                self.counts.hit(if *ms < 0 { "fault: clock set back" } else { "fault: clock set forward" });
                self.clock = self.clock.saturating_add_signed(*ms).max(self.settings.start_ms);
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
                    self.counts.hit(name_of_act(&order.act));
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

    /// When a table that is over is archived.
    pub(crate) fn archived_at(&self, table: &Table) -> Option<Millis> {
        ended_at(&table.row).map(|at| at.plus_s(self.settings.archive_after_s))
    }

    /// When an archived practice table is gone.
    pub(crate) fn dropped_at(&self, row: &TableRow) -> Option<Millis> {
        ended_at(row).map(|at| at.plus_s(self.settings.practice_kept_s))
    }

    /// When the chat of an archived table is gone.
    pub(crate) fn chat_ends_at(&self, row: &TableRow) -> Option<Millis> {
        ended_at(row).map(|at| at.plus_s(self.settings.chat_kept_s))
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
        if clash && is_keyed(&request) && self.answers.contains_key(&origin) {
            self.counts.hit("premise: an idempotency key used for something else");
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
            step: self.step,
            origin,
            who: who.to_owned(),
            caller: caller.clone(),
            request: request.clone(),
            order: None,
            stage: RequestStage::Queued,
            gone: false,
        };
        self.pending.insert(id, pending);
        self.counts.hit(name_of(&request));
        self.record_request(id, op);
        self.push(Command::Request { id, caller, request: Box::new(request) });
    }

    fn push(&mut self, command: Command) {
        self.rounds.push(&command);
        self.driver.push(command);
    }

    pub(super) fn order(&mut self, step: u32, order: Order) {
        let id = request_id(step, 0);
        let caller = self.known.caller("operator");
        let (who, request) = ("operator".to_owned(), Request::Deployment);
        let (ordered, stage) = (Some(order.clone()), RequestStage::Queued);
        let pending = PendingRequest { step, origin: step, who, caller, request, order: ordered, stage, gone: false };
        self.pending.insert(id, pending);
        self.push(Command::Operate { id, order });
    }

    /// The outside answers a call.
    pub(super) fn answer(&mut self, place: u32, how: Answering, luck: u64) {
        if let Some((_, call)) = self.outside.waiting().nth(place as usize) {
            count_answer(&mut self.counts, how, call);
        }
        let Some((call, result)) = self.outside.answer(place, how, luck) else { return };
        self.counts.hit(match how {
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
        self.push_results.told(call, result);
        self.push(Command::Returned { call, result });
    }

    fn hang_up(&mut self, step: u32) {
        let found = self.pending.iter_mut().find(|(_, pending)| pending.step == step && !pending.gone);
        let Some((id, pending)) = found else { return };
        self.counts.hit("fault: a peer hung up");
        pending.gone = true;
        let id = *id;
        self.push(Command::Hangup(id));
    }
}

const fn ended_at(row: &TableRow) -> Option<Millis> {
    match &row.status {
        Status::Settled { end, .. } => Some(end.settled_at),
        Status::Cancelled { at } | Status::Voided { at, .. } => Some(*at),
        Status::Waiting { .. } | Status::Playing { .. } => None,
    }
}
