//! Which mutant is active in a thread. Lives in other threads go on without it.
//!
//! In the copy of the workspace that is graded, this file is a crate of its own, and the rewritten sources ask it at each
//! of their mutants. In the sources of the project nothing asks.

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

/// A mutant is active as long as this lives.
#[derive(Debug)]
pub struct Active {
    before: Option<u32>,
}

impl Drop for Active {
    fn drop(&mut self) {
        ACTIVE.set(self.before);
    }
}
