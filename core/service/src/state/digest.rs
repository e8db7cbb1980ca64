//! A fingerprint of what the records say, for the simulator: a core that only absorbs batches must equal the one that
//! made them.

use super::hot::State;
use super::message::ChatMessage;
use crate::timers::Timer;
use sha2::{Digest, Sha256};
use std::fmt::{Debug, Write};
use std::hash::{DefaultHasher, Hasher};

/// A hash over the state in a fixed order: nobody means to deceive it, and it is made at every start.
pub(crate) fn of(state: &State) -> u64 {
    let mut printed = Printed(DefaultHasher::new());
    each_part(state, |part| writeln!(printed, "{part:?}").expect("a hasher takes whatever is printed"));
    printed.0.finish()
}

/// A hash over what is printed.
struct Printed(DefaultHasher);

impl Write for Printed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
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
    // Printing every byte of what was written would take most of the time.
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
        // A start keeps no boards of tables that are over.
        let live = table.live().filter(|_| table.is_playing()).map(|live| {
            let (events, kept) = (live.events_at(), live.events_after(0));
            let kept: Vec<String> = kept.iter().map(|event| event.0.get().to_owned()).collect();
            (events, kept, live.banks(), live.board.to_act(), live.board.outcome())
        });
        let messages: Vec<String> = table.messages.iter().map(message).collect();
        add(&(id, &table.row, table.plies(), live, messages, table.next_to_time_out()));
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
    // How long a reference is kept beyond its time begins anew with a start.
    let follows = |timer: &Timer| !matches!(timer, Timer::RefEnds(_));
    state.timers.iter().filter(|(_, timer)| follows(timer)).for_each(|timer| add(timer));
}
