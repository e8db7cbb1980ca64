//! Ratings in memory: by player, and in the order of the public list of each game.

use crate::glicko::{days_between, shown};
use crate::ids::{AccountId, AgentId, AgentVersionId, TableId};
use crate::record::{RatedPlayer, RatingRow, TableRatingRow};
use crate::request::RatedGroup;
use crate::time::{Day, Millis};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A pair of owners, the lower id first, in a game on a UTC day.
type PairKey = (Day, String, AccountId, AccountId);

/// All ratings.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Ratings {
    players: BTreeMap<RatedPlayer, BTreeMap<String, RatingRow>>,
    tables: BTreeMap<TableId, TableRatingRow>,
    pairs: BTreeMap<PairKey, u32>,
    /// The agents by their current versions.
    agents: BTreeMap<AgentVersionId, AgentId>,
    pools: BTreeMap<(String, RatedGroup), Pool>,
    /// Where each player is listed in each game.
    places: BTreeMap<(RatedPlayer, String), (RatedGroup, Place)>,
}

/// The listed players of a game and a group by rating in whole points, the highest first.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Pool(BTreeMap<Reverse<i64>, Vec<InBucket>>);

/// A player of a rating, and when it becomes provisional.
type InBucket = (Millis, RatedPlayer);

/// The place of a player in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// In whole points.
    rating: i64,
    /// When the rating becomes provisional without further tables. Until then it is ranked.
    ranked_until: Millis,
}

impl Place {
    fn of(row: &RatingRow) -> Self {
        const DAY_S: u64 = 86_400;
        let days = row.numbers.ranked_days();
        let ranked_until = if days == 0 { Millis(0) } else { row.rated_at.plus_s(days.saturating_mul(DAY_S)) };
        Self { rating: shown(row.numbers.rating), ranked_until }
    }
}

impl RatingRow {
    /// The deviation at a moment, in whole points.
    pub(crate) fn shown_deviation(&self, now: Millis) -> i64 {
        shown(self.numbers.deviation_after(days_between(self.rated_at, now)))
    }

    /// Whether the rating is provisional at a moment.
    pub(crate) fn is_provisional(&self, now: Millis) -> bool {
        self.numbers.is_provisional_after(days_between(self.rated_at, now))
    }
}

impl Pool {
    /// The players of a bucket, split into provisional and ranked ones at a moment.
    fn split(bucket: &[InBucket], now: Millis) -> (&[InBucket], &[InBucket]) {
        bucket.split_at(bucket.partition_point(|(until, _)| *until <= now))
    }

    /// The number of ranked players with a rating above this one.
    pub(crate) fn ranked_above(&self, rating: i64, now: Millis) -> usize {
        self.0.range(..Reverse(rating)).map(|(_, bucket)| Self::split(bucket, now).1.len()).sum()
    }

    /// The ratings at which there are players, from this one downwards.
    pub(crate) fn ratings_from(&self, highest: i64) -> impl Iterator<Item = i64> {
        self.0.range(Reverse(highest)..).map(|(rating, _)| rating.0)
    }

    /// The players at a rating that are provisional at a moment, or those that are not.
    pub(crate) fn at(&self, rating: i64, provisional: bool, now: Millis) -> impl Iterator<Item = RatedPlayer> {
        let bucket = self.0.get(&Reverse(rating)).map_or(&[][..], Vec::as_slice);
        let (waiting, ranked) = Self::split(bucket, now);
        (if provisional { waiting } else { ranked }).iter().map(|(_, player)| *player)
    }

    fn insert(&mut self, player: RatedPlayer, place: Place) {
        let bucket = self.0.entry(Reverse(place.rating)).or_default();
        let entry = (place.ranked_until, player);
        bucket.insert(bucket.partition_point(|other| *other < entry), entry);
    }

    fn remove(&mut self, player: RatedPlayer, place: Place) {
        let Some(bucket) = self.0.get_mut(&Reverse(place.rating)) else { return };
        if let Ok(at) = bucket.binary_search(&(place.ranked_until, player)) {
            bucket.remove(at);
        }
        if bucket.is_empty() {
            self.0.remove(&Reverse(place.rating));
        }
    }
}

impl Ratings {
    pub(crate) fn of(&self, player: RatedPlayer, game_id: &str) -> Option<&RatingRow> {
        self.players.get(&player)?.get(game_id)
    }

