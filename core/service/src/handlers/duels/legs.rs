//! The legs of a duel: dealt one after another, and counted at their ends, until no further leg can change the winner.

use super::end;
use super::running::Duelling;
use crate::games::{Brought, Deal, MatchResult, Outcome, SeedOf, Setup};
use crate::handlers::accounts::kin;
use crate::handlers::tables::settle::Settlement;
use crate::handlers::tables::{settle, turns, void};
use crate::handlers::{fairness, ratings};
use crate::ids::{AccountId, DuelId, TableId};
use crate::record::{DuelRow, EntryRow, Record, SecretForm, Status, TableRow, duel_label};
use crate::request::{Pace, Visibility};
use crate::state::{Table, Transaction};

/// The chat message at a leg that does not count.
const UNSERVED: &str = "this leg is void: the model was unavailable, and all stakes went back";

/// Deal the next leg. The second leg of a pair has the seed of the first, with swapped seats.
pub(super) fn deal_leg(tx: &mut Transaction<'_>, duelling: &mut Duelling, id: DuelId) {
    let Some(mut duel) = tx.duels.get(id).cloned() else { return };
    let Some(rules) = tx.config.games.find(&duel.game_id, &duel.version) else { return };
    duel.dealt += 1;
    duel.unserved = [0; 2];
    let seats = if duel.self_check { rules.about().default_seats } else { 2 };
    let (deal, seed) = deal_of_leg(tx, id, &mut duel, seats);
    let table = duel.table(id, duel.dealt);
    let seed = fairness::hidden(tx, table, deal.as_ref(), seed);
    let setup = Setup { deal: deal.map(Box::new), ..rules.setup(None, seats, duel.stake) };
    let row = TableRow {
        game_id: duel.game_id.clone(),
        version: duel.version.clone(),
        setup,
        seed,
        players: duel.players(seats),
        buy_in: duel.stake,
        host: None,
        visibility: if duel.self_check { Visibility::Unlisted } else { Visibility::Public },
        pace: Pace::Live,
        invited: None,
        practice: duel.self_check,
        daily: None,
        party: None,
        created_at: tx.now,
        status: Status::Playing { started_at: tx.now },
    };
    tx.put(Record::Duel(id, Box::new(duel)));
    tx.put(Record::Table(table, Box::new(row)));
    ratings::open_table(tx, table, true);
    go_on(tx, duelling, table);
}

/// The deal of the leg that is being dealt. The first leg of a pair has a seed of its own, which the second shares.
fn deal_of_leg(
    tx: &mut Transaction<'_>,
    id: DuelId,
    duel: &mut DuelRow,
    seats: usize,
) -> (Option<Deal>, Option<[u8; 32]>) {
    let is_first = duel.dealt % 2 == 1;
    let first = if is_first { None } else { duel.first_leg() };
    if !is_first && first.is_none() {
        // A pair that an earlier version began has no number: its second leg is in no list.
        return (None, duel.seed_form.open(duel.seed, &duel_label(id), &tx.keys));
    }
    let mut brought = vec![None; seats];
    // The seats are swapped in the second leg, and the seed is that of the first.
    let challenger = if is_first { duel.seat_of(0) } else { duel.seat_of(1) };
    brought[challenger.index()] = duel.brought.map(Brought);
    let deal = fairness::number(tx, brought);
    let Some((name, number)) = first else {
        let seed = fairness::seed_of(tx, &deal);
        (duel.pair, duel.pair_era) = (Some((tx.now.day(), deal.number)), tx.fairness.era());
        (duel.seed, duel.seed_form) = ([0; 32], SecretForm::Computed);
        return (Some(deal), seed);
    };
    let deal = Deal { seed_of: Some(SeedOf::Table { day: name.to_string(), number }), ..deal };
    let seed = fairness::seed_of(tx, &deal);
    (Some(deal), seed)
}

/// Continue a leg. If its match is over, settle it and update the duel.
pub(super) fn go_on(tx: &mut Transaction<'_>, duelling: &mut Duelling, table: TableId) {
    let Some(outcome) = turns::play_automatic(tx, table) else { return };
    if void_unserved_leg(tx, duelling, table) {
        return;
    }
    if let Some(settlement) = settle::settle(tx, table, &outcome) {
        leg_is_over(tx, duelling, table, &outcome, &settlement);
    }
}

