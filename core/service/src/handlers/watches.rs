//! Watches: their limits, and which of them a change concerns.

use super::members;
use crate::config::reached;
use crate::effects::WakeReason;
use crate::ids::{AccountId, PartyId, TableId, TicketId};
use crate::limits::RateKey;
use crate::record::{Change, Key, Record};
use crate::rejection::{Quota, Retry};
use crate::request::{Caller, RequestId};
use crate::state::Transaction;
use crate::time::Millis;
use crate::watches::Watches;
use std::collections::{BTreeMap, BTreeSet};

/// When to retry if all places are taken by streams.
const STREAM_RETRY_S: u64 = 15;

/// The part of all places that callers without credentials can use.
const ANONYMOUS_PART: u32 = 8;

/// Check the limits of watches: per account, grant or address, and in total. Guests can use half of the total,
/// callers without credentials an eighth.
pub(crate) fn may_wait(tx: &Transaction<'_>, watches: &Watches, caller: &Caller) -> Result<(), Quota> {
    let limits = &tx.config.limits;
    let owner = RateKey::by(caller);
    let total = limits.long_polls_total;
    // With this many pending, one is expected to end within a second.
    let full = |limit: u32| Err(Quota::AllLongPolls(Retry { limit, after_s: 1 }));
    if reached(watches.pending.len() as u32, total) {
        return full(total);
    }
    if owner.is_guest() && total != 0 && watches.guests >= total / 2 {
        return full(total / 2);
    }
    let is_anonymous = matches!(owner, RateKey::Address(_));
    if is_anonymous && total != 0 && watches.anonymous >= total / ANONYMOUS_PART {
        return full(total / ANONYMOUS_PART);
    }
    let (mine, first_end) = watches.of(owner);
    if is_anonymous {
        let limit = limits.watch_streams;
        let quota = Quota::Watching(Retry { limit, after_s: STREAM_RETRY_S });
        return if reached(mine, limit) { Err(quota) } else { Ok(()) };
    }
    let limit = limits.long_polls_per_credential;
    if reached(mine, limit) {
        // Only their callers know when streams end.
        let after_s = first_end.map_or(STREAM_RETRY_S, |first_end| first_end.seconds_from(tx.now));
        return Err(Quota::LongPolls(Retry { limit, after_s }));
    }
    Ok(())
}

/// Changes, as far as they may be news for watches or end them.
#[derive(Default)]
pub(crate) struct Affected {
    tables: BTreeSet<TableId>,
    parties: BTreeSet<PartyId>,
    tickets: BTreeSet<TicketId>,
    /// Accounts whose credentials may have ended.
    pub(crate) accounts: BTreeSet<AccountId>,
    /// Members whose streams may have news. They are only looked up if there are such streams.
    members: BTreeSet<AccountId>,
}

impl Affected {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no watch has news of other rows")]
    pub(crate) fn by(tx: &Transaction<'_>, changes: &[Change], watches: &Watches) -> Self {
        let mut affected = Self::default();
        for change in changes {
            match change {
                Change::Put(Record::Table(table, _) | Record::Ply(table, ..) | Record::TableMessage(table, ..)) => {
                    affected.tables.insert(*table);
                }
                Change::Put(Record::Ticket(ticket, _)) | Change::Remove(Key::Ticket(ticket)) => {
                    affected.tickets.insert(*ticket);
                }
                Change::Remove(Key::Table(table)) => drop(affected.tables.insert(*table)),
                Change::Put(Record::Grant(_, row)) => drop(affected.tables.insert(row.table)),
                Change::Put(Record::Party(party, _) | Record::PartyChat(party, _))
                | Change::Remove(Key::Party(party)) => {
                    affected.parties.insert(*party);
                }
                Change::Put(Record::Account(account, row)) => {
                    affected.accounts.insert(*account);
                    if row.slot.is_none() {
                        // An erasure changes the name at all tables of the account, and in all chats that have it.
                        affected.tables.extend(tx.tables.of(*account).map(|(table, _)| table));
                        affected.tables.extend(tx.tables.chats_of(*account));
                        affected.parties.extend(tx.parties.naming(*account));
                    }
                }
                Change::Put(Record::Rematch(_, row)) => drop(affected.tables.insert(row.of)),
                // A block hides the invitations and rematches of the blocked member from the one who blocks.
                Change::Put(Record::Block(by, blocked, _)) | Change::Remove(Key::Block(by, blocked)) => {
                    let hosted = tx.tables.of(*by).filter(|(_, table)| table.row.host == Some(*blocked));
                    for (id, _) in hosted {
                        affected.tables.insert(id);
                        affected.tables.extend(tx.rematches.get(id).map(|row| row.of));
                    }
                }
                // Their readers show a clock, which has changed.
                Change::Put(Record::Outage(..)) if !watches.pending.is_empty() => {
                    let renewed = tx.tables.iter().filter(|(_, table)| table.renewed() > Millis(0));
                    affected.tables.extend(renewed.map(|(id, _)| id));
                }
                Change::Put(Record::Sanction(account, row)) if row.frozen_at.is_some() => {
                    affected.accounts.insert(*account);
                    let lent = tx.grants.of_owner(*account).filter_map(|grant| tx.grants.get(grant));
                    affected.tables.extend(lent.map(|grant| grant.table));
                }
                _ => {}
            }
        }
        if !watches.members.is_empty() {
            affected.members = members::concerned(tx, (changes, watches), &affected.tables, &affected.parties);
        }
        affected
    }

    /// The watches to check for news, each with a reason.
    pub(crate) fn watches(&self, watches: &Watches) -> BTreeMap<RequestId, WakeReason> {
        let of_accounts = self.accounts.iter().filter_map(|account| watches.by_owner.get(&RateKey::Account(*account)));
        let of_members = self.members.iter().flat_map(|member| watches.of_member(*member));
        let of_tables = self.tables.iter().filter_map(|table| watches.by_table.get(table));
        let of_parties = self.parties.iter().filter_map(|party| watches.by_party.get(party));
        let of_tickets = self.tickets.iter().filter_map(|ticket| watches.by_ticket.get(ticket));
        let woken = of_members.map(|id| (*id, WakeReason::Member));
        let woken = woken.chain(of_accounts.flatten().map(|id| (*id, WakeReason::Account)));
        let woken = woken.chain(of_tickets.flatten().map(|id| (*id, WakeReason::Ticket)));
        let woken = woken.chain(of_parties.flatten().map(|id| (*id, WakeReason::Party)));
        woken.chain(of_tables.flatten().map(|id| (*id, WakeReason::Table))).collect()
    }
}
