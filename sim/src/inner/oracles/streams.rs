//! Streams: each event is what a long-poll from the event before would answer, its id says what its reader has then, and
//! a stream ends for a reason.

use crate::inner::judge::{
    ARCHIVED, FORMER, Judge, OpenStream, PendingPoll, PendingRequest, RequestStage, StateBefore, StepReply,
};
use crate::inner::model::Table;
use crate::inner::prelude::*;
use turnstone_service::cursor::TableCursor;

impl Judge {
    /// A reply to a request that opens a stream.
    pub(super) fn check_stream(
        &mut self,
        pending: &mut PendingRequest,
        replied: &Replied,
        step: StepReply<'_>,
    ) -> CheckResult {
        let before = step.before;
        let said = |what: &str| format!("{} {:?} {what}: {:?}", pending.who, pending.request, pending.stage);
        match (&replied.place, &pending.stage) {
            (ReplyPlace::Opened, RequestStage::Queued | RequestStage::Searching { .. }) => {
                let counted = before.id == Some(step.id);
                self.check_reply_to(pending, step)?;
                if counted {
                    self.check_rooms(pending, before)?;
                }
                let (has, continues) = self.start_of(pending);
                self.counts.hit("premise: a stream was opened");
                if continues {
                    self.counts.hit(match &pending.request {
                        Request::StreamTable(..) => "premise: a stream of a table went on",
                        _ => "premise: a stream of a party went on",
                    });
                }
                pending.stage = RequestStage::Open(OpenStream { has, is_first: !continues, searches: false });
                Ok(())
            }
            (ReplyPlace::Event(event), RequestStage::Open(stream)) => {
                self.check_reply_to(pending, step)?;
                let has = self.after_event(pending, stream, event, &replied.answer, before.tick)?;
                self.counts.hit("premise: a stream had an event");
                pending.stage = RequestStage::Open(OpenStream { has, is_first: false, searches: false });
                Ok(())
            }
            (ReplyPlace::Last, RequestStage::Open(stream)) => {
                let Answer::StreamEnd(StreamEnd { reason }) = &replied.answer else {
                    return must(false, "a stream opens, has events, and ends", || said("ends"));
                };
                self.check_end(pending, stream.searches, *reason, before)?;
                pending.stage = RequestStage::Replied;
                Ok(())
            }
            _ => must(false, "a stream opens, has events, and ends", || said(&format!("{:?}", replied.place))),
        }
    }

    /// What the reader of a stream has who opens it now, and whether it continues after an event.
    pub(super) fn start_of(&self, pending: &PendingRequest) -> (PendingPoll, bool) {
        let until = pending.caller.claims.as_ref().map_or(Millis(u64::MAX), Claims::expires_at);
        let reads_chat = matches!(pending.caller.claims, Some(Claims::Account { .. }));
        match &pending.request {
            Request::StreamTable(table, StreamTable { after, events_since, msgs_since }) => {
                let (hot, row) = (self.model.tables.get(table), self.model.row(*table));
                let version = hot.map_or(ARCHIVED, |hot| hot.version);
                let seat = self.model.seat(pending.caller.claims.as_ref(), *table);
                let rematch = row.and_then(|row| self.model.rematch_shown(*table, row, seat));
                let known = |after: &TableCursor| {
                    row.map_or(FORMER, |row| {
                        let seats = self.model.seats_seen(*table, row, seat);
                        self.seats.version(*table, after.row_digest, &seats, version)
                    })
                };
                let (since, messages, version) = match after {
                    Some(after) => (Some(after.events), after.messages, known(after)),
                    None => (*events_since, *msgs_since, version),
                };
                let cursors = (since, messages.filter(|_| reads_chat));
                if hot.is_some() {
                    let has = self.model.has_of_table(hot, cursors, version, until);
                    return (PendingPoll { rematch, ..has }, after.is_some());
                }
                let ((since, messages), events) = (cursors, since.unwrap_or_default());
                let has = PendingPoll { until, since, events, version, messages, party: (None, 0), rematch: None };
                (has, after.is_some())
            }
            Request::StreamParty(party, StreamParty { after, msgs_since }) => {
                let since = after.map_or(msgs_since.unwrap_or(0), |after| after.messages);
                let seen = after.map_or_else(|| self.model.party_seen(*party), |after| (after.table, after.erased));
                (self.model.has_of_party(*party, Some(since), seen, until), after.is_some())
            }
            other => (self.model.pending_poll(other, until), false),
        }
    }

