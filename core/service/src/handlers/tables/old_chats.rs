//! The chats of archived tables go when they have been kept long enough.
//!
//! From that moment on a chat is not shown. Storage drops it after the next turn of a day: archived tables are looked
//! up in the order of their ids, which is nearly the order in which they ended, from a cursor that is stored. A table
//! that is archived behind the cursor sets it back.

use super::archive::ended_at;
use crate::effects::Query;
use crate::ids::TableId;
use crate::pending::PendingQuery;
use crate::record::{ArchiveRow, Record, TableRow};
use crate::step::Step;
use crate::timers::Timer;

/// Archived tables that are looked up at a time. Each may have some hundred kilobytes.
const AT_A_TIME: usize = 16;

impl Step<'_> {
    /// Whether the chat of a table that has ended is kept no longer.
    pub(crate) fn is_chat_over(&self, row: &TableRow) -> bool {
        ended_at(row).plus_s(self.state.config.pace.chat_kept_s) <= self.now
    }

    /// A table with a chat has been archived: its chat will be found when it is old.
    pub(super) fn await_chat_end(&mut self, table: TableId) {
        *self.chat_search = self.chat_search.map(|lowest| lowest.min(table));
        if table <= self.state.chats_dropped {
            self.put(Record::ChatsDropped(TableId(table.0.saturating_sub(1))));
        }
    }

    /// Look for archived tables whose chats have been kept long enough, unless that is under way.
    pub(crate) fn find_old_chats(&mut self) {
        // Without members there is no chat.
        if self.chat_search.is_some() || self.state.accounts.len() == 0 {
            return;
        }
        *self.chat_search = Some(TableId(u128::MAX));
        let (after, limit) = (self.state.chats_dropped, self.chats_at_a_time());
        self.ask(Query::Archives { after, limit }, PendingQuery::ChatsGo);
    }

    fn chats_at_a_time(&self) -> usize {
        self.state.config.bounds.swept.min(AT_A_TIME)
    }

    /// Drop them up to the first table whose chat is still kept, as many as a step has room for; the rest in a moment:
    /// other commands come in between.
    pub(crate) fn drop_old_chats(&mut self, rows: Vec<Record>) {
        let mut goes_on = rows.len() == self.chats_at_a_time();
        // What was archived since the search began may be missing among the rows.
        let archived = self.chat_search.take().unwrap_or(TableId(u128::MAX));
        let before = self.state.chats_dropped;
        let mut dropped = before;
        for record in rows {
            let Record::Archive(table, row) = record else { continue };
            if archived <= table || !self.has_room() {
                goes_on = true;
                break;
            }
            if !self.is_chat_over(&row.table) {
                goes_on = false;
                break;
            }
            self.drop_chat(table, *row);
            dropped = dropped.max(table);
        }
        if dropped != before {
            self.put(Record::ChatsDropped(dropped));
        }
        if goes_on {
            self.agenda.set(self.now.plus_ms(1), Timer::ChatsGo);
        }
    }

    /// The archive of a practice table that has been kept long enough is dropped whole, or has been since it was looked up.
    fn drop_chat(&mut self, table: TableId, row: ArchiveRow) {
        if !row.messages.is_empty() && !self.is_over_practice(&row.table) {
            self.put(Record::Archive(table, Box::new(ArchiveRow { messages: Vec::new(), ..row })));
        }
    }
}
