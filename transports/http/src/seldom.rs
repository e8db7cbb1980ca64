//! Limits for log lines: one line in a while, or a number of lines a second.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use turnstone_engine::Seldom;

/// Lines of one kind in a second.
const A_SECOND: u32 = 20;

/// The number of lines of one kind in the present second.
#[derive(Default, Debug)]
pub(crate) struct Throttle(Mutex<LineCount>);

#[derive(Default, Debug)]
struct LineCount {
    since: Option<Instant>,
    lines: u32,
    unreported: u64,
}

impl Throttle {
    /// Whether one more line may be logged, with the number of suppressed lines since the last one.
    pub(crate) fn admit(&self, now: Instant) -> Option<u64> {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.since.is_none_or(|since| now >= since + Duration::from_secs(1)) {
            (reported.since, reported.lines) = (Some(now), 0);
        }
        if reported.lines == A_SECOND {
            reported.unreported += 1;
            return None;
        }
        reported.lines += 1;
        Some(std::mem::take(&mut reported.unreported))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_lines_a_second_and_counts_the_rest() {
        let (throttle, start) = (Throttle::default(), Instant::now());
        let reported: Vec<Option<u64>> = (0..50).map(|_| throttle.admit(start)).collect();
        assert_eq!(reported.iter().flatten().count(), 20);
        let later = start + Duration::from_secs(1);
        assert_eq!((throttle.admit(later), throttle.admit(later)), (Some(30), Some(0)));
    }
}
