//! Settled tables: their end card while they are hot, and all their pages after they have gone cold.

use super::view::{revealed_seed, view_of};
use crate::answer::{Answer, CardSeat, EndCard, Messages, TableState};
use crate::effects::Query;
use crate::games::Seed;
use crate::ids::TableId;
use crate::pending::{PendingQuery, QueryPurpose};
use crate::record::{ArchiveRow, EndRow, Key, Record, Status, TableRow};
use crate::refusal::{Refusal, TableRefusal as Refused};
use crate::request::{Caller, RequestId};
use crate::state::{ChatMessage, LiveMatch};
use crate::step::{HandlerResult, Step};
use crate::time::Millis;
use crate::timers::Timer;
use std::collections::BTreeMap;

impl Step<'_> {
    /// The table has been over long enough: one cold row takes the place of all its hot ones.
    pub(crate) fn archive(&mut self, table: TableId) {
        let Some(known) = self.state.table(table) else { return };
        let plies = known.plies().to_vec();
        let again = || self.state.play_again(known).map_or(0, |live| live.events_at());
        let events = if known.is_dealt() { known.live().map_or_else(again, LiveMatch::events_at) } else { 0 };
        let messages: Vec<_> = known.messages.iter().map(|(id, message)| (*id, message.row.clone())).collect();
        let row = ArchiveRow { table: known.row.clone(), plies, messages, events };
        for ply in 0..row.plies.len() {
            self.remove(Key::Ply(table, ply as u32));
        }
        for (message, _) in &row.messages {
            self.remove(Key::TableMessage(table, *message));
        }
        if row.table.practice {
            self.put(Record::PracticeEnded(ended_at(&row.table), table));
        }
        let has_chat = !row.messages.is_empty();
        self.put(Record::Archive(table, Box::new(row)));
        self.remove(Key::Table(table));
        if has_chat {
            self.await_chat_end(table);
        }
    }

    pub(crate) fn card(&mut self, id: RequestId, caller: &Caller, table: TableId) -> HandlerResult {
        let Some(known) = self.state.table(table) else {
            return Ok(self.look_up(id, caller, table, QueryPurpose::Card(table)));
        };
        let end = self.end_of(caller, table, &known.row)?;
        Ok(Answer::Card(self.end_card(table, &known.row, end)).into())
    }

    /// How a table ended. Whoever has its id may know of a settled one; of a running one only who may read it; a
    /// cancelled one has no end.
    pub(super) fn end_of<'r>(&self, caller: &Caller, table: TableId, row: &'r TableRow) -> Result<&'r EndRow, Refusal> {
        match &row.status {
            Status::Settled { end, .. } => Ok(end),
            Status::Cancelled { .. } | Status::Voided { .. } => Err(Refused::NotFound.into()),
            Status::Waiting { .. } | Status::Playing { .. } => {
                self.viewer_of(caller, table, row)?;
                Err(Refused::StillRunning.into())
            }
        }
    }

    pub(crate) fn archived_card(&self, table: TableId, rows: &[Record]) -> Result<Answer, Refusal> {
        let row = self.archived(rows)?;
        Ok(Answer::Card(self.end_card(table, &row.table, settled(row)?)))
    }

    pub(crate) fn archived_closed(
        &self,
        caller: &Caller,
        table: TableId,
        refusal: Refusal,
        rows: &[Record],
    ) -> Result<Answer, Refusal> {
        let viewer = self.viewer_of(caller, table, &self.archived(rows)?.table)?;
        let needs_seat = refusal == Refused::NotPlaying.into();
        Err(if needs_seat && viewer.seat.is_none() { Refused::NotSeated.into() } else { refusal })
    }

    pub(crate) fn archived_messages(
        &self,
        caller: &Caller,
        table: TableId,
        since: u64,
        rows: &[Record],
    ) -> Result<Answer, Refusal> {
        let row = self.archived(rows)?;
        let reader = self.member(caller)?;
        self.viewer_of(caller, table, &row.table)?;
        let messages = self.messages_of(row);
        let newest = messages.keys().next_back().copied().unwrap_or(0);
        let (messages, since) = self.messages_after(messages.iter(), since.min(newest), reader);
        Ok(Answer::Messages(Messages { messages, since }))
    }

    /// Settled facts of an archived table: no live board.
    pub(crate) fn archived_view(
        &self,
        caller: &Caller,
        table: TableId,
        msgs_since: Option<u64>,
        rows: &[Record],
    ) -> Result<Answer, Refusal> {
        let row = self.archived(rows)?;
        let viewer = self.viewer_of(caller, table, &row.table)?;
        let outcome = match &row.table.status {
            Status::Settled { end, .. } => end.outcome.clone(),
            Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
                Vec::new()
            }
        };
        let state = TableState {
            view: None,
            your_turn: false,
            legal_actions: Vec::new(),
            plies: row.plies.len() as u64,
            terminal: true,
            outcome: Some(outcome),
            seed: revealed_seed(&self.state, table, &row.table, self.now),
            events: None,
            events_at: row.events,
            turn_deadline_at: None,
            bank_ms: BTreeMap::new(),
        };
        let commit = Seed::from_bytes(row.table.seed).commit();
        let mut view = view_of(&self.state, table, &row.table, commit, viewer, state, self.now);
        view.archived = true;
        if let (Some(since), Some(reader)) = (msgs_since, viewer.account) {
            let messages = self.messages_of(row);
            let newest = messages.keys().next_back().copied().unwrap_or(0);
            let (messages, at) = self.messages_after(messages.iter(), since.min(newest), reader);
            view.messages = Some(messages);
            view.msgs_at = Some(at);
        }
        Ok(Answer::Table(view.into()))
    }

    /// The archived table that was looked up. One of practice is gone when its time is over, whether its row has been
    /// dropped by then or not.
    pub(crate) fn archived<'r>(&self, rows: &'r [Record]) -> Result<&'r ArchiveRow, Refusal> {
        match rows.first() {
            Some(Record::Archive(_, row)) if !self.is_over_practice(&row.table) => Ok(row),
            Some(_) | None => Err(Refused::NotFound.into()),
        }
    }

    /// Whether this is a practice table that has been kept long enough.
    pub(super) fn is_over_practice(&self, row: &TableRow) -> bool {
        row.practice && ended_at(row) <= self.practice_kept_from()
    }

    /// Practice tables that ended then or earlier are gone.
    fn practice_kept_from(&self) -> Millis {
        Millis(self.now.0.saturating_sub(self.state.config.pace.practice_kept_s.saturating_mul(1000)))
    }

    /// Look for practice tables that have been kept long enough.
    pub(crate) fn find_old_practice(&mut self) {
        let until = self.practice_kept_from();
        self.ask(Query::PracticeEnded { until, limit: self.state.config.bounds.swept }, PendingQuery::PracticeGoes);
    }

    /// Drop them, as many as a step has room for; the rest in a moment: others are to have their turn meanwhile.
    pub(crate) fn drop_practice(&mut self, rows: &[Record]) {
        let mut left = rows.len() == self.state.config.bounds.swept;
        for record in rows {
            if !self.has_room() {
                left = true;
                break;
            }
            if let Record::PracticeEnded(at, table) = record {
                self.remove(Key::Archive(*table));
                self.remove(Key::PracticeEnded(*at, *table));
            }
        }
        if left {
            self.agenda.set(self.now.plus_ms(1), Timer::PracticeGoes);
        }
    }

    /// The chat of an archived table, for as long as it is kept.
    fn messages_of(&self, row: &ArchiveRow) -> BTreeMap<u64, ChatMessage> {
        let kept = if self.is_chat_over(&row.table) { &[] } else { row.messages.as_slice() };
        kept.iter().map(|(id, message)| (*id, self.state.open_message(message))).collect()
    }

    fn end_card(&self, id: TableId, row: &TableRow, end: &EndRow) -> EndCard {
        let seats = end.outcome.iter().zip(&end.card).map(|(outcome, card)| {
            let player = row.players[outcome.seat.index()];
            CardSeat {
                seat: outcome.seat,
                name: self.state.name_of(player),
                avatar_url: player.member().and_then(|id| self.state.accounts.known(id).avatar_url.clone()),
                score: card.net,
                result: outcome.result,
                rank: outcome.rank,
                title: card.title.clone(),
                roster_net: card.roster_net,
            }
        });
        EndCard {
            id,
            game_id: row.game_id.clone(),
            kind: row.setup.kind.clone(),
            stake: row.setup.stake,
            settled_at: Some(end.settled_at),
            seats: seats.collect(),
            winner_seat: end.winner,
            reign: end.reign,
            tables_together: end.tables_together,
        }
    }
}

/// When a table ended; the first of all moments while it has not.
pub(super) const fn ended_at(row: &TableRow) -> Millis {
    match &row.status {
        Status::Settled { end, .. } => end.settled_at,
        Status::Cancelled { at } | Status::Voided { at, .. } => *at,
        Status::Waiting { .. } | Status::Playing { .. } => Millis(0),
    }
}

pub(super) fn settled(row: &ArchiveRow) -> Result<&EndRow, Refusal> {
    match &row.table.status {
        Status::Settled { end, .. } => Ok(end),
        Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
            Err(Refused::NotFound.into())
        }
    }
}
