//! The news of watches. A watch has a cursor; `news` gives the events after it and moves it, or names the rows that the next
//! event needs. Every change, deadline and opening of a watch leads here, and so do rows that were found.

use super::admission;
use super::members;
use super::parties::requests;
use super::queue;
use super::tables::read;
use super::tables::view::SharedViews;
use super::watches;
use crate::answer::{Answer, EndReason, Okay, StreamEnd};
use crate::credentials::Claims;
use crate::cursor::{EventId, PartyCursor};
use crate::effects::{Query, Replied, ReplyPlace, UnreadableRowsError, WakeReason};
use crate::handled::{Handled, HandlerResult};
use crate::pending::{PendingQuery, QueryPurpose};
use crate::record::Record;
use crate::rejection::Rejection;
use crate::request::{RateClass, RequestId, Requester};
use crate::state::{HotState, Transaction};
use crate::step::Step;
use crate::time::Millis;
use crate::watches::{PendingWatch, WatchCursor};

/// The events after a cursor, and how the watch goes on.
#[derive(Default)]
pub(super) struct News {
    pub(super) events: Vec<(EventId, Answer)>,
    pub(super) then: AfterEvents,
}

/// How a watch goes on after its events.
#[derive(Default)]
pub(super) enum AfterEvents {
    #[default]
    Waits,
    /// The next event needs rows from storage.
    Searches(Query, QueryPurpose),
    /// It has no further events.
    Ends(EndReason),
    /// It is a long-poll, which ends with this.
    Answers(Box<Answer>),
}

impl News {
    const fn end(reason: EndReason) -> Self {
        Self { events: Vec::new(), then: AfterEvents::Ends(reason) }
    }

    /// The reply of a long-poll, if there is one.
    fn first(self) -> Option<Handled> {
        match (self.events.into_iter().next(), self.then) {
            (Some((_, answer)), _) => Some(answer.into()),
            (None, AfterEvents::Searches(query, purpose)) => Some(Handled::Ask(query, purpose)),
            (None, AfterEvents::Answers(answer)) => Some((*answer).into()),
            (None, AfterEvents::Waits | AfterEvents::Ends(_)) => None,
        }
    }
}

/// The events after a cursor, which moves behind them. The first event comes `at_once` if the caller has waited long enough,
/// or has nothing yet. A page of messages may leave some for the next event.
fn news(
    tx: &Transaction<'_>,
    watch: &PendingWatch,
    cursor: &mut WatchCursor,
    mut at_once: bool,
    views: &mut SharedViews,
) -> Result<News, Rejection> {
    let caller = &watch.caller;
    if matches!(cursor, WatchCursor::Table { table, .. } if !watch.once && tx.table(*table).is_none()) {
        return Ok(News::end(EndReason::Archived));
    }
    admission::check_caller(tx, caller)?;
    let mut news = News::default();
    match cursor {
        WatchCursor::Table { table, with_events, has } => {
            while let Some((view, after)) = read::next_view(tx, caller, *table, (*with_events, *has), at_once, views)? {
                (*with_events, *has, at_once) = (true, after, false);
                news.events.push((EventId::Table(after), Answer::Table(view)));
                if watch.once {
                    return Ok(news);
                }
            }
            // It has the end of the game.
            if caller.claims.is_none() && !tx.table(*table).is_some_and(|known| read::may_be_watched(&known.row)) {
                news.then = AfterEvents::Ends(EndReason::Over);
            }
        }
        WatchCursor::Party { party, since, has } => {
            while let Some(handled) = requests::party_news(tx, caller.member()?, *party, (*since, *has), at_once)? {
                // Its rows come with the state of then.
                if watch.searches {
                    break;
                }
                if let Handled::Ask(query, purpose) = handled {
                    news.then = AfterEvents::Searches(query, purpose);
                    break;
                }
                news.events.extend(answer_of(handled).map(|answer| party_event(tx, since, has, answer)));
                at_once = false;
                if watch.once {
                    break;
                }
            }
        }
        WatchCursor::Ticket(ticket) => {
            if let Some(answer) = queue::ticket_news(tx, caller.member()?, *ticket, at_once)? {
                news.then = AfterEvents::Answers(Box::new(answer));
            }
        }
        WatchCursor::Member(..) if watch.searches => {}
        WatchCursor::Member(account, has) => return Ok(members::news(tx, caller, *account, has, views)),
    }
    Ok(news)
}

/// The event that these rows are for: `found` is what a request for it would get.
fn found(
    tx: &Transaction<'_>,
    cursor: &mut WatchCursor,
    purpose: &QueryPurpose,
    found: HandlerResult,
) -> Result<News, Rejection> {
    match cursor {
        // All of its rows are in memory.
        WatchCursor::Table { .. } | WatchCursor::Ticket(_) => Ok(News::default()),
        WatchCursor::Party { since, has, .. } => {
            let event = answer_of(found?).map(|answer| party_event(tx, since, has, answer));
            Ok(News { events: event.into_iter().collect(), ..News::default() })
        }
        WatchCursor::Member(account, has) => {
            Ok(members::found(tx, *account, has, purpose, found.ok().and_then(answer_of)))
        }
    }
}

