//! Searches of operators over members and tables. A page looks at a bounded number of them, because the loop stands
//! still meanwhile. So it may have few rows or none, and still a cursor for the next page.

use crate::answer::{Answer, MemberEntry, MemberPage, TableEntry, TablePage};
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult};
use crate::handlers::accounts::handle;
use crate::handlers::admission;
use crate::handlers::chips::ledger;
use crate::ids::{AccountId, TableId};
use crate::pending::{QueryPurpose, TableSearch};
use crate::record::{LedgerAccount, Player, Record, TableRow};
use crate::rejection::Rejection;
use crate::request::{MemberSelector, MemberStatus, SearchMembers, SearchTables};
use crate::state::{HotState, Transaction, table_status};
use crate::time::Millis;
use std::collections::BTreeMap;

/// The time of each member's newest request since the start.
pub(crate) type LastSeen = BTreeMap<AccountId, Millis>;

/// Members, or tables in memory, per page.
const MAX_ROWS_IN_MEMORY: usize = 10_000;
/// Archived tables per page.
const MAX_ARCHIVED_ROWS: usize = 200;

/// Whether `at` is in a range. `since` is inclusive, `until` is exclusive.
fn is_within(at: Millis, since: Option<Millis>, until: Option<Millis>) -> bool {
    since.is_none_or(|since| at >= since) && until.is_none_or(|until| at < until)
}

/// When the member was last seen: at their newest request since the start of this process, or, from stored data, when
/// they joined or last settled a table.
pub(crate) fn seen_at(state: &HotState, seen: &LastSeen, account: AccountId) -> Option<Millis> {
    let known = state.accounts.known(account);
    let settled_at = state.ledger.get(LedgerAccount::Member(account)).net_at;
    let stored = known.row.joined_at.max(settled_at);
    let seen = seen.get(&account).copied();
    Some(seen.map_or(stored, |seen| seen.max(stored))).filter(|_| !known.is_erased())
}

pub(crate) fn search_members(tx: &Transaction<'_>, seen: &LastSeen, filter: &SearchMembers) -> HandlerResult {
    Ok(Answer::MemberPage(member_page(tx, seen, filter)).into())
}

fn member_page(tx: &Transaction<'_>, seen: &LastSeen, filter: &SearchMembers) -> MemberPage {
    let prefix = filter.handle.as_deref().map(handle::plain_handle);
    // Ids start with the time of their creation.
    let until = filter.joined_until.map(|until| AccountId(u128::from(until.0) << AccountId::MADE_AT));
    let first = filter.before.into_iter().chain(until).min().unwrap_or(AccountId(u128::MAX));
    let (mut members, mut last) = (Vec::new(), None);
    for (looked_at, (id, account)) in tx.accounts.before(first).enumerate() {
        if filter.joined_since.is_some_and(|since| id.made_at() < since) {
            break;
        }
        if members.len() == filter.limit || looked_at == MAX_ROWS_IN_MEMORY {
            return MemberPage { members, before: last };
        }
        last = Some(id);
        if prefix.as_ref().is_none_or(|prefix| account.handle.starts_with(prefix.as_str())) {
            members.extend(Some(member_entry(tx, seen, id)).filter(|entry| is_wanted(filter, entry)));
        }
    }
    MemberPage { members, before: None }
}

fn member_entry(tx: &Transaction<'_>, seen: &LastSeen, id: AccountId) -> MemberEntry {
    let known = tx.accounts.known(id);
    MemberEntry {
        id,
        handle: known.handle.clone(),
        joined_at: known.row.joined_at,
        seen_at: seen_at(tx, seen, id),
        balance: ledger::balance(tx, id),
        frozen_at: tx.sanctions.get(&id).and_then(|row| row.frozen_at),
        muted_until: admission::muted_until(tx, id),
        paused_until: known.row.paused_until.filter(|until| *until > tx.now),
        erased: known.is_erased(),
        test: known.row.test,
    }
}

fn is_wanted(filter: &SearchMembers, member: &MemberEntry) -> bool {
    let seen = match member.seen_at {
        Some(at) => is_within(at, filter.seen_since, filter.seen_until),
        None => filter.seen_since.is_none() && filter.seen_until.is_none(),
    };
    let has_status = filter.status.is_none_or(|status| match status {
        MemberStatus::Active => !member.erased && member.frozen_at.is_none(),
        MemberStatus::Frozen => member.frozen_at.is_some(),
        MemberStatus::Muted => member.muted_until.is_some(),
        MemberStatus::Paused => member.paused_until.is_some(),
        MemberStatus::Erased => member.erased,
        MemberStatus::Test => member.test,
    });
    seen && has_status
        && is_within(member.joined_at, filter.joined_since, filter.joined_until)
        && filter.balance_min.is_none_or(|least| member.balance >= least)
        && filter.balance_max.is_none_or(|most| member.balance <= most)
}