/// Update the duel after a leg was settled.
fn leg_is_over(
    tx: &mut Transaction<'_>,
    duelling: &mut Duelling,
    table: TableId,
    outcome: &Outcome,
    settlement: &Settlement,
) {
    let Settlement { nets, counts } = settlement;
    let Some((id, duel)) = tx.duels.at(table) else { return };
    let (mut duel, seat) = (duel.clone(), duel.seat_of(0).index());
    match outcome.seats[seat].result {
        MatchResult::Win => duel.legs.challenger += 1,
        MatchResult::Loss => duel.legs.defender += 1,
        MatchResult::Draw => duel.legs.drawn += 1,
    }
    duel.net += nets[seat];
    if !duel.self_check {
        note_loss(tx, &duel, nets[duel.seat_of(1).index()]);
    }
    duel.plies += tx.table(table).map_or(0, |known| known.plies().len()) as u64;
    goes_on_or_ends(tx, duelling, id, duel, *counts);
}

/// Note the chips that a member's agents have lost to challengers today, less what they won from them.
fn note_loss(tx: &mut Transaction<'_>, duel: &DuelRow, net: i64) {
    let Some(defender) = duel.sides[1].owner.filter(|_| net != 0) else { return };
    let day = tx.now.day();
    let lost = tx.agent_days.lost(defender, day) - net;
    tx.put(Record::AgentLoss(day, defender, lost));
}

/// Update a duel after a leg. It ends when no further leg can change the winner. `counts` says whether the result
/// counts between its owners.
fn goes_on_or_ends(tx: &mut Transaction<'_>, duelling: &mut Duelling, id: DuelId, duel: DuelRow, counts: bool) {
    let over = duel.is_decided() || duel.over() == duel.format.legs();
    tx.put(Record::Duel(id, Box::new(duel)));
    if over {
        end::end_duel(tx, duelling, id, counts);
    }
}

/// Void a finished leg if more than a quarter of a side's decisions were fallbacks because the model was unavailable:
/// it does not count, and the stakes are refunded. A self-check has no stakes.
fn void_unserved_leg(tx: &mut Transaction<'_>, duelling: &mut Duelling, table: TableId) -> bool {
    let Some((id, duel)) = tx.duels.at(table).filter(|(_, duel)| !duel.self_check) else { return false };
    let plies = tx.table(table).map_or(&[][..], Table::plies);
    let decisions = |side: usize| {
        let seat = duel.seat_of(side);
        plies.iter().filter(|ply| ply.seat == seat && matches!(ply.entry, EntryRow::Choice(_))).count()
    };
    if (0..2).all(|side| 4 * duel.unserved[side] as usize <= decisions(side)) {
        return false;
    }
    let mut duel = duel.clone();
    duel.voided += 1;
    void::void_played(tx, table, UNSERVED);
    let counts = kin::counts_between(tx, duel.player(0), duel.player(1));
    goes_on_or_ends(tx, duelling, id, duel, counts);
    true
}

/// The owner of an agent is being erased: their side concedes the running leg and the duel.
pub(crate) fn leave_duel(tx: &mut Transaction<'_>, duelling: &mut Duelling, account: AccountId, id: DuelId) {
    let Some(mut duel) = tx.duels.get(id).cloned() else { return };
    let Some(side) = duel.sides.iter().position(|side| side.owner == Some(account)) else { return };
    if duel.left == Some(side as u8) {
        // The leg is played to its end. The next duel must get the room of the step.
        return;
    }
    duel.left = Some(side as u8);
    let (table, seat) = (duel.table(id, duel.dealt), duel.seat_of(side));
    let is_played = duel.dealt > duel.over();
    tx.put(Record::Duel(id, Box::new(duel)));
    if !is_played {
        return end::end_unplayed(tx, duelling, id);
    }
    let board = tx.table(table).and_then(|known| known.live()).map(|live| &live.board);
    // A seat that is all in cannot concede: the leg is played to its end, which ends the duel.
    if board.is_some_and(|board| board.may_concede(seat)) {
        turns::log_next(tx, table, seat, EntryRow::Forfeited);
        go_on(tx, duelling, table);
    }
}
