//! Exact comparison of views of tables and parties, and of chats.

use crate::inner::answers::AnsweredStep;
use crate::inner::judge::{ExpectedChat, Judge, account_of, status_of};
use crate::inner::model::seed_in;
use crate::inner::model::{Table, is_free, ticket_of};
use crate::inner::prelude::*;
use serde_json::value::to_raw_value;
use turnstone_service::answer::{
    Acted, GuestName, Messages, PartyTable, PartyView, Posted, Reign, SeatView, Standing, StandingRow, TableState,
};
use turnstone_service::request::MoveEvents;

/// The viewer and the cursors of the request.
#[derive(Clone, Copy)]
struct Looking {
    seat: Option<Seat>,
    member: Option<AccountId>,
    events_since: Option<u64>,
    msgs_since: Option<u64>,
}

impl Judge {
    /// The expected view or chat of an answer that has one; `Some(None)` if it is of an earlier state, within a tick that
    /// changed its subject afterwards.
    pub(super) fn shown(&mut self, step: &AnsweredStep<'_>) -> Result<Option<Option<Answer>>, Violation> {
        Ok(Some(match (&step.pending.request, &step.replied.answer) {
            (Request::TableMessages(table, _) | Request::ReadTable(table, _) | Request::StreamTable(table, _), _)
                if self.model.rewritten.contains(table) =>
            {
                None
            }
            (Request::ReadTable(table, read), Answer::Table(reported)) => {
                let cursors = (read.events_since.map(|since| since.min(step.before.head)), read.msgs_since);
                self.read(step, *table, cursors, reported)?.map(|it| Answer::Table(it.into()))
            }
            (Request::StreamTable(table, _), Answer::Table(reported)) => {
                self.read(step, *table, (None, None), reported)?.map(|it| Answer::Table(it.into()))
            }
            (Request::Act(table, act), _) => {
                let looking = |events| {
                    let since = match events {
                        MoveEvents::After(since) => since,
                        MoveEvents::OfMove => step.before.head,
                    };
                    self.looking(step, *table, Some(since), None)
                };
                let view = act.events.map(|events| self.view(step, *table, looking(events)).map(Box::new));
                Some(Answer::Acted(Acted { ok: True, table: view.transpose()? }))
            }
            (Request::JoinQueue(_) | Request::ReadTicket(..), Answer::Ticket(reported)) => {
                let row = self.model.queue.tickets.get(&reported.ticket_id);
                let row = row.filter(|row| account_of(step.pending) == Some(row.account));
                let row = row.ok_or_else(|| step.broken("there is no such ticket"))?;
                Some(Answer::Ticket(ticket_of(reported.ticket_id, row)))
            }
            (Request::TableMessages(table, page), _) => Some(self.messages(step, *table, page.since.unwrap_or(0))?),
            (Request::PostTableMessage(table, PostMessage { body, client_id }), _) => {
                let author = step.member()?;
                let table = self.model.tables.get(table).ok_or_else(|| step.broken("there is no such table"))?;
                let seat = table.seat_of(author).map_or(-2, |seat| seat.0 as i8);
                Some(self.newest(step, table.messages.iter(), (author, seat), body, client_id.as_ref())?)
            }
            (Request::PostPartyMessage(party, PostMessage { body, client_id }), _) => {
                let (author, model) = (step.member()?, &self.model);
                let members = model.parties.get(party).map(|row| row.members.as_slice()).unwrap_or_default();
                let place = members.iter().position(|member| *member == author).map_or(-2, |place| place as i8);
                let chat = model.party_messages.get(party).into_iter().flatten();
                Some(self.newest(step, chat, (author, place), body, client_id.as_ref())?)
            }
            (Request::ReadParty(party, read), _) => self.party(step, *party, read.msgs_since)?,
            (Request::StreamParty(party, _), Answer::Party(_)) => self.party(step, *party, None)?,
            _ => return Ok(None),
        }))
    }

