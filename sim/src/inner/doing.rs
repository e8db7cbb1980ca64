//! Executes a step: a request is read as its transport reads it and sent, or an action is performed.

use super::callers::read;
use super::fault_stages::count_answer;
use super::generate::name_of_act;
use crate::contract::check_reading;
use crate::inner::callers::{Asked, key_of};
use crate::inner::events::request_id;
use crate::inner::judge::PendingRequest;
use crate::inner::prelude::*;
use crate::inner::step::{Action, Answering, Fields, StoryStep, What};
use crate::inner::world::SimWorld;
use crate::operator_lines::request_of;
use crate::progress;
use turnstone_api::operation::find;

/// The origin of a request that uses the idempotency key of another one: its caller learns nothing from the answer.
const NO_ORIGIN: u32 = u32::MAX;
/// The name of an operator who gives none.
pub(crate) const OPERATOR_NAME: &str = "uid 1000";

impl SimWorld {
    pub(crate) fn act(&mut self, step: &StoryStep) -> CheckResult {
        progress::beat(self.seed, step.n);
        self.clock = self.clock.saturating_add(step.after_ms);
        self.step = step.n;
        self.drawn = 0;
        self.record_step(step);
        match &step.what {
            What::Ask(operation, fields) => self.ask(step, operation, self.known.resolve(step.n, &step.who, fields)),
            What::Do(action) => self.perform(step, action),
        }
    }

    fn perform(&mut self, step: &StoryStep, action: &Action) -> CheckResult {
        match action {
            Action::Commit => return self.commit(None).map(drop),
            Action::Crash { at, luck, kill } => return self.crash(*at, *luck, *kill),
            Action::Restart => return self.restart(None),
            Action::Reconfigure(change) => return self.reconfigure(change),
            Action::Check => return self.check_all(false),
            Action::Try { what, luck } => return self.try_disk(*what, *luck),
            Action::Move { luck } => return self.move_away(*luck),
            Action::Matches { kind, times, luck } => return self.play_matches(kind, *times, *luck),
            Action::PlayOn { table, moves, luck } => return self.play_on(step, *table, *moves, *luck),
            Action::Again { of, with } => return self.ask_again(step, *of, with),
            Action::As { of, with } => return self.ask_as_another(step, *of, with),
            Action::Burst { tables, times, chars } => return self.ask_at_once(step, tables, *times, *chars),
            Action::Limits(change) => {
                if let Ok(settings) = self.judge.settings.changed(change) {
                    self.order(step.n, Order::Limits(settings.config().limits));
                }
            }
            Action::Clock { ms } => {
                self.judge.counts.hit(if *ms < 0 { "fault: clock set back" } else { "fault: clock set forward" });
                let before = self.clock;
                self.clock = before.saturating_add_signed(*ms).max(self.judge.settings.start_ms);
                self.ahead_ms += self.clock.cast_signed() - before.cast_signed();
            }
            Action::Sleep => self.sleep(),
            Action::Invite { uses, expires_in_s, test } => {
                self.order(step.n, Order::Invite { uses: *uses, expires_in_s: *expires_in_s, test: *test });
            }
            Action::Order(fields) | Action::Show(fields) => {
                let mut fields = self.known.resolve(step.n, &step.who, fields);
                let act = fields.remove("act");
                let (written, further) = match act {
                    Some(act) => (act, fields),
                    None => (Value::Object(fields), Fields::new()),
                };
                // The operator's listener would have rejected these fields.
                let Ok(request) = request_of(&written, further) else { return Ok(()) };
                if let Some(act) = name_of_act(&request) {
                    self.judge.counts.hit(act);
                }
                let mut caller = self.known.caller(&step.who);
                caller.operator = (step.who == "operator").then(|| OPERATOR_NAME.to_owned());
                self.send(request_id(step.n, 0), step.n, &step.who, caller, request, &step.what);
            }
            Action::Full { is } => self.order(step.n, Order::Full(*is)),
            Action::BadReads { next } => self.driver.fail_reads(*next),
            Action::Answer { place, how, luck } => self.answer_call(*place, *how, *luck),
            Action::Hangup { of } => self.hang_up(*of),
        }
        Ok(())
    }

    /// The request that the transport reads from the fields. An invalid one only counts against its rate limit.
    fn read_request(&mut self, operation: &'static str, who: &str, fields: &Fields) -> Result<Request, Violation> {
        let operation = find(operation).expect("a step names an operation of the contract");
        let outcome = read(operation, who, fields);
        check_reading(&mut self.judge.counts, operation.name(), fields, &outcome)?;
        Ok(outcome.unwrap_or_else(|_| Request::Admission(operation.about().rate)))
    }

