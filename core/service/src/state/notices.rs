//! Browsers with notifications, and notices that are not finished.

use crate::games::Seat;
use crate::ids::{AccountId, TableId};
use crate::record::{NoticeId, NoticeKind, NoticeRow, NoticeStage, PushSubscriptionRow};
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// The browsers, by the hash of their endpoint and by member.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct PushSubscriptions {
    rows: BTreeMap<[u8; 32], PushSubscriptionRow>,
    of: BTreeSet<(AccountId, [u8; 32])>,
}

impl PushSubscriptions {
    pub(super) fn put(&mut self, hash: [u8; 32], row: &PushSubscriptionRow) {
        self.remove(&hash);
        self.of.insert((row.account, hash));
        self.rows.insert(hash, row.clone());
    }

    pub(super) fn remove(&mut self, hash: &[u8; 32]) {
        if let Some(row) = self.rows.remove(hash) {
            self.of.remove(&(row.account, *hash));
        }
    }

    pub(crate) fn get(&self, hash: &[u8; 32]) -> Option<&PushSubscriptionRow> {
        self.rows.get(hash)
    }

    /// The browsers of a member.
    pub(crate) fn of(&self, account: AccountId) -> impl Iterator<Item = [u8; 32]> {
        let own = self.of.range((account, [0; 32])..=(account, [u8::MAX; 32]));
        own.map(|(_, hash)| *hash)
    }
}

/// The notices, with the timers of those that are due.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Notices(BTreeMap<NoticeId, NoticeRow>);

impl Notices {
    pub(super) fn put(&mut self, id: NoticeId, row: &NoticeRow, timers: &mut Timers) {
        self.remove(id, timers);
        if let NoticeStage::Due(at) = row.stage {
            timers.set(at, Timer::Notice(id));
        }
        self.0.insert(id, row.clone());
    }

    pub(super) fn remove(&mut self, id: NoticeId, timers: &mut Timers) {
        if let Some(NoticeRow { stage: NoticeStage::Due(at), .. }) = self.0.remove(&id) {
            timers.cancel(at, Timer::Notice(id));
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NoticeId> {
        self.0.keys().copied()
    }

    pub(crate) fn get(&self, id: NoticeId) -> Option<&NoticeRow> {
        self.0.get(&id)
    }

    /// The notices of a table.
    pub(crate) fn of_table(&self, table: TableId) -> impl Iterator<Item = (NoticeId, &NoticeRow)> {
        let first = NoticeId { table, seat: Seat(0), kind: NoticeKind::TurnBegan };
        let last = NoticeId { table, seat: Seat(u8::MAX), kind: NoticeKind::Declined };
        self.0.range(first..=last).map(|(id, row)| (*id, row))
    }

    /// Those on their way that do not have all results yet.
    pub(crate) fn under_way(&self) -> impl Iterator<Item = (NoticeId, u32)> {
        let left = |row: &NoticeRow| matches!(row.stage, NoticeStage::Sent { .. });
        self.0.iter().filter(move |(_, row)| left(row)).map(|(id, row)| (*id, row.turn))
    }
}
