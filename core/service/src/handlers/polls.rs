//! Parking requests, and giving their replies when there is news, their time is up, or before a stop.

use crate::config::reached;
use crate::limits::RateKey;
use crate::polls::{ParkedPoll, PollTarget};
use crate::refusal::{Quota, Refusal, Retry};
use crate::request::{Caller, RateClass, RequestId};
use crate::step::{Handled, HandlerResult, Step};
use std::collections::BTreeSet;

impl Step<'_> {
    /// Keep the request until there is news or its time is up; at most so many an account or grant, and in all, of which
    /// guests have half.
    pub(crate) fn park(&mut self, id: RequestId, caller: &Caller, on: PollTarget, wait_ms: u64) -> HandlerResult {
        let limits = &self.state.config.limits;
        let owner = RateKey::by(caller);
        let total = limits.long_polls_total;
        // Of so many, one ends in the next second.
        let full = |limit: u32| Err(Quota::AllLongPolls(Retry { limit, after_s: 1 }).into());
        if reached(self.polls.parked.len() as u32, total) {
            return full(total);
        }
        if owner.is_guest() && total != 0 && self.polls.guests >= total / 2 {
            return full(total / 2);
        }
        let (mine, first_end) = self.polls.of(owner);
        let limit = limits.long_polls_per_credential;
        if reached(mine, limit) {
            return Err(Quota::LongPolls(Retry { limit, after_s: first_end.seconds_from(self.now) }).into());
        }
        let parked = ParkedPoll { caller: caller.clone(), on, until: self.now.plus_ms(wait_ms) };
        self.polls.park(id, parked, self.agenda);
        Ok(Handled::Later)
    }

    /// Give the replies that have become due by what this step changed, and by its time. All are of how things stand when
    /// it is done.
    pub(crate) fn wake(&mut self) {
        let mut looked_at = BTreeSet::new();
        for table in std::mem::take(&mut self.touched_tables) {
            looked_at.extend(self.polls.by_table.get(&table).into_iter().flatten());
        }
        for party in std::mem::take(&mut self.touched_parties) {
            looked_at.extend(self.polls.by_party.get(&party).into_iter().flatten());
        }
        for account in std::mem::take(&mut self.touched_accounts) {
            looked_at.extend(self.polls.by_owner.get(&RateKey::Account(account)).into_iter().flatten());
            self.turn_away_signed_out(account);
        }
        for id in looked_at {
            self.reply_to_parked(id, false);
        }
        for id in std::mem::take(&mut self.ended_polls) {
            self.reply_to_parked(id, true);
        }
    }

    /// Before a stop: everybody gets what there is.
    pub(crate) fn answer_all_polls(&mut self) {
        for id in self.polls.parked.keys().copied().collect::<Vec<_>>() {
            self.reply_to_parked(id, true);
        }
    }

    fn reply_to_parked(&mut self, id: RequestId, at_once: bool) {
        let Some(parked) = self.polls.parked.get(&id) else { return };
        let (caller, on) = (parked.caller.clone(), parked.on);
        let admitted = caller.claims.as_ref().map_or(Ok(()), |claims| self.admit_claims(claims));
        let news = admitted.map_err(Refusal::from).and_then(|()| self.news(id, &caller, on, at_once));
        let Some(news) = news.transpose() else { return };
        self.polls.forget(id, self.agenda);
        match news {
            Ok(Handled::Now(replied)) => self.reply(id, &caller, RateClass::Ordinary, Ok(*replied)),
            // What is new is read from storage first.
            Ok(Handled::Later) => {}
            Err(refusal) => self.reply(id, &caller, RateClass::Ordinary, Err(refusal)),
        }
    }

    fn news(
        &mut self,
        id: RequestId,
        caller: &Caller,
        on: PollTarget,
        at_once: bool,
    ) -> Result<Option<Handled>, Refusal> {
        match on {
            PollTarget::Table { read, events, version } => {
                let view = self.table_news(caller, read, events, version, at_once)?;
                Ok(view.map(Handled::from))
            }
            PollTarget::Party { party, since, messages, table } => {
                self.party_news(id, caller, party, since, (messages, table), at_once)
            }
        }
    }
}
