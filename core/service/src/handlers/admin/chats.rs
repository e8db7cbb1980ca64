//! Chats as operators read them, and the removal of a message: its text is removed from storage, a placeholder stays.

use crate::answer::{Answer, ChatEntry, ChatPage};
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult, invalid};
use crate::handlers::tables::{archive, chat};
use crate::ids::AccountId;
use crate::pending::{PendingQuery, Queries, QueryPurpose};
use crate::record::{AuditedAct, MessageRow, Record};
use crate::rejection::{PartyRejection, Rejection};
use crate::request::{ChatPlace, ReadChat, RemoveMessage};
use crate::state::{HotState, Transaction};

/// A page of a chat. The chats of parties and archived tables are read from storage.
pub(crate) fn read_chat(state: &HotState, input: ReadChat) -> HandlerResult {
    let ReadChat { chat, after, limit } = input;
    if let ChatPlace::Table(table) = chat
        && let Some(known) = state.table(table)
    {
        let rows = known.messages.iter().map(|(id, message)| (*id, message.row.clone()));
        let rows: Vec<_> = rows.filter(|(id, _)| *id > after).take(limit + 1).collect();
        return Ok(page_of_chat(state, rows, limit).into());
    }
    let query = chat_query(state, chat, after, limit + 1)?;
    Ok(Handled::Ask(query, QueryPurpose::Chat(input)))
}

/// The same, with the rows that storage has found.
pub(crate) fn cold_chat_page(
    tx: &Transaction<'_>,
    &ReadChat { chat, after, limit }: &ReadChat,
    rows: &[Record],
) -> Result<Answer, Rejection> {
    let rows = match chat {
        ChatPlace::Table(_) => {
            let row = archive::archived(tx, rows)?;
            if archive::is_chat_over(tx, &row.table) { Vec::new() } else { row.messages.clone() }
        }
        ChatPlace::Party(_) => rows.iter().filter_map(party_message).map(|(id, row)| (id, row.clone())).collect(),
    };
    Ok(page_of_chat(tx, rows.into_iter().filter(|(id, _)| *id > after).collect(), limit))
}

fn page_of_chat(state: &HotState, mut rows: Vec<(u64, MessageRow)>, limit: usize) -> Answer {
    let more = rows.len() > limit;
    rows.truncate(limit);
    let after = rows.last().filter(|_| more).map(|(id, _)| *id);
    let messages = rows.iter().map(|(id, row)| chat_entry(state, *id, row)).collect();
    Answer::ChatPage(ChatPage { messages, after })
}

fn chat_entry(state: &HotState, id: u64, row: &MessageRow) -> ChatEntry {
    let message = chat::message_to(state, id, &state.open_message(row), None);
    ChatEntry {
        id,
        seat: row.seat,
        name: message.name,
        account: row.author,
        body: message.body,
        at: row.at,
        removed: row.is_removed(),
    }
}

fn chat_query(state: &HotState, chat: ChatPlace, after: u64, limit: usize) -> Result<Query, Rejection> {
    match chat {
        ChatPlace::Table(table) => Ok(Query::Archive(table)),
        ChatPlace::Party(party) if state.parties.get(party).is_some() => {
            Ok(Query::PartyMessages { party, after, limit })
        }
        ChatPlace::Party(_) => Err(PartyRejection::NotFound.into()),
    }
}

/// The query that a removal needs first, if any.
pub(crate) fn cold_rows_for(
    state: &HotState,
    queries: &Queries,
    RemoveMessage { chat, message, .. }: &RemoveMessage,
) -> Result<Option<Query>, Rejection> {
    if let ChatPlace::Table(table) = chat
        && state.table(*table).is_some()
    {
        return Ok(None);
    }
    // An archive is one row: of two removals at once, the second would restore the text that the first has removed.
    let is_same = |pending: &PendingQuery| matches!(pending, PendingQuery::Request(_, QueryPurpose::RemoveMessage(other)) if other.chat == *chat);
    if queries.pending().any(is_same) {
        return Err(invalid("message", "must wait: another message of this chat is being removed. Try again"));
    }
    chat_query(state, *chat, message.saturating_sub(1), 1).map(Some)
}

/// The author of a message.
pub(crate) fn author_of(tx: &Transaction<'_>, input: &RemoveMessage, rows: &[Record]) -> Result<AccountId, Rejection> {
    let row = message_row(tx, input, rows)?;
    if row.seat < 0 {
        return Err(invalid("message", "is the system's own"));
    }
    if row.is_removed() {
        return Err(invalid("message", "is removed already"));
    }
    row.author.ok_or(Rejection::NoSuchMember)
}

fn message_row<'r>(
    tx: &'r Transaction<'_>,
    &RemoveMessage { chat, message, .. }: &RemoveMessage,
    rows: &'r [Record],
) -> Result<&'r MessageRow, Rejection> {
    let found = match chat {
        ChatPlace::Table(table) => match tx.table(table) {
            Some(known) => known.messages.get(&message).map(|known| &known.row),
            None => {
                // An expired chat may be dropped meanwhile, and must not be written back.
                let row = Some(archive::archived(tx, rows)?).filter(|row| !archive::is_chat_over(tx, &row.table));
                let mut messages = row.into_iter().flat_map(|row| &row.messages);
                messages.find(|(id, _)| *id == message).map(|(_, row)| row)
            }
        },
        ChatPlace::Party(party) => {
            // The party may have ended, or dropped its oldest messages, while storage was read.
            let known = tx.parties.get(party).ok_or(PartyRejection::NotFound)?;
            let row = rows.first().and_then(party_message).filter(|(id, _)| *id == message);
            row.filter(|_| message >= known.chat.oldest).map(|(_, row)| row)
        }
    };
    found.ok_or(invalid("message", "is not known"))
}

/// Remove the text of a message.
pub(crate) fn remove_message(
    tx: &mut Transaction<'_>,
    author: AccountId,
    input: &RemoveMessage,
    rows: &[Record],
) -> Result<AuditedAct, Rejection> {
    let removed = message_row(tx, input, rows)?.removed();
    let &RemoveMessage { chat, message, .. } = input;
    let table = match chat {
        ChatPlace::Table(table) => table,
        ChatPlace::Party(party) => {
            tx.put(Record::PartyMessage(party, message, removed));
            return Ok(AuditedAct::PartyMessageRemoved(author, party, message));
        }
    };
    if let Some(Record::Archive(_, row)) = rows.first() {
        let mut row = row.clone();
        row.messages.iter_mut().filter(|(id, _)| *id == message).for_each(|(_, row)| *row = removed.clone());
        tx.put(Record::Archive(table, row));
    } else {
        tx.put(Record::TableMessage(table, message, removed));
    }
    Ok(AuditedAct::TableMessageRemoved(author, table, message))
}

const fn party_message(record: &Record) -> Option<(u64, &MessageRow)> {
    if let Record::PartyMessage(_, id, row) = record { Some((*id, row)) } else { None }
}
