//! Checks a command of the core and its effects against the model and the oracles.

use crate::inner::callers::wait_of;
use crate::inner::events::{AppliedCommand, Input};
use crate::inner::judge::{
    ExpectedPage, Judge, PendingPoll, RequestStage, StateBefore, StepReply, account_of, table_of,
};
use crate::inner::permissions::is_for_operators;
use crate::inner::prelude::*;

impl Judge {
    /// The expected rows of a query: storage has the same rows as the model.
    pub(super) fn expect_page(&mut self, query: QueryId) {
        let Some(id) = self.searches.get(&query).copied() else { return };
        if let Some(ExpectedPage::Duels(_)) = self.pages.get(&id) {
            return;
        }
        let page = self.pending.get(&id).and_then(|pending| self.page_of(pending));
        self.pages.extend(page.map(|page| (id, page)));
    }

    /// A command of the core with its effects.
    pub(super) fn applied(&mut self, applied: &mut AppliedCommand) -> CheckResult {
        self.commands += 1;
        let AppliedCommand { input, due, effects, now, day_goes_on, reader, .. } = applied;
        if let (Input::Tick, Some(Deadline { timer: Timer::ErasedLeaves(..), .. })) = (&input, due) {
            self.counts.hit("premise: an erasure continued in another step");
        }
        let before = self.before(input);
        let day = self.now.day();
        let mut found = None;
        self.chat = None;
        match input {
            Input::Found { query, .. } => {
                found = self.searches.remove(query);
                self.chat = self.chats.remove(query);
            }
            Input::Hangup(id) => drop(self.pending.remove(id)),
            Input::Operate(_, Order::Limits(limits)) => {
                self.settings.set_limits(limits);
                self.counts.hit("premise: limits changed while the service ran");
            }
            Input::Operate(_, Order::Full(is)) => {
                self.full = *is;
                self.counts.hit(if *is { "fault: the disk is nearly full" } else { "the disk has room again" });
            }
            Input::Operate(..) | Input::Request(_) | Input::Durable(_) | Input::Returned(_) | Input::Tick => {}
        }
        let unreadable = matches!(input, Input::Found { unreadable: true, .. });
        let clock = std::mem::replace(&mut self.now, *now);
        must!(clock <= *now, "the core's clock never goes back", "{clock:?} to {now:?}")?;
        self.model.take_keys(&effects.batch.slots);
        self.model.check_begin(*now, &effects.batch.changes)?;
        self.model.leaves = before.id.and_then(|id| self.pending.get(&id)).and_then(|pending| {
            let Request::LeaveParty(party) = pending.request else { return None };
            Some((account_of(pending)?, party))
        });
        let absorbed = self.model.absorb(&effects.batch.changes, self.settings.active_tables);
        self.counts.merge(&std::mem::take(&mut self.model.counts));
        absorbed?;
        self.check_unread(unreadable, found, effects)?;
        self.check_writes_nothing(input, found, &effects.batch.changes)?;
        self.check_effects(&before, found, effects)?;
        let returned = if let Input::Returned(call) = input { Some(*call) } else { None };
        if matches!(input, Input::Tick) {
            self.end_questions();
        }
        self.check_calls(returned, effects)?;
        if let Some(call) = returned {
            self.check_returned(call, effects)?;
        }
        self.check_polls()?;
        if std::mem::replace(reader, Ok(0))? > 0 {
            self.counts.hit("premise: a follower answered a long-poll or a stream");
        }
        if matches!(input, Input::Tick) {
            self.check_deadlines(day, *day_goes_on)?;
        }
        Ok(())
    }

