//! What was acknowledged must be there for ever after.

use crate::inner::judge::{AcknowledgedFact, Judge, PendingRequest, account_of};
use crate::inner::knowledge::is_keyed;
use crate::inner::model::Model;
use crate::prelude::*;

impl Judge {
    /// What a released answer acknowledges.
    pub(crate) fn acknowledge(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        self.check_repetition(pending, replied)?;
        let account = account_of(pending);
        match (&replied.answer, &pending.request) {
            (Answer::Joined(_) | Answer::MessengerJoined(_), _) => {
                if let Some(Issued::Session { token, .. }) = &replied.issued
                    && let Some(Claims::Account { account, .. }) = self.keys.read_token(token.reveal())
                {
                    self.facts.push(AcknowledgedFact::Account(account));
                }
            }
            (Answer::Invited(invited), _) => {
                self.facts.push(AcknowledgedFact::Invitation(code_hash(&invited.invite_code)))
            }
            (Answer::Ok(_), Request::Logout) | (Answer::Rotated(_), _) => {
                if let Some(Claims::Account { account, epoch, .. }) = pending.caller.claims {
                    self.facts.push(AcknowledgedFact::Epoch(account, epoch + 1));
                }
            }
            (Answer::Created(created), _) => self.facts.push(AcknowledgedFact::Table(created.table_id)),
            (Answer::Practice(answer), _) => self.facts.push(AcknowledgedFact::Table(answer.table_id)),
            (Answer::Acted(_), Request::Act(act)) => {
                if let Some(expected) = act.expected_plies {
                    let first = self.won.insert((act.table, expected));
                    must(first, "one of two racing moves wins", || format!("{act:?}"))?;
                    let seat = self.model.seat(pending.caller.claims.as_ref(), act.table);
                    self.facts.push(AcknowledgedFact::Ply(act.table, expected, seat));
                }
            }
            (Answer::Posted(posted), Request::PostMessage { table, .. }) => {
                self.facts.push(AcknowledgedFact::Message(*table, posted.message.id));
            }
            (Answer::Posted(posted), Request::PostPartyMessage { party, .. }) => {
                self.facts.push(AcknowledgedFact::PartyMessage(*party, posted.message.id));
            }
            (Answer::Granted(answer), _) => self.facts.push(AcknowledgedFact::Grant(answer.table_id, answer.grant_id)),
            (Answer::Claimed(answer), Request::ClaimGrant { client_ref, .. }) => {
                if let Some(Claims::Seat { grant: Some(grant), .. }) = self.keys.read_token(&answer.access_token) {
                    self.facts.push(AcknowledgedFact::Claim(answer.table_id, grant, sha256(client_ref.as_bytes())));
                }
            }
            (Answer::PartyCreated(answer), _) => self.facts.push(AcknowledgedFact::Party(answer.party_id, account)),
            (Answer::Replay(replay), Request::Replay { table, .. }) => {
                let bundle = &replay.bundle;
                let digest = self.digests.entry(*table).or_insert_with(|| bundle.digest.clone());
                must(*digest == bundle.digest, "a digest stays the same", || format!("{table}: {bundle:?}"))?;
            }
            (Answer::Pause(pause), Request::Pause { .. }) => {
                self.facts.extend(account.zip(pause.until).map(|(id, until)| AcknowledgedFact::Pause(id, until)));
            }
            (Answer::Erased(_), _) => self.facts.extend(account.map(AcknowledgedFact::Erased)),
            (Answer::Admin(AdminAnswer::Recovered(reported)), _) => {
                self.facts.push(AcknowledgedFact::Act(reported.record.id));
            }
            (Answer::Admin(AdminAnswer::Done(act)), _) => {
                self.facts.push(AcknowledgedFact::Act(act.id));
                if let Some(Order::Act(order)) = &pending.order
                    && matches!(order.act, AdminAct::Erase { .. })
                {
                    self.facts.extend(act.account.map(AcknowledgedFact::Erased));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A repetition of a request with an idempotency key gets the same answer again.
    fn check_repetition(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        if !is_keyed(&pending.request) {
            return Ok(());
        }
        let mut answer = replied.answer.clone();
        if let Answer::Challenged(ended) = &mut answer {
            let marked = ended.replayed.take() == replied.replayed.then_some(true);
            must(marked, "a duel that was not fought again says so", || format!("{ended:?}"))?;
        }
        let text = serde_json::to_string(&answer).expect("answers are plain data");
        if pending.origin == u32::MAX {
            return Ok(());
        }
        let made_at = self.first_tries.get(&pending.origin).copied().unwrap_or_default();
        let account = account_of(pending);
        if let Some((first, by)) = self.answers.get(&pending.origin)
            && *by == account
            && self.now().since(made_at) < REFERENCE_S * 1_000
        {
            self.counts.hit("premise: a request with an idempotency key was repeated");
            let same = *first == text || self.settings.server_keys > 1 && self.differ_by_key(first, &text);
            must(same, "a repetition gets the same answer", || format!("{first}, then {text}"))?;
            return must(replied.replayed, "a repetition is marked", || text);
        }
        // What was another step's first may be forgotten before a day has passed since this one.
        if !replied.replayed {
            self.answers.insert(pending.origin, (text, account));
        }
        Ok(())
    }

    /// Whether two answers are the same but for the server key that signed their seat's token.
    fn differ_by_key(&self, first: &str, again: &str) -> bool {
        let parts = |text: &str| {
            let mut answer: serde_json::Value = serde_json::from_str(text).ok()?;
            let token = answer.as_object_mut()?.remove("accessToken")?;
            Some((answer, self.keys.read_token(token.as_str()?)))
        };
        let (Some((first, before)), Some((again, after))) = (parts(first), parts(again)) else { return false };
        // One whose key is gone does not read any more.
        first == again && after.is_some() && (before.is_none() || before == after)
    }

    /// What was acknowledged is there.
    pub(crate) fn check_facts(&mut self) -> CheckResult {
        let now = self.now();
        for fact in &self.facts {
            must(self.model.knows(fact, now), "what was acknowledged is kept", || format!("{fact:?}"))?;
        }
        self.counts.add("premise: acknowledged facts looked for", self.facts.len() as u64);
        Ok(())
    }
}

impl Model {
    fn knows(&self, fact: &AcknowledgedFact, now: Millis) -> bool {
        match fact {
            AcknowledgedFact::Account(id) => self.accounts.contains_key(id),
            AcknowledgedFact::Act(id) => self.audit.contains_key(id),
            // A member's referral code goes with the account.
            AcknowledgedFact::Invitation(hash) => self.invitations.contains_key(hash),
            AcknowledgedFact::Epoch(id, epoch) => self.accounts.get(id).is_some_and(|row| row.epoch >= *epoch),
            AcknowledgedFact::Table(id) => self.row(*id).is_some() || self.gone.tables.contains(id),
            AcknowledgedFact::Ply(table, ply, seat) => {
                let hot = self.tables.get(table).and_then(|table| table.plies.get(*ply as usize));
                let cold = self.archives.get(table).and_then(|row| row.plies.get(*ply as usize));
                let there = hot.or(cold).is_some_and(|row| seat.is_none() || Some(row.seat) == *seat);
                there || self.gone.tables.contains(table)
            }
            AcknowledgedFact::Message(table, id) => {
                let hot = self.tables.get(table).map(|table| table.messages.keys().copied().collect::<Vec<_>>());
                let cold = self.archives.get(table).map(|row| row.messages.iter().map(|(id, _)| *id).collect());
                let ids = hot.or(cold).unwrap_or_default();
                // Of a long chat the oldest messages are forgotten.
                let kept = ids.contains(id) || ids.first().is_some_and(|first| first > id);
                kept || self.gone.tables.contains(table) || self.gone.chats.contains(table)
            }
            AcknowledgedFact::Grant(table, id) => self.grants.contains_key(id) || !self.tables.contains_key(table),
            AcknowledgedFact::Claim(table, id, winner) => {
                let claimed = self.grants.get(id).and_then(|grant| grant.claimed);
                claimed.map_or(!self.tables.contains_key(table), |(_, by)| by == *winner)
            }
            AcknowledgedFact::Party(id, founder) => {
                // A party ends with the last of its members.
                let gone = founder.and_then(|id| self.accounts.get(&id)).is_some_and(|row| row.slot.is_none());
                self.parties.contains_key(id) || gone || self.gone.parties.contains(id)
            }
            AcknowledgedFact::PartyMessage(party, id) => {
                let chat = self.party_messages.get(party);
                let kept = chat
                    .is_some_and(|chat| chat.keys().next().is_some_and(|first| first > id || chat.contains_key(id)));
                kept || self.gone.parties.contains(party)
            }
            AcknowledgedFact::Pause(id, until) => {
                self.accounts.get(id).is_some_and(|row| row.paused_until.is_some_and(|there| there >= *until))
                    || *until <= now
            }
            AcknowledgedFact::Erased(id) => self.accounts.get(id).is_some_and(|row| row.slot.is_none()),
        }
    }
}
