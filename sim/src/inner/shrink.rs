//! Shrinks a failing story while it violates the same rule: steps are removed in halves, quarters and so on, then
//! pauses, settings that are not the default, and values of steps.

use super::run::{RunFailure, SimStory, play};
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::What;

/// Fields that refer to other steps. Smaller numbers of these are not simpler.
const NAMES: [&str; 3] = ["of", "table", "tables"];
/// Simple pauses in milliseconds.
const TIMES: [u64; 5] = [1, 1_000, 60_000, 3_600_000, 86_400_000];

/// The smallest story found that violates the same rule, in at most this many replays. Its last step is the one that
/// violates the rule, even if that happens while the run comes to rest.
pub fn shrink(failure: &RunFailure, replays: u32) -> RunFailure {
    let mut search = Search { best: failure.clone(), left: replays, explicit: false };
    search.leave_out(&STEPS);
    search.leave_out(&TIMES_BETWEEN);
    search.shorten_times();
    search.leave_out(&SETTINGS);
    search.simplify_values();
    search.leave_out(&STEPS);
    search.add_steps_at_rest();
    search.best
}

/// A part of a story that can be removed.
struct Parts {
    /// The number of such parts.
    count: fn(&SimStory) -> usize,
    /// The story without a number of them, starting at an index.
    without: fn(&SimStory, usize, usize) -> SimStory,
}

const STEPS: Parts = Parts {
    count: |story| story.steps.len(),
    without: |story, at, size| {
        let mut steps = story.steps.clone();
        steps.drain(at..(at + size).min(steps.len()));
        SimStory { steps, ..story.clone() }
    },
};

const TIMES_BETWEEN: Parts = Parts {
    count: |story| story.steps.iter().filter(|step| step.after_ms > 0).count(),
    without: |story, at, size| {
        let mut story = story.clone();
        let timed = story.steps.iter_mut().filter(|step| step.after_ms > 0);
        timed.skip(at).take(size).for_each(|step| step.after_ms = 0);
        story
    },
};

const SETTINGS: Parts = Parts {
    count: |story| story.settings.unusual().len(),
    without: |story, at, size| {
        let unusual = story.settings.unusual();
        let kept = unusual.into_iter().enumerate().filter(|(place, _)| *place < at || *place >= at + size);
        let kept: Map<String, Value> = kept.map(|(_, setting)| setting).collect();
        let settings = serde_json::from_value::<WorldSettings>(Value::Object(kept));
        SimStory { settings: settings.unwrap_or_else(|_| story.settings.clone()), ..story.clone() }
    },
};

struct Search {
    best: RunFailure,
    /// Remaining replays.
    left: u32,
    /// Whether the rule has to be violated in a step, and not while the run comes to rest.
    explicit: bool,
}

impl Search {
    /// Whether a story violates the same rule. If so, it becomes the best one.
    fn is_as_bad(&mut self, story: &SimStory) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let in_a_step = |found: &RunFailure| !self.explicit || found.at_rest.is_empty();
        let same = |found: &RunFailure| found.violation.rule == self.best.violation.rule && in_a_step(found);
        let found = play(story).failure.filter(same);
        found.map(|found| self.best = found).is_some()
    }

    fn leave_out(&mut self, parts: &Parts) {
        let mut size = (parts.count)(&self.best.story).div_ceil(2);
        while size > 0 && self.left > 0 {
            let mut at = 0;
            let mut shorter = false;
            while at < (parts.count)(&self.best.story) && self.left > 0 {
                if self.is_as_bad(&(parts.without)(&self.best.story, at, size)) {
                    shorter = true;
                } else {
                    at += size;
                }
            }
            // Repeat the finest pass while it helps.
            size = if size == 1 && shorter { 1 } else { size / 2 };
        }
    }

    /// Shorten pauses to simple values.
    fn shorten_times(&mut self) {
        for at in 0..self.best.story.steps.len() {
            for plain in TIMES {
                if self.best.story.steps.get(at).is_none_or(|step| step.after_ms <= plain) {
                    break;
                }
                let mut story = self.best.story.clone();
                story.steps[at].after_ms = plain;
                if self.is_as_bad(&story) {
                    break;
                }
            }
        }
    }

    /// Simplify the values of steps, field by field.
    fn simplify_values(&mut self) {
        for at in 0..self.best.story.steps.len() {
            let Some(step) = self.best.story.steps.get(at) else { break };
            let (_, fields) = step.what.parts();
            let mut paths = Vec::new();
            find_values(&Value::Object(fields), "", &mut paths);
            for path in paths {
                self.simplify_value(at, &path);
            }
        }
    }

    fn simplify_value(&mut self, at: usize, path: &str) {
        for choice in 0.. {
            let Some(step) = self.best.story.steps.get(at) else { break };
            let (name, fields) = step.what.parts();
            let mut fields = Value::Object(fields);
            let Some(plain) = fields.pointer(path).and_then(|value| plainer(path, value).into_iter().nth(choice))
            else {
                break;
            };
            put(&mut fields, path, plain);
            let Value::Object(fields) = fields else { break };
            let Ok(what) = What::from_parts(&name, fields) else { continue };
            let mut story = self.best.story.clone();
            story.steps[at].what = what;
            if self.is_as_bad(&story) {
                break;
            }
        }
    }

    /// Add the steps to the story that lead to a violation after its last step.
    fn add_steps_at_rest(&mut self) {
        if self.best.at_rest.is_empty() {
            return;
        }
        let mut reported = self.best.story.clone();
        reported.steps.extend(self.best.at_rest.iter().cloned());
        self.left = self.left.max(100);
        self.explicit = true;
        if self.is_as_bad(&reported) {
            self.leave_out(&STEPS);
            self.leave_out(&TIMES_BETWEEN);
            self.shorten_times();
        } else {
            // The violation is found by the checks after the last step.
            self.explicit = false;
            self.is_as_bad(&reported);
        }
    }
}

fn find_values(value: &Value, path: &str, paths: &mut Vec<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        find_values(value, &path, paths);
        paths.push(path);
    }
}

/// Set the value at a path, or remove it if it is null.
fn put(fields: &mut Value, path: &str, plain: Value) {
    let (outer, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(outer) = fields.pointer_mut(outer).and_then(Value::as_object_mut) else { return };
    if plain.is_null() {
        outer.remove(name);
    } else {
        outer.insert(name.to_owned(), plain);
    }
}

/// Simpler values, the simplest first; null removes the field.
fn plainer(path: &str, value: &Value) -> Vec<Value> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut plain = vec![Value::Null];
    match value {
        Value::Bool(true) => plain.push(false.into()),
        Value::Number(number) if !NAMES.contains(&name) => {
            let number = number.as_i64().unwrap_or(i64::MAX);
            let smaller = [0, 1, 10, 1_000, number / 2].into_iter().filter(|plain| plain.abs() < number.abs());
            plain.extend(smaller.map(Value::from));
        }
        // Symbols stay.
        Value::String(text) if !text.starts_with('$') => {
            plain.extend(["none", "a"].into_iter().filter(|plain| text != plain).map(Value::from));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {}
    }
    plain
}
