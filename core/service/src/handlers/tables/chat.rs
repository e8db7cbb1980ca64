//! The chat of a table: readable for all who may read the table, writable for members who sit there.

use super::viewer;
use crate::answer::{Answer, Message, Messages, Modality, Posted, True};
use crate::handled::{Handled, HandlerResult};
use crate::handlers::admission;
use crate::ids::{AccountId, TableId};
use crate::pending::ArchivedRead;
use crate::personal::Sealed;
use crate::record::{Key, MessageRow, Record, Status};
use crate::rejection::{Auth, Rejection, TableRejection as Rejected};
use crate::request::{Caller, PostMessage, TableMessages};
use crate::state::{ChatMessage, HOUSE, HotState, NONCE_FOLLOWS, Table, Transaction};

/// The placeholder for the name of a system message's member.
pub(crate) const WHO: &str = "{}";

pub(crate) fn table_messages(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    page: &TableMessages,
) -> HandlerResult {
    let account = caller.member()?;
    let since = page.since.unwrap_or(0);
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up(table, ArchivedRead::Messages(since)));
    };
    viewer::viewer_of(tx, caller, table, &known.row)?;
    let since = since.min(known.newest_message());
    let (messages, since) = messages_after(tx, known.messages.iter(), since, account);
    Ok(Answer::Messages(Messages { messages, since }).into())
}

pub(crate) fn post_table_message(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    table: TableId,
    posted: &PostMessage,
) -> HandlerResult {
    let account = caller.member()?;
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up_closed(table, Rejected::ChatClosed.into()));
    };
    viewer::viewer_of(tx, caller, table, &known.row)?;
    // Only seated members can post. Others do not learn that the chat exists.
    let seat = known.seat_of(account).ok_or(Rejected::NotFound)?;
    if matches!(known.row.status, Status::Cancelled { .. } | Status::Voided { .. }) {
        return Err(Rejected::ChatClosed.into());
    }
    let next = known.newest_message() + 1;
    let row = words_of(tx, account, seat.0 as i8, posted)?;
    say(tx, table, next, row);
    let message = &tx.table(table).expect("seen just now").messages[&next];
    Ok(Answer::Posted(Posted { ok: True, message: message_to(tx, next, message, Some(account)) }).into())
}

/// A member's message as it is stored. It cannot be read once the member is erased.
pub(crate) fn words_of(
    tx: &mut Transaction<'_>,
    account: AccountId,
    seat: i8,
    PostMessage { body, client_id }: &PostMessage,
) -> Result<MessageRow, Rejection> {
    let slot = tx.accounts.known(account).row.slot.ok_or(Rejection::Auth(Auth::NotSignedIn))?;
    if let Some(until) = admission::muted_until(tx, account) {
        return Err(Rejection::Muted { until });
    }
    let words = client_id.as_ref().map_or_else(|| body.to_owned(), |nonce| format!("{body}{NONCE_FOLLOWS}{nonce}"));
    let body = tx.seal(slot, &words);
    Ok(MessageRow { author: Some(account), seat, body, at: tx.now, client_id: None })
}

/// Add a system message that is about no member.
pub(crate) fn announce(tx: &mut Transaction<'_>, table: TableId, text: &str) {
    let next = tx.table(table).map_or(0, Table::newest_message) + 1;
    let body = Sealed::Open(text.to_owned());
    say(tx, table, next, MessageRow { author: None, seat: -1, body, at: tx.now, client_id: None });
}

/// Add a system message about a member, whose name is [`WHO`] in the text: so an erasure has no stored name to find.
pub(crate) fn say_as_house(tx: &mut Transaction<'_>, table: TableId, about: AccountId, text: &str) {
    let next = tx.table(table).map_or(0, Table::newest_message) + 1;
    let body = Sealed::Open(text.to_owned());
    say(tx, table, next, MessageRow { author: Some(about), seat: -1, body, at: tx.now, client_id: None });
}

fn say(tx: &mut Transaction<'_>, table: TableId, id: u64, row: MessageRow) {
    tx.put(Record::TableMessage(table, id, row));
    let known = tx.table(table).expect("the caller has looked");
    if known.messages.len() > tx.config.bounds.messages
        && let Some(oldest) = known.messages.keys().next().copied()
    {
        tx.remove(Key::TableMessage(table, oldest));
    }
}

/// Whether a block keeps a message from a reader. The house's messages are shown to all.
pub(crate) fn is_blocked(state: &HotState, message: &ChatMessage, reader: AccountId) -> bool {
    let author = message.row.author.filter(|_| !message.is_system());
    author.is_some_and(|author| state.blocks.is_between(author, reader))
}

/// A page of messages after a cursor as `reader` sees them, and the next cursor.
pub(crate) fn messages_after<'m>(
    state: &HotState,
    messages: impl Iterator<Item = (&'m u64, &'m ChatMessage)>,
    since: u64,
    reader: AccountId,
) -> (Vec<Message>, u64) {
    let after = messages.filter(|(id, _)| **id > since).take(state.config.bounds.message_page);
    let (mut page, mut at) = (Vec::new(), since);
    for (id, message) in after {
        at = *id;
        if !is_blocked(state, message, reader) {
            page.push(message_to(state, *id, message, Some(reader)));
        }
    }
    (page, at)
}

/// A message for a reader. Only the sender sees the nonce; an operator is not a reader.
pub(crate) fn message_to(state: &HotState, id: u64, message: &ChatMessage, reader: Option<AccountId>) -> Message {
    let author = message.row.author.map_or(HOUSE, |author| &state.accounts.known(author).handle);
    let (name, body) =
        if message.is_system() { (HOUSE, message.body.replace(WHO, author)) } else { (author, message.body.clone()) };
    Message {
        id,
        seat: message.row.seat,
        name: name.to_owned(),
        modality: Modality::Text,
        body,
        at: message.row.at,
        client_id: message
            .client_id
            .clone()
            .filter(|_| reader.is_some_and(|reader| message.row.author == Some(reader))),
        removed: message.row.is_removed().then_some(True),
    }
}