    fn ask(&mut self, step: &StoryStep, operation: &'static str, fields: Fields) -> CheckResult {
        let request = self.read_request(operation, &step.who, &fields)?;
        let who = step.who.clone();
        self.known.requests.insert(step.n, Asked { who, operation, fields, request: request.clone() });
        let caller = self.known.caller(&step.who);
        self.send(request_id(step.n, 0), step.n, &step.who, caller, request, &step.what);
        Ok(())
    }

    fn ask_again(&mut self, step: &StoryStep, of: u32, with: &Fields) -> CheckResult {
        let Some(asked) = self.known.requests.get(&of).cloned() else { return Ok(()) };
        let with = self.known.resolve(step.n, &asked.who, with);
        let is_other = !with.is_empty();
        let request = self.read_request(asked.operation, &asked.who, &self.known.changed(&asked.fields, with))?;
        if is_other && key_of(&request).is_some() {
            self.judge.counts.hit("premise: an idempotency key was reused with other contents");
        }
        let origin = if is_other { NO_ORIGIN } else { of };
        let caller = self.known.caller(&asked.who);
        self.send(request_id(step.n, 0), origin, &asked.who, caller, request, &step.what);
        Ok(())
    }

    fn ask_as_another(&mut self, step: &StoryStep, of: u32, with: &Fields) -> CheckResult {
        let Some(asked) = self.known.requests.get(&of) else { return Ok(()) };
        let with = self.known.resolve(step.n, &step.who, with);
        let (operation, fields) = (asked.operation, self.known.changed(&asked.fields, with));
        self.ask(step, operation, fields)
    }

    fn ask_at_once(&mut self, step: &StoryStep, tables: &[u32], times: u32, chars: u32) -> CheckResult {
        for copy in 0..times {
            let Some(table) = tables.get(copy as usize % tables.len().max(1)) else { return Ok(()) };
            let id = format!("$table:{table}");
            let (operation, fields) = if chars == 0 {
                ("read_table", json!({ "id": id }))
            } else {
                let (body, nonce) = (format!("$wide:{chars}"), format!("{copy:064}"));
                ("post_table_message", json!({ "id": id, "body": body, "clientId": nonce }))
            };
            let Value::Object(fields) = fields else { return Ok(()) };
            let fields = self.known.resolve(step.n, &step.who, &fields);
            let (who, request) = (step.who.clone(), self.read_request(operation, &step.who, &fields)?);
            self.known.requests.entry(step.n).or_insert(Asked { who, operation, fields, request: request.clone() });
            let caller = self.known.caller(&step.who);
            self.send(request_id(step.n, copy.into()), step.n, &step.who, caller, request, &step.what);
        }
        Ok(())
    }

    /// Send a request in the course of a step.
    pub(super) fn ask_as(&mut self, id: RequestId, who: &str, operation: &'static str, fields: Value) -> CheckResult {
        let Value::Object(fields) = fields else { return Ok(()) };
        let request = self.read_request(operation, who, &fields)?;
        self.send(id, self.step, who, self.known.caller(who), request, &What::Ask(operation, fields));
        Ok(())
    }

    fn send(&mut self, id: RequestId, origin: u32, who: &str, caller: Caller, request: Request, what: &What) {
        let pending = PendingRequest::new(id, (self.step, origin), who, caller.clone(), request.clone());
        self.push(Command::Request { id, caller, request: Box::new(request) }, Some(pending));
        self.record_request(id, what);
    }

    fn push(&mut self, command: Command, pending: Option<PendingRequest>) {
        self.judge.push(&command, pending);
        self.driver.push(command);
    }

    pub(super) fn order(&mut self, step: u32, order: Order) {
        let id = request_id(step, 0);
        let caller = self.known.caller("operator");
        let pending = PendingRequest::of_operator(id, step, caller, order.clone());
        self.push(Command::Operate { id, order }, Some(pending));
    }

    /// An outbound call returns.
    fn answer_call(&mut self, place: u32, how: Answering, luck: u64) {
        let asked = self.outbound.pending.iter().nth(place as usize).map(|(_, call)| call);
        count_answer(&mut self.judge.counts, how, asked);
        let Some((call, result)) = self.outbound.answer(place, how, luck) else { return };
        self.record_result(call, result);
        if self.push_results.called.contains_key(&call) || self.decisions.asked.contains_key(&call) {
            self.judge.results.entry(call).or_insert(result);
        }
        self.push(Command::Returned { call, result }, None);
    }

    fn hang_up(&mut self, step: u32) {
        let found = self.judge.pending.iter_mut().find(|(_, pending)| pending.step == step && !pending.gone);
        let Some((id, pending)) = found else { return };
        self.judge.counts.hit("fault: a caller hung up");
        pending.gone = true;
        let id = *id;
        self.push(Command::Hangup(id), None);
    }
}
