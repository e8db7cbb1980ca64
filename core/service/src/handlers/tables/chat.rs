//! The chat of a table: read by all who may read the table, written by members who sit there.

use crate::answer::{Answer, Message, Messages, Modality, Posted, True};
use crate::ids::{AccountId, TableId};
use crate::pending::QueryPurpose;
use crate::personal::Sealed;
use crate::record::{Key, MessageRow, Record, Status};
use crate::refusal::{Auth, Refusal, TableRefusal as Refused};
use crate::request::{Caller, RequestId};
use crate::state::{ChatMessage, HOUSE, NONCE_FOLLOWS};
use crate::step::{HandlerResult, Step};

/// Stands in a system message for the name of the member it is about.
pub(crate) const WHO: &str = "{}";

impl Step<'_> {
    pub(crate) fn messages(
        &mut self,
        id: RequestId,
        caller: &Caller,
        table: TableId,
        since: Option<u64>,
    ) -> HandlerResult {
        let account = self.member(caller)?;
        let since = since.unwrap_or(0);
        let Some(known) = self.state.table(table) else {
            return Ok(self.look_up(id, caller, table, QueryPurpose::Messages(table, since)));
        };
        self.viewer_of(caller, table, &known.row)?;
        let since = since.min(known.newest_message());
        let (messages, since) = self.messages_after(known.messages.iter(), since, account);
        Ok(Answer::Messages(Messages { messages, since }).into())
    }

    pub(crate) fn post_message(
        &mut self,
        id: RequestId,
        caller: &Caller,
        table: TableId,
        body: &str,
        client_id: Option<&str>,
    ) -> HandlerResult {
        let account = self.member(caller)?;
        let Some(known) = self.state.table(table) else {
            return Ok(self.look_up_closed(id, caller, table, Refused::ChatClosed.into()));
        };
        self.viewer_of(caller, table, &known.row)?;
        // Posting is for the seated; to others there is no such chat.
        let seat = known.seat_of(account).ok_or(Refused::NotFound)?;
        if matches!(known.row.status, Status::Cancelled { .. } | Status::Voided { .. }) {
            return Err(Refused::ChatClosed.into());
        }
        let next = known.newest_message() + 1;
        let row = self.words_of(account, seat.0 as i8, body, client_id)?;
        self.say(table, next, row);
        let message = &self.state.table(table).expect("seen just now").messages[&next];
        Ok(Answer::Posted(Posted { ok: True, message: self.message(next, message, account) }).into())
    }

    /// A member's message as it is stored: nothing of it can be read once the member is erased.
    pub(crate) fn words_of(
        &mut self,
        account: AccountId,
        seat: i8,
        body: &str,
        client_id: Option<&str>,
    ) -> Result<MessageRow, Refusal> {
        let slot = self.state.accounts.known(account).row.slot.ok_or(Refusal::Auth(Auth::NotSignedIn))?;
        if let Some(until) = self.muted_until(account) {
            return Err(Refusal::Muted { until });
        }
        let words = client_id.map_or_else(|| body.to_owned(), |nonce| format!("{body}{NONCE_FOLLOWS}{nonce}"));
        let body = self.state.vault.seal(slot, &words, &mut self.random);
        Ok(MessageRow { author: Some(account), seat, body, at: self.now, client_id: None })
    }

    /// A system message about nobody.
    pub(crate) fn announce(&mut self, table: TableId, text: &str) {
        let next = self.state.table(table).map_or(0, crate::state::Table::newest_message) + 1;
        let body = Sealed::Open(text.to_owned());
        self.say(table, next, MessageRow { author: None, seat: -1, body, at: self.now, client_id: None });
    }

    /// A system message about a member, who is [`WHO`] in it: no name is stored that an erasure would have to find.
    pub(crate) fn say_as_house(&mut self, table: TableId, about: AccountId, text: &str) {
        let next = self.state.table(table).map_or(0, crate::state::Table::newest_message) + 1;
        let body = Sealed::Open(text.to_owned());
        self.say(table, next, MessageRow { author: Some(about), seat: -1, body, at: self.now, client_id: None });
    }

    fn say(&mut self, table: TableId, id: u64, row: MessageRow) {
        self.put(Record::TableMessage(table, id, row));
        let known = self.state.table(table).expect("the caller has looked");
        if known.messages.len() > self.state.config.bounds.messages
            && let Some(oldest) = known.messages.keys().next().copied()
        {
            self.remove(Key::TableMessage(table, oldest));
        }
        self.touched_tables.insert(table);
    }

    /// A page of messages after a cursor as `reader` sees them, and the next cursor.
    pub(crate) fn messages_after<'m>(
        &self,
        messages: impl Iterator<Item = (&'m u64, &'m ChatMessage)>,
        since: u64,
        reader: AccountId,
    ) -> (Vec<Message>, u64) {
        let after = messages.filter(|(id, _)| **id > since).take(self.state.config.bounds.message_page);
        let page: Vec<Message> = after.map(|(id, message)| self.message(*id, message, reader)).collect();
        let at = page.last().map_or(since, |message| message.id);
        (page, at)
    }

    /// A message as a member sees it.
    pub(crate) fn message(&self, id: u64, message: &ChatMessage, reader: AccountId) -> Message {
        self.message_to(id, message, Some(reader))
    }

    /// A message as it is shown; the sender's nonce is echoed to nobody but the sender. An operator is no reader.
    pub(crate) fn message_to(&self, id: u64, message: &ChatMessage, reader: Option<AccountId>) -> Message {
        let author = message.row.author.map_or(HOUSE, |author| &self.state.accounts.known(author).handle);
        let (name, body) = if message.is_system() {
            (HOUSE, message.body.replace(WHO, author))
        } else {
            (author, message.body.clone())
        };
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
}
