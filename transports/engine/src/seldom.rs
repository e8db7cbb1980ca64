//! A warning that would be logged with every request is logged once a minute.

use std::collections::VecDeque;
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

/// Reasons that are remembered. Several endpoints may fail for different ones in turn.
const REASONS: usize = 8;

/// Warnings of one matter by their reasons: each reason is logged once a minute, a new one at once.
#[derive(Default, Debug)]
pub struct SeldomReasons(Mutex<VecDeque<(String, Instant)>>);

impl SeldomReasons {
    /// Whether it is time to log this reason; then it counts as logged.
    pub fn is_due(&self, reason: &str, now: Instant) -> bool {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = logged.iter().position(|(own, _)| own == reason);
        if known.is_some_and(|place| now < logged[place].1 + PAUSE) {
            return false;
        }
        if let Some(place) = known {
            logged.remove(place);
        }
        logged.push_back((reason.to_owned(), now));
        if logged.len() > REASONS {
            logged.pop_front();
        }
        true
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

    #[test]
    fn a_new_reason_is_logged_at_once_and_each_one_once_a_minute() {
        let (reasons, start) = (SeldomReasons::default(), Instant::now());
        let due = |reason: &str, at: u64| reasons.is_due(reason, start + Duration::from_secs(at));
        assert!(due("refused", 0) && !due("refused", 59));
        assert!(due("certificate", 10) && !due("refused", 11), "they alternate");
        assert!(due("refused", 60) && !due("certificate", 60) && due("certificate", 70));
        (0..20).for_each(|number| assert!(due(&number.to_string(), 71)));
        assert_eq!(reasons.0.lock().unwrap().len(), REASONS);
    }
}
