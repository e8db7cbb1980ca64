//! Making a failing story short: steps are left out, in halves, quarters and so on, as long as the same rule breaks.

use super::bugs::Bug;
use super::run::{RunFailure, SimStory, play};

/// The shortest story that was found to break the same rule, in at most so many replays.
pub fn shrink(failure: &RunFailure, bug: Option<Bug>, replays: u32) -> RunFailure {
    let mut best = failure.clone();
    let mut left = replays;
    let mut size = best.story.steps.len().div_ceil(2);
    while size > 0 && left > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < best.story.steps.len() && left > 0 {
            left -= 1;
            let mut steps = best.story.steps.clone();
            steps.drain(at..(at + size).min(steps.len()));
            let story = SimStory { steps, ..best.story.clone() };
            match play(&story, bug).failure {
                Some(found) if found.violation.rule == failure.violation.rule => {
                    best = found;
                    shorter = true;
                }
                Some(_) | None => at += size,
            }
        }
        // At the finest grain once more, as long as that helps.
        size = if size == 1 && shorter { 1 } else { size / 2 };
    }
    best
}
