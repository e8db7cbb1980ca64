//! Whether two cores say the same, for the simulator: one that only absorbs batches must equal the one that made them.

use super::hot::State;
use super::message::ChatMessage;
use super::table::Table;
use crate::time::Millis;
use crate::timers::Timer;
use sha2::{Digest, Sha256};
use std::fmt::Debug;

/// Whether both say the same: quicker than to look for what they do not.
pub(crate) fn is_same(one: &State, other: &State) -> bool {
    let refs = |state: &State| state.refs.iter().map(|(hash, known)| (*hash, known.row.clone())).collect::<Vec<_>>();
    let same_tables = one.tables.iter().map(|(id, _)| id).eq(other.tables.iter().map(|(id, _)| id))
        && one.tables.iter().zip(other.tables.iter()).all(|((_, one), (_, other))| is_same_table(one, other));
    same_tables
        && one.accounts.iter().eq(other.accounts.iter())
        && one.ledger.iter().eq(other.ledger.iter())
        && one.ledger.of_members() == other.ledger.of_members()
        && one.invitations == other.invitations
        && refs(one) == refs(other)
        && one.rosters == other.rosters
        && one.grants.iter().eq(other.grants.iter())
        && one.parties.iter().eq(other.parties.iter())
        && one.days == other.days
        && one.agents.iter().eq(other.agents.iter())
        && one.duels == other.duels
        && one.tables_made == other.tables_made
        && one.freed == other.freed
        && one.house_losses == other.house_losses
        && one.identities == other.identities
        && one.subscriptions == other.subscriptions
        && one.notices == other.notices
        && one.latest == other.latest
        && timers(one).eq(timers(other))
}

fn is_same_table(one: &Table, other: &Table) -> bool {
    one.row == other.row
        && one.plies() == other.plies()
        && one.messages == other.messages
        && one.next_to_time_out() == other.next_to_time_out()
        && in_play(one) == in_play(other)
}

/// What there is of a match that goes on: a start keeps no boards of tables that are over.
fn in_play(table: &Table) -> Option<impl PartialEq + Debug> {
    table.live().filter(|_| table.is_playing()).map(|live| {
        let (events, kept) = (live.events_at(), live.events_after(0));
        let kept: Vec<String> = kept.iter().map(|event| event.0.get().to_owned()).collect();
        (events, kept, live.banks(), live.board.to_act(), live.board.outcome())
    })
}

/// How long a reference is kept beyond its time begins anew with a start.
fn timers(state: &State) -> impl Iterator<Item = &(Millis, Timer)> {
    state.timers.iter().filter(|(_, timer)| !matches!(timer, Timer::RefEnds(_)))
}

/// The first part that is not the same in both, as each has it; a dash where one has no more.
pub(crate) fn first_difference(one: &State, other: &State) -> Option<[String; 2]> {
    let parts = |state: &State| {
        let mut parts = Vec::new();
        each_part(state, |part| parts.push(format!("{part:?}")));
        parts
    };
    let (one, other) = (parts(one), parts(other));
    let at = (0..one.len().max(other.len())).find(|at| one.get(*at) != other.get(*at))?;
    let part = |parts: &[String]| parts.get(at).map_or("-", String::as_str).to_owned();
    Some([part(&one), part(&other)])
}

fn each_part(state: &State, mut add: impl FnMut(&dyn Debug)) {
    // What was written stays unsaid.
    let message = |(id, message): (&u64, &ChatMessage)| {
        let row = postcard::to_allocvec(&(id, &message.row, &message.body, &message.client_id));
        hex::encode(Sha256::digest(row.expect("a row is plain data")))
    };
    for (id, account) in state.accounts.iter() {
        add(&(id, account));
    }
    for (account, row) in state.ledger.iter() {
        add(&(account, row));
    }
    add(&state.ledger.of_members());
    add(&state.invitations);
    for (hash, known) in &state.refs {
        add(&(hash, &known.row));
    }
    for (id, table) in state.tables.iter() {
        let messages: Vec<String> = table.messages.iter().map(message).collect();
        add(&(id, &table.row, table.plies(), in_play(table), messages, table.next_to_time_out()));
    }
    add(&state.rosters);
    for (id, grant) in state.grants.iter() {
        add(&(id, grant));
    }
    for (id, party) in state.parties.iter() {
        add(&(id, party));
    }
    for (day, board) in state.days.iter() {
        add(&(day, board));
    }
    for (id, agent) in state.agents.iter() {
        add(&(id, agent));
    }
    add(&state.duels);
    add(&state.tables_made);
    add(&state.freed);
    add(&state.house_losses);
    add(&state.identities);
    add(&state.subscriptions);
    add(&state.notices);
    add(&state.latest);
    timers(state).for_each(|timer| add(timer));
}
