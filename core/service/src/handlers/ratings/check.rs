//! The check of a store: each step of a rating is computed again, and the steps of a player follow one another.

use super::settle;
use crate::ids::TableId;
use crate::record::{DamageError, EndRow, RatedPlayer, RatingRow, Status, TableRatingRow, TableRow};
use crate::secret::sha256;
use crate::state::HotState;
use crate::time::Millis;
use std::collections::BTreeMap;
use turnstone_fairness::{EraReason, Says, Statement};

/// Differences and gaps that are named.
const NAMED: usize = 20;

/// The steps of all tables that were looked at.
#[derive(Default)]
pub(crate) struct RatingSteps {
    steps: u64,
    by_player: BTreeMap<(RatedPlayer, String), Vec<StepLink>>,
    differences: Findings,
}

/// One step of a player, with digests of the numbers before and after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StepLink {
    settled_at: Millis,
    /// Rated tables before it.
    games: u32,
    table: TableId,
    before: u64,
    after: u64,
}

/// What was found, with the places of the first ones.
#[derive(Default, Clone)]
struct Findings {
    count: u64,
    places: Vec<String>,
}

impl Findings {
    fn add(&mut self, place: String) {
        self.count += 1;
        if self.places.len() < NAMED {
            self.places.push(place);
        }
    }

    fn print(&self) -> String {
        let more = if self.count > self.places.len() as u64 { ", and more" } else { "" };
        format!("{}{more}", self.places.join(", "))
    }
}

/// The result of a check of the ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingCheck {
    /// Steps that were computed again.
    pub steps: u64,
    /// Gaps between steps. Only a store that was salvaged or restored may have them.
    pub gaps: u64,
    /// Where the first gaps are.
    pub gaps_at: String,
}

impl RatingSteps {
    /// Compute the steps of a table again.
    pub(crate) fn look(&mut self, table: TableId, row: &TableRow, rating: &TableRatingRow) {
        if rating.steps.is_empty() {
            return;
        }
        let Status::Settled { end, .. } = &row.status else {
            return self.differences.add(format!("{table} is rated and not settled"));
        };
        self.steps += rating.steps.len() as u64;
        let again = settle::after(rating.steps.clone(), row, &end.outcome, end.settled_at);
        if again != rating.steps || !is_mutual(rating) {
            self.differences.add(table.to_string());
        }
        self.link(table, row, end, rating);
    }

    fn link(&mut self, table: TableId, row: &TableRow, end: &EndRow, rating: &TableRatingRow) {
        for step in &rating.steps {
            let link = StepLink {
                settled_at: end.settled_at,
                games: step.before.games,
                table,
                before: digest(&step.before),
                after: digest(&step.after),
            };
            self.by_player.entry((step.player, row.game_id.clone())).or_default().push(link);
        }
    }

    /// Check the steps of hot tables too, and that the steps of each player lead from one to the next and to their rating.
    pub(crate) fn check(&self, state: &HotState) -> Result<RatingCheck, DamageError> {
        let mut hot = Self::default();
        for (id, known) in state.tables.iter() {
            if let Some(rating) = state.ratings.table(id) {
                hot.look(id, &known.row, rating);
            }
        }
        let mut differences = self.differences.clone();
        hot.differences.places.into_iter().for_each(|place| differences.add(place));
        let mut gaps = Findings::default();
        let mut players: BTreeMap<(RatedPlayer, String), Vec<StepLink>> = hot.by_player;
        for (key, links) in &self.by_player {
            players.entry(key.clone()).or_default().extend(links);
        }
        for ((player, game_id), links) in &mut players {
            links.sort_unstable();
            follow(links, state.ratings.of(*player, game_id), &mut differences, &mut gaps);
        }
        for (player, game_id, _) in state.ratings.iter() {
            if !players.contains_key(&(player, game_id.clone())) {
                gaps.add(format!("of {player:?} in {game_id}, which has no table"));
            }
        }
        let steps = self.steps + hot.steps;
        if gaps.count > 0 && !may_have_gaps(state) {
            let (count, places) = (gaps.count, gaps.print());
            return Err(DamageError(format!("{count} ratings do not follow from the tables before them: {places}")));
        }
        if differences.count > 0 {
            let (count, places) = (differences.count, differences.print());
            return Err(DamageError(format!("{count} of {steps} steps of ratings differ: {places}")));
        }
        Ok(RatingCheck { steps, gaps: gaps.count, gaps_at: gaps.print() })
    }
}

/// Follow the steps of a player in a game to the stored rating.
fn follow(links: &[StepLink], rating: Option<&RatingRow>, differences: &mut Findings, gaps: &mut Findings) {
    let mut reached = (0, digest(&RatingRow::NEW));
    for link in links {
        if link.before != reached.1 {
            let of = if link.games == reached.0 { &mut *differences } else { &mut *gaps };
            of.add(format!("before {}", link.table));
        }
        reached = (link.games + 1, link.after);
    }
    let Some(last) = links.last() else { return };
    let (games, stored) = rating.map_or((0, 0), |row| (row.games, digest(row)));
    if stored != reached.1 {
        let of = if games == reached.0 { differences } else { gaps };
        of.add(format!("after {}", last.table));
    }
}

/// Whether each result counts for both sides.
fn is_mutual(rating: &TableRatingRow) -> bool {
    let counts = |from, to| rating.steps.iter().any(|step| step.seat == from && step.against.contains(&to));
    rating.steps.iter().all(|step| step.against.iter().all(|seat| counts(*seat, step.seat)))
}

fn digest(row: &RatingRow) -> u64 {
    let RatingRow { numbers, games, wins, draws, rated_at } = row;
    let numbers = [numbers.rating, numbers.deviation, numbers.volatility].map(i64::to_be_bytes);
    let counts = [*games, *wins, *draws].map(u32::to_be_bytes);
    let bytes = [numbers.as_flattened(), counts.as_flattened(), &rated_at.0.to_be_bytes()].concat();
    sha256(&bytes).iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}

/// Whether rows may have been lost: the store was salvaged, or restored from a backup.
fn may_have_gaps(state: &HotState) -> bool {
    let is_restored = |says: &Says| matches!(says, Says::Era { reason: EraReason::Restored, .. });
    let mut stated = state.fairness.statements_from(1).filter_map(|(_, row)| Statement::parse(&row.text));
    state.restored || stated.any(|said| is_restored(&said.says))
}
