//! Erasure: an anonymous account stays in the member's place, without personal data.

use super::{handle, rows};
use crate::answer::{Answer, EraseResponse, True};
use crate::credentials::ServerKeys;
use crate::handled::{HandlerResult, invalid};
use crate::handlers::agents;
use crate::handlers::chips::ledger;
use crate::handlers::duels::legs;
use crate::handlers::duels::running::Duelling;
use crate::handlers::integrations::{messenger, push};
use crate::handlers::parties::changes;
use crate::handlers::tables::{course, grants, seating};
use crate::ids::{AccountId, DuelId, PartyId, TableId};
use crate::personal::Sealed;
use crate::record::{EntryRow, FreedRow, Key, Record};
use crate::request::EraseAccount;
use crate::state::{HotState, Transaction};
use crate::time::{Day, Millis};
use crate::timers::{Timer, Timers};

/// How long the handle of an erased account stays reserved, in seconds.
const KEPT_FREE_S: u64 = 30 * 86_400;

/// Erase the caller's account, if they confirm it with their handle.
pub(crate) fn erase_account(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    duelling: &mut Duelling,
    agenda: &mut Timers,
    account: AccountId,
    input: &EraseAccount,
) -> HandlerResult {
    if handle::plain_handle(&input.confirm_handle) != tx.accounts.known(account).handle {
        return Err(invalid("confirmHandle", "is not your handle"));
    }
    Ok(Answer::Erased(erase(tx, keys, duelling, agenda, account)).into())
}

/// Erase personal data at once, and leave everything that the member takes part in.
pub(crate) fn erase(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    duelling: &mut Duelling,
    agenda: &mut Timers,
    account: AccountId,
) -> EraseResponse {
    let handle = tx.accounts.known(account).handle.clone();
    duelling.reject_erased(account);
    leave_all(tx, duelling, agenda, account, TableId(0));
    ledger::return_chips(tx, account);
    // This account is never refilled again.
    ledger::edit_balance(tx, account, |balance| balance.refilled = Some(Day(u32::MAX)));
    let hash = keys.keyed_hash("freed", &handle);
    tx.put(Record::Freed(hash, FreedRow { free_at: tx.now.plus_s(KEPT_FREE_S) }));
    let identities_removed = messenger::free_identities(tx, account);
    let push_subs_removed = push::forget_browsers(tx, account);
    let agents_anonymised = agents::anonymise_agents(tx, account);
    if tx.sanctions.contains_key(&account) {
        tx.remove(Key::Sanction(account));
    }
    let shell = become_shell(tx, account);
    EraseResponse { ok: True, handle: shell, identities_removed, push_subs_removed, agents_anonymised }
}

/// Forfeit running tables, cancel or leave waiting ones, then leave the parties, and end the blocks: as much as a step has
/// room for. For a member with many hundreds of them, the rest follows at once in steps of its own.
pub(crate) fn leave_all(
    tx: &mut Transaction<'_>,
    duelling: &mut Duelling,
    agenda: &mut Timers,
    account: AccountId,
    mut after: TableId,
) {
    // Duels first, so that the chips held for their remaining legs are returned.
    let duels: Vec<DuelId> = tx.duels.running_of(account).map(|(id, _)| id).collect();
    for duel in duels {
        if !tx.has_room() {
            return agenda.set(tx.now, Timer::ErasedLeaves(account, after));
        }
        legs::leave_duel(tx, duelling, account, duel);
    }
    let hot = tx.tables.of(account).map(|(id, _)| id);
    let tables: Vec<TableId> = hot.filter(|table| *table > after).collect();
    for table in tables {
        if !tx.has_room() {
            return agenda.set(tx.now, Timer::ErasedLeaves(account, after));
        }
        leave_table(tx, account, table);
        after = table;
    }
    let parties: Vec<PartyId> = tx.parties.of(account).collect();
    for party in parties {
        if !tx.has_room() {
            return agenda.set(tx.now, Timer::ErasedLeaves(account, after));
        }
        changes::leave_party(tx, account, party);
    }
    let blocks: Vec<_> = tx.blocks.concerning(account).collect();
    for (by, blocked) in blocks {
        if !tx.has_room() {
            return agenda.set(tx.now, Timer::ErasedLeaves(account, after));
        }
        tx.remove(Key::Block(by, blocked));
    }
}

fn leave_table(tx: &mut Transaction<'_>, account: AccountId, table: TableId) {
    // Also at a table that is over: the holder of a delegated seat may not read it any more.
    grants::end_grants_of(tx, account, table);
    let Some(known) = tx.table(table) else { return };
    match known.seat_of(account) {
        Some(seat) if known.is_playing() => {
            let may = known.live().is_some_and(|live| live.board.may_concede(seat));
            if may {
                course::concede(tx, table, seat, EntryRow::Forfeited);
            }
        }
        Some(_) if known.is_waiting() => {
            seating::leave_waiting(tx, account, table).expect("a seated member can leave a waiting table");
        }
        Some(_) => {}
        None if tx.is_reserved_for(account, table, &known.row) => seating::cancel(tx, table),
        None => {}
    }
}

fn become_shell(tx: &mut Transaction<'_>, account: AccountId) -> String {
    let shell = loop {
        let shell = format!("gone-{}", hex::encode(tx.bytes::<4>()));
        if tx.accounts.by_handle(&shell).is_none() {
            break shell;
        }
    };
    let known = tx.accounts.known(account);
    let (slot, referral) = (known.row.slot, known.row.referral);
    if let Some(referral) = referral {
        tx.remove(Key::Invitation(referral.hash));
    }
    rows::edit_account(tx, account, |row| {
        row.slot = None;
        row.handle = Sealed::Open(shell.clone());
        row.bio = None;
        row.avatar_url = None;
        row.show_messenger = false;
        row.recovery.hash = [0; 32];
        (row.epoch, row.ended) = (row.epoch + 1, Vec::new());
        row.referral = None;
    });
    if let Some(slot) = slot {
        tx.destroy_slot(slot);
    }
    shell
}

impl HotState {
    /// Continue erasures that a stop of the process has interrupted.
    pub(crate) fn resume_erasures(&self, now: Millis, agenda: &mut Timers) {
        let busy = self
            .tables
            .active_members()
            .chain(self.parties.members())
            .chain(self.duels.busy())
            .chain(self.blocks.members());
        for account in busy.filter(|id| self.accounts.known(*id).is_erased()) {
            agenda.set(now, Timer::ErasedLeaves(account, TableId(0)));
        }
    }
}
