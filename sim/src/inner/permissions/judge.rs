//! Replies against what the table says.

use super::case::Case;
use super::grounds::Ground;
use super::hands::{grounds_of_found, grounds_of_order};
use super::references::{Reuse, remember};
use super::relations::{name_of, table_of};
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::{CheckResult, must};
use turnstone_service::credentials::Claims;
use turnstone_service::effects::{Order, Reply};
use turnstone_service::record::Change;
use turnstone_service::request::Request;
use turnstone_service::time::Millis;

/// What there is to be said against a request. It is granted if that is nothing, and refused for one of these grounds
/// otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ruling {
    against: Vec<Ground>,
    /// If it is a repetition, which is told what was told before: the record of its key.
    again: Option<[u8; 32]>,
}

impl Judge {
    /// What is to be said against a request at a moment, as things stand.
    pub(crate) fn ruling(&self, pending: &PendingRequest, counts: bool, now: Millis) -> Ruling {
        if let Some(order) = &pending.order {
            let found = self.pages.get(&pending.id);
            return Ruling { against: grounds_of_found(self, order, found, now), again: None };
        }
        if !counts {
            let claims = pending.caller.claims.as_ref();
            let frozen = claims.is_some_and(|claims| self.model.is_kept_out(claims, now));
            let ground = if frozen { Ground::Frozen } else { Ground::NotSignedIn };
            return Ruling { against: vec![ground], again: None };
        }
        let case = Case { world: self, claims: pending.caller.claims.as_ref(), now };
        let against = match case.reuse(&pending.request) {
            Reuse::New => case.grounds_against(&pending.request),
            Reuse::Again(row) => return Ruling { against: Vec::new(), again: Some(row) },
            Reuse::Against(ground) => vec![ground],
        };
        Ruling { against, again: None }
    }

    /// What is to be said against an order of the operator.
    pub(crate) fn ruling_on_order(&self, order: &Order, now: Millis) -> Ruling {
        Ruling { against: grounds_of_order(self, order, now), again: None }
    }

    /// Of a session and a seat the session counts where its account has a seat at that table, and the seat elsewhere.
    pub(crate) fn choose_credential(&mut self, pending: &mut PendingRequest, now: Millis) {
        let Some(Claims::Seat { table, .. }) = &pending.caller.seat else { return };
        let (table, session) = (*table, pending.caller.claims.as_ref());
        let counts = |claims: &Claims| self.model.counts(claims, now);
        let case = Case { world: self, claims: session, now };
        let sits = session.is_some_and(counts) && case.table(table).is_some_and(|table| table.seat.is_some());
        self.counts.hit(if sits { "premise: a session beside a seat" } else { "premise: a seat beside a session" });
        if let Some(seat) = pending.caller.seat.take().filter(|seat| !sits && self.model.counts(seat, now)) {
            pending.caller.claims = Some(seat);
        }
    }

    /// What the caller has to do with what a request is about.
    pub(crate) fn count_relation(&mut self, pending: &PendingRequest, counts: bool) {
        if let Some(table) = table_of(&pending.request) {
            let case = Case { world: self, claims: pending.caller.claims.as_ref(), now: self.now() };
            let name = name_of(&case, table, counts);
            self.counts.hit(name);
        }
    }

    /// A reply is what the ruling says. `own` if it comes in the step of its request.
    pub(crate) fn check_ruling(
        &mut self,
        pending: &PendingRequest,
        ruling: &Ruling,
        reply: &Reply,
        own: bool,
    ) -> CheckResult {
        let said = |what: &str| {
            let told = reply.as_ref().map(|replied| &replied.answer).map_err(|refused| &refused.refusal);
            format!("{} {:?} {what}: {told:?}, {ruling:?}", pending.who, pending.request)
        };
        let ground = match reply {
            Ok(replied) => {
                let nothing = ruling.against.is_empty();
                must(nothing, "what is not his is granted to nobody", || said("was granted"))?;
                let again = ruling.again.is_some() == replied.replayed || is_winner(&pending.request);
                let in_flight = ruling.again.is_some_and(|row| self.rounds.is_in_flight(&row)) && own;
                must(!in_flight, "what is not durable yet is told to nobody", || said("was told again"))?;
                return must(again || !own, "what was asked before is told again, and nothing else", || {
                    said("was granted")
                });
            }
            Err(refused) => Ground::from(&refused.refusal),
        };
        // Whether it is durable, the loop knows.
        let in_flight = ground == Ground::InFlight && ruling.again.is_some();
        let fails = ground == Ground::ModelFails && self.settings.model && is_for_agents(&pending.request);
        if ground != Ground::Other {
            self.counts.hit(ground.name());
        }
        if ground == Ground::Other || in_flight || fails {
            return Ok(());
        }
        let nothing = ruling.against.is_empty();
        must(!nothing, "what is his is refused to nobody", || said("was refused"))?;
        must(ruling.against.contains(&ground), "a refusal says what there is to be said", || said("was refused"))
    }

    /// A request waits for its reply: it has been let in.
    pub(crate) fn check_waiting(&self, pending: &PendingRequest, ruling: &Ruling) -> CheckResult {
        let said = || format!("{} {:?} waits: {ruling:?}", pending.who, pending.request);
        must(ruling.against.is_empty(), "what is not his is granted to nobody", said)
    }

    /// A request that was granted or is under way has left its key with its effect.
    pub(crate) fn note_reference(&mut self, pending: &PendingRequest, changes: &[Change]) -> CheckResult {
        let account = match &pending.caller.claims {
            Some(Claims::Account { account, .. }) => Some(*account),
            Some(Claims::Seat { .. }) | None => None,
        };
        let now = self.now();
        let kept = remember(&mut self.references, account, &pending.request, changes, now);
        must(kept.is_ok(), "a key is kept with what it made", || format!("{} {:?}", pending.who, pending.request))?;
        if let Ok(Some(row)) = kept {
            self.rounds.reference(row);
        }
        Ok(())
    }
}

/// A claim is won with a reference, and known by the grant itself.
const fn is_winner(request: &Request) -> bool {
    matches!(request, Request::ClaimGrant { .. })
}

const fn is_for_agents(request: &Request) -> bool {
    matches!(request, Request::SelfCheck { .. } | Request::Challenge(_))
}
