//! The recording of a run.

use super::recorded::{Moment, Thing};
use super::standing::change_text;
use crate::inner::events::{AppliedCommand, Input, LoopEvent, steps_of};
use crate::inner::prelude::*;
use crate::inner::step::{Action, StoryStep, What};
use crate::inner::world::SimWorld;

/// Maximum characters of a text, of a change of a record, and of a line.
const KEPT: usize = 4_000;
const CHANGE: usize = 600;
const LINE: usize = 160;

impl SimWorld {
    /// Record a moment. Returns its index.
    pub(super) fn record(
        &mut self,
        lane: &str,
        kind: &'static str,
        of: Option<usize>,
        text: &str,
        more: &str,
    ) -> usize {
        let (step, at) = (self.step, self.clock);
        let Some(recording) = &mut self.recording else { return 0 };
        let (lane, text, more) = (lane.to_owned(), cut(text, LINE), cut(more, KEPT));
        recording.moments.push(Moment { step, at, lane, kind, text, more, of });
        recording.moments.len() - 1
    }

    /// Record a step that is a fault.
    pub(super) fn record_step(&mut self, step: &StoryStep) {
        let What::Do(action) = &step.what else { return };
        let lane = match action {
            Action::Crash { kill: true, .. } | Action::Restart | Action::Reconfigure(_) | Action::Clock { .. } => {
                SERVICE
            }
            Action::Crash { .. } | Action::Full { .. } | Action::BadReads { .. } => DISK,
            Action::Hangup { .. } => NETWORK,
            _ => return,
        };
        self.record(lane, "fault", None, &step.what.to_string(), "");
    }

    pub(super) fn record_request(&mut self, id: RequestId, what: &What) {
        let Some(asked) = self.pending.get(&id).filter(|_| self.recording.is_some()) else { return };
        let (who, request) = (asked.who.clone(), format!("{:#?}", asked.request));
        let moment = self.record(lane_of(&who), "asked", None, &format!("{who} {what}"), &request);
        self.recording.iter_mut().for_each(|recording| recording.asked.extend([(id, moment)]));
    }

    pub(super) fn record_event(&mut self, event: &LoopEvent) {
        if self.recording.is_none() {
            return;
        }
        match event {
            LoopEvent::Applied(applied) => self.record_applied(applied),
            LoopEvent::Append { commit, group } => {
                let text = format!("commit {commit}: {} changes, {} bytes", group.changes().len(), group.bytes());
                self.record(DISK, "commit", None, &text, "");
            }
            LoopEvent::Read { failed: true } => drop(self.record(DISK, "fault", None, "a read failed", "")),
            LoopEvent::Read { failed: false } => drop(self.record(DISK, "event", None, "a read", "")),
            LoopEvent::Stored(..) => {}
        }
    }

    fn record_applied(&mut self, applied: &AppliedCommand) {
        let Some(recording) = &mut self.recording else { return };
        let AppliedCommand { input, due, effects, .. } = applied;
        let of = input.request().and_then(|id| recording.asked.get(&id).copied());
        let text = match input {
            Input::Request(id) | Input::Operate(id, _) => {
                let who = of.map_or("operator", |of| &recording.moments[of].text);
                format!("request of step {}: {who}", steps_of(*id).0)
            }
            Input::Tick => format!("due: {:?}", due.map(|due| due.timer)),
            other => format!("{other:?}"),
        };
        let mut more = format!("batch {}", effects.batch.id.0);
        for change in &effects.batch.changes {
            more += "\n";
            more += &cut(&change_text(change), CHANGE);
            recording.touched.extend(Thing::of(&match change {
                Change::Put(record) => record.key(),
                Change::Remove(key) => key.clone(),
            }));
        }
        for (id, why) in &effects.woken {
            more += &format!("\n{why:?} wakes step {}", steps_of(*id).0);
        }
        for (id, reply) in &effects.replies {
            let how = if reply.is_ok() { "an answer" } else { "an error" };
            more += &format!("\n{how} to step {}", steps_of(*id).0);
        }
        for (query, what) in &effects.queries {
            more += &format!("\nquery {}: {what:?}", query.0);
        }
        for (call, what) in &effects.calls {
            more += &format!("\ncall {}: {what:?}", call.0);
        }
        self.record(SERVICE, "applied", of, &text, &more);
    }

    /// Record the changed things, after the model was updated.
    pub(super) fn record_things(&mut self) {
        let Some(recording) = &mut self.recording else { return };
        let touched = std::mem::take(&mut recording.touched);
        let moment = recording.moments.len().saturating_sub(1);
        for thing in touched {
            let lines: Vec<String> = self.standing(thing).lines().map(|line| cut(line, CHANGE)).collect();
            if let Some(recording) = &mut self.recording {
                recording.was.entry(thing).or_default().push((moment, lines.join("\n")));
            }
        }
    }

    pub(super) fn record_reply(&mut self, id: RequestId, reply: &Reply) {
        let Some(recording) = &self.recording else { return };
        let of = recording.asked.get(&id).copied();
        let lane = of.map_or_else(|| "operator".to_owned(), |of| recording.moments[of].lane.clone());
        let (kind, text) = match reply {
            Ok(replied) => ("granted", serde_json::to_string_pretty(&replied.answer).expect("answers are plain data")),
            Err(rejected) => ("rejected", format!("{:#?}", rejected.rejection)),
        };
        let line: Vec<&str> = text.split_whitespace().collect();
        self.record(&lane, kind, of, &line.join(" "), &text);
    }

    pub(super) fn record_call(&mut self, id: CallId, call: &Call) {
        if self.recording.is_some() {
            let moment =
                self.record(NETWORK, "asked", None, &format!("call {} leaves: {call:?}", id.0), &format!("{call:#?}"));
            self.recording.iter_mut().for_each(|recording| recording.called.extend([(id, moment)]));
        }
    }

    pub(super) fn record_result(&mut self, id: CallId, result: CallResult) {
        let Some(recording) = &self.recording else { return };
        let of = recording.called.get(&id).copied();
        let well = matches!(result, CallResult::Delivered | CallResult::Decided(_) | CallResult::DecidedAgain(_));
        let kind = if well && of.is_some() { "granted" } else { "fault" };
        self.record(NETWORK, kind, of, &format!("call {}: {result:?}", id.0), "");
    }

    /// The service has started again after a crash or a stop.
    pub(super) fn record_start(&mut self, unanswered: usize, promoted: bool) {
        let who = if promoted { "the follower became the leader" } else { "reopened from storage" };
        let text = format!("started again ({who}); {unanswered} requests get no answer");
        self.record(SERVICE, "event", None, &text, "");
    }

    pub(super) fn record_violation(&mut self, violation: &Violation) {
        self.record(SERVICE, "violated", None, violation.rule, &violation.seen);
        self.record_things();
    }
}

/// Members have a lane each. All guests share one, and so do all delegates.
fn lane_of(who: &str) -> &str {
    let name = super::callers::base(who);
    ["guest", "delegate"].into_iter().find(|kind| name.starts_with(kind)).unwrap_or(name)
}

fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let short: String = text.chars().take(most).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

pub(super) const SERVICE: &str = "service";
pub(super) const NETWORK: &str = "network";
pub(super) const DISK: &str = "disk";
