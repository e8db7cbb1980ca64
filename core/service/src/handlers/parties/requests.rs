//! Requests about parties.

use super::changes;
use crate::answer::{
    Answer, Created, Okay, PartyCreated, PartyInvitation, PartyTable, PartyView, Posted, Reign, Standing, StandingRow,
    True,
};
use crate::config::reached;
use crate::cursor::PartyCursor;
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult, invalid};
use crate::handlers::tables::chat::WHO;
use crate::handlers::tables::plan::Plan;
use crate::handlers::tables::{chat, open, plan};
use crate::ids::{AccountId, PartyId, TableId};
use crate::pending::QueryPurpose;
use crate::record::{PartyRow, Player, Record};
use crate::rejection::{BlockRejection, PartyRejection as Rejected, Quota, Rejection, Retry};
use crate::request::{
    CreatePartyTable, PartyVisibility, PostMessage, ReadParty, SetPartyVisibility, StreamParty, Visibility,
};
use crate::state::{ChatMessage, HotState, Party, Table, Transaction};
use crate::watches::WatchCursor;
use std::collections::BTreeMap;

pub(crate) fn create_party(tx: &mut Transaction<'_>, account: AccountId) -> HandlerResult {
    let parties = tx.parties.of(account).filter_map(|id| tx.parties.get(id));
    let owned: Vec<&Party> = parties.filter(|party| party.row.members[0] == account).collect();
    let limit = tx.config.limits.parties;
    if reached(owned.len() as u32, limit) {
        let first_end = owned.iter().map(|party| party.ends_at(&tx.config.pace)).min();
        let after_s = first_end.unwrap_or(tx.now).seconds_from(tx.now);
        return Err(Quota::Parties(Retry { limit, after_s }).into());
    }
    let party = PartyId::new(tx.now, tx.bytes());
    let row = PartyRow {
        members: vec![account],
        visibility: PartyVisibility::Unlisted,
        current_table: None,
        tables_together: 0,
        standing: Vec::new(),
        reigns: Vec::new(),
        created_at: tx.now,
        left: Vec::new(),
    };
    tx.put(Record::Party(party, row));
    Ok(Answer::PartyCreated(PartyCreated { party_id: party }).into())
}

pub(crate) fn join_party(tx: &mut Transaction<'_>, account: AccountId, party: PartyId) -> HandlerResult {
    let known = tx.parties.get(party).ok_or(Rejected::NotFound)?;
    if !known.row.members.contains(&account) {
        may_enter(tx, account, &known.row)?;
        if known.row.members.len() >= tx.config.bounds.rows {
            return Err(Rejected::Full.into());
        }
        changes::edit_party(tx, party, |row| {
            row.left.retain(|(former, _)| *former != account);
            row.members.push(account);
        });
        changes::say_in_party(tx, party, account, &format!("{WHO} joined the party"));
    }
    Ok(Answer::Ok(Okay::default()).into())
}

/// An error if the party takes no new members, or a block keeps this one apart from its owner.
fn may_enter(state: &HotState, account: AccountId, row: &PartyRow) -> Result<(), Rejection> {
    let owner = row.members[0];
    if row.visibility == PartyVisibility::Private || state.blocks.holds(owner, account) {
        return Err(Rejected::Private.into());
    }
    if state.blocks.holds(account, owner) {
        return Err(BlockRejection::HostBlocked.into());
    }
    Ok(())
}

/// The party's tables stay as they are, those of the member too.
pub(crate) fn leave_party(tx: &mut Transaction<'_>, account: AccountId, party: PartyId) -> HandlerResult {
    let known = tx.parties.get(party).ok_or(Rejected::NotFound)?;
    if known.row.members.contains(&account) {
        changes::leave_party(tx, account, party);
    }
    Ok(Answer::Ok(Okay::default()).into())
}

/// Whose party it is, for those who could join it.
pub(crate) fn party_invitation(state: &HotState, account: AccountId, party: PartyId) -> HandlerResult {
    let row = &state.parties.get(party).ok_or(Rejected::NotFound)?.row;
    if !row.members.contains(&account) {
        may_enter(state, account, row)?;
    }
    let owner = state.accounts.known(row.members[0]).handle.clone();
    Ok(Answer::PartyInvitation(PartyInvitation { id: party, owner, members: row.members.len() }).into())
}

