//! The active mutant of a thread. Other threads are not affected.
//!
//! In the copy of the workspace this file is a crate of its own, and the rewritten sources query it. The sources of the
//! project do not.

use std::cell::Cell;

/// Whether this is the copy of the workspace whose sources contain the mutants.
pub const IS_COPY: bool = false;

thread_local! {
    static ACTIVE: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Whether the mutant of this number is active in this thread.
#[inline]
pub fn on(number: u32) -> bool {
    ACTIVE.get() == Some(number)
}

/// The number of the mutant that is active in this thread.
pub fn active() -> Option<u32> {
    ACTIVE.get()
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
