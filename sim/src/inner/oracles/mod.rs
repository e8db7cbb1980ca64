//! The oracles that check replies and polls.

mod before;
mod calls;
mod decisions;
mod disk;
mod members;
mod polls;
mod quotas;
mod rates;
mod receipts;
mod rejected;
mod secrets;
mod streams;

pub(crate) use quotas::QUOTAS;
pub(crate) use receipts::{acknowledges, text_of};

use crate::inner::answers::AnsweredStep;
use crate::inner::events::Input;
use crate::inner::judge::{
    Judge, PendingRequest, RequestStage, StateBefore, StepReply, account_of, is_read, status_of,
};
use crate::inner::prelude::*;

/// Changes that the time of any step makes due: the secrets of days, eras, and the clock. A start hides the secrets that an
/// earlier version stored.
fn begins_days(change: &Change) -> bool {
    match change {
        Change::Put(Record::FairDay(_, row)) => {
            row.numbers == 0 && row.closed_by.is_none() || matches!(row.form, SecretForm::Sealed(_))
        }
        Change::Put(Record::Table(_, row)) => matches!(row.seed, SeedRow::Sealed { .. }),
        Change::Put(Record::Daily(_, row)) => matches!(row.form, SecretForm::Sealed(_)),
        Change::Put(Record::Duel(_, row)) => matches!(row.seed_form, SecretForm::Sealed(_)),
        Change::Put(Record::Statement(..) | Record::Clock(_) | Record::Outage(..))
        | Change::Remove(Key::Restored | Key::Outage(_)) => true,
        Change::Put(_) | Change::Remove(_) => false,
    }
}

impl Judge {
    /// A reply of a step, before anything else changes.
    pub(crate) fn check_reply(&mut self, step: StepReply<'_>) -> CheckResult {
        let Some(mut pending) = self.pending.remove(&step.id) else { return Ok(()) };
        let checked = match step.reply {
            Ok(replied) if matches!(pending.request, Request::StreamMe(_)) => {
                self.check_member_stream(&mut pending, replied, step)
            }
            Ok(replied) if pending.request.is_stream() => self.check_stream(&mut pending, replied, step),
            Ok(_) | Err(_) => {
                let checked = self.check_reply_to(&pending, step);
                pending.stage = RequestStage::Replied;
                checked
            }
        };
        self.pending.insert(step.id, pending);
        checked
    }

    /// A step of a read has no changes: neither when it comes nor when its rows do, nor when its caller disconnects.
    pub(crate) fn check_writes_nothing(
        &self,
        input: &Input,
        found: Option<RequestId>,
        changes: &[Change],
    ) -> CheckResult {
        let of_read = |id: &RequestId| {
            self.pending.get(id).is_some_and(|pending| pending.order.is_none() && is_read(&pending.request))
        };
        let reads = match input {
            Input::Request(id) => of_read(id),
            Input::Found { .. } => found.as_ref().is_some_and(of_read),
            Input::Hangup(_) => true,
            Input::Operate(..) | Input::Durable(_) | Input::Returned(_) | Input::Tick => false,
        };
        must!(!reads || changes.iter().all(begins_days), "a read changes nothing", "{input:?}: {changes:?}")
    }

    pub(super) fn check_reply_to(&mut self, pending: &PendingRequest, step: StepReply<'_>) -> CheckResult {
        let StepReply { id, reply, before, changes } = step;
        let own = before.id == Some(id);
        let claims = pending.caller.claims.as_ref();
        let counts = if own { before.counted } else { claims.is_none_or(|claims| self.model.counts(claims, self.now)) };
        let reported = || reply.as_ref().map(|replied| &replied.answer);
        let said = || format!("{} {:?}: {:?}, {changes:?}", pending.who, pending.request, reported());
        if own && reply.is_err() {
            must(changes.iter().all(begins_days), "an error changes nothing", said)?;
        }
        self.check_full(pending, reply, own && counts)?;
        self.check_permission(pending, own, counts, step)?;
        match reply {
            Ok(replied) => {
                must(counts, "an ended credential is rejected", said)?;
                if own {
                    must(!before.owed || self.day_turns, "a member under the floor gets a refill", said)?;
                }
                if own && !before.owed && account_of(pending).is_some_and(|id| self.model.wealth(id) < FLOOR) {
                    self.counts.hit("premise: a member was under the floor after the day's refill");
                }
                self.check_secrets(pending, replied)?;
                if own {
                    self.check_use(pending, replied, before)?;
                }
                self.check_repetition(pending, replied)?;
                self.check_answer(pending, replied, own, before)?;
                self.check_whole(&AnsweredStep { pending, id, replied, before, changes })
            }
            Err(Rejected { rejection, .. }) => {
                if !counts {
                    self.counts.hit(if own {
                        "premise: an ended credential was used"
                    } else {
                        "premise: a pending request ended with its credential"
                    });
                }
                if !own && matches!(rejection, Rejection::Grant(Grant::Delegated)) {
                    self.counts.hit("premise: a poll ended when its seat was delegated");
                }
                self.check_rejection(pending, rejection, own, before)
            }
        }
    }

