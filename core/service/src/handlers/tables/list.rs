//! Lists of tables: open, running, the caller's own, and those with a seat reserved for the caller. At most 100 rows.

use crate::answer::{
    Answer, Invitation, MyInvitations, MyTable, MyTables, OpenTable, OpenTables, PlayingTable, PlayingTables,
};
use crate::games::{Registry, Seat};
use crate::handled::HandlerResult;
use crate::handlers::blocks;
use crate::ids::{AccountId, TableId};
use crate::record::Player;
use crate::request::{self, Caller};
use crate::state::{HotState, Table};

pub(crate) fn open_tables(state: &HotState, caller: &Caller, filter: &request::OpenTables) -> HandlerResult {
    let reader = caller.member().ok();
    let games = state.config.games;
    let row = |(id, table): (TableId, &Table)| OpenTable {
        id,
        game_id: table.row.game_id.clone(),
        kind: table.row.setup.kind.clone(),
        label: label(games, table),
        stake: table.row.setup.stake,
        created_at: table.row.created_at,
        seats_filled: table.row.players.iter().filter(|player| **player != Player::Vacant).count(),
        seats_total: table.row.players.len(),
        host: host_of(state, table),
    };
    let tables = state
        .tables
        .open(filter.game_id.as_deref())
        .filter(|(_, table)| !state.seats_frozen(&table.row) && !blocks::is_unlisted_for(state, reader, &table.row))
        .take(state.config.bounds.rows)
        .map(row)
        .collect();
    Ok(Answer::OpenTables(OpenTables { tables }).into())
}

pub(crate) fn playing_tables(state: &HotState) -> HandlerResult {
    let games = state.config.games;
    let row = |(id, table): (TableId, &Table)| PlayingTable {
        id,
        game_id: table.row.game_id.clone(),
        kind: table.row.setup.kind.clone(),
        label: label(games, table),
        stake: table.row.setup.stake,
        seats: table.row.players.iter().map(|player| state.name_of(*player)).collect(),
        created_at: table.row.created_at,
    };
    let tables = state.tables.playing().take(state.config.bounds.rows).map(row).collect();
    Ok(Answer::PlayingTables(PlayingTables { tables }).into())
}

pub(crate) fn my_tables(state: &HotState, account: AccountId) -> HandlerResult {
    let tables = tables_of(state, account).take(state.config.bounds.rows).map(|(id, table, seat)| MyTable {
        id,
        game_id: table.row.game_id.clone(),
        kind: table.row.setup.kind.clone(),
        status: table.status(),
        pace: table.row.pace,
        stake: table.row.setup.stake,
        your_turn: table.waits_for(seat),
    });
    Ok(Answer::MyTables(MyTables { tables: tables.collect() }).into())
}

/// The tables where a member sits that wait or run, newest first. Those of agents are not listed.
pub(crate) fn tables_of(state: &HotState, account: AccountId) -> impl Iterator<Item = (TableId, &Table, Seat)> {
    let mine = state.tables.active_of(account).rev().filter(|(_, table)| !table.row.is_for_agents());
    mine.filter_map(move |(id, table)| Some((id, table, table.seat_of(account)?)))
}

pub(crate) fn my_invitations(state: &HotState, account: AccountId) -> HandlerResult {
    let games = state.config.games;
    let kept = state.tables.active_of(account).rev();
    let open = kept
        .filter(|(id, table)| table.seat_of(account).is_none() && state.is_reserved_for(account, *id, &table.row))
        .filter(|(_, table)| !state.seats_frozen(&table.row))
        .filter(|(_, table)| !table.row.host.is_some_and(|host| state.blocks.is_between(host, account)));
    let invitations = open.take(state.config.bounds.rows).map(|(id, table)| Invitation {
        id,
        game_id: table.row.game_id.clone(),
        kind: table.row.setup.kind.clone(),
        label: label(games, table),
        stake: table.row.setup.stake,
        host: host_of(state, table),
        pace: table.row.pace,
        created_at: table.row.created_at,
    });
    Ok(Answer::MyInvitations(MyInvitations { invitations: invitations.collect() }).into())
}

fn host_of(state: &HotState, table: &Table) -> String {
    state.name_of(table.row.host.map_or(Player::Guest, Player::Member))
}

/// The kind's display name.
pub(crate) fn label(games: Registry, table: &Table) -> String {
    match table.row.setup.kind.as_deref() {
        Some(kind) => games.kind(kind).map(|(_, kind)| kind.label),
        // A leg of a duel.
        None => games.newest(&table.row.game_id).map(|rules| rules.about().label()),
    }
    .map_or_else(|| table.row.game_id.clone(), str::to_owned)
}
