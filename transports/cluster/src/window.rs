//! The entries of the log that a node has seen, to trim the log: the log is a window on the newest commits.

use std::collections::VecDeque;

/// How much of the log is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogBounds {
    /// Bytes that are kept although every live node has them, so that a node that was away for a moment needs no snapshot.
    pub kept_bytes: u64,
    /// The most bytes that are kept for a node that is behind.
    pub most_bytes: u64,
    /// Entries that are trimmed at a time, at least.
    pub step: u64,
}

impl Default for LogBounds {
    fn default() -> Self {
        // A sixteenth of etcd's default quota of 2 GiB, at most.
        Self { kept_bytes: 32 << 20, most_bytes: 128 << 20, step: 64 }
    }
}

/// The numbers and the sizes of the newest entries.
#[derive(Default, Debug)]
pub(crate) struct Window {
    bounds: LogBounds,
    entries: VecDeque<(u64, u64)>,
    bytes: u64,
    /// Entries below this one have been trimmed.
    trimmed: u64,
}

impl Window {
    pub(crate) fn new(bounds: LogBounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// An entry of this number and size was appended or applied.
    pub(crate) fn saw(&mut self, n: u64, bytes: u64) {
        if self.entries.back().is_some_and(|(last, _)| *last >= n) {
            return;
        }
        self.entries.push_back((n, bytes));
        self.bytes += bytes;
        while self.bytes > 2 * self.bounds.most_bytes {
            self.forget_first();
        }
    }

    /// The log can be trimmed below this number, if the live nodes have everything up to `least`. `None` if that is not worth
    /// a transaction.
    pub(crate) fn trim_below(&self, least: u64) -> Option<u64> {
        let LogBounds { kept_bytes, most_bytes, step } = self.bounds;
        let below = self.first_within(kept_bytes).min(least + 1).max(self.first_within(most_bytes));
        (below >= self.trimmed + step).then_some(below)
    }

    /// The log was trimmed below this number.
    pub(crate) fn trimmed(&mut self, below: u64) {
        self.trimmed = below;
        while self.entries.front().is_some_and(|(n, _)| *n < below) {
            self.forget_first();
        }
    }

    fn forget_first(&mut self) {
        if let Some((_, bytes)) = self.entries.pop_front() {
            self.bytes -= bytes;
        }
    }

    /// The first of the newest entries that have this size together; 0 if all of them have. Entries that this process has not
    /// seen are not counted: an earlier leader bounded them.
    fn first_within(&self, most: u64) -> u64 {
        let mut left = self.bytes;
        let first = self.entries.iter().find(|(_, bytes)| {
            let fits = left <= most;
            left -= bytes;
            fits
        });
        if self.bytes <= most { 0 } else { first.or(self.entries.back()).map_or(0, |(n, _)| *n) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn window(entries: u64) -> Window {
        let mut window = Window::default();
        (1..=entries).for_each(|n| window.saw(n, MIB));
        window
    }

    #[test]
    fn keeps_what_a_live_node_lacks_up_to_a_bound() {
        let window = window(200);
        assert_eq!(window.trim_below(200), Some(169), "32 MiB are kept in any case");
        assert_eq!(window.trim_below(100), Some(101), "a node lacks the rest");
        assert_eq!(window.trim_below(10), Some(73), "no more than 128 MiB are kept for it");
    }

    #[test]
    fn keeps_what_this_process_has_not_seen_for_a_node_that_lacks_it() {
        let mut window = Window::default();
        (1001..=1100).for_each(|n| window.saw(n, MIB));
        assert_eq!(window.trim_below(900), Some(901));
        assert_eq!(window.trim_below(1100), Some(1069));
    }

    #[test]
    fn does_not_trim_a_short_log_or_twice() {
        assert_eq!(window(20).trim_below(20), None);
        let mut window = window(200);
        window.trimmed(169);
        assert_eq!(window.trim_below(200), None);
        (201..=264).for_each(|n| window.saw(n, MIB));
        assert_eq!(window.trim_below(264), Some(233));
    }
}
