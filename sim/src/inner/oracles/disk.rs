//! A disk that is nearly full or unreadable: only the affected requests are rejected.

use crate::inner::judge::{Judge, PendingRequest, RequestStage};
use crate::inner::prelude::*;

const fn is_new(answer: &Answer) -> bool {
    matches!(answer, Answer::MessengerJoined(joined) if joined.created)
}

impl Judge {
    /// While the disk is nearly full nothing new is created, and everything else continues. `heard` if this is the
    /// reply to a request of this step with a valid credential.
    pub(super) fn check_full(&mut self, pending: &PendingRequest, reply: &Reply, heard: bool) -> CheckResult {
        let rejection = reply.as_ref().err().map(|rejected| &rejected.rejection);
        // Rate limits are checked first.
        let limited = matches!(rejection, Some(Rejection::Quota(Quota::Rate(_))));
        let full = self.full && heard && pending.request.effect() == Effect::Creates && !limited;
        if full {
            self.counts.hit("premise: a new row was requested on a nearly full disk");
        } else if self.full && reply.is_ok() && matches!(pending.request, Request::Act(..)) {
            self.counts.hit("premise: a game went on while the disk was nearly full");
        }
        let reported = matches!(rejection, Some(Rejection::Full));
        if matches!(pending.request, Request::JoinMessenger(_)) {
            // A user with an account can always sign in.
            let is_new = matches!(reply, Ok(replied) if is_new(&replied.answer));
            let said = || format!("{} {:?}", pending.who, pending.request);
            return must(!self.full || !is_new, "nothing new is created while the disk is nearly full", said);
        }
        let said = || format!("{} {:?}: full {}, {rejection:?}", pending.who, pending.request, self.full);
        must(reported == full, "only new data is rejected while the disk is nearly full", said)
    }

    /// A request whose rows are unreadable gets that error and has no effect. No other request gets it. `found` is the
    /// request whose rows the step brought; `None` for a query of the core itself.
    pub(crate) fn check_unread(&mut self, unread: bool, found: Option<RequestId>, effects: &Effects) -> CheckResult {
        let rejected = |reply: &Reply| match reply {
            Ok(replied) => matches!(replied.answer, Answer::StreamEnd(StreamEnd { reason: EndReason::Unavailable })),
            Err(rejected) => rejected.rejection == Rejection::Unavailable,
        };
        // Who waits for a duel is turned away before a stop.
        let duels = |id: &RequestId| {
            let pending = self.pending.get(id);
            pending.is_some_and(|pending| matches!(pending.stage, RequestStage::Duelling))
        };
        let reported: Vec<RequestId> =
            effects.replies.iter().filter(|(id, reply)| rejected(reply) && !duels(id)).map(|(id, _)| *id).collect();
        // A stream may have ended, or its reader be gone, while its rows were read.
        let waits = |id: &RequestId| {
            self.pending.get(id).is_some_and(|pending| !matches!(pending.stage, RequestStage::Replied))
        };
        let asker = found.filter(|id| unread && (reported.contains(id) || waits(id)));
        let said = || format!("{reported:?} got the error of a failed read, {asker:?} asked for it: {effects:?}");
        must(reported.iter().eq(&asker), "only unreadable rows cause a read error", said)?;
        if !unread {
            return Ok(());
        }
        self.counts.hit(if asker.is_some() {
            "premise: a request needed unreadable rows"
        } else {
            "premise: a query of the core itself failed"
        });
        if let Some(id) = asker {
            self.pages.remove(&id);
        }
        let alone = effects.replies.len() == reported.len() && effects.queries.is_empty();
        let changes = &effects.batch.changes;
        must!(alone && changes.is_empty(), "a failed read changes nothing", "{effects:?}")
    }
}
