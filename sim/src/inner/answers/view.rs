//! Tables as their viewers may see them, and their chats.

use super::AnsweredStep;
use crate::inner::judge::{Judge, RequestStage, account_of, status_of};
use crate::inner::model::Table;
use crate::prelude::*;
use serde_json::value::to_raw_value;

/// Who looks, and what the reader knows already.
#[derive(Clone, Copy)]
struct Looking {
    seat: Option<Seat>,
    member: Option<AccountId>,
    events_since: Option<u64>,
    msgs_since: Option<u64>,
}

impl Judge {
    /// A view; nothing where a tick gave it before it changed the table.
    pub(super) fn read(&self, step: &AnsweredStep<'_>, read: &ReadTable) -> Result<Option<TableView>, Violation> {
        let id = read.table;
        let Answer::Table(reported) = step.answer() else { return Err(step.broken("it is no view")) };
        let (events_since, msgs_since) = if let RequestStage::Parked(parked) = &step.pending.stage {
            (parked.since, parked.messages)
        } else {
            (read.events_since.map(|since| since.min(step.before.head)), read.msgs_since)
        };
        let looking = self.looking(step, id, events_since, msgs_since);
        let should = self.view(step, id, looking)?;
        let of_table = |record: &Record| matches!(record, Record::Table(of, _) | Record::Ply(of, ..) | Record::TableMessage(of, ..) if *of == id);
        let moved_on = step.before.tick && step.put().any(of_table);
        let same = (reported.status, reported.state.plies) == (should.status, should.state.plies);
        Ok((!moved_on || same && reported.seats.len() == should.seats.len()).then_some(should))
    }

    fn looking(
        &self,
        step: &AnsweredStep<'_>,
        id: TableId,
        events_since: Option<u64>,
        msgs_since: Option<u64>,
    ) -> Looking {
        let (claims, member) = (step.pending.caller.claims.as_ref(), account_of(step.pending));
        let msgs_since = msgs_since.filter(|_| member.is_some());
        Looking { seat: self.model.seat(claims, id), member, events_since, msgs_since }
    }

    pub(super) fn acted(&self, step: &AnsweredStep<'_>, act: &Act) -> Result<Answer, Violation> {
        let view = act.events_since.map(|since| {
            let looking = self.looking(step, act.table, Some(since), None);
            self.view(step, act.table, looking).map(Box::new)
        });
        Ok(Answer::Acted(Acted { ok: True, table: view.transpose()? }))
    }

    fn view(&self, step: &AnsweredStep<'_>, id: TableId, looking: Looking) -> Result<TableView, Violation> {
        if let Some(table) = self.model.tables.get(&id) {
            let state = self.state(id, table, looking);
            return Ok(self.around(id, &table.row, table.messages.iter(), looking, state));
        }
        let archive = self.model.archives.get(&id).ok_or_else(|| step.broken("there is no such table"))?;
        let messages = self.model.archived_chat(archive, self.now());
        let state = self.archived_state(id, archive);
        Ok(TableView { archived: true, ..self.around(id, &archive.table, messages, looking, state) })
    }

