//! A warning that would be logged with every request is logged once a minute.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a warning is not repeated.
const PAUSE: Duration = Duration::from_secs(60);

/// When a warning was last logged.
#[derive(Default, Debug)]
pub struct Seldom(Mutex<Option<Instant>>);

impl Seldom {
    /// Whether it is time to log it; then it counts as logged.
    pub fn is_due(&self, now: Instant) -> bool {
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
