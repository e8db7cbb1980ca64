//! Rate limits: requests are counted in fixed windows of time.

use crate::inner::judge::{Hourly, Judge, PendingRequest, StateBefore, account_of};
use crate::inner::prelude::*;
use std::net::IpAddr;

/// The owner of the window in which a request is counted.
pub(super) fn owner_of(pending: &PendingRequest) -> String {
    match &pending.caller.claims {
        Some(Claims::Account { account, .. }) => account.to_string(),
        Some(Claims::Seat { table, seat, grant, .. }) => {
            grant.map_or_else(|| format!("{table} {seat}"), |grant| grant.to_string())
        }
        None => format!("{:?}", house_of(pending)),
    }
}

/// The octets of an address that are counted as one: those of a network of one customer.
pub(super) fn house_of(pending: &PendingRequest) -> Vec<u8> {
    match pending.caller.address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets()[..8].to_vec(),
    }
}

impl Judge {
    /// The remaining requests of the window, as the reply reports them; nothing without a limit, or if the caller was
    /// rejected before being counted.
    pub(crate) fn check_left(&mut self, id: RequestId, reply: &Reply) -> CheckResult {
        let now = self.now;
        self.windows.turn(now);
        let Some(pending) = self.pending.get(&id) else { return Ok(()) };
        if let Ok(replied) = reply
            && pending.request.is_stream()
            && replied.place != ReplyPlace::Opened
        {
            return must!(replied.rate.is_none(), "a response reports what is left of a limit", "{replied:?}");
        }
        let (rate, rejection) = match reply {
            Ok(replied) => (replied.rate, None),
            Err(rejected) => (rejected.rate, Some(&rejected.rejection)),
        };
        let uncounted =
            matches!(rejection, Some(Rejection::Unavailable | Rejection::Auth(Auth::NotSignedIn | Auth::Frozen)));
        let class = pending.request.rate();
        let (owner, name, quota) = self.bucket(pending);
        let count = self.windows.requests.get(&(owner, class)).copied().unwrap_or_default();
        let resets_in_s = (RATE_MS - now.0 % RATE_MS).div_ceil(1_000);
        let left = Rate { name, quota, remaining: quota.saturating_sub(count), resets_in_s };
        let should = Some(left).filter(|_| quota != 0 && !uncounted && pending.who != "operator");
        let said = || format!("{} {:?}: {rate:?}, not {should:?}", pending.who, pending.request);
        must(rate == should, "a response reports the remaining rate limit", said)
    }

    /// The owner of the window, the name of the limit, and its quota.
    fn bucket(&self, pending: &PendingRequest) -> (String, &'static str, u32) {
        let settings = &self.settings;
        match (pending.request.rate(), pending.caller.claims.is_some()) {
            (RateClass::Credential, _) => {
                (format!("{:?}", house_of(pending)), "credentials", settings.credential_per_minute)
            }
            (_, false) => (owner_of(pending), "anonymous", settings.anonymous_per_minute),
            (RateClass::Move, true) => (owner_of(pending), "moves", settings.moves_per_minute),
            (RateClass::Ordinary, true) => (owner_of(pending), "requests", settings.requests_per_minute),
        }
    }

    /// A started self-check is counted in its hour, and so is a challenge that was started or rejected.
    fn count_begun(&mut self, pending: &PendingRequest, id: RequestId, rejection: Option<&Rejection>) -> CheckResult {
        let of_duel = |rejection: &Rejection| match rejection {
            Rejection::Quota(quota) => matches!(quota, Quota::Rematch(_) | Quota::ModelCalls(_)),
            other => matches!(other, Rejection::Invalid { .. } | Rejection::Money(_) | Rejection::Agent(_)),
        };
        let rejected = rejection.is_some_and(of_duel) && matches!(pending.request, Request::Challenge(_));
        let counts = rejected || self.begun.contains_key(&id);
        let Some(account) = account_of(pending).filter(|_| counts) else { return Ok(()) };
        if rejected {
            self.counts.hit("premise: a rejected challenge counted");
        }
        let what = if matches!(pending.request, Request::SelfCheck(_)) { Hourly::SelfCheck } else { Hourly::Duel };
        let limit = what.limit(&self.settings);
        let count = self.windows.hourly.entry((account, what)).or_default();
        *count += 1;
        let (count, within) = (*count, limit == 0 || *count <= limit);
        must!(within, "a quota is enforced", "{} {:?}: {count} of {limit}", pending.who, pending.request)
    }

    /// Count a request in its window. It is rejected if and only if the window is full.
    pub(crate) fn check_rate(
        &mut self,
        pending: &PendingRequest,
        before: &StateBefore,
        reply: Option<&Reply>,
    ) -> CheckResult {
        let rejection = reply.and_then(|reply| reply.as_ref().err()).map(|rejected| &rejected.rejection);
        self.windows.turn(self.now);
        let unavailable = matches!(rejection, Some(Rejection::Unavailable));
        if !before.counted || unavailable {
            return Ok(());
        }
        let class = pending.request.rate();
        let (owner, _, limit) = self.bucket(pending);
        let count = self.windows.requests.entry((owner, class)).or_default();
        let full = limit != 0 && *count >= limit;
        // Without a limit nothing is counted.
        *count += u32::from(!full && limit != 0);
        let count = *count;
        let rejected = matches!(rejection, Some(Rejection::Quota(Quota::Rate(retry))) if retry.limit == limit);
        let said = || format!("{} {:?}: {count} of {limit}, {reply:?}", pending.who, pending.request);
        must(rejected == full, "a rate limit is enforced", said)?;
        if full {
            return Ok(());
        }
        self.count_begun(pending, before.id.unwrap_or(RequestId(0)), rejection)?;
        self.check_failed(pending, rejection)
    }

    /// Wrong recovery codes are counted by address.
    fn check_failed(&mut self, pending: &PendingRequest, rejection: Option<&Rejection>) -> CheckResult {
        let logs_in = matches!(
            pending.request,
            Request::IssueToken(_)
                | Request::Recover(_)
                | Request::RotateRecovery(RotateRecovery { recovery_code: Some(_) })
        );
        let anonymous = matches!(rejection, Some(Rejection::Auth(Auth::NotSignedIn | Auth::Frozen)));
        if !logs_in || anonymous {
            return Ok(());
        }
        let count = self.windows.failed.entry(house_of(pending)).or_default();
        let full = self.settings.failed_logins != 0 && *count >= self.settings.failed_logins;
        *count += u32::from(matches!(rejection, Some(Rejection::Auth(Auth::WrongCredentials))));
        let limit = self.settings.failed_logins;
        let rejected = matches!(rejection, Some(Rejection::Quota(Quota::FailedLogins(retry))) if retry.limit == limit);
        let count = *count;
        let said = || format!("{} {:?}: {count} failed, {rejection:?}", pending.who, pending.request);
        must(rejected == full, "failed logins are limited by address", said)
    }
}