    /// Compare a reply with the table of permissions: the request's own step uses the state before it, a pending
    /// request the current state. A request that waited for a duel was admitted when it came.
    fn check_permission(
        &mut self,
        pending: &PendingRequest,
        own: bool,
        counts: bool,
        step: StepReply<'_>,
    ) -> CheckResult {
        let StepReply { reply, before, changes, .. } = step;
        if !own {
            // In a tick a poll may get what was before that which came next.
            let earlier = before.tick && reply.is_ok() && pending.stage.has().is_some();
            // A leg may be dealt, and even end, while its table is looked for among those that are archived.
            let dealt = matches!(pending.stage, RequestStage::Searching { known: false })
                && matches!(reply, Err(Rejected { rejection: Rejection::Table(TableRejection::NotFound), .. }));
            // Who watches gets the end of the game, and then the end of the stream.
            let watches = pending.caller.claims.is_none() && pending.request.is_stream() && reply.is_ok();
            if earlier || dealt || watches || matches!(pending.stage, RequestStage::Duelling) {
                return Ok(());
            }
            return self.check_ruling(pending, &self.ruling(pending, counts, self.now), reply, false);
        }
        self.check_ruling(pending, &before.ruling, reply, true)?;
        let Ok(replied) = reply else { return Ok(()) };
        if !replied.replayed && pending.who != "operator" {
            self.note_reference(pending, changes)?;
        }
        self.note_handed(pending, replied, changes)
    }

    fn check_answer(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        own: bool,
        before: &StateBefore,
    ) -> CheckResult {
        let claims = pending.caller.claims.as_ref();
        match (&replied.answer, &pending.request) {
            (Answer::Table(view), Request::ReadTable(_, read)) => {
                if !own && self.model.tables.contains_key(&view.id) {
                    self.counts.hit("premise: a pending long-poll got its view");
                }
                if own && read.events_since.is_some_and(|since| since > before.head) {
                    self.counts.hit("premise: a cursor from the future");
                }
                self.check_view(claims, view)
            }
            (Answer::Table(view), Request::StreamTable(..)) => self.check_view(claims, view),
            (Answer::Acted(acted), Request::Act(id, act)) => {
                let seat = self.model.seat(claims, *id);
                let table = self.model.tables.get(id);
                let ply = table.and_then(|table| table.plies.get(before.plies as usize)).copied();
                must!(ply.map(|ply| ply.seat) == seat, "an accepted move is in the log", "{act:?}")?;
                let taken = table.and_then(|table| table.move_at(before.plies));
                let rules = table.and_then(|table| SHIPPED.find(&table.row.game_id, &table.row.version));
                let is_its_text = |taken: &Value| {
                    let text = rules.and_then(|rules| rules.move_text(taken));
                    text.is_some_and(|text| act.action == text)
                };
                let same = taken.is_none_or(|taken| *taken == act.action || is_its_text(taken));
                must!(same, "an accepted move is in the log", "{act:?}: {taken:?}")?;
                // A receipt is for the action, also if its text was sent.
                let action = taken.filter(|_| act.action.is_string()).unwrap_or(&act.action).clone();
                self.counts.hit("premise: a move was accepted");
                if let Some(row) = ply {
                    self.expect_receipt(pending.id, *id, (before.plies, row), &action);
                }
                let Some(view) = &acted.table else { return Ok(()) };
                self.check_view(claims, view)
            }
            (Answer::Created(made), Request::CreateTable(create)) => {
                must!(!create.daily || create.pace == Pace::Live, "a daily challenge is a live table", "{create:?}")?;
                // A second try of the day returns the first table.
                let new = !create.daily || !before.tried;
                if own && new && !replied.replayed { self.check_house_limit(made.table_id, before) } else { Ok(()) }
            }
            (Answer::JoinedTable(_), Request::JoinTable(table, _)) => self.check_house_limit(*table, before),
            (Answer::Rematch(made), _) if own && !replied.replayed => self.check_house_limit(made.table_id, before),
            _ => Ok(()),
        }
    }
    /// A current view equals the view of the reference model. Its other fields are compared with the model.
    fn check_view(&mut self, claims: Option<&Claims>, view: &TableView) -> CheckResult {
        let Some(row) = self.model.row(view.id) else {
            return must(false, "a view has a table", || view.id.to_string());
        };
        let (seat, sealed) = (self.model.seat(claims, view.id), self.model.is_sealed(view.id, row, self.now));
        let Some(table) = self.model.tables.get_mut(&view.id) else {
            self.counts.hit("premise: an archived table's view compared");
            return Ok(());
        };
        if table.plies.len() as u64 != view.state.plies || status_of(&table.row.status) != view.status {
            return Ok(());
        }
        self.counts.hit(match (table.board.is_some(), seat.is_some()) {
            (false, _) => "premise: a waiting table's view compared",
            (true, true) => "premise: a player's view compared",
            (true, false) => "premise: a spectator's view compared",
        });
        table.judge_audience(Audience { seat, sealed })
    }
}