    /// A view; `None` if a tick produced it before it changed the table.
    fn read(
        &self,
        step: &AnsweredStep<'_>,
        id: TableId,
        cursors: (Option<u64>, Option<u64>),
        reported: &TableView,
    ) -> Result<Option<TableView>, Violation> {
        let (events_since, msgs_since) = step.pending.stage.has().map_or(cursors, |has| (has.since, has.messages));
        let should = self.view(step, id, self.looking(step, id, events_since, msgs_since))?;
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

    fn view(&self, step: &AnsweredStep<'_>, id: TableId, looking: Looking) -> Result<TableView, Violation> {
        if let Some(table) = self.model.tables.get(&id) {
            return Ok(self.around(id, &table.row, table.messages.iter(), looking, self.state(id, table, looking)));
        }
        let archive = self.model.archives.get(&id).ok_or_else(|| step.broken("there is no such table"))?;
        let messages = self.model.archived_chat(archive, self.now);
        let state = self.archived_state(id, archive);
        Ok(TableView { archived: true, ..self.around(id, &archive.table, messages, looking, state) })
    }

    /// A view of a table, with this state.
    fn around<'m>(
        &self,
        id: TableId,
        row: &TableRow,
        chat: impl Iterator<Item = (&'m u64, &'m MessageRow)> + Clone,
        looking: Looking,
        state: TableState,
    ) -> TableView {
        let own_day = row.daily.is_some() && self.model.is_sealed(id, row, self.now);
        let (messages, msgs_at) =
            looking.msgs_since.map(|since| self.model.chat_page(chat, since, looking.member)).unzip();
        TableView {
            id,
            kind: row.setup.kind.clone(),
            game_id: row.game_id.clone(),
            status: status_of(&row.status),
            my_seat: looking.seat.map_or(-1, |seat| seat.0 as i8),
            stake: row.setup.stake,
            seats: self.seats(id, row),
            visibility: if own_day { Visibility::Private } else { row.visibility },
            seats_total: row.players.len(),
            invited_handle: row.invited.map(|invited| self.model.handle(invited)),
            pace: row.pace,
            seed: state.seed.clone(),
            state,
            seed_commit: seed_in(row).map(|seed| Seed::from_bytes(seed).commit()),
            practice: row.practice,
            free: is_free(row).then_some(True),
            rated: self.model.table_rating(id).is_some_and(|rating| rating.rated),
            level: (1..5).find(|level| Some(row.setup.level()) == Level::new(u64::from(*level))),
            rematch_id: self.model.rematch_shown(id, row, looking.seat),
            archived: false,
            messages,
            msgs_at,
        }
    }

    fn seats(&self, id: TableId, row: &TableRow) -> Vec<SeatView> {
        let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
        let ratings = self.model.table_rating(id).map_or(&[][..], |rating| rating.at_start.as_slice());
        taken
            .map(|(seat, player)| SeatView {
                seat: Seat::at(seat),
                name: self.model.player_name(*player),
                avatar_url: self.model.player_avatar(*player),
                rating: ratings.get(seat).copied().flatten(),
                guest: (*player == Player::Guest).then_some(True),
                guest_name: (*player == Player::Guest).then(|| {
                    let guests = self.model.friendly.get(&id).map_or(&[][..], |row| row.guests.as_slice());
                    GuestName(guests.get(seat).and_then(Option::as_ref).and_then(|guest| guest.name.clone()))
                }),
            })
            .collect()
    }

    /// The seed in hex, once the table has ended and the seed is not sealed.
    fn seed(&self, id: TableId, row: &TableRow) -> Option<String> {
        let shown = matches!(row.status, Status::Settled { .. } | Status::Voided { .. })
            && !self.model.is_sealed(id, row, self.now);
        seed_in(row).filter(|_| shown).map(|seed| Seed::from_bytes(seed).to_hex())
    }

