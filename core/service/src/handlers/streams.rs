//! Streams: pending requests with several replies. Each event moves what the caller has; the same changes that answer a
//! long-poll make the next event.

use super::admission;
use super::members::{Lacking, NeededRows};
use super::parties::requests;
use super::polls;
use super::tables::read::may_be_watched;
use super::tables::view::SharedViews;
use crate::answer::{Answer, EndReason, Okay, StreamEnd};
use crate::credentials::Claims;
use crate::cursor::{EventId, MemberCursor, PartyCursor, TableCursor};
use crate::effects::{Replied, ReplyPlace, Unreadable};
use crate::handled::Handled;
use crate::ids::AccountId;
use crate::pending::{EventRows, PendingQuery};
use crate::polls::{PendingPoll, PollTarget, Replies, TableRead};
use crate::record::Record;
use crate::rejection::Rejection;
use crate::request::{RequestId, Requester};
use crate::state::HotState;
use crate::step::Step;
use crate::time::Millis;

impl Step<'_> {
    /// Open a stream, with an event of the present state if the caller does not have it.
    pub(crate) fn open_stream(&mut self, to: Requester, on: PollTarget, is_first: bool) {
        let id = to.id;
        if self.opens(to, on) {
            self.advance_stream(id, is_first, &mut SharedViews::default());
        }
    }

    /// Whether there is a place for a stream, which is then open.
    pub(super) fn opens(&mut self, to: Requester, on: PollTarget) -> bool {
        if let Err(full) = polls::may_wait(&self.tx, &self.parts.polls, &to.caller) {
            self.reply(&to, Err(full.into()));
            return false;
        }
        self.reply(&to, Ok(opened()));
        let until = to.caller.claims.as_ref().map_or(Millis(u64::MAX), Claims::expires_at);
        let stream = PendingPoll { caller: to.caller, on, until, replies: Replies::Many };
        self.parts.polls.add(to.id, stream, &mut self.parts.agenda);
        true
    }

    /// A stream of an archived table has one event at most.
    pub(crate) fn open_ended(&mut self, to: &Requester, event: Option<(EventId, Box<Answer>)>) {
        self.reply(to, Ok(opened()));
        if let Some((id, answer)) = event {
            self.event(to.id, id, *answer);
        }
        self.end(to.id, EndReason::Archived);
    }

    /// Give a stream the events that it lacks. A page of messages may leave some for the next event.
    pub(crate) fn advance_stream(&mut self, id: RequestId, mut is_first: bool, views: &mut SharedViews) {
        while let Some(stream) = self.parts.polls.pending.get(&id) {
            if let PollTarget::Member(account) = stream.on {
                return self.advance_member(id, account, views);
            }
            if matches!(stream.on, PollTarget::Table { read, .. } if self.tx.table(read.table).is_none()) {
                return self.end_stream(id, EndReason::Archived);
            }
            // Its rows come with the state of then.
            let searches = stream.replies == Replies::ManyAfterSearch;
            match polls::news(&self.tx, stream, is_first, views) {
                Ok(Some(Handled::Now(replied))) if !searches => self.stream_event(id, replied.answer),
                Ok(Some(Handled::Ask(query, _))) if !searches => {
                    let PollTarget::Party { party, messages, .. } = stream.on else { return };
                    self.parts.queries.send(query, PendingQuery::Stream(id, EventRows::Party(party, messages)));
                    return self.parts.polls.searches(id);
                }
                // It has the end of the game.
                Ok(_) if self.has_watched_to_the_end(id) => return self.end_stream(id, EndReason::Over),
                Ok(_) => return,
                Err(rejection) => return self.end_stream(id, EndReason::of(&rejection)),
            }
            is_first = false;
        }
    }

    /// Whether a stream without credentials is of a table that is no longer played.
    fn has_watched_to_the_end(&self, id: RequestId) -> bool {
        let Some(PendingPoll { caller, on: PollTarget::Table { read, .. }, .. }) = self.parts.polls.pending.get(&id)
        else {
            return false;
        };
        caller.claims.is_none() && !self.tx.table(read.table).is_some_and(|known| may_be_watched(&known.row))
    }

    /// The rows for the next event of a stream. A party's stream has messages.
    pub(crate) fn found_for_stream(&mut self, id: RequestId, read: EventRows, rows: Result<Vec<Record>, Unreadable>) {
        let Some(stream) = self.parts.polls.pending.get(&id) else { return };
        if let PollTarget::Member(account) = stream.on {
            return self.found_for_member(id, account, read, rows);
        }
        let EventRows::Party(party, since) = read else { return };
        // The credential may have ended while the rows were read.
        let view = admission::check_caller(&self.tx, &stream.caller).map_err(Rejection::from).and_then(|()| {
            let rows = rows.map_err(|Unreadable| Rejection::Unavailable)?;
            requests::party_view(&self.tx, stream.caller.member()?, party, since, &rows)
        });
        match view {
            Ok(view) => {
                self.stream_event(id, Answer::Party(view.into()));
                self.advance_stream(id, false, &mut SharedViews::default());
            }
            Err(rejection) => self.end_stream(id, EndReason::of(&rejection)),
        }
    }

    /// The last reply of a stream.
    pub(crate) fn end_stream(&mut self, id: RequestId, reason: EndReason) {
        self.parts.polls.forget(id, &mut self.parts.agenda);
        self.end(id, reason);
    }

    /// The next event of a stream.
    fn stream_event(&mut self, id: RequestId, answer: Answer) {
        let Some(stream) = self.parts.polls.pending.get(&id) else { return };
        let (on, event) = after(&self.tx, stream.on, &answer);
        self.parts.polls.advance(id, on);
        self.event(id, event, answer);
    }

    pub(super) fn event(&mut self, id: RequestId, event: EventId, answer: Answer) {
        self.replies.push((id, Ok(Replied { place: ReplyPlace::Event(event), ..Replied::plain(answer) })));
    }

    fn end(&mut self, id: RequestId, reason: EndReason) {
        self.replies.push((id, Ok(Replied::plain(Answer::StreamEnd(StreamEnd { reason })))));
    }
}