    /// The facts of a table around its state.
    fn around<'m>(
        &self,
        id: TableId,
        row: &TableRow,
        chat: impl Iterator<Item = (&'m u64, &'m MessageRow)> + Clone,
        looking: Looking,
        state: TableState,
    ) -> TableView {
        let seed = Seed::from_bytes(row.seed);
        let own_day = row.daily.is_some() && self.model.is_sealed(id, row, self.now());
        let (messages, msgs_at) =
            looking.msgs_since.map(|since| self.model.chat_page(chat, since, looking.member)).unzip();
        TableView {
            id,
            kind: row.setup.kind.clone(),
            game_id: row.game_id.clone(),
            status: status_of(&row.status),
            my_seat: looking.seat.map_or(-1, |seat| seat.0 as i8),
            stake: row.setup.stake,
            seats: self.seats(row),
            visibility: if own_day { Visibility::Private } else { row.visibility },
            seats_total: row.players.len(),
            invited_handle: row.invited.map(|invited| self.model.handle(invited)),
            pace: row.pace,
            seed: state.seed.clone(),
            state,
            seed_commit: Some(seed.commit()),
            practice: row.practice,
            archived: false,
            messages,
            msgs_at,
        }
    }

    fn seats(&self, row: &TableRow) -> Vec<SeatView> {
        let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
        taken
            .map(|(seat, player)| SeatView {
                seat: Seat::at(seat),
                name: self.model.player_name(*player),
                avatar_url: self.model.player_avatar(*player),
            })
            .collect()
    }

    /// The seed in hex, at the end and when no seal is on it.
    fn seed(&self, id: TableId, row: &TableRow) -> Option<String> {
        let shown = matches!(row.status, Status::Settled { .. } | Status::Voided { .. })
            && !self.model.is_sealed(id, row, self.now());
        shown.then(|| Seed::from_bytes(row.seed).to_hex())
    }

    fn state(&self, id: TableId, table: &Table, looking: Looking) -> TableState {
        let row = &table.row;
        let head = table.events.len();
        let since = looking.events_since.map(|since| head.min(since as usize));
        let events: Option<Vec<Json>> = since.map(|since| table.events[since..].to_vec());
        let Some(board) = &table.board else {
            let cancelled = matches!(row.status, Status::Cancelled { .. });
            return TableState {
                view: Some(waiting_view(row)),
                your_turn: false,
                legal_actions: Vec::new(),
                plies: 0,
                terminal: cancelled,
                outcome: cancelled.then(Vec::new),
                seed: None,
                events,
                events_at: 0,
                turn_deadline_at: None,
                bank_ms: BTreeMap::new(),
            };
        };
        let audience = Audience { seat: looking.seat, sealed: self.model.is_sealed(id, row, self.now()) };
        let turn =
            looking.seat.filter(|seat| table.is_playing() && !table.is_for_agents() && table.to_act().contains(*seat));
        let legal = turn.map(|seat| board.legal_actions(seat)).unwrap_or_default();
        let mine = looking.seat.and_then(|seat| table.turn_ends(seat));
        let outcome = match &row.status {
            Status::Settled { .. } => board.outcome().map(|outcome| outcome.entries()),
            Status::Voided { .. } => Some(Vec::new()),
            Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } => None,
        };
        TableState {
            view: Some(board.view(audience).into()),
            your_turn: turn.is_some(),
            legal_actions: legal.into_iter().map(Json::from).collect(),
            plies: table.plies.len() as u64,
            terminal: outcome.is_some(),
            outcome,
            seed: self.seed(id, row),
            events,
            events_at: head as u64,
            turn_deadline_at: mine.or_else(|| table.first_turn_ends()),
            bank_ms: table.banks(),
        }
    }

    /// Of an archived table its settled facts, and no board.
    fn archived_state(&self, id: TableId, archive: &ArchiveRow) -> TableState {
        let outcome = match &archive.table.status {
            Status::Settled { end, .. } => end.outcome.clone(),
            Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
                Vec::new()
            }
        };
        TableState {
            view: None,
            your_turn: false,
            legal_actions: Vec::new(),
            plies: archive.plies.len() as u64,
            terminal: true,
            outcome: Some(outcome),
            seed: self.seed(id, &archive.table),
            events: None,
            events_at: archive.events,
            turn_deadline_at: None,
            bank_ms: BTreeMap::new(),
        }
    }

    pub(super) fn messages(&self, step: &AnsweredStep<'_>, id: TableId, since: u64) -> Result<Answer, Violation> {
        let reader = Some(step.member()?);
        let (messages, since) = match (self.model.tables.get(&id), self.model.archives.get(&id)) {
            (Some(table), _) => self.model.chat_page(table.messages.iter(), since, reader),
            (None, Some(archive)) => self.model.chat_page(self.model.archived_chat(archive, self.now()), since, reader),
            (None, None) => return Err(step.broken("there is no such table")),
        };
        Ok(Answer::Messages(Messages { messages, since }))
    }

    /// A message is the newest of its chat, from its author's seat, and says what was written.
    pub(super) fn posted(
        &self,
        step: &AnsweredStep<'_>,
        id: TableId,
        body: &str,
        nonce: Option<&str>,
    ) -> Result<Answer, Violation> {
        let author = step.member()?;
        let table = self.model.tables.get(&id).ok_or_else(|| step.broken("there is no such table"))?;
        let seat = table.seat_of(author).map_or(-2, |seat| seat.0 as i8);
        self.newest(step, table.messages.iter(), (author, seat), body, nonce)
    }

    /// A message that was posted just now, as its author gets it and as the chat has it.
    pub(super) fn newest<'m>(
        &self,
        step: &AnsweredStep<'_>,
        chat: impl DoubleEndedIterator<Item = (&'m u64, &'m MessageRow)>,
        (author, seat): (AccountId, i8),
        body: &str,
        nonce: Option<&str>,
    ) -> Result<Answer, Violation> {
        let mut newest = chat.rev();
        let (id, row) = newest.next().ok_or_else(|| step.broken("the chat is empty"))?;
        let next = newest.next().map_or(1, |(before, _)| before + 1);
        let kept = self.model.message(*id, row, Some(author));
        let message = Message {
            id: next,
            seat,
            name: self.model.handle(author),
            modality: Modality::Text,
            body: body.to_owned(),
            at: self.now(),
            client_id: nonce.map(str::to_owned),
            removed: None,
        };
        let facts = (kept.id, kept.seat, kept.at, row.author) == (next, seat, self.now(), Some(author));
        let words = (&kept.body, &kept.client_id, &kept.name) == (&message.body, &message.client_id, &message.name);
        step.must(facts && words, || format!("the chat has {kept:?}, not {message:?}"))?;
        Ok(Answer::Posted(Posted { ok: True, message }))
    }
}

/// A table that has not been dealt shows who sits there.
fn waiting_view(row: &TableRow) -> Json {
    let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
    let seats: Vec<_> = taken.map(|(seat, _)| json!({ "seat": seat, "status": "in" })).collect();
    let view = json!({ "game": row.game_id, "phase": "waiting", "toAct": [], "seats": seats });
    to_raw_value(&view).expect("plain data").into()
}
