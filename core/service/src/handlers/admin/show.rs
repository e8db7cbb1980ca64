//! Queries of operators.

use super::audit::ID_LETTERS;
use super::search;
use super::search::LastSeen;
use crate::answer::{AccountSheet, Answer, InvitationEntry, InvitationPage};
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult};
use crate::handlers::admission;
use crate::pending::QueryPurpose;
use crate::record::{InvitationRow, LedgerAccount};
use crate::rejection::Rejection;
use crate::request::{ListInvitations, MemberSelector, ReadAudit, ShowAccount};
use crate::state::Transaction;

pub(crate) fn list_invitations(tx: &Transaction<'_>, input: &ListInvitations) -> HandlerResult {
    Ok(Answer::InvitationPage(invitation_page(tx, input.after.as_deref(), input.limit)).into())
}

pub(crate) fn show_account(tx: &Transaction<'_>, seen: &LastSeen, input: &ShowAccount) -> HandlerResult {
    Ok(Answer::AccountSheet(Box::new(account_sheet(tx, seen, &input.member)?)).into())
}

pub(crate) const fn read_audit(&ReadAudit { before, limit }: &ReadAudit) -> Handled {
    Handled::Ask(Query::Audit { before, limit }, QueryPurpose::Audit)
}

fn invitation_page(tx: &Transaction<'_>, after: Option<&str>, limit: usize) -> InvitationPage {
    let opens = |row: &InvitationRow| row.uses_left > 0 && row.expires_at.is_none_or(|at| at > tx.now);
    let open = tx.invitations.iter().filter(|(_, row)| opens(row));
    let later = open.map(|(hash, row)| (hex::encode(hash), row)).filter(|(id, _)| {
        // The cursor is a prefix of the last id that was shown.
        after.is_none_or(|after| !id.starts_with(after) && id.as_str() > after)
    });
    let mut page: Vec<InvitationEntry> = later.take(limit + 1).map(|(id, row)| invitation(&id, row)).collect();
    let more = page.len() > limit;
    page.truncate(limit);
    let after = page.last().filter(|_| more).map(|last| last.id.clone());
    InvitationPage { invitations: page, after }
}

fn account_sheet(tx: &Transaction<'_>, seen: &LastSeen, whom: &MemberSelector) -> Result<AccountSheet, Rejection> {
    let id = search::find_member(tx, whom)?;
    let known = tx.accounts.known(id);
    let sanction = tx.sanctions.get(&id).copied().unwrap_or_default();
    let ledger = tx.ledger.get(LedgerAccount::Member(id));
    Ok(AccountSheet {
        id,
        handle: known.handle.clone(),
        joined_at: known.row.joined_at,
        seen_at: search::seen_at(tx, seen, id),
        test: known.row.test,
        erased: known.is_erased(),
        recovered_at: sanction.recovered_at,
        frozen_at: sanction.frozen_at,
        muted_until: admission::muted_until(tx, id),
        paused_until: known.row.paused_until.filter(|until| *until > tx.now),
        referrer: known.row.referrer,
        balance: ledger.balance,
        at_tables: tx.ledger.stakes_of(id).all,
        net: ledger.net,
        settled_tables: ledger.settled_tables,
        tables: tx.tables.active_of(id).map(|(table, _)| table).collect(),
        grants: tx.grants.of_owner(id).count() as u32,
        parties: tx.parties.of(id).collect(),
        agents: tx.agents.of(id).map(|(agent, _)| agent).collect(),
        identities: tx.identities.of(id).filter(|(_, row)| row.linked.is_some()).count() as u32,
        push_subscriptions: tx.subscriptions.of(id).count() as u32,
    })
}

fn invitation(id: &str, row: &InvitationRow) -> InvitationEntry {
    InvitationEntry {
        id: id[..ID_LETTERS].to_owned(),
        uses_left: row.uses_left,
        expires_at: row.expires_at,
        test: row.test,
        referrer: row.referrer,
    }
}
