//! Queries of operators.

use super::audit::ID_LETTERS;
use super::search::LastSeen;
use super::{chats, search};
use crate::admin::{AdminQuery, MemberSelector};
use crate::answer::{AccountSheet, AdminAnswer, Answer, InvitationEntry, InvitationPage};
use crate::effects::Query;
use crate::handled::{Operated, invalid};
use crate::handlers::admission;
use crate::pending::OperatorQuery;
use crate::record::{InvitationRow, LedgerAccount};
use crate::rejection::Rejection;
use crate::state::Transaction;

/// The maximum number of rows of a page.
const MAX_ROWS: usize = 1000;

pub(crate) fn show(tx: &Transaction<'_>, seen: &LastSeen, query: AdminQuery) -> Result<Operated, Rejection> {
    let shown = match &query {
        AdminQuery::Invitations { after, limit } => {
            AdminAnswer::Invitations(invitation_page(tx, after.as_deref(), rows(*limit)?))
        }
        AdminQuery::Account { whom } => AdminAnswer::Account(account_sheet(tx, seen, whom)?),
        AdminQuery::Members { filter, before, limit } => {
            AdminAnswer::Members(search::member_page(tx, seen, filter, *before, rows(*limit)?))
        }
        AdminQuery::Tables { filter, before, limit } => {
            return search::search_tables(tx, filter, *before, rows(*limit)?);
        }
        AdminQuery::Messages { chat, after, limit } => return chats::chat_page(tx, *chat, *after, rows(*limit)?),
        AdminQuery::Audit { before, limit } => {
            let query = Query::Audit { before: *before, limit: rows(*limit)? };
            return Ok(Operated::Ask(query, OperatorQuery::Audit));
        }
    };
    Ok(Answer::Admin(shown).into())
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

fn rows(limit: usize) -> Result<usize, Rejection> {
    if limit == 0 || limit > MAX_ROWS {
        return Err(invalid("limit", "must be 1 to 1000"));
    }
    Ok(limit)
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
