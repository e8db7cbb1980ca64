//! Polls of parties: new messages are read from storage for pending polls.

use crate::inner::judge::{ExpectedChat, Judge, PendingRequest, RequestStage, account_of};
use crate::violation::{CheckResult, must};
use turnstone_api::cursor::MemberCursor;
use turnstone_service::effects::{Query, QueryId};
use turnstone_service::ids::AccountId;
use turnstone_service::request::StreamParty;
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
    pub(crate) fn searching_polls(
        &mut self,
        queries: &[(QueryId, Query)],
        replied: &[RequestId],
        found: Option<RequestId>,
    ) -> CheckResult {
        let now = self.now();
        for (query, what) in queries {
            if !matches!(what, Query::PartyMessages { .. } | Query::Archive(_) | Query::Duels { .. }) {
                continue;
            }
            let waits = |(id, pending): (&RequestId, &PendingRequest)| {
                if let RequestStage::Member(stream) = &pending.stage {
                    let due = stream.searches.is_none() && self.is_needed(account_of(pending)?, &stream.has, what);
                    // A stream whose rows have come asks for the next ones in the same step.
                    let is_new = stream.opened == self.commands || found == Some(*id);
                    return due.then_some((!is_new, true, now, *id));
                }
                let Query::PartyMessages { party, after, .. } = what else { return None };
                let (Request::Party { party: of, .. } | Request::StreamParty(StreamParty { party: of, .. })) =
                    &pending.request
                else {
                    return None;
                };
                let has = pending.stage.has()?;
                let free = match &pending.stage {
                    RequestStage::Open(stream) => {
                        !stream.searches && (stream.is_first || self.news_for(pending, has, now).is_some())
                    }
                    _ => !replied.contains(id),
                };
                let due = of == party && has.since.unwrap_or(0) == *after && free;
                // A stream that was just opened is the only one that asks in its step.
                let is_new = matches!(&pending.stage, RequestStage::Open(stream) if stream.is_first);
                due.then_some((!is_new, has.until > now, has.until.min(now), *id))
            };
            let first = self.pending.iter().filter_map(waits).min();
            let found = first.and_then(|(.., id)| Some((id, self.pending.get_mut(&id)?)));
            let Some((id, pending)) = found else {
                return must(false, "storage is queried for a pending request", || format!("{what:?}"));
            };
            self.searches.insert(*query, id);
            if let RequestStage::Member(stream) = &mut pending.stage {
                stream.searches = Some(what.clone());
                self.counts.hit("premise: a stream of a member read what was new");
                continue;
            }
            if let RequestStage::Open(stream) = &mut pending.stage {
                stream.searches = true;
                self.counts.hit("premise: a stream of a party read what was new");
                continue;
            }
            pending.stage = RequestStage::Searching { known: false };
            self.counts.hit("premise: a poll of a party read new messages");
        }
        Ok(())
    }

    /// Whether the next event of a member's stream may need this query.
    fn is_needed(&self, account: AccountId, has: &MemberCursor, query: &Query) -> bool {
        match query {
            Query::Archive(table) => has.seen.contains_key(table),
            Query::PartyMessages { party, after, .. } => {
                let is_member = self.model.parties.get(party).is_some_and(|row| row.members.contains(&account));
                is_member && has.parties.get(party).map_or(0, |seen| seen.messages) == *after
            }
            Query::Duels { before, .. } => has.duels.keys().any(|duel| *before == Some(duel.made_at().plus_ms(1))),
            _ => false,
        }
    }
}