    fn state(&self, id: TableId, table: &Table, looking: Looking) -> TableState {
        let row = &table.row;
        let head = table.events.len();
        let since = looking.events_since.map(|since| head.min(since as usize));
        let audience = Audience { seat: looking.seat, sealed: self.model.is_sealed(id, row, self.now) };
        let turn =
            looking.seat.filter(|seat| table.is_playing() && !table.is_for_agents() && table.to_act().contains(*seat));
        let legal = turn.and_then(|seat| Some(table.board.as_ref()?.legal_actions(seat))).unwrap_or_default();
        let mine = looking.seat.and_then(|seat| table.turn_ends(seat));
        let outcome = outcome_of(&row.status);
        TableState {
            view: Some(table.board.as_ref().map_or_else(|| waiting_view(row), |board| board.view(audience).into())),
            your_turn: turn.is_some(),
            legal_actions: legal.into_iter().map(Json::from).collect(),
            plies: table.plies.len() as u64,
            terminal: outcome.is_some(),
            outcome,
            seed: self.seed(id, row),
            events: since.map(|since| table.events[since..].to_vec()),
            events_at: head as u64,
            turn_deadline_at: mine.or_else(|| table.first_turn_ends()),
            bank_ms: table.banks(),
        }
    }

    /// The settled facts of an archived table, without a board.
    fn archived_state(&self, id: TableId, archive: &ArchiveRow) -> TableState {
        TableState {
            view: None,
            your_turn: false,
            legal_actions: Vec::new(),
            plies: archive.plies.len() as u64,
            terminal: true,
            outcome: outcome_of(&archive.table.status),
            seed: self.seed(id, &archive.table),
            events: None,
            events_at: archive.events,
            turn_deadline_at: None,
            bank_ms: BTreeMap::new(),
        }
    }

    fn messages(&self, step: &AnsweredStep<'_>, id: TableId, since: u64) -> Result<Answer, Violation> {
        let reader = Some(step.member()?);
        let (messages, since) = match (self.model.tables.get(&id), self.model.archives.get(&id)) {
            (Some(table), _) => self.model.chat_page(table.messages.iter(), since, reader),
            (None, Some(archive)) => self.model.chat_page(self.model.archived_chat(archive, self.now), since, reader),
            (None, None) => return Err(step.broken("there is no such table")),
        };
        Ok(Answer::Messages(Messages { messages, since }))
    }