pub(crate) fn set_party_visibility(
    tx: &mut Transaction<'_>,
    account: AccountId,
    party: PartyId,
    &SetPartyVisibility { visibility }: &SetPartyVisibility,
) -> HandlerResult {
    check_member(tx, account, party)?;
    let row = changes::party_row(tx, party);
    if row.members[0] != account {
        return Err(Rejected::NotOwner.into());
    }
    if row.visibility != visibility {
        changes::edit_party(tx, party, |row| row.visibility = visibility);
    }
    Ok(Answer::Ok(Okay::default()).into())
}

/// Open a table for the members. It becomes the party's table, with a message in the chat.
pub(crate) fn create_party_table(
    tx: &mut Transaction<'_>,
    account: AccountId,
    party: PartyId,
    CreatePartyTable { kind, stake, seats }: &CreatePartyTable,
) -> HandlerResult {
    check_member(tx, account, party)?;
    let mut plan = Plan::new(tx.config.games, kind, *seats, *stake)?;
    if !plan::is_open_eligible(plan.kind) {
        return Err(invalid("kind", "is not a kind that members play against each other"));
    }
    plan.open = true;
    plan.visibility = Visibility::Unlisted;
    plan.party = Some(party);
    let label = plan.kind.label;
    let table = open::open_table_for(tx, account, &plan)?;
    changes::edit_party(tx, party, |row| row.current_table = Some(table));
    changes::say_in_party(tx, party, account, &format!("{WHO} opened a table: {label}"));
    Ok(Answer::Created(Created { table_id: table }).into())
}

pub(crate) fn read_party(
    state: &HotState,
    account: AccountId,
    party: PartyId,
    &ReadParty { wait_ms, msgs_since }: &ReadParty,
) -> HandlerResult {
    check_member(state, account, party)?;
    let known = state.parties.get(party).ok_or(Rejected::NotFound)?;
    let head = known.chat.newest;
    // A cursor beyond the newest message waits for the next one.
    let since = msgs_since.map(|since| since.min(head));
    let messages = since.unwrap_or(head);
    if wait_ms == 0 || head > messages {
        return show_party(state, account, party, since.unwrap_or(0));
    }
    let has = PartyCursor { messages, ..newest_cursor(known) };
    Ok(Handled::Poll(WatchCursor::Party { party, since: since.unwrap_or(0), has }, wait_ms))
}

/// Open a stream of a party. Its events always have the messages that the reader does not have.
pub(crate) fn stream_party(
    state: &HotState,
    account: AccountId,
    party: PartyId,
    &StreamParty { after, msgs_since }: &StreamParty,
) -> HandlerResult {
    check_member(state, account, party)?;
    let known = state.parties.get(party).ok_or(Rejected::NotFound)?;
    let since = after.map_or(msgs_since, |after| Some(after.messages)).unwrap_or(0);
    let since = since.min(known.chat.newest);
    let has = PartyCursor { messages: since, ..after.unwrap_or_else(|| newest_cursor(known)) };
    Ok(Handled::Stream(WatchCursor::Party { party, since, has }, after.is_none()))
}

/// The next view of a party for a reader who has this of it; `None` if there is no news, unless it comes `at_once`.
pub(crate) fn party_news(
    state: &HotState,
    account: AccountId,
    party: PartyId,
    (since, has): (u64, PartyCursor),
    at_once: bool,
) -> Result<Option<Handled>, Rejection> {
    check_member(state, account, party)?;
    let now = newest_cursor(state.parties.get(party).ok_or(Rejected::NotFound)?);
    if at_once || now != has { show_party(state, account, party, since).map(Some) } else { Ok(None) }
}

/// The cursor of a reader who has everything of a party.
const fn newest_cursor(Party { row, chat, erased }: &Party) -> PartyCursor {
    PartyCursor { messages: chat.newest, table: row.current_table, erased: *erased }
}

/// The cursor of a reader who has this view of a party, made from the state as it is.
pub(crate) fn cursor_after(state: &HotState, view: &PartyView) -> PartyCursor {
    let erased = state.parties.get(view.id).map_or(0, |known| known.erased);
    PartyCursor { messages: view.msgs_at, table: view.current_table_id, erased }
}