    /// The replies and the queries of a step.
    fn check_effects(&mut self, before: &StateBefore, found: Option<RequestId>, effects: &Effects) -> CheckResult {
        self.note_begun(before, effects)?;
        self.check_order_of_polls(&effects.replies)?;
        for (id, reply) in &effects.replies {
            self.check_reply(StepReply { id: *id, reply, before, changes: &effects.batch.changes })?;
        }
        self.check_window(before, &effects.replies)?;
        self.check_cancelled(before)?;
        let replied = effects.replies.iter().any(|(id, _)| Some(*id) == before.id);
        // The first query is the request's own if it got no reply. The others are of polls that it woke.
        let own = before.id.filter(|_| !replied && !effects.queries.is_empty());
        // A page of duels with gaps is continued by another query, and the replay of a closed day by that of its proof.
        let of_member = |id: &RequestId| {
            self.pending.get(id).is_some_and(|pending| matches!(pending.stage, RequestStage::Member(_)))
        };
        let streams = found.is_some_and(|id| of_member(&id));
        let goes_on = matches!(effects.queries.first(), Some((_, Query::Duels { .. } | Query::FairProof { .. })));
        let on = found.filter(|_| !streams && goes_on);
        let own = own.or(on);
        let (mine, others) = effects.queries.split_at(usize::from(own.is_some()));
        for (query, _) in mine {
            self.searches.extend(own.map(|id| (*query, id)));
        }
        let answered: Vec<RequestId> = effects.replies.iter().map(|(id, _)| *id).collect();
        if let Some(id) = found.filter(|id| streams && !answered.contains(id)) {
            self.found_nothing(id)?;
        }
        self.searching_polls(others, &answered, found)?;
        if let Some(pending) = before.id.filter(|_| !replied).and_then(|id| self.pending.get_mut(&id)) {
            let known = table_of(&pending.request).is_some_and(|table| self.model.row(table).is_some());
            pending.stage = RequestStage::Searching { known };
        }
        if let Some(id) = before.id.filter(|_| !replied && effects.queries.is_empty()) {
            self.check_pending(id, before, &effects.batch.changes)?;
        }
        let Some(id) = found else { return Ok(()) };
        let over = self.pending.get(&id).is_none_or(|pending| matches!(pending.stage, RequestStage::Replied));
        let answered = answered.contains(&id) || on.is_some() || over || streams;
        must!(answered, "the result of a query reaches its request", "{id:?}")
    }

    /// The order of the replies to long-polls is the same in every run: those with news by their requests, then those
    /// whose time is over by its end.
    fn check_order_of_polls(&self, replies: &[(RequestId, Reply)]) -> CheckResult {
        let poll = |(id, _): &(RequestId, Reply)| {
            let RequestStage::Polling(PendingPoll { until, .. }) = self.pending.get(id)?.stage else { return None };
            Some((*id, until))
        };
        let polls: Vec<_> = replies.iter().filter_map(poll).collect();
        let with_news = polls.windows(2).take_while(|pair| pair[0].0 < pair[1].0).count() + 1;
        let ended = polls.get(with_news..).unwrap_or_default();
        let in_order =
            ended.iter().all(|(_, until)| *until <= self.now) && ended.is_sorted_by_key(|(id, until)| (until, id));
        must!(in_order, "long-polls are answered in the same order in every run", "{replies:?}")
    }

    /// The duel that a request started has the requested terms, or those of the earlier duel for a rematch.
    fn note_begun(&mut self, before: &StateBefore, effects: &Effects) -> CheckResult {
        let is_duel = |change: &Change| {
            let Change::Put(Record::Duel(id, row)) = change else { return None };
            (row.created_at == self.now).then_some(*id)
        };
        let pending = before.id.and_then(|id| self.pending.get(&id)).map(|pending| &pending.request);
        let Some(asked @ (Request::Challenge(_) | Request::SelfCheck(_))) = pending else { return Ok(()) };
        let begun = before.id.zip(effects.batch.changes.iter().find_map(is_duel));
        if let (Request::Challenge(asked), Some((_, id))) = (asked, begun) {
            let known = |id: &DuelId| self.model.duels.get(id).map(|row| (row.game_id.as_str(), row.format, row.stake));
            let before = asked.rematch_of.as_deref().and_then(DuelId::parse);
            let terms =
                before.map_or(Some((asked.game_id.as_str(), asked.format, asked.stake)), |before| known(&before));
            must!(known(&id) == terms, "a duel has the requested terms", "{id}: {:?}, not {terms:?}", known(&id))?;
        }
        self.begun.extend(begun);
        Ok(())
    }

