//! A settlement changes the ratings of a table's players: one period of Glicko-2 for each of them.

use super::pairs::{self, RatedSeat};
use super::rated_player;
use crate::games::{MatchResult, Outcome, OutcomeEntry, Seat, Share};
use crate::glicko::{RatedGame, days_between};
use crate::ids::{AccountId, TableId};
use crate::record::{RatingRow, RatingStepRow, Record, TableRow};
use crate::state::{HotState, Transaction};
use crate::time::Millis;
use std::collections::BTreeSet;

/// Rate the players of a table that is being settled. It does not count as settled yet.
pub(crate) fn rate(tx: &mut Transaction<'_>, table: TableId, row: &TableRow, outcome: &Outcome) {
    let rating = tx.ratings.table(table).filter(|rating| rating.rated && is_rated_kind(tx, row));
    let Some(mut rating) = rating.cloned() else { return };
    let seats = rated_seats(tx, table, row);
    let counts = |one: &RatedSeat, other: &RatedSeat| pairs::count_for_each_other(tx, &row.game_id, one, other);
    let mut owners = BTreeSet::new();
    for (at, one) in seats.iter().enumerate() {
        let others = seats[at + 1..].iter().filter(|other| counts(one, other));
        owners.extend(others.map(|other| [one.owner.min(other.owner), one.owner.max(other.owner)]));
    }
    let steps = seats.iter().filter_map(|seat| {
        let others = seats.iter().filter(|other| other.seat != seat.seat && counts(seat, other));
        let against: Vec<Seat> = others.map(|other| other.seat).collect();
        let before = tx.ratings.of(seat.player, &row.game_id).copied().unwrap_or(RatingRow::NEW);
        let step = RatingStepRow { player: seat.player, seat: seat.seat, against, before, after: before };
        (!step.against.is_empty()).then_some(step)
    });
    rating.steps = after(steps.collect(), row, &outcome.entries(), tx.now);
    if rating.steps.is_empty() {
        return;
    }
    for pair in owners {
        count_pair(tx, &row.game_id, pair);
    }
    for step in &rating.steps {
        tx.put(Record::Rating(row.game_id.clone(), step.player, step.after));
    }
    tx.put(Record::TableRating(table, rating));
}

/// Whether tables of this sort are rated.
fn is_rated_kind(state: &HotState, row: &TableRow) -> bool {
    let is_banked = state.rules_of(row).is_ok_and(|rules| rules.about().banked);
    !is_banked && !row.practice && row.party.is_none() && row.daily.is_none()
}

/// The seats of members and of their agents.
fn rated_seats(state: &HotState, table: TableId, row: &TableRow) -> Vec<RatedSeat> {
    let rated = |at: usize| {
        let (seat, owner) = (Seat::at(at), row.players[at].member()?);
        Some(RatedSeat { seat, player: rated_player(state, table, row, seat)?, owner })
    };
    (0..row.players.len()).filter_map(rated).collect()
}

fn count_pair(tx: &mut Transaction<'_>, game_id: &str, [one, other]: [AccountId; 2]) {
    let day = tx.now.day();
    let tables = tx.ratings.tables_of_pair(day, game_id, [one, other]) + 1;
    tx.put(Record::PairTables(day, game_id.to_owned(), one, other, tables));
}

/// The steps of a table with the numbers after it. Each is computed from the numbers of all before it.
pub(super) fn after(
    steps: Vec<RatingStepRow>,
    row: &TableRow,
    outcome: &[OutcomeEntry],
    now: Millis,
) -> Vec<RatingStepRow> {
    let after = |step: &RatingStepRow| {
        let own = entry(outcome, step.seat)?;
        let game = |seat: &Seat| {
            let opponent = steps.iter().find(|other| other.seat == *seat)?.before;
            Some(RatedGame {
                opponent: opponent.numbers,
                idle_days: idle_days(&opponent, now),
                share: Share::between(&row.game_id, row.setup.stake, own, entry(outcome, *seat)?),
            })
        };
        let games: Option<Vec<RatedGame>> = step.against.iter().map(game).collect();
        let after = played(&step.before, own.result, &games.filter(|games| !games.is_empty())?, now);
        Some(RatingStepRow { after, ..step.clone() })
    };
    steps.iter().filter_map(after).collect()
}

fn entry(outcome: &[OutcomeEntry], seat: Seat) -> Option<&OutcomeEntry> {
    outcome.iter().find(|entry| entry.seat == seat)
}

fn played(before: &RatingRow, result: MatchResult, games: &[RatedGame], now: Millis) -> RatingRow {
    RatingRow {
        numbers: before.numbers.after(idle_days(before, now), games),
        games: before.games + 1,
        wins: before.wins + u32::from(result == MatchResult::Win),
        draws: before.draws + u32::from(result == MatchResult::Draw),
        rated_at: now,
    }
}

/// Whole days since a player's last rated table. A new player has had none.
fn idle_days(row: &RatingRow, now: Millis) -> u64 {
    if row.games == 0 { 0 } else { days_between(row.rated_at, now) }
}
