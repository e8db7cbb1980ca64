//! Warnings that would come with every request come once in a while.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a warning is not repeated.
const PAUSE: Duration = Duration::from_secs(60);

/// When a warning was given last.
#[derive(Default, Debug)]
pub(crate) struct Seldom(Mutex<Option<Instant>>);

impl Seldom {
    /// Whether it is time to give it; then it counts as given.
    pub(crate) fn is_due(&self, now: Instant) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| now >= last + PAUSE);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_a_minute() {
        let (seldom, start) = (Seldom::default(), Instant::now());
        let due: Vec<u64> = (0..150).filter(|at| seldom.is_due(start + Duration::from_secs(*at))).collect();
        assert_eq!(due, [0, 60, 120]);
    }
}
