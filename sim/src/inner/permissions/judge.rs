//! Replies against the table of permissions: requests that were wrongly granted, wrongly rejected, or rejected for
//! another cause.

use super::orders::{is_about_messages, is_for_operators};
use super::table::{Cause, Need, row_of};
use super::{ASKED, CAUSES, Case};
use crate::coverage::{OF_CORE, checked};
use crate::inner::judge::{Judge, PendingRequest, Ruling, table_of};
use crate::inner::prelude::*;

/// The cause of an error: its area and its name, without figures. Limits, quotas, the house's daily loss limit, a full
/// disk and a stop have oracles of their own.
fn cause_of(rejection: &Rejection) -> Option<String> {
    let area = |text: String| {
        let name: String = text.chars().take_while(|letter| *letter != '{').collect();
        name.replace('(', " ").replace(')', "").trim().to_owned()
    };
    let cause = match rejection {
        Rejection::Invalid { field, .. } => format!("Invalid {field}"),
        Rejection::Agent(AgentRejection::Unpaid(_)) => "Agent Unpaid".to_owned(),
        Rejection::Quota(Quota::Rematch(_)) => "Quota Rematch".to_owned(),
        Rejection::Quota(_) | Rejection::UnknownRules { .. } | Rejection::Full | Rejection::Unavailable => return None,
        other => area(format!("{other:?}")),
    };
    const ELSEWHERE: [&str; 3] = ["Money HouseShort", "Messenger NotConfigured", "Push NotConfigured"];
    (!ELSEWHERE.contains(&cause.as_str())).then_some(cause)
}

impl Need {
    /// The causes for a caller without the credential.
    fn against(self, claims: Option<&Claims>) -> Vec<&'static str> {
        match (self.lacks(claims), claims) {
            (false, _) => Vec::new(),
            (true, None) => vec!["Auth NotSignedIn"],
            (true, Some(_)) => vec!["Auth NotSignedIn", "Auth AccountNeeded"],
        }
    }
}

impl Case<'_> {
    /// The causes that hold: an insufficient credential, otherwise those of the first group of the row that has any.
    fn against(&self, request: &Request) -> Vec<&'static str> {
        let Some(operation) = request.operation() else { return Vec::new() };
        let row = row_of(operation.name());
        // A request without a row is always rejected, and a test reports it.
        let lacks = row.map_or(Need::Account, |row| row.need).against(self.claims);
        if !lacks.is_empty() {
            return lacks;
        }
        let groups = row.map(|row| row.groups).unwrap_or_default();
        let held = groups.iter().map(|group| group.iter().flat_map(|cause| self.holds(cause, request)).collect());
        held.into_iter().find(|held: &Vec<_>| !held.is_empty()).unwrap_or_default()
    }

    fn holds(&self, cause: &Cause, request: &Request) -> Vec<&'static str> {
        match cause {
            Cause::At(relations, stages, name) => {
                let table = table_of(request);
                let held = |id| relations.contains(&self.relation(id)) && stages.contains(&self.stage(id));
                table.filter(|id| held(*id)).map(|_| *name).into_iter().collect()
            }
            Cause::If(rule, name) => rule(self, request).then_some(*name).into_iter().collect(),
            Cause::Which(rule, _) => rule(self, request),
        }
    }
}

impl Judge {
    /// The expected result of a request at this time.
    pub(crate) fn ruling(&self, pending: &PendingRequest, counts: bool, now: Millis) -> Ruling {
        // The operations of operators have their causes when they come.
        if pending.order.is_some() || is_for_operators(&pending.request) && counts {
            return Ruling::default();
        }
        let claims = pending.caller.claims.as_ref();
        if !counts {
            let frozen = claims.is_some_and(|claims| self.model.is_kept_out(claims, now));
            return vec![if frozen { "Auth Frozen" } else { "Auth NotSignedIn" }].into();
        }
        let case = Case { world: self, claims, now };
        case.reuse(&pending.request).unwrap_or_else(|| case.against(&pending.request).into())
    }

    /// Of a session and a seat, the session is used if its account has a seat at that table, otherwise the seat.
    pub(crate) fn choose_credential(&mut self, pending: &mut PendingRequest, now: Millis) {
        let Some(Claims::Seat { table, .. }) = &pending.caller.seat else { return };
        let (table, session) = (*table, pending.caller.claims.as_ref());
        let counts = |claims: &Claims| self.model.counts(claims, now);
        let case = Case { world: self, claims: session, now };
        let sits = session.is_some_and(counts) && case.table(table).is_some_and(|table| table.seat.is_some());
        if let Some(seat) = pending.caller.seat.take().filter(|seat| !sits && self.model.counts(seat, now)) {
            pending.caller.claims = Some(seat);
        }
    }

    /// Count the relation of the caller to the table of the request.
    pub(crate) fn count_relation(&mut self, pending: &PendingRequest) {
        let Some(table) = table_of(&pending.request) else { return };
        let name = Case { world: self, claims: pending.caller.claims.as_ref(), now: self.now }.asked(table);
        self.counts.hit_cell(&ASKED, &name);
    }

    /// A reply matches the ruling. `own` if it comes in the step of its request.
    pub(crate) fn check_ruling(
        &mut self,
        pending: &PendingRequest,
        ruling: &Ruling,
        reply: &Reply,
        own: bool,
    ) -> CheckResult {
        let said = |what: &str| {
            let reported = reply.as_ref().map(|replied| &replied.answer).map_err(|rejected| &rejected.rejection);
            format!("{} {:?} {what}: {reported:?}, {ruling:?}", pending.who, pending.request)
        };
        if is_about_messages(&pending.request) && pending.is_operators() {
            return Ok(());
        }
        let operation = pending.request.operation().map_or("", Operation::name);
        self.counts.hit_cell(&OF_CORE, &checked(operation, "its permission"));
        let rejection = match reply {
            Ok(replied) => {
                must(ruling.against.is_empty(), "no forbidden request is granted", || said("was granted"))?;
                // A claim is identified by the grant, not only by its reference, and a rematch by the seat.
                let claim = matches!(pending.request, Request::ClaimSeatGrant(_) | Request::Rematch(..));
                let again = ruling.again.is_some() == replied.replayed || claim;
                let in_flight = ruling.again.is_some_and(|row| self.commits.is_in_flight(&row)) && own;
                must(!in_flight, "no response shows uncommitted data", || said("was repeated"))?;
                let said = || said("was granted");
                return must(again || !own, "a repeated idempotency key gets the same response", said);
            }
            Err(rejected) => &rejected.rejection,
        };
        let Some(cause) = cause_of(rejection) else { return Ok(()) };
        if let Some(operation) = pending.request.operation() {
            let _ = self.counts.hit_cell(&CAUSES, &format!("cause: {}, {cause}", operation.name()));
        }
        // Durability is checked with the loop, and failures of the model with the outbound calls.
        if cause == "Idempotency InFlight" && ruling.again.is_some() || cause == "Agent ModelFails" {
            return Ok(());
        }
        must(!ruling.against.is_empty(), "no permitted request is rejected", || said("was rejected"))?;
        must(ruling.against.contains(&cause.as_str()), "an error reports a cause that applies", || said("was rejected"))
    }

    /// A request that is pending was admitted.
    pub(crate) fn check_waiting(&self, pending: &PendingRequest, ruling: &Ruling) -> CheckResult {
        let said = || format!("{} {:?} waits: {ruling:?}", pending.who, pending.request);
        must(ruling.against.is_empty(), "no forbidden request is granted", said)
    }
}