    /// What the reader has after an event. The id says that, and there was news.
    pub(super) fn after_event(
        &mut self,
        pending: &PendingRequest,
        stream: &OpenStream,
        event: &EventId,
        answer: &Answer,
        tick: bool,
    ) -> Result<PendingPoll, Violation> {
        let said = || format!("{} {:?}: {event} after {stream:?}", pending.who, pending.request);
        let is_right = match (event, answer) {
            (EventId::Table(id), Answer::Table(view)) => {
                (id.events, id.messages) == (view.state.events_at, view.msgs_at)
            }
            (EventId::Party(id), Answer::Party(view)) => {
                let (_, erased) = self.model.party_seen(view.id);
                (id.messages, id.table, id.erased) == (view.msgs_at, view.current_table_id, erased)
            }
            _ => false,
        };
        must(is_right, "the id of an event says what its reader has", said)?;
        let has = match (event, answer) {
            (EventId::Table(id), Answer::Table(view)) => {
                let version = self.model.tables.get(&view.id).map_or(ARCHIVED, |hot| hot.version);
                let seat = self.model.seat(pending.caller.claims.as_ref(), view.id);
                // In a tick the row may have changed since.
                if let Some(row) = self.model.row(view.id).filter(|_| !tick) {
                    self.seats.keep(view.id, id.row_digest, self.model.seats_seen(view.id, row, seat))?;
                }
                let (since, messages) = (Some(id.events), id.messages);
                let rematch = view.rematch_id;
                PendingPoll { since, events: id.events, version, messages, rematch, ..stream.has.clone() }
            }
            (EventId::Party(id), _) => PendingPoll {
                since: Some(id.messages),
                messages: Some(id.messages),
                party: (id.table, id.erased),
                ..stream.has.clone()
            },
            (EventId::Table(_) | EventId::Member(_), _) => stream.has.clone(),
        };
        let news = has.events > stream.has.events
            || has.messages > stream.has.messages
            || has.version != stream.has.version
            || has.rematch != stream.has.rematch
            || has.party != stream.has.party;
        must(stream.is_first || news, "an event of a stream has news", said)?;
        Ok(has)
    }

    /// Whether the table of a stream is in play.
    pub(super) fn is_in_play(&self, pending: &PendingRequest) -> bool {
        let table = pending.table().and_then(|table| self.model.tables.get(&table));
        table.is_some_and(Table::is_playing)
    }

    /// A stream ends because the service stops, its table is archived, or its reader may not read any more, and with that
    /// reason.
    pub(super) fn check_end(
        &mut self,
        pending: &PendingRequest,
        searches: bool,
        reason: EndReason,
        before: &StateBefore,
    ) -> CheckResult {
        let now = self.now;
        let claims = pending.caller.claims.as_ref();
        let counts = claims.is_none_or(|claims| self.model.counts(claims, now));
        let ruling = self.ruling(pending, counts, now);
        let step = before.id.and_then(|id| self.pending.get(&id));
        let drains = step.is_some_and(|step| matches!(step.order, Some(Order::Drain)));
        let gone = pending.table().is_some_and(|table| !self.model.tables.contains_key(&table));
        let is_ruled = |cause: &str| ruling.against.contains(&cause);
        let holds = match reason {
            EndReason::Draining => drains,
            EndReason::Archived => gone,
            EndReason::Over => claims.is_none() && !self.is_in_play(pending),
            // Of several that hold after a tick another one may have come first.
            EndReason::SignedOut => is_ruled("Auth NotSignedIn") || is_ruled("Auth Frozen") || before.tick && gone,
            EndReason::SeatDelegated => is_ruled("Grant Delegated") || before.tick && gone,
            EndReason::NotFound => is_ruled("Table NotFound") || is_ruled("Party NotFound"),
            // Which search did not read is looked at elsewhere.
            EndReason::Unavailable => searches,
            EndReason::Slow => false,
        };
        let said = || format!("{} {:?}: {reason:?}, {ruling:?}, gone {gone}", pending.who, pending.request);
        must(holds, "a stream ends for its reason", said)?;
        self.counts.hit(match reason {
            EndReason::Archived => "premise: a stream ended with its table",
            EndReason::Over => "premise: a stream without credentials ended with its game",
            EndReason::SignedOut => "premise: a stream ended with its credential",
            EndReason::SeatDelegated => "premise: a stream ended as its seat was delegated",
            EndReason::NotFound => "premise: a stream ended with its party",
            EndReason::Draining => "premise: a stream ended with a stop",
            EndReason::Unavailable => "premise: a stream ended as rows did not read",
            EndReason::Slow => "a stream ended as its reader was slow",
        });
        Ok(())
    }
}
