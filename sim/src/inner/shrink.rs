//! Making a failing story short and plain, as long as the same rule breaks: steps are left out, in halves, quarters and
//! so on; then times between them, settings that are not as by default, and values of steps.

use super::bugs::Bug;
use super::run::{RunFailure, SimStory, play};
use super::settings::WorldSettings;
use super::step::{StoryStep, What};
use crate::prelude::*;

/// Fields that name other steps: smaller numbers of those are not plainer ones.
const NAMES: [&str; 3] = ["of", "table", "tables"];
/// Times that are plain, in milliseconds.
const TIMES: [u64; 5] = [1, 1_000, 60_000, 3_600_000, 86_400_000];

/// The shortest and plainest story that was found to break the same rule, in at most this many replays. Its steps go on
/// to where the rule is broken, even if that is long after what was done: nothing of it happens in the rest that
/// follows a story.
pub fn shrink(failure: &RunFailure, bug: Option<Bug>, replays: u32) -> RunFailure {
    let mut search = Search { best: failure.clone(), bug, left: replays, explicit: false };
    search.leave_out(&STEPS);
    search.leave_out(&TIMES_BETWEEN);
    search.shorten_times();
    search.leave_out(&SETTINGS);
    search.simplify_values();
    search.leave_out(&STEPS);
    search.tell_the_rest();
    search.best
}

/// Something that a story has several of.
struct Parts {
    /// How many.
    count: fn(&SimStory) -> usize,
    /// The story without this many steps from one on.
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
    bug: Option<Bug>,
    /// Replays that are left.
    left: u32,
    /// Whether the rule is to break in one of the steps, and not in the rest that follows them.
    explicit: bool,
}

impl Search {
    /// Whether a story breaks the same rule: then it is the best from now on.
    fn is_as_bad(&mut self, story: &SimStory) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let in_a_step = |found: &RunFailure| !self.explicit || found.at_rest.is_empty();
        let same = |found: &RunFailure| found.violation.rule == self.best.violation.rule && in_a_step(found);
        let found = play(story, self.bug).failure.filter(same);
        found.map(|found| self.best = found).is_some()
    }

    fn leave_out(&mut self, parts: &Parts) {
        let mut size = (parts.count)(&self.best.story).div_ceil(2);
        while size > 0 && self.left > 0 {
            let mut at = 0;
            let mut shorter = false;
            while at < (parts.count)(&self.best.story) && self.left > 0 {
                let story = (parts.without)(&self.best.story, at, size);
                if self.is_as_bad(&story) {
                    shorter = true;
                } else {
                    at += size;
                }
            }
            // At the finest grain once more, as long as that helps.
            size = if size == 1 && shorter { 1 } else { size / 2 };
        }
    }

    /// Times that have to pass become plain ones.
    fn shorten_times(&mut self) {
        for at in 0..self.best.story.steps.len() {
            for plain in TIMES {
                let is_longer = |step: &StoryStep| step.after_ms > plain;
                if !self.best.story.steps.get(at).is_some_and(is_longer) {
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

    /// Values of steps become plain ones, field by field.
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

    /// Where the rule breaks after the last step, what leads there becomes steps of the story.
    fn tell_the_rest(&mut self) {
        if self.best.at_rest.is_empty() {
            return;
        }
        let reported = self.best.reported();
        self.left = self.left.max(100);
        self.explicit = true;
        if self.is_as_bad(&reported) {
            self.leave_out(&STEPS);
            self.leave_out(&TIMES_BETWEEN);
            self.shorten_times();
        } else {
            // It is broken by what is found when there is nothing left to be done.
            self.explicit = false;
            self.is_as_bad(&reported);
        }
    }
}

/// The paths of all values.
fn find_values(value: &Value, path: &str, paths: &mut Vec<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        find_values(value, &path, paths);
        paths.push(path);
    }
}

/// Another value at a path, or none where it is null.
fn put(fields: &mut Value, path: &str, plain: Value) {
    let (outer, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(outer) = fields.pointer_mut(outer).and_then(Value::as_object_mut) else { return };
    if plain.is_null() {
        outer.remove(name);
    } else {
        outer.insert(name.to_owned(), plain);
    }
}

/// Values that are plainer, the plainest first; null for none.
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
        // What stands for something that the caller knows stays.
        Value::String(text) if !text.starts_with('$') => {
            plain.extend(["none", "a"].into_iter().filter(|plain| text != plain).map(Value::from));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {}
    }
    plain
}
