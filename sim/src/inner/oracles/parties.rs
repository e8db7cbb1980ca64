//! Polls of parties: new messages are read from storage for pending polls.

use crate::inner::judge::{ExpectedChat, Judge, PendingRequest, RequestStage};
use crate::violation::{CheckResult, must};
use turnstone_service::effects::{Query, QueryId};
use turnstone_service::request::{Request, RequestId};

impl Judge {
    /// The expected result of a chat query: storage has the same rows as the model.
    pub(crate) fn expect_chat(&mut self, query: QueryId, what: &Query) {
        let Query::PartyMessages { party, after, .. } = what else { return };
        let chat = self.model.party_messages.get(party).into_iter().flatten().filter(|(id, _)| *id > after);
        let should = chat.take(self.model.bounds().message_page).map(|(id, row)| (*id, row.clone())).collect();
        self.chats.insert(query, ExpectedChat { after: *after, should });
    }

    /// Polls of a party that first read new messages from storage, in the order of the core: expired polls, then the
    /// others.
    pub(crate) fn searching_polls(&mut self, queries: &[(QueryId, Query)], replied: &[RequestId]) -> CheckResult {
        let now = self.now();
        for (query, what) in queries {
            let Query::PartyMessages { party, after, .. } = what else { continue };
            let waits = |(id, pending): (&RequestId, &PendingRequest)| {
                let Request::Party { party: of, .. } = &pending.request else { return None };
                let RequestStage::Polling(poll) = &pending.stage else { return None };
                let due = of == party && poll.since.unwrap_or(0) == *after && !replied.contains(id);
                due.then_some((poll.until > now, poll.until.min(now), *id))
            };
            let first = self.pending.iter().filter_map(waits).min();
            let found = first.and_then(|(.., id)| Some((id, self.pending.get_mut(&id)?)));
            let Some((id, pending)) = found else {
                return must(false, "storage is queried for a pending request", || format!("{what:?}"));
            };
            pending.stage = RequestStage::Searching { known: false };
            self.searches.insert(*query, id);
            self.counts.hit("premise: a poll of a party read new messages");
        }
        Ok(())
    }
}
