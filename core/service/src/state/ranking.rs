//! The members in the order of the leaderboard, with their ranks.
//!
//! A sorted list in chunks. A place is found with two binary searches, a rank by adding the lengths of the chunks
//! before it. Both are cheap with a million members.

use super::accounts::{Account, Accounts};
use super::ledger::LedgerBalances;
use crate::ids::AccountId;
use crate::record::{BalanceRow, LedgerAccount};
use crate::time::Millis;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// A place: net descending, then the earlier time of reaching it, then the handle.
pub(super) type RankingKey = (Reverse<i64>, Millis, String);

/// The leaderboard.
#[derive(Default, Debug)]
pub(crate) struct Ranking {
    places: BTreeMap<AccountId, RankingKey>,
    chunks: Vec<Vec<(RankingKey, AccountId)>>,
}

const CHUNK: usize = 512;

/// A member's place by their balance. Members without a settled table, test accounts and erased accounts have none.
fn place_of(account: &Account, balance: &BalanceRow) -> Option<RankingKey> {
    let ranked = balance.settled_tables > 0 && !account.row.test && !account.is_erased();
    ranked.then(|| (Reverse(balance.net), balance.net_at, account.handle.clone()))
}

impl Ranking {
    /// Sort all members at once. A start does not insert them one by one.
    pub(super) fn of_all(accounts: &Accounts, ledger: &LedgerBalances) -> Self {
        let place = |(id, account)| Some((id, place_of(account, ledger.get(LedgerAccount::Member(id)))?));
        let places: BTreeMap<AccountId, RankingKey> = accounts.iter().filter_map(place).collect();
        let mut entries: Vec<_> = places.iter().map(|(id, place)| (place.clone(), *id)).collect();
        entries.sort_unstable();
        let mut chunks = Vec::with_capacity(entries.len().div_ceil(CHUNK));
        let mut entries = entries.into_iter().peekable();
        while entries.peek().is_some() {
            chunks.push(entries.by_ref().take(CHUNK).collect());
        }
        Self { places, chunks }
    }

    /// Put a member at the place of their balance.
    pub(super) fn set(&mut self, id: AccountId, accounts: &Accounts, balance: &BalanceRow) {
        let Some(account) = accounts.get(id) else { return };
        self.set_place(id, place_of(account, balance));
    }

    /// Put a member at a place, or remove them.
    pub(super) fn set_place(&mut self, id: AccountId, place: Option<RankingKey>) {
        if self.places.get(&id) == place.as_ref() {
            return;
        }
        if let Some(before) = self.places.remove(&id) {
            self.take(&(before, id));
        }
        if let Some(place) = place {
            self.places.insert(id, place.clone());
            self.insert((place, id));
        }
    }

    /// The first `limit` members.
    pub(crate) fn top(&self, limit: usize) -> impl Iterator<Item = AccountId> {
        self.chunks.iter().flatten().take(limit).map(|(_, id)| *id)
    }

    /// The rank of a member, or the one they would have, from 1.
    pub(crate) fn rank(&self, id: AccountId, accounts: &Accounts, balance: &BalanceRow) -> u64 {
        let at = if balance.settled_tables > 0 { balance.net_at } else { Millis(u64::MAX) };
        self.rank_of(id, || (Reverse(balance.net), at, accounts.known(id).handle.clone()))
    }

    /// The rank of a member, from 1; of a member without a place, the rank that they would have at this place.
    pub(super) fn rank_of(&self, id: AccountId, place: impl FnOnce() -> RankingKey) -> u64 {
        let entry = (self.places.get(&id).cloned().unwrap_or_else(place), id);
        let chunk = self.chunk_of(&entry);
        let before: usize = self.chunks.iter().take(chunk).map(Vec::len).sum();
        let within = self.chunks.get(chunk).map_or(0, |chunk| chunk.partition_point(|other| *other < entry));
        (before + within) as u64 + 1
    }

    /// The parts that must be equal in two states: the ends of chunks depend on the history.
    pub(super) fn compared(&self) -> impl PartialEq + Debug {
        let Self { places, chunks } = self;
        (places, chunks.iter().flatten().collect::<Vec<_>>())
    }

    /// The first chunk whose last entry is not before `entry`.
    fn chunk_of(&self, entry: &(RankingKey, AccountId)) -> usize {
        self.chunks.partition_point(|chunk| chunk.last().is_some_and(|last| last < entry))
    }

    fn insert(&mut self, entry: (RankingKey, AccountId)) {
        let at = self.chunk_of(&entry).min(self.chunks.len().saturating_sub(1));
        let Some(chunk) = self.chunks.get_mut(at) else {
            self.chunks.push(vec![entry]);
            return;
        };
        let within = chunk.partition_point(|other| *other < entry);
        chunk.insert(within, entry);
        if chunk.len() > 2 * CHUNK {
            let rest = chunk.split_off(CHUNK);
            self.chunks.insert(at + 1, rest);
        }
    }

    fn take(&mut self, entry: &(RankingKey, AccountId)) {
        let at = self.chunk_of(entry);
        let Some(chunk) = self.chunks.get_mut(at) else { return };
        if let Ok(within) = chunk.binary_search(entry) {
            chunk.remove(within);
        }
        if chunk.is_empty() {
            self.chunks.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(net: i64, who: u128) -> (RankingKey, AccountId) {
        ((Reverse(net), Millis(0), who.to_string()), AccountId(who))
    }

    #[test]
    fn keeps_members_in_order_over_many_chunks() {
        let mut ranking = Ranking::default();
        let nets: Vec<(RankingKey, AccountId)> =
            (0..5000).map(|who: i64| entry(who * 7919 % 5000, who as u128)).collect();
        for entry in &nets {
            ranking.insert(entry.clone());
        }
        for entry in nets.iter().step_by(2) {
            ranking.take(entry);
        }
        let mut left: Vec<_> = nets.iter().skip(1).step_by(2).cloned().collect();
        left.sort();
        let ids: Vec<AccountId> = left.iter().map(|(_, id)| *id).collect();
        assert_eq!(ranking.top(5000).collect::<Vec<_>>(), ids);
        assert!(ranking.chunks.iter().all(|chunk| !chunk.is_empty() && chunk.len() <= 2 * CHUNK));
    }
}
