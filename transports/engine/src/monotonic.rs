//! The core's time: the wall clock's, but it neither goes back nor stands still. Otherwise a wall clock that is set
//! back would delay every deadline and every pending long-poll until it has caught up.

use crate::env::Clock;
use std::time::Instant;
use turnstone_service::time::Millis;

/// A clock over a wall clock that may be set back.
pub(super) struct Monotonic<C> {
    clock: C,
    /// The latest time of this clock, and the monotonic time at which it was read.
    latest: Millis,
    at: Instant,
    /// When the wall clock was last read, and what it showed.
    read: Option<(Millis, Instant)>,
    /// A jump of the wall clock that was not reported yet, in milliseconds; negative if it was set back.
    jump: Option<i64>,
}

/// A wall clock that is off by so much since it was last read was set, and not only adjusted.
const JUMP_MS: i64 = 1_000;

impl<C: Clock> Monotonic<C> {
    /// A clock that is at least at `from`.
    pub(super) fn new(clock: C, from: Millis) -> Self {
        let at = clock.instant();
        Self { clock, latest: from, at, read: None, jump: None }
    }

    /// Whether the clock jumps, at most to the next deadline.
    pub(super) fn leaps(&self, next: Option<Millis>) -> bool {
        self.clock.leaps(next)
    }

    /// Go on from `from`, if it is later.
    pub(super) fn advance(&mut self, from: Millis) {
        if self.now() < from {
            (self.latest, self.at) = (from, self.clock.instant());
        }
    }

    /// The time: the wall clock's; or while that is behind, the latest time plus the time passed since.
    pub(super) fn now(&mut self) -> Millis {
        let (wall, instant) = (self.clock.now(), self.clock.instant());
        self.compare(wall, instant);
        let passed = instant.saturating_duration_since(self.at).as_millis();
        let counted = self.latest.plus_ms(u64::try_from(passed).unwrap_or(u64::MAX));
        if wall >= counted {
            (self.latest, self.at) = (wall, instant);
        }
        wall.max(counted)
    }

    /// A jump of the wall clock since the last call, in milliseconds; negative if it was set back.
    pub(super) const fn take_jump(&mut self) -> Option<i64> {
        self.jump.take()
    }

    /// How far this time is ahead of the wall clock, in milliseconds.
    pub(super) fn ahead_ms(&mut self) -> u64 {
        let now = self.now();
        self.read.map_or(0, |(wall, _)| now.since(wall))
    }

    fn compare(&mut self, wall: Millis, instant: Instant) {
        let Some((before, at)) = self.read.replace((wall, instant)) else { return };
        let passed = instant.saturating_duration_since(at).as_millis();
        let off = i128::from(wall.0) - i128::from(before.0) - passed.cast_signed();
        let off = i64::try_from(off).unwrap_or(i64::MAX);
        if off.abs() >= JUMP_MS {
            self.jump = Some(self.jump.unwrap_or_default().saturating_add(off));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    /// A wall clock and a monotonic clock, both set by hand.
    struct Hands {
        wall: Arc<Mutex<u64>>,
        passed: Arc<Mutex<u64>>,
        zero: Instant,
    }

    impl Clock for Hands {
        fn now(&self) -> Millis {
            Millis(*self.wall.lock().unwrap())
        }

        fn instant(&self) -> Instant {
            self.zero + Duration::from_millis(*self.passed.lock().unwrap())
        }
    }

    #[test]
    fn time_advances_while_the_wall_clock_is_behind() {
        let (wall, passed) = (Arc::new(Mutex::new(5_000)), Arc::new(Mutex::new(0)));
        let hands = Hands { wall: wall.clone(), passed: passed.clone(), zero: Instant::now() };
        let mut clock = Monotonic::new(hands, Millis(0));
        let mut so_far = 0;
        let mut after = |ms: u64, set_to: u64| {
            so_far += ms;
            *passed.lock().unwrap() = so_far;
            *wall.lock().unwrap() = set_to;
            clock.now().0
        };
        assert_eq!(after(0, 5_000), 5_000);
        assert_eq!(after(10, 5_010), 5_010);
        // Set back: it continues at its own pace, independent of how often it is read.
        for ms in 1..=100 {
            assert_eq!(after(1, 1_000 + ms), 5_010 + ms);
        }
        // Caught up: the wall clock is used again.
        assert_eq!(after(10, 6_000), 6_000);
        assert_eq!(after(10, 9_000), 9_000);
    }

    #[test]
    fn a_wall_clock_that_is_set_has_jumped_and_one_that_is_adjusted_has_not() {
        let (wall, passed) = (Arc::new(Mutex::new(5_000)), Arc::new(Mutex::new(0)));
        let hands = Hands { wall: wall.clone(), passed: passed.clone(), zero: Instant::now() };
        let mut clock = Monotonic::new(hands, Millis(0));
        let mut after = |ms: u64, set_to: u64| {
            *passed.lock().unwrap() += ms;
            *wall.lock().unwrap() = set_to;
            clock.now();
            (clock.take_jump(), clock.ahead_ms())
        };
        assert_eq!(after(0, 5_000), (None, 0));
        assert_eq!(after(1_000, 6_900), (None, 0));
        assert_eq!(after(1_000, 6_950), (None, 950));
        assert_eq!(after(10, 266_160), (Some(259_200), 0));
        assert_eq!(after(1_000, 8_160), (Some(-259_000), 259_000));
        assert_eq!(after(1_000, 9_160), (None, 259_000));
    }

    #[test]
    fn it_begins_at_the_latest_recorded_time() {
        let hands = Hands { wall: Arc::new(Mutex::new(1_000)), passed: Arc::default(), zero: Instant::now() };
        let passed = hands.passed.clone();
        let mut clock = Monotonic::new(hands, Millis(4_000));
        assert_eq!(clock.now(), Millis(4_000));
        *passed.lock().unwrap() = 250;
        assert_eq!(clock.now(), Millis(4_250));
    }
}
