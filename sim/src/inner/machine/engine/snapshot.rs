//! The rows of one moment, some of which do not read.

use super::{Row, RowMap};
use crate::prelude::*;
use std::sync::Arc;
use turnstone_directory::{RawRows, RowsSnapshot};
use turnstone_storage::{Failure, KeyRange};

/// The rows of one moment.
pub(crate) struct SimSnapshot {
    pub(super) rows: RowMap,
    pub(super) gaps: Arc<Vec<(Row, Row)>>,
}

fn damaged() -> Failure {
    Failure::Engine { what: "read", why: "a block of a table is not as it was written".to_owned() }
}

impl RowsSnapshot for SimSnapshot {
    type Bytes<'a> = &'a [u8];

    fn get(&self, key: &[u8]) -> Result<Option<&[u8]>, Failure> {
        let found = self.rows.get(key).map(Vec::as_slice);
        let lost = || self.gaps.iter().any(|(first, last)| (first.as_slice()..=last.as_slice()).contains(&key));
        if found.is_none() && lost() { Err(damaged()) } else { Ok(found) }
    }

    fn for_another_thread(&self) -> Option<Self> {
        None
    }

    fn range(&self, range: KeyRange) -> RawRows<'_, &[u8]> {
        let lost = self.gaps.iter().filter(|(first, last)| *first < range.end && *last >= range.start);
        let lost: BTreeSet<&Row> = lost.map(|(first, _)| first).collect();
        let rows = self.rows.range(range.start.clone()..range.end.clone());
        if lost.is_empty() {
            return Box::new(rows.map(|(key, value)| Ok((key.as_slice(), value.as_slice()))));
        }
        // A damage has no value, and stands before the row of its key.
        let mut found: Vec<(&Row, Option<&Row>)> = rows.map(|(key, value)| (key, Some(value))).collect();
        found.extend(lost.into_iter().map(|key| (key, None)));
        found.sort_unstable();
        Box::new(
            found
                .into_iter()
                .map(|(key, value)| value.map(|value| (key.as_slice(), value.as_slice())).ok_or_else(damaged)),
        )
    }
}
