//! What is kept, held open or held back for a time: for all of it, and from the right moment on.

use crate::inner::judge::Judge;
use crate::inner::model::{CheckResult, must};
use turnstone_service::record::{Change, Key, Record, Status, TableRow};
use turnstone_service::request::Pace;
use turnstone_service::time::Millis;

/// A reference is known for a day at least.
const REFERENCE_S: u64 = 24 * 3_600;
/// The handle of an erased member is taken again after thirty days at the soonest.
const HANDLE_S: u64 = 30 * 24 * 3_600;
/// A state to link with counts for ten minutes.
const LINK_STATE_S: u64 = 10 * 60;

impl Judge {
    /// Look at what a step writes before the model takes it over.
    pub(crate) fn check_times(&self, changes: &[Change]) -> CheckResult {
        let now = self.now();
        for change in changes {
            match change {
                Change::Put(Record::Archive(id, row)) => {
                    let from = ended_at(&row.table).map(|at| at.plus_s(self.settings.archive_after_s));
                    must(from.is_some_and(|from| from <= now), "a table that is over stays for a while", || {
                        format!("{id} is archived at {now:?}, not from {from:?} on")
                    })?;
                }
                Change::Put(Record::Table(id, row)) if !self.model.tables.contains_key(id) => {
                    let Status::Waiting { expires_at } = row.status else { continue };
                    let until = now.plus_s(self.waits_s(row));
                    must(expires_at == until, "a table waits as long as its kind does", || {
                        format!("{id} {row:?} until {expires_at:?}, not {until:?}")
                    })?;
                }
                Change::Put(Record::Freed(_, row)) => {
                    let until = now.plus_s(HANDLE_S);
                    must(row.free_at == until, "the handle of an erased member rests", || {
                        format!("{row:?} at {now:?}")
                    })?;
                }
                Change::Put(Record::LinkState(_, row)) => {
                    let until = now.plus_s(LINK_STATE_S);
                    must(row.expires_at == until, "a state to link with has its time", || {
                        format!("{row:?} at {now:?}")
                    })?;
                }
                Change::Remove(Key::Ref(hash)) => {
                    let made = self.model.refs.get(hash).map(|row| row.at);
                    let is_old = made.is_some_and(|at| at.plus_s(REFERENCE_S) <= now);
                    must(is_old, "a reference is known for a day", || format!("made at {made:?}, gone at {now:?}"))?;
                }
                Change::Put(_) | Change::Remove(_) => {}
            }
        }
        Ok(())
    }

    /// How long a new table waits for its members, in seconds.
    fn waits_s(&self, row: &TableRow) -> u64 {
        let pace = self.settings.config().pace;
        match row.pace {
            Pace::Daily => pace.waiting_daily_s,
            Pace::Live if row.invited.is_some() => pace.waiting_invited_s,
            Pace::Live => pace.waiting_live_s,
        }
    }
}

const fn ended_at(row: &TableRow) -> Option<Millis> {
    match &row.status {
        Status::Settled { end, .. } => Some(end.settled_at),
        Status::Cancelled { at } | Status::Voided { at, .. } => Some(*at),
        Status::Waiting { .. } | Status::Playing { .. } => None,
    }
}
