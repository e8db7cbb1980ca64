//! What would be told with every request is told once in a while, or so often a second.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use turnstone_engine::Seldom;

/// Lines of one kind in a second.
const A_SECOND: u32 = 20;

/// How many lines of one kind were told in the second that runs.
#[derive(Default, Debug)]
pub(crate) struct Throttle(Mutex<LineCount>);

#[derive(Default, Debug)]
struct LineCount {
    since: Option<Instant>,
    lines: u32,
    untold: u64,
}

impl Throttle {
    /// Whether there is room for one more line, with the number of those that had no room since the last.
    pub(crate) fn admit(&self, now: Instant) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.since.is_none_or(|since| now >= since + Duration::from_secs(1)) {
            (told.since, told.lines) = (Some(now), 0);
        }
        if told.lines == A_SECOND {
            told.untold += 1;
            return None;
        }
        told.lines += 1;
        Some(std::mem::take(&mut told.untold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_lines_a_second_and_a_count_of_the_others() {
        let (throttle, start) = (Throttle::default(), Instant::now());
        let told: Vec<Option<u64>> = (0..50).map(|_| throttle.admit(start)).collect();
        assert_eq!(told.iter().flatten().count(), 20);
        let later = start + Duration::from_secs(1);
        assert_eq!((throttle.admit(later), throttle.admit(later)), (Some(30), Some(0)));
    }
}
