//! Faults with the stages at which they come, as counters: each has to come at each.

use super::step::{Answering, CrashPoint};
use crate::count::Counts;
use crate::grid::{Cell, Grid};
use std::sync::LazyLock;
use turnstone_service::calls::Call;

const STAGES: [CrashPoint; 6] = [
    CrashPoint::Applied,
    CrashPoint::Writing,
    CrashPoint::Synced,
    CrashPoint::Replied,
    CrashPoint::WriteFails,
    CrashPoint::NoRoom,
];

const ANSWERS: [Answering; 7] = [
    Answering::Right,
    Answering::Undecided,
    Answering::Gone,
    Answering::Refused,
    Answering::Slow,
    Answering::Failed,
    Answering::Strange,
];

const CALLS: [&str; 3] = ["a decision", "a notification", "a message"];

/// All of them.
pub(crate) static FAULTS: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    for kill in [false, true] {
        STAGES.into_iter().for_each(|stage| grid.add(crash_name(kill, stage), Cell::Must));
    }
    for how in ANSWERS {
        for call in CALLS {
            let fails = matches!(
                (how, call),
                (Answering::Undecided | Answering::Slow, "a notification" | "a message")
                    | (Answering::Gone, "a decision" | "a message")
            );
            let cell = match (how, call) {
                _ if fails => Cell::May("such a call fails then, like any other"),
                // Models are asked more often than browsers and the bot.
                (Answering::Right, _)
                | (Answering::Failed | Answering::Refused | Answering::Slow | Answering::Strange, "a decision") => {
                    Cell::Must
                }
                _ => Cell::May("too seldom to be asked of some hundred lives"),
            };
            grid.add(answer_name(how, call), cell);
        }
    }
    grid
});

fn crash_name(kill: bool, stage: CrashPoint) -> String {
    let what = if kill { "killed" } else { "power lost" };
    let stage = match stage {
        CrashPoint::Applied => "before the write",
        CrashPoint::Writing => "at a write",
        CrashPoint::Synced => "after the sync",
        CrashPoint::Replied => "after the replies",
        CrashPoint::WriteFails => "at a write that failed",
        CrashPoint::NoRoom => "on a full disk",
    };
    format!("fault: {what} {stage}")
}

fn answer_name(how: Answering, call: &str) -> String {
    let how = match how {
        Answering::Right => "answered",
        Answering::Undecided => "undecided",
        Answering::Gone => "gone",
        Answering::Refused => "refused",
        Answering::Slow => "slow",
        Answering::Failed => "failed",
        Answering::Strange => "answered strangely",
        Answering::Twice => "answered twice",
        Answering::Unasked => "answered unasked",
    };
    format!("fault: {call} was {how}")
}

const fn call_word(call: &Call) -> &'static str {
    match call {
        Call::Decide(_) => CALLS[0],
        Call::Push(_) => CALLS[1],
        Call::Tell(_) => CALLS[2],
    }
}

/// The process died.
pub(crate) fn count_crash(counts: &mut Counts, kill: bool, stage: CrashPoint) {
    counts.hit_cell(&FAULTS, &crash_name(kill, stage));
}

/// A call was answered.
pub(crate) fn count_answer(counts: &mut Counts, how: Answering, call: &Call) {
    counts.hit_cell(&FAULTS, &answer_name(how, call_word(call)));
}
