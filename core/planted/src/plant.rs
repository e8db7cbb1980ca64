//! What is planted in a thread. Lives in other threads go on without it.

use crate::Bug;
use std::cell::Cell;

thread_local! {
    static BUG: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Whether the shipped code is to make this mistake here.
#[inline]
pub fn planted(bug: Bug) -> bool {
    BUG.get() == Some(bug)
}

/// What is planted in this thread.
pub fn is_planted() -> Option<Bug> {
    BUG.get()
}

/// Plant a bug, or none, in this thread until the guard is dropped.
#[must_use = "the bug is gone with its guard"]
pub fn plant(bug: Option<Bug>) -> Planted {
    Planted { before: BUG.replace(bug) }
}

/// A bug is planted as long as this lives.
#[derive(Debug)]
pub struct Planted {
    before: Option<Bug>,
}

impl Drop for Planted {
    fn drop(&mut self) {
        BUG.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_in_one_thread_and_gone_with_its_guard() {
        let first = plant(Some(Bug::OddChipToTheLast));
        assert!(planted(Bug::OddChipToTheLast) && !planted(Bug::TurnEndsLate));
        {
            let _second = plant(Some(Bug::TurnEndsLate));
            assert!(planted(Bug::TurnEndsLate) && !planted(Bug::OddChipToTheLast));
            let elsewhere = std::thread::scope(|threads| threads.spawn(is_planted).join().unwrap());
            assert_eq!(elsewhere, None);
        }
        assert_eq!(is_planted(), Some(Bug::OddChipToTheLast));
        drop(first);
        assert_eq!(is_planted(), None);
    }
}
