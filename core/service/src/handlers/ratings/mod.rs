//! Ratings: what a table has to do with them, and how they are shown.

pub(crate) mod check;
pub(crate) mod lists;
mod pairs;
pub(crate) mod settle;

use crate::answer::GameRating;
use crate::games::{Seat, anchor};
use crate::glicko::shown;
use crate::ids::{AccountId, TableId};
use crate::record::{Player, RATING_RULES, RatedPlayer, RatingRow, Record, Status, TableRatingRow, TableRow};
use crate::state::{HotState, Transaction};
use crate::time::Millis;
use std::collections::BTreeSet;

/// A table was created. One that is played from the start gets the ratings of its players.
pub(crate) fn open_table(tx: &mut Transaction<'_>, table: TableId, rated: bool) {
    let row = TableRatingRow { rated, at_start: Vec::new(), steps: Vec::new(), rules: RATING_RULES };
    put_start(tx, table, row);
}

/// A waiting table starts. One that an earlier version created has no part in ratings.
pub(crate) fn start_table(tx: &mut Transaction<'_>, table: TableId) {
    if let Some(row) = tx.ratings.table(table).cloned() {
        put_start(tx, table, row);
    }
}

fn put_start(tx: &mut Transaction<'_>, table: TableId, row: TableRatingRow) {
    let known = tx.table(table).map(|known| &known.row);
    let is_played = |row: &&TableRow| matches!(row.status, Status::Playing { .. });
    let seats = known.filter(is_played).map(|of| (0..of.players.len()).map(|at| at_start(tx, table, of, Seat::at(at))));
    let at_start = seats.map(Iterator::collect).unwrap_or_default();
    tx.put(Record::TableRating(table, TableRatingRow { at_start, ..row }));
}

/// The rating of a seat's player in whole points, if they have one.
fn at_start(state: &HotState, table: TableId, row: &TableRow, seat: Seat) -> Option<u16> {
    let rating = match rated_player(state, table, row, seat) {
        Some(player) => shown(state.ratings.of(player, &row.game_id)?.numbers.rating),
        None if row.players[seat.index()] == Player::House => anchor(&row.game_id, row.setup.level())?,
        None => return None,
    };
    u16::try_from(rating).ok()
}

/// The rated player of a seat: the version of an agent at a duel's leg, otherwise the member.
fn rated_player(state: &HotState, table: TableId, row: &TableRow, seat: Seat) -> Option<RatedPlayer> {
    let member = row.players[seat.index()].member()?;
    Some(match state.duels.at(table) {
        Some((_, duel)) => RatedPlayer::Version(duel.sides[duel.side_in(seat)].version),
        None => RatedPlayer::Account(member),
    })
}

/// The ratings of a player as they are shown now, by game.
pub(crate) fn shown_ratings(state: &HotState, player: RatedPlayer, now: Millis) -> Vec<GameRating> {
    let shown = |(game_id, row): (&String, &RatingRow)| GameRating {
        game_id: game_id.clone(),
        rating: shown(row.numbers.rating),
        deviation: row.shown_deviation(now),
        games: row.games,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses(),
        provisional: row.is_provisional(now),
    };
    state.ratings.all_of(player).map(shown).collect()
}

/// Whether the results of all these members count for each other in a game.
pub(crate) fn all_count(tx: &Transaction<'_>, game_id: &str, members: &BTreeSet<AccountId>) -> bool {
    let others = |one: AccountId| members.range(one..).skip(1).map(move |other| [one, *other]);
    members.iter().flat_map(|one| others(*one)).all(|pair| pairs::count_between(tx, game_id, pair))
}

impl TableRatingRow {
    /// What the table did to the rating of a seat's player, in whole points.
    pub(crate) fn change_of(&self, seat: Seat) -> Option<i64> {
        let step = self.steps.iter().find(|step| step.seat == seat)?;
        Some(shown(step.after.numbers.rating) - shown(step.before.numbers.rating))
    }
}