    /// The message of this request: the newest of its chat, with its author's place and its text.
    fn newest<'m>(
        &self,
        step: &AnsweredStep<'_>,
        chat: impl DoubleEndedIterator<Item = (&'m u64, &'m MessageRow)>,
        (author, seat): (AccountId, i8),
        body: &str,
        nonce: Option<&String>,
    ) -> Result<Answer, Violation> {
        let mut newest = chat.rev();
        let (id, row) = newest.next().ok_or_else(|| step.broken("the chat is empty"))?;
        let message = self.model.message(*id, row, Some(author));
        let next = newest.next().map_or(1, |(before, _)| before + 1);
        let facts = (message.id, message.seat, message.at, row.author) == (next, seat, self.now, Some(author));
        let words = (message.body.as_str(), message.client_id.as_ref()) == (body, nonce);
        step.must(facts && words, "a message is kept as it was written", || format!("{message:?}"))?;
        Ok(Answer::Posted(Posted { ok: True, message }))
    }

    /// A party; nothing where a tick showed it before a table of it ended, or it ended itself.
    fn party(
        &mut self,
        step: &AnsweredStep<'_>,
        id: PartyId,
        msgs_since: Option<u64>,
    ) -> Result<Option<Answer>, Violation> {
        let changed = |record: &Record| match record {
            Record::Party(party, _) => *party == id,
            Record::Table(_, row) => row.party == Some(id),
            _ => false,
        };
        let chat = self.chat.take();
        let reader = step.member()?;
        let Some(row) = self.model.parties.get(&id).filter(|row| row.members.contains(&reader)) else {
            return if step.before.tick { Ok(None) } else { Err(step.broken("it is shown to its members")) };
        };
        if step.before.tick && step.put().any(changed) {
            return Ok(None);
        }
        let since = step.pending.stage.has().map_or(msgs_since, |has| has.since);
        let (messages, msgs_at) = match chat {
            Some(ExpectedChat { after, should }) => {
                // One from the future counts as the newest there was.
                step.must(after <= since.or(msgs_since).unwrap_or(0), "a view shows what its viewer may see", || {
                    format!("it was looked up after {after}")
                })?;
                let page = self.model.shown_to(should.iter().map(|(id, row)| (id, row)), Some(reader));
                self.counts.add("premise: party messages compared", should.len() as u64);
                (page, should.last().map_or(after, |(id, _)| *id))
            }
            None => {
                let rows = self.model.party_messages.get(&id);
                self.model.chat_page(rows.into_iter().flatten(), since.unwrap_or(0), Some(reader))
            }
        };
        let standing = self.standing_of(id, row);
        let tables = self.tables_of_party(id);
        Ok(Some(Answer::Party(
            PartyView {
                id,
                owner: self.model.handle(row.members[0]),
                members: row.members.iter().map(|member| self.model.handle(*member)).collect(),
                current_table_id: row.current_table,
                tables,
                visibility: row.visibility,
                is_owner: row.members[0] == reader,
                messages,
                msgs_at,
                standing,
            }
            .into(),
        )))
    }

    /// The tables that a party opened and that wait or run, newest first.
    fn tables_of_party(&self, party: PartyId) -> Vec<PartyTable> {
        let own = self.model.tables.iter().rev().filter(|(_, table)| table.row.party == Some(party));
        let active = own.filter(|(_, table)| table.is_active()).take(self.model.config.bounds.rows);
        let row = |(id, table): (&TableId, &Table)| {
            let taken = table.row.players.iter().filter(|player| **player != Player::Vacant);
            PartyTable {
                id: *id,
                game_id: table.row.game_id.clone(),
                kind: table.row.setup.kind.clone(),
                status: status_of(&table.row.status),
                stake: table.row.setup.stake,
                seats: taken.map(|player| self.model.player_name(*player)).collect(),
                seats_total: table.row.players.len(),
            }
        };
        active.map(row).collect()
    }

    /// Rows of present members by net, then wins, then handle. Reigns may have any order.
    fn standing_of(&self, id: PartyId, row: &PartyRow) -> Standing {
        let stands = self.model.club.party_standing(id);
        let rows = row.members.iter().map(|member| {
            let (net, wins, played) = stands.rows.get(member).copied().unwrap_or_default();
            StandingRow { name: self.model.handle(*member), net, wins, played }
        });
        let mut rows: Vec<StandingRow> = rows.collect();
        rows.sort_by_key(|row| (Reverse(row.net), Reverse(row.wins), row.name.clone()));
        let place = |game: &str| row.reigns.iter().position(|(other, ..)| other == game);
        let mut long: Vec<_> = stands.reigns.iter().filter(|(_, (_, length))| *length >= 2).collect();
        long.sort_by_key(|(game, _)| place(game));
        let reigns = long.into_iter().map(|(game, (champion, length))| Reign {
            game_id: game.clone(),
            champion_name: self.model.handle(*champion),
            length: *length,
        });
        Standing { rows, tables_together: stands.tables, reigns: reigns.collect() }
    }
}

/// The outcome of a table that has ended.
fn outcome_of(status: &Status) -> Option<Vec<OutcomeEntry>> {
    match status {
        Status::Settled { end, .. } => Some(end.outcome.clone()),
        Status::Cancelled { .. } | Status::Voided { .. } => Some(Vec::new()),
        Status::Waiting { .. } | Status::Playing { .. } => None,
    }
}

/// The view of a table that has not been dealt: its players.
fn waiting_view(row: &TableRow) -> Json {
    let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
    let seats: Vec<_> = taken.map(|(seat, _)| json!({ "seat": seat, "status": "in" })).collect();
    let view = json!({ "game": row.game_id, "phase": "waiting", "toAct": [], "seats": seats });
    to_raw_value(&view).expect("plain data").into()
}
