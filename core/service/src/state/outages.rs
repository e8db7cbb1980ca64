//! Times in which the service did not run. They are no thinking time: a turn that runs begins anew afterwards, and a
//! waiting table waits for as much longer.

use crate::time::Millis;
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

/// The longest time without service that counts as thinking time, in milliseconds.
pub(crate) const SHORT_MS: u64 = 2_000;
/// The most outages that are kept. Further ones count as thinking time, until earlier ones concern no table.
pub(crate) const MAX_OUTAGES: usize = 1_000;

/// A time in which the service did not run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    /// The newest batch before it.
    pub(crate) from: Millis,
    /// When serving began again.
    pub(crate) until: Millis,
}

/// The outages that concern hot tables and running duels: the start of each, by its end.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Outages(BTreeMap<Millis, Millis>);

impl Outages {
    pub(super) fn put(&mut self, until: Millis, from: Millis) {
        self.0.insert(until, from);
    }

    pub(super) fn remove(&mut self, until: Millis) {
        self.0.remove(&until);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Those that ended after a moment, in order.
    pub(crate) fn after(&self, at: Millis) -> impl Iterator<Item = Outage> {
        self.0.range((Excluded(at), Unbounded)).map(|(until, from)| Outage { from: *from, until: *until })
    }

    /// The ends of those that ended before a moment.
    pub(crate) fn before(&self, at: Millis) -> impl Iterator<Item = Millis> {
        self.0.range(..at).map(|(until, _)| *until)
    }

    /// The end of a time that began at `since` and was to end at `end`: it is longer by the outages within it.
    pub(crate) fn moved(&self, since: Millis, end: Millis) -> Millis {
        self.after(since).fold(
            end,
            |end, outage| {
                if outage.from < end { end.plus_ms(outage.until.since(outage.from)) } else { end }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_moved_by_the_outages_within_it() {
        let mut outages = Outages::default();
        for (from, until) in [(100, 200), (300, 350)] {
            outages.put(Millis(until), Millis(from));
        }
        let moved = |since, end| outages.moved(Millis(since), Millis(end)).0;
        assert_eq!(moved(0, 90), 90, "over before the first");
        assert_eq!(moved(0, 150), 250, "it would have ended within the first");
        assert_eq!(moved(0, 250), 400, "the first moves it into the second");
        assert_eq!(moved(200, 250), 250, "it began after the first");
        assert_eq!(moved(210, 320), 370);
    }
}
