//! What is written down of a run while someone looks on: moments by lane, and how things stood after each change.

use super::events::{AppliedCommand, Input, steps_of};
use super::moment::{DISK, Moment, NETWORK, Recording, SERVICE, Thing};
use super::standing::change_text;
use super::step::{Action, StoryStep, What};
use super::world::SimWorld;
use crate::prelude::*;
use serde::Serialize;
use turnstone_storage::GroupCommit;

/// Characters of a text that are kept, of a change of a record among others, and of what stands in a line.
const KEPT: usize = 4_000;
const CHANGE: usize = 600;
const LINE: usize = 160;

impl SimWorld {
    fn record(&mut self, lane: &str, kind: &'static str, of: Option<usize>, text: &str, more: &str) {
        let (step, at) = (self.step, self.clock);
        let Some(recording) = &mut self.recording else { return };
        let (lane, text, more) = (lane.to_owned(), cut(text, LINE), cut(more, KEPT));
        recording.moments.push(Moment { step, at, lane, kind, text, more, of });
    }

    /// A step of the story that is a fault is marked.
    pub(super) fn record_step(&mut self, step: &StoryStep) {
        let (Some(_), What::Do(action)) = (&self.recording, &step.what) else { return };
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

    /// A request is on its way.
    pub(super) fn record_request(&mut self, id: RequestId, what: &What) {
        if self.recording.is_none() {
            return;
        }
        let Some((who, request)) =
            self.pending.get(&id).map(|asked| (asked.who.clone(), format!("{:#?}", asked.request)))
        else {
            return;
        };
        self.record(lane_of(&who), "asked", None, &format!("{who} {what}"), &request);
        self.recorded(|recording, moment| {
            recording.asked.insert(id, moment);
        });
    }

    /// The core took a command; what it wrote comes along.
    pub(super) fn record_applied(&mut self, applied: &AppliedCommand) {
        let Some(recording) = &self.recording else { return };
        let AppliedCommand { input, due, effects, .. } = applied;
        let of = input.request().and_then(|id| recording.asked.get(&id).copied());
        let text = match input {
            Input::Request(id) | Input::Operate(id, _) => {
                let who = of.map_or("operator", |of| &recording.moments[of].text);
                format!("request of step {}: {who}", steps_of(*id).0)
            }
            Input::Hangup(id) => format!("the peer of step {} hung up", steps_of(*id).0),
            Input::Found { query, unreadable } => {
                format!("rows of query {}{}", query.0, if *unreadable { ", unreadable" } else { "" })
            }
            Input::Durable(batch) => format!("storage has batch {}", batch.0),
            Input::Returned(call) => format!("call {} came back", call.0),
            Input::Tick => format!("due: {}", due_text(*due)),
        };
        let mut more = format!("batch {}", effects.batch.id.0);
        for change in &effects.batch.changes {
            more.push('\n');
            more.push_str(&cut(&change_text(change), CHANGE));
        }
        for (id, reply) in &effects.replies {
            let how = if reply.is_ok() { "an answer" } else { "a refusal" };
            more.push_str(&format!("\n{how} to step {}", steps_of(*id).0));
        }
        for (query, what) in &effects.queries {
            more.push_str(&format!("\nquery {}: {what:?}", query.0));
        }
        for (call, what) in &effects.calls {
            more.push_str(&format!("\ncall {}: {what:?}", call.0));
        }
        let keys = effects.batch.changes.iter().map(|change| match change {
            turnstone_service::record::Change::Put(record) => record.key(),
            turnstone_service::record::Change::Remove(key) => key.clone(),
        });
        let touched: Vec<Thing> = keys.filter_map(|key| Thing::of(&key)).collect();
        self.record(SERVICE, "applied", of, &text, &more);
        self.recorded(|recording, _| recording.touched.extend(touched));
    }

    /// What a command has changed is looked at, once the model knows of it.
    pub(super) fn record_things(&mut self) {
        let Some(recording) = &mut self.recording else { return };
        let touched = std::mem::take(&mut recording.touched);
        let moment = recording.moments.len().saturating_sub(1);
        for thing in touched {
            let lines: Vec<String> = self.standing(thing).lines().map(|line| cut(line, CHANGE)).collect();
            let text = lines.join("\n");
            self.recorded(|recording, _| recording.was.entry(thing).or_default().push((moment, text)));
        }
    }

    /// The loop hands storage a group commit.
    pub(super) fn record_append(&mut self, commit: u64, round: &GroupCommit) {
        if self.recording.is_some() {
            let text = format!("commit {commit}: {} changes, {} bytes", round.changes().len(), round.bytes());
            self.record(DISK, "commit", None, &text, "");
        }
    }

    pub(super) fn record_read(&mut self, failed: bool) {
        self.record(
            DISK,
            if failed { "fault" } else { "told" },
            None,
            if failed { "a read failed" } else { "a read" },
            "",
        );
    }

    /// A reply leaves.
    pub(super) fn record_reply(&mut self, id: RequestId, reply: &Reply) {
        let Some(recording) = &self.recording else { return };
        let of = recording.asked.get(&id).copied();
        let lane = of.map_or_else(|| "operator".to_owned(), |of| recording.moments[of].lane.clone());
        let (kind, text) = match reply {
            Ok(replied) => ("granted", serde_json::to_string_pretty(&replied.answer).expect("answers are plain data")),
            Err(rejected) => ("refused", format!("{:#?}", rejected.rejection)),
        };
        let line: Vec<&str> = text.split_whitespace().collect();
        self.record(&lane, kind, of, &line.join(" "), &text);
    }

    pub(super) fn record_call(&mut self, id: CallId, call: &Call) {
        if self.recording.is_some() {
            self.record(NETWORK, "asked", None, &format!("call {} leaves: {call:?}", id.0), &call_text(call));
            self.recorded(|recording, moment| {
                recording.called.insert(id, moment);
            });
        }
    }

    pub(super) fn record_result(&mut self, id: CallId, result: CallResult) {
        let Some(recording) = &self.recording else { return };
        let of = recording.called.get(&id).copied();
        let well = matches!(result, CallResult::Delivered | CallResult::Decided(_) | CallResult::DecidedAgain(_))
            && of.is_some();
        let text = format!("call {}: {result:?}", id.0);
        self.record(NETWORK, if well { "granted" } else { "fault" }, of, &text, "");
    }

    /// The service is there again, after a crash or a stop.
    pub(super) fn record_start(&mut self, unanswered: usize, promoted: bool) {
        if self.recording.is_some() {
            let who = if promoted { "the follower goes on" } else { "reopened from storage" };
            let text = format!("started again ({who}); {unanswered} requests will have no answer");
            self.record(SERVICE, "told", None, &text, "");
        }
    }

    /// The story is over.
    pub(super) fn record_rest(&mut self) {
        self.record(SERVICE, "rest", None, "the story is over, everything comes to rest", "");
    }

    /// A rule was broken.
    pub(super) fn record_violation(&mut self, violation: &Violation) {
        self.record(SERVICE, "violated", None, violation.rule, &violation.seen);
        self.record_things();
    }

    fn recorded(&mut self, note: impl FnOnce(&mut Recording, usize)) {
        if let Some(recording) = &mut self.recording {
            let newest = recording.moments.len().saturating_sub(1);
            note(recording, newest);
        }
    }

    /// How things stood, by name.
    pub(super) fn recorded_things(&self) -> Vec<ThingLife> {
        let all = self.recording.iter().flat_map(|recording| &recording.was);
        all.map(|(thing, was)| ThingLife { id: thing.id(), name: self.name_of_thing(*thing), was: was.clone() })
            .collect()
    }
}

/// Something over time.
#[derive(Serialize)]
pub(crate) struct ThingLife {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) was: Vec<(usize, String)>,
}

/// Members have a lane each; guests and delegates come and go.
fn lane_of(who: &str) -> &str {
    let name = super::knowledge::base(who);
    ["guest", "delegate"].into_iter().find(|kind| name.starts_with(kind)).unwrap_or(name)
}

fn due_text(due: Option<Deadline>) -> String {
    due.map_or_else(|| "nothing".to_owned(), |due| format!("{:?}", due.timer))
}

fn call_text(call: &Call) -> String {
    match call {
        Call::Decide(call) => {
            let legal: Vec<&str> = call.legal_actions.iter().map(|action| action.0.get()).collect();
            format!("{}\n{}\n{}", call.label, call.view.0.get(), legal.join("\n"))
        }
        Call::Push(call) => format!("{}\nkept {} s, topic {}", call.payload, call.ttl_s, call.topic),
        Call::Tell(message) => message.text.clone(),
    }
}

fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let short: String = text.chars().take(most).collect();
    if short.len() < text.len() { short + "…" } else { short }
}
