//! The public list of the ratings of a game, page by page.
//!
//! Ranked players come first, the highest rating first, then provisional ones in the same order. Equal ratings are ordered by
//! deviation, then by name. Which ratings are provisional depends on the time, because deviations grow.

use crate::answer::{Answer, RatedRow, Ratings};
use crate::games::{ANCHOR_DEVIATION, anchors};
use crate::glicko::shown;
use crate::handled::{HandlerResult, invalid};
use crate::ids::{AccountId, AgentId};
use crate::record::{RatedPlayer, RatingRow};
use crate::rejection::Rejection;
use crate::request::{self, Caller, RatedGroup};
use crate::state::{HOUSE, Pool, Transaction};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A row's place in the list: provisional ones last, then by rating descending, deviation, name and id.
type RowPlace = (bool, Reverse<i64>, i64, String, String);

/// What a cursor says about the last row of a page. Its name is looked up.
struct RatingCursor {
    provisional: bool,
    rating: i64,
    deviation: i64,
    id: String,
}

/// A player or a level of the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Listed {
    Player(RatedPlayer),
    Level(u8),
}

/// The ratings of one game as a request asks for them.
struct List<'a> {
    tx: &'a Transaction<'a>,
    game_id: &'a str,
    pools: Vec<&'a Pool>,
    /// The ratings of the house's levels, if they are in the list.
    levels: Option<[i64; 5]>,
}

pub(crate) fn ratings(tx: &Transaction<'_>, caller: &Caller, page: &request::Ratings) -> HandlerResult {
    let game_id = page.game_id.as_str();
    if tx.config.games.newest(game_id).is_none() {
        return Err(invalid("gameId", "is not a game"));
    }
    let has = |group: RatedGroup| page.of.is_none_or(|of| of == group);
    let groups = [RatedGroup::People, RatedGroup::Bots, RatedGroup::Agents].into_iter().filter(|group| has(*group));
    let pools = groups.filter_map(|group| tx.ratings.pool(game_id, group)).collect();
    let levels = if has(RatedGroup::House) { anchors(game_id) } else { None };
    let list = List { tx, game_id, pools, levels };
    let after = page.cursor.as_deref().map(|cursor| list.place_of_cursor(cursor)).transpose()?;
    let mut rows = list.rows(after.as_ref(), page.limit + 1);
    let goes_on = rows.len() > page.limit;
    rows.truncate(page.limit);
    let next_cursor = rows.last().filter(|_| goes_on).map(|(place, _)| cursor_of(place));
    let mine = caller.member().ok().filter(|_| has(RatedGroup::People));
    let me = mine.and_then(|id| list.row_of_member(id));
    let ratings = rows.into_iter().map(|(_, row)| row).collect();
    Ok(Answer::Ratings(Ratings { game_id: game_id.to_owned(), ratings, next_cursor, me }).into())
}

fn cursor_of((provisional, rating, deviation, _, id): &RowPlace) -> String {
    format!("{}.{}.{deviation}.{id}", u8::from(*provisional), rating.0)
}

impl RatingCursor {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '.');
        let provisional = match parts.next()? {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        let mut number = || parts.next()?.parse().ok().filter(|number| (0..=i64::from(u16::MAX)).contains(number));
        let (rating, deviation) = (number()?, number()?);
        Some(Self { provisional, rating, deviation, id: parts.next()?.to_owned() })
    }
}

impl<'a> List<'a> {
    fn place_of_cursor(&self, cursor: &str) -> Result<RowPlace, Rejection> {
        let place = || {
            let RatingCursor { provisional, rating, deviation, id } = RatingCursor::parse(cursor)?;
            let name = if let Some(account) = AccountId::parse(&id) {
                self.tx.accounts.get(account)?.handle.clone()
            } else if let Some(agent) = AgentId::parse(&id) {
                self.tx.agents.get(agent)?.name.clone()
            } else {
                id.parse::<u8>().ok().map(|_| HOUSE.to_owned())?
            };
            Some((provisional, Reverse(rating), deviation, name, id))
        };
        place().ok_or_else(|| invalid("cursor", "is not the nextCursor of a page"))
    }

    /// The rows after a place, at most `limit`.
    fn rows(&self, after: Option<&RowPlace>, limit: usize) -> Vec<(RowPlace, RatedRow)> {
        let mut rows = Vec::new();
        for provisional in [false, true] {
            let first = match after {
                Some(after) if after.0 && !provisional => continue,
                Some(after) if after.0 == provisional => after.1.0,
                Some(_) | None => i64::MAX,
            };
            let mut above = self.ranked_above(first);
            for rating in self.ratings_from(first).into_iter().rev() {
                if rows.len() >= limit {
                    return rows;
                }
                let rank = (!provisional).then_some(above as u64 + 1);
                above += self.add_rows_at(rating, (provisional, rank), (after, limit), &mut rows);
            }
        }
        rows
    }

