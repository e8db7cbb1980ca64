//! How a settled table ended, and its end card.

use super::viewer;
use crate::answer::{Answer, CardSeat, EndCard};
use crate::handled::{Handled, HandlerResult};
use crate::ids::TableId;
use crate::pending::ArchivedRead;
use crate::record::{ArchiveRow, EndRow, Status, TableRatingRow, TableRow};
use crate::rejection::{Rejection, TableRejection as Rejected};
use crate::request::Caller;
use crate::state::{HotState, Transaction};

pub(crate) fn end_card(tx: &Transaction<'_>, caller: &Caller, table: TableId) -> HandlerResult {
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up(table, ArchivedRead::Card));
    };
    let end = end_of(tx, caller, table, &known.row)?;
    let rating = tx.ratings.table(table);
    Ok(Answer::Card(card_of(tx, table, (&known.row, rating), end)).into())
}

/// How a table ended. The end of a settled table is public to callers who know its id, that of a running one only to
/// those who may read it. A cancelled table has no end.
pub(crate) fn end_of<'r>(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    row: &'r TableRow,
) -> Result<&'r EndRow, Rejection> {
    match &row.status {
        Status::Settled { end, .. } => Ok(end),
        Status::Cancelled { .. } | Status::Voided { .. } => Err(Rejected::NotFound.into()),
        Status::Waiting { .. } | Status::Playing { .. } => {
            viewer::viewer_of(tx, caller, table, row)?;
            Err(Rejected::StillRunning.into())
        }
    }
}

/// How an archived table ended. A cancelled one has no end.
pub(super) fn settled(row: &ArchiveRow) -> Result<&EndRow, Rejection> {
    match &row.table.status {
        Status::Settled { end, .. } => Ok(end),
        Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
            Err(Rejected::NotFound.into())
        }
    }
}

pub(super) fn card_of(
    state: &HotState,
    id: TableId,
    (row, rating): (&TableRow, Option<&TableRatingRow>),
    end: &EndRow,
) -> EndCard {
    let seats = end.outcome.iter().zip(&end.card).map(|(outcome, card)| {
        let player = row.players[outcome.seat.index()];
        CardSeat {
            seat: outcome.seat,
            name: state.name_of(player),
            avatar_url: player.member().and_then(|id| state.accounts.known(id).avatar_url.clone()),
            score: card.net,
            result: outcome.result,
            rank: outcome.rank,
            title: card.title.clone(),
            roster_net: card.roster_net,
            rating_change: rating.and_then(|rating| rating.change_of(outcome.seat)),
        }
    });
    EndCard {
        id,
        game_id: row.game_id.clone(),
        kind: row.setup.kind.clone(),
        stake: row.setup.stake,
        settled_at: Some(end.settled_at),
        seats: seats.collect(),
        winner_seat: end.winner,
        reign: end.reign,
        tables_together: end.tables_together,
    }
}