/// A party with its messages after a cursor, which are read from storage if there are any.
fn show_party(state: &HotState, account: AccountId, party: PartyId, since: u64) -> HandlerResult {
    let known = state.parties.get(party).ok_or(Rejected::NotFound)?;
    if known.chat.newest <= since {
        return Ok(Answer::Party(party_view(state, account, party, since, &[])?.into()).into());
    }
    let query = Query::PartyMessages { party, after: since, limit: state.config.bounds.message_page };
    Ok(Handled::Ask(query, QueryPurpose::Party(party, since)))
}

pub(crate) fn post_party_message(
    tx: &mut Transaction<'_>,
    account: AccountId,
    party: PartyId,
    posted: &PostMessage,
) -> HandlerResult {
    check_member(tx, account, party)?;
    let place = changes::party_row(tx, party).members.iter().position(|member| *member == account);
    let seat = place.unwrap_or_default().min(i8::MAX as usize) as i8;
    let row = chat::words_of(tx, account, seat, posted)?;
    let message = tx.open_message(&row);
    let id = changes::add_party_message(tx, party, row);
    Ok(Answer::Posted(Posted { ok: True, message: chat::message_to(tx, id, &message, Some(account)) }).into())
}

/// A party as a member sees it, with the messages that storage has found.
pub(crate) fn party_view(
    state: &HotState,
    account: AccountId,
    party: PartyId,
    since: u64,
    rows: &[Record],
) -> Result<PartyView, Rejection> {
    check_member(state, account, party)?;
    let known = state.parties.get(party).ok_or(Rejected::NotFound)?;
    let name = |id: &AccountId| state.accounts.known(*id).handle.clone();
    let message = rows.iter().filter_map(|record| {
        let Record::PartyMessage(_, id, row) = record else { return None };
        Some((*id, state.open_message(row)))
    });
    let message: BTreeMap<u64, ChatMessage> = message.collect();
    let (messages, msgs_at) = chat::messages_after(state, message.iter(), since, account);
    Ok(PartyView {
        id: party,
        owner: name(&known.row.members[0]),
        members: known.row.members.iter().map(name).collect(),
        current_table_id: known.row.current_table,
        tables: tables(state, party),
        visibility: known.row.visibility,
        is_owner: known.row.members[0] == account,
        messages,
        msgs_at,
        standing: standing(state, &known.row),
    })
}

/// The tables that the party opened and that wait or run, newest first.
fn tables(state: &HotState, party: PartyId) -> Vec<PartyTable> {
    let active = state.tables.active_of_party(party).rev().take(state.config.bounds.rows);
    let row = |(id, table): (TableId, &Table)| {
        let taken = table.row.players.iter().filter(|player| **player != Player::Vacant);
        PartyTable {
            id,
            game_id: table.row.game_id.clone(),
            kind: table.row.setup.kind.clone(),
            status: table.status(),
            stake: table.row.setup.stake,
            seats: taken.map(|player| state.name_of(*player)).collect(),
            seats_total: table.row.players.len(),
        }
    };
    active.map(row).collect()
}

/// Current members by net, then wins, then handle; reigns of at least two wins.
fn standing(state: &HotState, row: &PartyRow) -> Standing {
    let name = |id: AccountId| state.accounts.known(id).handle.clone();
    let of = |id: AccountId| row.standing.iter().find(|(other, ..)| *other == id).copied();
    let rows = row.members.iter().map(|id| {
        let (_, net, wins, played) = of(*id).unwrap_or((*id, 0, 0, 0));
        StandingRow { name: name(*id), net, wins, played }
    });
    let mut rows: Vec<StandingRow> = rows.collect();
    rows.sort_by(|a, b| (-a.net, u32::MAX - a.wins, &a.name).cmp(&(-b.net, u32::MAX - b.wins, &b.name)));
    let reigns = row.reigns.iter().filter(|(_, _, length)| *length >= 2);
    let reigns = reigns.map(|(game_id, champion, length)| Reign {
        game_id: game_id.clone(),
        champion_name: name(*champion),
        length: *length,
    });
    Standing { rows, tables_together: row.tables_together, reigns: reigns.collect() }
}

/// An error if the member is not in the party: others do not learn that it exists.
fn check_member(state: &HotState, account: AccountId, party: PartyId) -> Result<(), Rejected> {
    let known = state.parties.get(party).ok_or(Rejected::NotFound)?;
    if known.row.members.contains(&account) { Ok(()) } else { Err(Rejected::NotFound) }
}
