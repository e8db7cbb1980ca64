//! Comparison of two states, for the simulator. A core that only absorbs batches must equal the one that made them, and
//! one that starts from storage must equal both, with all indexes. The comparison is here because the indexes are
//! private.

use super::hot::HotState;
use crate::time::Millis;
use crate::timers::Timer;
use std::fmt::Debug;
use std::iter::once;

/// The first part that differs, as each state has it; a dash where one has no more. `None` if both are equal.
pub(crate) fn first_difference(one: &HotState, other: &HotState) -> Option<[String; 2]> {
    // Every field is named, so that a new one does not compile until it is compared.
    let HotState {
        config: _,
        vault: _,
        accounts,
        ledger,
        ranking,
        invitations,
        refs: _,
        tables,
        rosters,
        grants,
        parties,
        days,
        agents,
        duels,
        agent_days,
        tables_made,
        freed,
        house_losses,
        identities,
        subscriptions,
        notices,
        audit_head,
        chats_dropped,
        kin_tables,
        sanctions,
        timers: _,
        latest,
    } = one;
    rows(accounts.iter(), other.accounts.iter())
        .or_else(|| part(accounts.index(), other.accounts.index()))
        .or_else(|| rows(ledger.iter(), other.ledger.iter()))
        .or_else(|| part(ledger.of_members(), other.ledger.of_members()))
        .or_else(|| rows(ranking.iter(), other.ranking.iter()))
        .or_else(|| part(ranking.index(), other.ranking.index()))
        .or_else(|| rows(invitations.iter(), other.invitations.iter()))
        .or_else(|| rows(refs(one), refs(other)))
        .or_else(|| rows(tables.compared(), other.tables.compared()))
        .or_else(|| part(tables.index(), other.tables.index()))
        .or_else(|| rows(rosters.iter(), other.rosters.iter()))
        .or_else(|| rows(grants.iter(), other.grants.iter()))
        .or_else(|| part(grants.index(), other.grants.index()))
        .or_else(|| rows(parties.iter(), other.parties.iter()))
        .or_else(|| part(parties, &other.parties))
        .or_else(|| rows(days.iter(), other.days.iter()))
        .or_else(|| rows(agents.iter(), other.agents.iter()))
        .or_else(|| part(agents, &other.agents))
        .or_else(|| part(duels, &other.duels))
        .or_else(|| part(agent_days, &other.agent_days))
        .or_else(|| rows(tables_made.iter(), other.tables_made.iter()))
        .or_else(|| rows(freed.iter(), other.freed.iter()))
        .or_else(|| part(house_losses, &other.house_losses))
        .or_else(|| part(identities, &other.identities))
        .or_else(|| part(subscriptions, &other.subscriptions))
        .or_else(|| part(notices, &other.notices))
        .or_else(|| part(audit_head, &other.audit_head))
        .or_else(|| part(chats_dropped, &other.chats_dropped))
        .or_else(|| rows(kin_tables.iter(), other.kin_tables.iter()))
        .or_else(|| rows(sanctions.iter(), other.sanctions.iter()))
        .or_else(|| part(latest, &other.latest))
        .or_else(|| rows(timers(one), timers(other)))
}

fn part<T: PartialEq + Debug>(one: T, other: T) -> Option<[String; 2]> {
    rows(once(one), once(other))
}

/// The first of the rows that differs.
fn rows<T: PartialEq + Debug>(
    mut one: impl Iterator<Item = T>,
    mut other: impl Iterator<Item = T>,
) -> Option<[String; 2]> {
    let told = |row: Option<T>| row.map_or_else(|| "-".to_owned(), |row| format!("{row:?}"));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => return Some([told(one), told(other)]),
        }
    }
}

/// The retention of an idempotency key starts again with a start of the process.
fn refs(state: &HotState) -> impl Iterator<Item = impl PartialEq + Debug> {
    state.refs.iter().map(|(hash, known)| (hash, &known.row))
}

fn timers(state: &HotState) -> impl Iterator<Item = &(Millis, Timer)> {
    state.timers.iter().filter(|(_, timer)| !matches!(timer, Timer::RefEnds(_)))
}