    /// The ratings of a player, by game.
    pub(crate) fn all_of(&self, player: RatedPlayer) -> impl Iterator<Item = (&String, &RatingRow)> {
        self.players.get(&player).into_iter().flatten()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (RatedPlayer, &String, &RatingRow)> {
        self.players.iter().flat_map(|(player, rows)| rows.iter().map(|(game_id, row)| (*player, game_id, row)))
    }

    pub(crate) fn table(&self, id: TableId) -> Option<&TableRatingRow> {
        self.tables.get(&id)
    }

    /// Tables of a day at which two owners were rated against each other in a game.
    pub(crate) fn tables_of_pair(&self, day: Day, game_id: &str, pair: [AccountId; 2]) -> u32 {
        let [one, other] = pair;
        let key = (day, game_id.to_owned(), one.min(other), one.max(other));
        self.pairs.get(&key).copied().unwrap_or_default()
    }

    /// Counts of pairs on days before one, at most `limit`.
    pub(crate) fn pairs_before(&self, day: Day, limit: usize) -> Vec<PairKey> {
        let first = (day, String::new(), AccountId(0), AccountId(0));
        self.pairs.range(..first).map(|(key, _)| key.clone()).take(limit).collect()
    }

    pub(crate) fn pool(&self, game_id: &str, group: RatedGroup) -> Option<&Pool> {
        self.pools.get(&(game_id.to_owned(), group))
    }

    /// The agent whose current version this is.
    pub(crate) fn agent(&self, version: AgentVersionId) -> Option<AgentId> {
        self.agents.get(&version).copied()
    }

    pub(super) fn put(&mut self, game_id: &str, player: RatedPlayer, row: RatingRow) {
        self.players.entry(player).or_default().insert(game_id.to_owned(), row);
    }

    pub(super) fn put_table(&mut self, id: TableId, row: &TableRatingRow) {
        self.tables.insert(id, row.clone());
    }

    pub(super) fn remove_table(&mut self, id: TableId) {
        self.tables.remove(&id);
    }

    pub(super) fn put_pair(&mut self, key: PairKey, tables: u32) {
        self.pairs.insert(key, tables);
    }

    pub(super) fn remove_pair(&mut self, key: &PairKey) {
        self.pairs.remove(key);
    }

    /// An agent has this version now.
    pub(super) fn put_version(&mut self, agent: AgentId, version: AgentVersionId, before: Option<AgentVersionId>) {
        if let Some(before) = before {
            self.agents.remove(&before);
        }
        self.agents.insert(version, agent);
    }

    /// List a player's ratings in a group, or in none.
    pub(super) fn list(&mut self, player: RatedPlayer, group: Option<RatedGroup>) {
        let Some(rows) = self.players.get(&player) else { return };
        for (game_id, row) in rows {
            let key = (player, game_id.clone());
            let place = group.map(|group| (group, Place::of(row)));
            let before = self.places.get(&key).copied();
            if before == place {
                continue;
            }
            if let Some((group, place)) = before {
                let pool = (game_id.clone(), group);
                if let Some(listed) = self.pools.get_mut(&pool) {
                    listed.remove(player, place);
                    if listed.0.is_empty() {
                        self.pools.remove(&pool);
                    }
                }
                self.places.remove(&key);
            }
            if let Some((group, place)) = place {
                self.pools.entry((game_id.clone(), group)).or_default().insert(player, place);
                self.places.insert(key, (group, place));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glicko::Numbers;

    const DAY_MS: u64 = 86_400_000;

    fn rated(rating: i64, deviation: i64, rated_at: u64) -> RatingRow {
        let numbers = Numbers { rating: rating * 1_000_000, deviation: deviation * 1_000_000, ..Numbers::NEW };
        RatingRow { numbers, games: 1, rated_at: Millis(rated_at), ..RatingRow::NEW }
    }

    fn at(ratings: &Ratings, rating: i64, provisional: bool, now: u64) -> usize {
        let pool = ratings.pool("rps", RatedGroup::People).expect("someone is listed");
        pool.at(rating, provisional, Millis(now)).count()
    }

    #[test]
    fn a_rating_is_provisional_once_its_deviation_has_grown() {
        let mut ratings = Ratings::default();
        let player = RatedPlayer::Account(AccountId(1));
        ratings.put("rps", player, rated(1600, 60, 5));
        ratings.list(player, Some(RatedGroup::People));
        let last = 5 + 79 * DAY_MS;
        assert_eq!((at(&ratings, 1600, false, last - 1), at(&ratings, 1600, true, last - 1)), (1, 0));
        assert_eq!((at(&ratings, 1600, false, last), at(&ratings, 1600, true, last)), (0, 1));
        let row = ratings.of(player, "rps").expect("it was put");
        assert!(!row.is_provisional(Millis(last - 1)) && row.is_provisional(Millis(last)));
    }

    #[test]
    fn a_list_has_each_player_once_and_forgets_who_leaves() {
        let mut ratings = Ratings::default();
        for id in 0..50 {
            let player = RatedPlayer::Account(AccountId(id));
            for rating in [1500, 1500 + id as i64] {
                ratings.put("rps", player, rated(rating, 60, 5));
                ratings.list(player, Some(RatedGroup::People));
            }
        }
        let pool = ratings.pool("rps", RatedGroup::People).expect("they are listed");
        assert_eq!(pool.ranked_above(1539, Millis(9)), 10);
        assert_eq!(pool.ratings_from(1520).collect::<Vec<_>>(), (1500..=1520).rev().collect::<Vec<_>>());
        for id in 0..50 {
            ratings.list(RatedPlayer::Account(AccountId(id)), None);
        }
        assert!(ratings.pool("rps", RatedGroup::People).is_none() && ratings.places.is_empty());
    }
}
