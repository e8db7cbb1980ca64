//! Counters of faults by stage. Each fault has to occur at each stage.

use crate::inner::machine::Fault;
use crate::inner::prelude::*;
use crate::inner::step::{Answering, CrashPoint};

/// The stages at which a system call fails.
const STAGES: [&str; 7] =
    ["a first start", "a start", "a group commit", "a backup", "a restore", "a salvage", "the generation of keys"];
const CALLS: [&str; 4] = ["a decision", "a notification", "a message", "no call"];

/// The expected combinations.
pub(crate) static FAULTS: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    use crate::inner::step::CrashPoint::*;
    for stage in [Applied, Writing, Synced, Replied, WriteFails, NoRoom] {
        [false, true].into_iter().for_each(|kill| grid.add(crash_name(kill, stage), Cell::Must));
    }
    for stage in STAGES {
        for fault in [Fault::Death, Fault::BadWrite, Fault::NoSpace, Fault::BadRead] {
            let cell = match (stage, fault) {
                ("a group commit", Fault::BadRead) => Cell::May("a group commit does not read the disk"),
                ("the generation of keys", Fault::NoSpace) => Cell::May("keys are generated too rarely"),
                _ => Cell::Must,
            };
            grid.add(call_name(stage, fault), cell);
        }
    }
    // Model calls are more frequent than pushes and bot messages. Of the latter only some faults occur in some hundred
    // runs.
    let of_models = [Answering::Failed, Answering::Rejected, Answering::Slow, Answering::Strange];
    CALLS[..3].iter().for_each(|call| grid.add(answer_name(Answering::Right, call), Cell::Must));
    of_models.into_iter().for_each(|how| grid.add(answer_name(how, CALLS[0]), Cell::Must));
    grid.add(answer_name(Answering::Gone, CALLS[1]), Cell::Must);
    [Answering::Twice, Answering::Unasked].into_iter().for_each(|how| grid.add(answer_name(how, CALLS[3]), Cell::Must));
    grid
});

/// The name of a plain value in stories.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn crash_name(kill: bool, stage: CrashPoint) -> String {
    format!("fault: {} at {}", if kill { "killed" } else { "power lost" }, word(&stage))
}

fn call_name(stage: &str, fault: Fault) -> String {
    let what = match fault {
        Fault::Death => "the process died",
        Fault::BadWrite => "a write or sync failed",
        Fault::NoSpace => "the disk was full",
        Fault::BadRead => "a read failed",
    };
    format!("fault: {what} in {stage}")
}

fn answer_name(how: Answering, call: &str) -> String {
    format!("fault: {call} was answered: {}", word(&how))
}

/// The process died.
pub(crate) fn count_crash(counts: &mut Counts, kill: bool, stage: CrashPoint) {
    counts.hit_cell(&FAULTS, &crash_name(kill, stage));
}

/// A system call failed.
pub(crate) fn count_fault(counts: &mut Counts, stage: &str, fault: Fault) {
    counts.hit_cell(&FAULTS, &call_name(stage, fault));
}

/// An outbound call returned.
pub(crate) fn count_answer(counts: &mut Counts, how: Answering, call: Option<&Call>) {
    let call = match call {
        _ if matches!(how, Answering::Twice | Answering::Unasked) => CALLS[3],
        Some(Call::Decide(_)) => CALLS[0],
        Some(Call::Push(_)) => CALLS[1],
        Some(Call::Tell(_)) => CALLS[2],
        None => return,
    };
    counts.hit_cell(&FAULTS, &answer_name(how, call));
}