/// The answer of a handler that waits for nothing.
pub(super) fn answer_of(handled: Handled) -> Option<Answer> {
    if let Handled::Now(replied) = handled { Some(replied.answer) } else { None }
}

fn party_event(state: &HotState, since: &mut u64, has: &mut PartyCursor, answer: Answer) -> (EventId, Answer) {
    if let Answer::Party(view) = &answer {
        (*since, *has) = (view.msgs_at, requests::cursor_after(state, view));
    }
    (EventId::Party(*has), answer)
}

impl Step<'_> {
    /// Open a stream, with an event of the present state if the caller does not have it.
    pub(crate) fn open_stream(&mut self, to: Requester, cursor: WatchCursor, is_first: bool) {
        if let Err(full) = watches::may_wait(&self.tx, &self.parts.watches, &to.caller) {
            return self.reply(&to, Err(full.into()));
        }
        self.reply(&to, Ok(opened()));
        let (id, caller) = (to.id, to.caller);
        let until = caller.claims.as_ref().map_or(Millis(u64::MAX), Claims::expires_at);
        let stream = PendingWatch { caller, cursor, until, once: false, searches: false };
        self.parts.watches.add(id, stream, &mut self.parts.agenda);
        self.check_news(id, is_first, WakeReason::Opened, &mut SharedViews::default());
    }

    /// A stream of an archived table has one event at most.
    pub(crate) fn open_ended(&mut self, to: &Requester, event: Option<(EventId, Box<Answer>)>) {
        self.reply(to, Ok(opened()));
        if let Some((id, answer)) = event {
            self.event(to.id, id, *answer);
        }
        self.end(to.id, EndReason::Archived);
    }

    /// Check whether a watch has news, and give it to the watch.
    pub(crate) fn check_news(&mut self, id: RequestId, at_once: bool, why: WakeReason, views: &mut SharedViews) {
        let Some(watch) = self.parts.watches.pending.get(&id) else { return };
        let mut cursor = watch.cursor.clone();
        let news = news(&self.tx, watch, &mut cursor, at_once, views);
        self.give(id, cursor, news, why);
    }

    /// The rows for the next event of a stream.
    pub(crate) fn found_for_watch(
        &mut self,
        id: RequestId,
        purpose: QueryPurpose,
        rows: Result<Vec<Record>, UnreadableRowsError>,
    ) {
        self.parts.watches.set_searches(id, false);
        let Some(watch) = self.parts.watches.pending.get(&id) else { return };
        let (caller, mut cursor) = (watch.caller.clone(), watch.cursor.clone());
        // The credential may have ended while the rows were read.
        let checked = admission::check_caller(&self.tx, &caller).map_err(Rejection::from);
        let rows = checked.and_then(|()| rows.map_err(|UnreadableRowsError| Rejection::Unavailable));
        let news = rows.and_then(|rows| {
            let handled = self.handle_found(&caller, purpose.clone(), &rows);
            found(&self.tx, &mut cursor, &purpose, handled)
        });
        let goes_on = matches!(&news, Ok(News { then: AfterEvents::Waits, .. }));
        self.give(id, cursor, news, WakeReason::Rows);
        if goes_on {
            self.check_news(id, false, WakeReason::Rows, &mut SharedViews::default());
        }
    }

    /// Give a watch its news. A long-poll ends with the first of them.
    fn give(&mut self, id: RequestId, cursor: WatchCursor, news: Result<News, Rejection>, why: WakeReason) {
        if self.parts.watches.pending.get(&id).is_some_and(|watch| watch.once) {
            let Some(first) = news.map(News::first).transpose() else { return };
            let Some(PendingWatch { caller, .. }) = self.parts.watches.forget(id, &mut self.parts.agenda) else {
                return;
            };
            self.woken.push((id, why));
            return self.finish(Requester { id, caller, class: RateClass::Ordinary }, first);
        }
        let news = news.unwrap_or_else(|rejection| News::end(EndReason::of(&rejection)));
        if !matches!(&news, News { events, then: AfterEvents::Waits } if events.is_empty()) {
            self.woken.push((id, why));
        }
        self.parts.watches.advance(id, cursor);
        for (event, answer) in news.events {
            self.event(id, event, answer);
        }
        match news.then {
            AfterEvents::Waits | AfterEvents::Answers(_) => {}
            AfterEvents::Searches(query, purpose) => {
                self.parts.queries.send(query, PendingQuery::Watch(id, purpose));
                self.parts.watches.set_searches(id, true);
            }
            AfterEvents::Ends(reason) => self.end_stream(id, reason),
        }
    }

    /// The last reply of a stream.
    pub(crate) fn end_stream(&mut self, id: RequestId, reason: EndReason) {
        self.parts.watches.forget(id, &mut self.parts.agenda);
        self.end(id, reason);
    }

    fn event(&mut self, id: RequestId, event: EventId, answer: Answer) {
        self.replies.push((id, Ok(Replied { place: ReplyPlace::Event(event), ..Replied::plain(answer) })));
    }

    fn end(&mut self, id: RequestId, reason: EndReason) {
        self.replies.push((id, Ok(Replied::plain(Answer::StreamEnd(StreamEnd { reason })))));
    }
}

fn opened() -> Replied {
    Replied { place: ReplyPlace::Opened, ..Replied::plain(Answer::Ok(Okay::default())) }
}
