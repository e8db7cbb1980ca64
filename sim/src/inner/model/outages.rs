//! Times in which the service did not run. They are not thinking time.

use crate::inner::model::{Model, Table};
use crate::inner::prelude::*;

/// The times without service that tables in memory have to take into account.
#[derive(Default)]
pub(crate) struct OutageModel {
    /// The beginning of each, by its end.
    all: BTreeMap<Millis, Millis>,
    /// The core has started and made no step yet.
    pub(crate) starts: bool,
    /// The moment of the newest batch before the current one.
    before: Millis,
}

impl OutageModel {
    /// The end of a time that began at `since`, with the outages within it.
    pub(crate) fn moved(&self, since: Millis, end: Millis) -> Millis {
        let mut end = end;
        for (until, from) in self.all.iter().filter(|(until, _)| **until > since) {
            if *from < end {
                end = end.plus_ms(until.since(*from));
            }
        }
        end
    }

    /// Those that tables in memory know of, in order.
    pub(super) fn known(&self) -> Vec<(Millis, Millis)> {
        self.all.iter().map(|(until, from)| (*from, *until)).collect()
    }
}

impl Model {
    /// The core makes its first step at this time: an outage is noted exactly if something has waited for a time.
    pub(crate) fn check_begin(&mut self, now: Millis, changes: &[Change]) -> CheckResult {
        self.outages.before = self.latest;
        if !std::mem::take(&mut self.outages.starts) {
            let noted = changes.iter().any(|change| matches!(change, Change::Put(Record::Outage(..))));
            return must!(!noted, "an outage is noted when serving begins", "{now:?}");
        }
        let long = now.since(self.latest) > OUTAGE_MS && self.outages.all.len() < MOST_OUTAGES;
        let due = (long && self.has_active()).then_some((now, self.latest));
        let noted = changes.iter().find_map(|change| match change {
            Change::Put(Record::Outage(until, from)) => Some((*until, *from)),
            Change::Put(_) | Change::Remove(_) => None,
        });
        must!(noted == due, "an outage is noted when serving begins", "{noted:?}, not {due:?}")
    }

    pub(super) fn put_outage(&mut self, until: Millis, from: Millis) -> CheckResult {
        let right = !self.live || (until, from) == (self.latest, self.outages.before);
        must!(right, "an outage lasts from the newest batch until serving begins", "{from:?} to {until:?}")?;
        self.counts.hit("premise: the service did not run for a while");
        self.outages.all.insert(until, from);
        for table in self.tables.values_mut() {
            if table.is_playing() && table.renew(from, until) {
                table.version += 1;
                self.counts.hit("premise: a turn was renewed after an outage");
            }
        }
        Ok(())
    }

    /// An outage that concerns a table in memory is kept.
    pub(super) fn remove_outage(&mut self, until: Millis) -> CheckResult {
        let needed = self.tables.values().any(|table| table.row.created_at <= until);
        self.outages.all.remove(&until);
        must!(!needed, "an outage is kept while a table has to take it into account", "{until:?}")
    }

    /// Until when a table waits for members, if it does.
    pub(crate) fn waits_until(&self, table: &Table) -> Option<Millis> {
        let Status::Waiting { expires_at } = table.row.status else { return None };
        Some(self.outages.moved(table.row.created_at, expires_at))
    }
}