    /// A request without a reply must be a long-poll or wait for a duel.
    fn check_pending(&mut self, id: RequestId, before: &StateBefore, changes: &[Change]) -> CheckResult {
        let now = self.now;
        let Some(mut pending) = self.pending.remove(&id) else { return Ok(()) };
        self.check_waiting(&pending, &before.ruling)?;
        let duels = matches!(pending.request, Request::Challenge(_) | Request::SelfCheck(_));
        if duels {
            self.counts.hit("premise: a request waited for a duel");
            self.note_reference(&pending, changes)?;
            pending.stage = RequestStage::Duelling;
        }
        self.pending.insert(id, pending);
        if duels {
            return Ok(());
        }
        let Some(pending) = self.pending.get_mut(&id) else { return Ok(()) };
        let until = wait_of(&pending.request, now);
        let lost =
            || Violation { rule: "every request is answered or pending", seen: format!("{:?}", pending.request) };
        let until = until.ok_or_else(lost)?;
        self.counts.hit("premise: a long-poll was pending");
        pending.stage = RequestStage::Polling(self.model.pending_poll(&pending.request, until));
        self.check_rooms(&self.pending[&id], before)
    }

    fn check_window(&mut self, before: &StateBefore, replies: &[(RequestId, Reply)]) -> CheckResult {
        let pending = before.id.and_then(|id| self.pending.remove_entry(&id));
        let Some((id, pending)) = pending else { return self.check_all_left(replies) };
        let reply = replies.iter().find(|(other, _)| *other == id).map(|(_, reply)| reply);
        let checked = if pending.who == "operator" { Ok(()) } else { self.check_rate(&pending, before, reply) };
        self.pending.insert(id, pending);
        checked?;
        self.check_all_left(replies)
    }

    /// Runs after the step's own request was counted.
    fn check_all_left(&mut self, replies: &[(RequestId, Reply)]) -> CheckResult {
        replies.iter().try_for_each(|(id, reply)| self.check_left(*id, reply))
    }

    /// A table is cancelled when it is declined, withdrawn or expires.
    fn check_cancelled(&mut self, before: &StateBefore) -> CheckResult {
        let pending = before.id.and_then(|id| self.pending.get(&id));
        let request = pending.map(|pending| pending.request.clone());
        for id in std::mem::take(&mut self.model.cancelled) {
            if matches!(&request, Some(Request::Decline(table)) if *table == id) {
                self.check_host_is_reported(id)?;
            }
            let row = self.model.row(id);
            let why = match &request {
                Some(Request::Decline(table)) if *table == id => "premise: stakes returned after a decline",
                Some(Request::Forfeit(table)) if *table == id => "premise: stakes returned after a withdrawal",
                Some(Request::EraseAccount(_)) => "premise: stakes returned after an erasure",
                None => "premise: stakes returned from an expired table",
                Some(Request::VoidTable(_) | Request::EraseMember(_)) => "stakes returned after an order",
                Some(_) => {
                    return must!(false, "a table is cancelled for a reason", "{id} {row:?} by {request:?}");
                }
            };
            self.counts.hit(why);
        }
        Ok(())
    }

    fn before(&mut self, input: &Input) -> StateBefore {
        let id = match input {
            Input::Request(id) => id,
            Input::Operate(id, _) => return StateBefore { id: Some(*id), counted: true, ..StateBefore::default() },
            Input::Tick => return StateBefore { tick: true, ..StateBefore::default() },
            Input::Hangup(_) | Input::Found { .. } | Input::Durable(_) | Input::Returned(_) => {
                return StateBefore::default();
            }
        };
        let now = self.next_now();
        let Some(pending) = self.pending.get(id) else { return StateBefore::default() };
        self.first_tries.entry(pending.origin).or_insert(now);
        let Some(mut pending) = self.pending.remove(id) else { return StateBefore::default() };
        self.choose_credential(&mut pending, now);
        let mut before = self.look_before(*id, &pending);
        if before.counted && is_for_operators(&pending.request) {
            before.ruling = self.against_operation(&pending, now).into();
        }
        if before.counted {
            self.count_relation(&pending);
        }
        self.pending.insert(*id, pending);
        before
    }
}