fn opened() -> Replied {
    Replied { place: ReplyPlace::Opened, ..Replied::plain(Answer::Ok(Okay::default())) }
}

/// What the reader of a stream has after this answer, and the id of the event that carries it.
fn after(state: &HotState, on: PollTarget, answer: &Answer) -> (PollTarget, EventId) {
    match (on, answer) {
        (PollTarget::Table { read, .. }, Answer::Table(view)) => {
            let (events, messages) = (view.state.events_at, view.msgs_at.or(read.msgs_since));
            let seats = state.table(read.table).map_or(0, |known| state.digest_of(known));
            let read = TableRead { events_since: Some(events), msgs_since: messages, ..read };
            (PollTarget::Table { read, events, seats }, EventId::Table(TableCursor { events, messages, seats }))
        }
        (PollTarget::Party { party, .. }, Answer::Party(view)) => {
            let (messages, table) = (view.msgs_at, view.current_table_id);
            let on = PollTarget::Party { party, since: Some(messages), messages, table };
            (on, EventId::Party(PartyCursor { messages, table }))
        }
        _ => unreachable!("a stream has the answers of its own reads"),
    }
}

impl Step<'_> {
    pub(crate) fn open_member_stream(&mut self, to: Requester, account: AccountId, has: MemberCursor) {
        let id = to.id;
        if self.opens(to, PollTarget::Member(account)) {
            self.parts.polls.has(id, has);
            self.advance_member(id, account, &mut SharedViews::default());
        }
    }

    /// Give a member's stream the events that it lacks, until one of them needs rows.
    pub(crate) fn advance_member(&mut self, id: RequestId, account: AccountId, views: &mut SharedViews) {
        let Some(stream) = self.parts.polls.pending.get(&id) else { return };
        if let Err(auth) = admission::check_caller(&self.tx, &stream.caller) {
            return self.end_stream(id, EndReason::of(&auth.into()));
        }
        // Its rows come with the state of then.
        if stream.replies == Replies::ManyAfterSearch {
            return;
        }
        let has = self.parts.polls.members[&id].clone();
        let mut lacking = Lacking { tx: &self.tx, caller: &stream.caller, account, has, events: Vec::new() };
        let needed = lacking.all(views).err();
        let Lacking { has, events, .. } = lacking;
        self.parts.polls.has(id, has);
        for (event, answer) in events {
            self.event(id, event, answer);
        }
        if let Some(NeededRows(query, read)) = needed {
            self.parts.queries.send(query, PendingQuery::Stream(id, read));
            self.parts.polls.searches(id);
        }
    }

    /// The rows for the next event of a member's stream.
    pub(crate) fn found_for_member(
        &mut self,
        id: RequestId,
        account: AccountId,
        read: EventRows,
        rows: Result<Vec<Record>, Unreadable>,
    ) {
        let Some(stream) = self.parts.polls.pending.get(&id) else { return };
        // The credential may have ended while the rows were read.
        let checked = admission::check_caller(&self.tx, &stream.caller).map_err(Rejection::from);
        let rows = match checked.and_then(|()| rows.map_err(|Unreadable| Rejection::Unavailable)) {
            Ok(rows) => rows,
            Err(rejection) => return self.end_stream(id, EndReason::of(&rejection)),
        };
        let has = self.parts.polls.members[&id].clone();
        let mut lacking = Lacking { tx: &self.tx, caller: &stream.caller, account, has, events: Vec::new() };
        lacking.found(read, &rows);
        let cold = lacking.cold();
        let Lacking { has, events, .. } = lacking;
        self.parts.polls.advance(id, PollTarget::Member(account));
        self.parts.polls.has(id, has);
        for (event, answer) in events {
            self.event(id, event, answer);
        }
        if let Some(NeededRows(query, read)) = cold {
            self.parts.queries.send(query, PendingQuery::Stream(id, read));
            return self.parts.polls.searches(id);
        }
        self.advance_member(id, account, &mut SharedViews::default());
    }
}