/// Search in memory, and query storage for the archived tables of the same range.
pub(crate) fn search_tables(state: &HotState, filter: SearchTables) -> HandlerResult {
    let member = filter.member.as_ref().map(|whom| find_member(state, whom)).transpose()?;
    let until = filter.created_until.map(|until| TableId(u128::from(until.0) << TableId::MADE_AT));
    let first = filter.before.into_iter().chain(until).min().unwrap_or(TableId(u128::MAX));
    let (mut hot, mut hot_floor) = (Vec::new(), None);
    for (looked_at, (table, known)) in state.tables.before(first).enumerate() {
        if is_table_wanted(&filter, member, &known.row) {
            hot.push(table_entry(state, table, &known.row, known.messages.len() as u32, false));
        }
        if hot.len() > filter.limit || looked_at + 1 == MAX_ROWS_IN_MEMORY {
            hot_floor = Some(table);
            break;
        }
    }
    let search = TableSearch { filter, member, hot, hot_floor };
    let query = Query::ArchivesBefore { before: Some(first), limit: MAX_ARCHIVED_ROWS };
    Ok(Handled::Ask(query, QueryPurpose::Tables(Box::new(search))))
}

/// A page of a search, with the archived tables that storage has found.
pub(crate) fn table_page(state: &HotState, search: &TableSearch, rows: &[Record]) -> Answer {
    let TableSearch { filter, member, hot, hot_floor } = search;
    let mut found = BTreeMap::new();
    let mut oldest = None;
    for record in rows {
        let Record::Archive(id, row) = record else { continue };
        oldest = Some(*id);
        if is_table_wanted(filter, *member, &row.table) {
            found.insert(*id, table_entry(state, *id, &row.table, row.messages.len() as u32, true));
        }
    }
    // A table that was archived meanwhile is in both.
    found.extend(hot.iter().map(|entry| (entry.id, entry.clone())));
    // Tables older than this were not looked at, in memory or in storage.
    let floor = oldest.filter(|_| rows.len() == MAX_ARCHIVED_ROWS).max(*hot_floor);
    let mut tables: Vec<TableEntry> =
        found.into_values().rev().filter(|entry| floor.is_none_or(|floor| entry.id >= floor)).collect();
    let more = tables.len() > filter.limit;
    tables.truncate(filter.limit);
    let before = if more { tables.last().map(|last| last.id) } else { floor };
    let in_range = |id: &TableId| filter.created_since.is_none_or(|since| id.made_at() >= since);
    Answer::TablePage(TablePage { tables, before: before.filter(in_range) })
}

fn table_entry(state: &HotState, id: TableId, row: &TableRow, messages: u32, archived: bool) -> TableEntry {
    let seated = row.players.iter().filter(|player| **player != Player::Vacant);
    TableEntry {
        id,
        game_id: row.game_id.clone(),
        kind: row.setup.kind.clone(),
        status: table_status(&row.status),
        created_at: row.created_at,
        stake: row.setup.stake,
        players: seated.map(|player| state.name_of(*player)).collect(),
        practice: row.practice,
        archived,
        messages,
    }
}

fn is_table_wanted(filter: &SearchTables, member: Option<AccountId>, row: &TableRow) -> bool {
    let is_theirs = |id: AccountId| {
        let sits = row.players.iter().any(|player| player.member() == Some(id));
        sits || row.host == Some(id) || row.invited == Some(id)
    };
    filter.kind.as_ref().is_none_or(|kind| row.setup.kind.as_ref() == Some(kind) || row.game_id == *kind)
        && filter.status.is_none_or(|status| table_status(&row.status) == status)
        && member.is_none_or(is_theirs)
        && is_within(row.created_at, filter.created_since, filter.created_until)
}

pub(crate) fn find_member(state: &HotState, whom: &MemberSelector) -> Result<AccountId, Rejection> {
    match whom {
        MemberSelector::Id(id) => state.accounts.get(*id).map(|_| *id),
        MemberSelector::Handle(handle) => state.accounts.by_handle(&handle::plain_handle(handle)),
    }
    .ok_or(Rejection::NoSuchMember)
}
