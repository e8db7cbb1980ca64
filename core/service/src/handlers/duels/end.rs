//! The end of a duel: remaining stakes are refunded, agents' records are updated, and the pending request is answered.

use super::running::Duelling;
use crate::handlers::accounts::kin;
use crate::handlers::chips::ledger;
use crate::ids::DuelId;
use crate::record::{AgentRow, DuelEndRow, DuelOutcome, DuelRow, Key, Player, Record};
use crate::rejection::Rejection;
use crate::state::Transaction;

/// End a duel: refund the stakes of legs that were not dealt, update the agents' records if it counts and a leg was
/// served, and answer the pending request.
pub(super) fn end_duel(tx: &mut Transaction<'_>, duelling: &mut Duelling, id: DuelId, counts: bool) {
    let Some(duel) = tx.duels.get(id).cloned() else { return };
    let outcome = duel.outcome();
    let duel = close_duel(tx, id, duel, outcome);
    let served = duel.over() > duel.voided || duel.left.is_some();
    if counts && served && !duel.self_check {
        note_records(tx, &duel, outcome);
    } else if !counts && !duel.self_check {
        tx.put(Record::UncountedDuel(id, ()));
    }
    duelling.answer(tx, id, duel.answer(id));
}

/// End a duel while no leg is running.
pub(super) fn end_unplayed(tx: &mut Transaction<'_>, duelling: &mut Duelling, id: DuelId) {
    let Some(duel) = tx.duels.get(id) else { return };
    let counts = kin::counts_between(tx, duel.player(0), duel.player(1));
    end_duel(tx, duelling, id, counts);
}

/// The operator has voided the running leg: the duel has no winner and counts for no agent.
pub(crate) fn void_duel(tx: &mut Transaction<'_>, duelling: &mut Duelling, id: DuelId) {
    let Some(duel) = tx.duels.get(id).cloned() else { return };
    let duel = close_duel(tx, id, duel, DuelOutcome::Draw);
    if duel.self_check {
        // This does not say anything about the agent: the request can be sent again.
        duelling.reject(id, Rejection::Unavailable);
    } else {
        duelling.answer(tx, id, duel.answer(id));
    }
}

fn close_duel(tx: &mut Transaction<'_>, id: DuelId, mut duel: DuelRow, outcome: DuelOutcome) -> DuelRow {
    let unpaid = duel.dealt + 1..=duel.format.legs();
    duel.end = Some(DuelEndRow { at: tx.now, outcome });
    if duel.self_check {
        tx.remove(Key::Duel(id));
    } else {
        tx.put(Record::Duel(id, Box::new(duel.clone())));
        tx.put(Record::DuelEntry(id, duel.entry()));
        for leg in unpaid {
            for side in [0, 1] {
                ledger::give_back(tx, duel.player(side), duel.stake, (duel.table(id, leg), &duel.game_id));
            }
        }
    }
    for owner in duel.owners() {
        ledger::return_chips_of_erased(tx, Player::Member(owner));
        ledger::refill(tx, owner);
    }
    duel
}

fn note_records(tx: &mut Transaction<'_>, duel: &DuelRow, outcome: DuelOutcome) {
    let winners = [DuelOutcome::Challenger, DuelOutcome::Defender];
    for (place, (side, winner)) in duel.sides.iter().zip(winners).enumerate() {
        let Some(agent) = tx.agents.get(side.agent) else { continue };
        let mut row: AgentRow = agent.row.clone();
        let mut beaten = None;
        match outcome {
            DuelOutcome::Draw => {}
            outcome if outcome == winner => {
                row.wins += 1;
                beaten = duel.sides[1 - place].owner;
            }
            DuelOutcome::Challenger | DuelOutcome::Defender => row.losses += 1,
        }
        if row.version_id == side.version {
            row.version_duels += 1;
        }
        tx.put(Record::Agent(side.agent, Box::new(row)));
        if let Some(owner) = beaten.filter(|owner| !tx.agents.has_beaten(side.agent, *owner)) {
            tx.put(Record::Beaten(side.agent, owner, ()));
        }
    }
}
