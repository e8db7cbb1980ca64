//! The active mutant: of a thread, which does not affect other threads, or of a whole process.
//!
//! In the copy of the workspace this file is a crate of its own, and the rewritten sources query it. The sources of the
//! project do not.

use std::cell::Cell;
use std::sync::LazyLock;

/// Whether this is the copy of the workspace whose sources contain the mutants.
pub const IS_COPY: bool = false;

/// The mutants in the order of their numbers, which begin at 1; none outside of the copy.
const NAMES: &[&str] = &[];

/// The environment variable with the name of the mutant that is active in all threads of a process.
pub const OF_PROCESS: &str = "SIM_MUTANT";

/// The number of the mutant that the environment names.
static NAMED: LazyLock<Option<u32>> = LazyLock::new(|| {
    let name = std::env::var(OF_PROCESS).ok().filter(|_| !NAMES.is_empty())?;
    let number = (1..).zip(NAMES).find(|(_, own)| **own == name).map(|(number, _)| number);
    Some(number.unwrap_or_else(|| stop(&name)))
});

/// A panic could be taken for a fault that was found.
#[expect(clippy::print_stderr, reason = "there is no other place for it")]
fn stop(name: &str) -> ! {
    eprintln!("{OF_PROCESS}: `{name}` is not a mutant of this copy");
    std::process::exit(2);
}

thread_local! {
    static ACTIVE: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Whether the mutant of this number is active in this thread.
#[inline]
pub fn on(number: u32) -> bool {
    active() == Some(number)
}

/// The number of the mutant that is active in this thread, or else in the process.
#[inline]
pub fn active() -> Option<u32> {
    ACTIVE.get().or_else(|| *NAMED)
}

/// Activate a mutant, or none, in this thread until the guard is dropped.
#[must_use = "the mutant is inactive again when its guard is dropped"]
pub fn activate(number: Option<u32>) -> Active {
    Active { before: ACTIVE.replace(number) }
}

/// Keeps a mutant active until it is dropped.
#[derive(Debug)]
pub struct Active {
    before: Option<u32>,
}

impl Drop for Active {
    fn drop(&mut self) {
        ACTIVE.set(self.before);
    }
}