    /// Add the rows at a rating that come after a place, until there are `limit` rows. Returns how many players have the
    /// rating.
    fn add_rows_at(
        &self,
        rating: i64,
        (provisional, rank): (bool, Option<u64>),
        (after, limit): (Option<&RowPlace>, usize),
        rows: &mut Vec<(RowPlace, RatedRow)>,
    ) -> usize {
        let mut listed = self.at(rating, provisional);
        listed.sort_unstable_by_key(|(deviation, _)| *deviation);
        for same in listed.chunk_by(|(one, _), (other, _)| one == other) {
            if rows.len() >= limit {
                break;
            }
            let named = same.iter().filter_map(|(deviation, listed)| {
                let row = self.row(*listed, rating, *deviation, (provisional, rank))?;
                let id = match listed {
                    Listed::Player(RatedPlayer::Account(id)) => id.to_string(),
                    Listed::Player(RatedPlayer::Version(_)) => row.agent_id.map(|id| id.to_string())?,
                    Listed::Level(level) => level.to_string(),
                };
                Some(((provisional, Reverse(rating), *deviation, row.name.clone(), id), row))
            });
            let mut named: Vec<(RowPlace, RatedRow)> =
                named.filter(|(place, _)| after.is_none_or(|after| after < place)).collect();
            named.sort_by(|(one, _), (other, _)| one.cmp(other));
            rows.extend(named);
        }
        rows.truncate(limit);
        listed.len()
    }

    /// The players and levels at a rating, with their deviations.
    fn at(&self, rating: i64, provisional: bool) -> Vec<(i64, Listed)> {
        let now = self.tx.now;
        let of_pool = |pool: &&'a Pool| pool.at(rating, provisional, now);
        let deviation = |player: RatedPlayer| {
            let row = self.tx.ratings.of(player, self.game_id)?;
            Some((row.shown_deviation(now), Listed::Player(player)))
        };
        let levels = self.levels().filter(|(at, _)| !provisional && *at == rating);
        let levels = levels.map(|(_, level)| (ANCHOR_DEVIATION, Listed::Level(level)));
        self.pools.iter().flat_map(of_pool).filter_map(deviation).chain(levels).collect()
    }

    fn levels(&self) -> impl Iterator<Item = (i64, u8)> {
        self.levels.into_iter().flatten().zip(1..)
    }

    /// All ratings of the list from this one downwards, in ascending order.
    fn ratings_from(&self, highest: i64) -> BTreeSet<i64> {
        let levels = self.levels().map(|(rating, _)| rating).filter(|rating| *rating <= highest);
        self.pools.iter().flat_map(|pool| pool.ratings_from(highest)).chain(levels).collect()
    }

    /// The number of ranked rows with a rating above this one.
    fn ranked_above(&self, rating: i64) -> usize {
        let players: usize = self.pools.iter().map(|pool| pool.ranked_above(rating, self.tx.now)).sum();
        players + self.levels().filter(|(level, _)| *level > rating).count()
    }

    fn row(
        &self,
        listed: Listed,
        rating: i64,
        deviation: i64,
        (provisional, rank): (bool, Option<u64>),
    ) -> Option<RatedRow> {
        let row = RatedRow {
            rank,
            of: RatedGroup::House,
            name: HOUSE.to_owned(),
            owner_handle: None,
            agent_id: None,
            version: None,
            level: None,
            rating,
            deviation,
            games: None,
            provisional,
        };
        let player = match listed {
            Listed::Level(level) => return Some(RatedRow { level: Some(level), ..row }),
            Listed::Player(player) => player,
        };
        let row = RatedRow { games: Some(self.tx.ratings.of(player, self.game_id)?.games), ..row };
        Some(match player {
            RatedPlayer::Account(id) => {
                RatedRow { of: RatedGroup::People, name: self.tx.accounts.known(id).handle.clone(), ..row }
            }
            RatedPlayer::Version(version) => {
                let id = self.tx.ratings.agent(version)?;
                let agent = self.tx.agents.get(id)?;
                let owner_handle = agent.row.owner.map(|owner| self.tx.accounts.known(owner).handle.clone());
                let version = Some(agent.row.version);
                let (of, name, agent_id) = (RatedGroup::Agents, agent.name.clone(), Some(id));
                RatedRow { of, name, owner_handle, agent_id, version, ..row }
            }
        })
    }

    /// The row of a member, if they are in the list.
    fn row_of_member(&self, id: AccountId) -> Option<RatedRow> {
        let now = self.tx.now;
        let player = RatedPlayer::Account(id);
        let row: &RatingRow = self.tx.ratings.of(player, self.game_id).filter(|_| self.tx.is_listed(id))?;
        let (rating, provisional) = (shown(row.numbers.rating), row.is_provisional(now));
        let rank = (!provisional).then(|| self.ranked_above(rating) as u64 + 1);
        self.row(Listed::Player(player), rating, row.shown_deviation(now), (provisional, rank))
    }
}
