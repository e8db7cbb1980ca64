//! Rates: requests are counted in windows of time, of which each caller may make a number in each.

use super::{StateBefore, account_of};
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::{CheckResult, must};
use crate::rules::{DUELS_WINDOW_S, FAILED_LOGINS_WINDOW_S, RATE_WINDOW_S};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use turnstone_service::credentials::Claims;
use turnstone_service::effects::{Rate, Reply};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::refusal::{Auth, Quota, Refusal};
use turnstone_service::request::{RateClass, Request, RequestId};
use turnstone_service::time::{Day, Millis};

/// What the service counts without storing it: a restart begins anew.
#[derive(Default)]
pub(crate) struct Windows {
    minute: u64,
    requests: BTreeMap<(String, RateClass), u32>,
    ten_minutes: u64,
    failed: BTreeMap<Vec<u8>, u32>,
    hour: u64,
    /// Duels and self-checks that members began.
    begun: BTreeMap<(AccountId, bool), u32>,
    pub(super) day: Day,
    pub(super) today: BTreeMap<Vec<u8>, u32>,
    pub(super) guests: BTreeMap<Vec<u8>, Vec<TableId>>,
    /// Who was refused for a quota, and for which.
    pub(super) full: BTreeSet<(String, &'static str)>,
}

/// The windows, in milliseconds.
pub(super) const RATE_MS: u64 = RATE_WINDOW_S * 1_000;
pub(super) const LOGINS_MS: u64 = FAILED_LOGINS_WINDOW_S * 1_000;
pub(super) const DUELS_MS: u64 = DUELS_WINDOW_S * 1_000;

const LAST_DUEL: &str = "premise: the last duel of an hour";
const LAST_SELF_CHECK: &str = "premise: the last self-check of an hour";

impl Windows {
    pub(super) fn turn(&mut self, now: Millis) {
        if self.minute != now.0 / RATE_MS {
            self.minute = now.0 / RATE_MS;
            self.requests.clear();
        }
        if self.ten_minutes != now.0 / LOGINS_MS {
            self.ten_minutes = now.0 / LOGINS_MS;
            self.failed.clear();
        }
        if self.hour != now.0 / DUELS_MS {
            self.hour = now.0 / DUELS_MS;
            self.begun.clear();
        }
        if self.day != now.day() {
            self.day = now.day();
            self.today.clear();
        }
    }
}

/// Whose requests are counted together.
pub(super) fn owner_of(pending: &PendingRequest) -> String {
    match &pending.caller.claims {
        Some(Claims::Account { account, .. }) => account.to_string(),
        Some(Claims::Seat { table, grant, .. }) => grant.map_or_else(|| table.to_string(), |grant| grant.to_string()),
        None => format!("{:?}", house_of(pending)),
    }
}

/// Those whose addresses are counted as one: by the octets that a network of IPv4 or IPv6 gives to one customer.
pub(super) fn house_of(pending: &PendingRequest) -> Vec<u8> {
    match pending.caller.address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets()[..8].to_vec(),
    }
}

impl Judge {
    /// Duels, or self-checks, that the caller began in this hour.
    pub(super) fn begun_by(&self, pending: &PendingRequest, self_checks: bool) -> u32 {
        let key = account_of(pending).map(|account| (account, self_checks));
        let count = key.and_then(|key| self.windows.begun.get(&key)).copied();
        count.filter(|_| self.windows.hour == self.now().0 / DUELS_MS).unwrap_or_default()
    }

    /// What is left of the window that a request counts in, as its reply tells it: nothing where there is no limit, and
    /// to a caller who is refused before being counted.
    pub(crate) fn check_left(&mut self, id: RequestId, reply: &Reply) -> CheckResult {
        let now = self.now();
        self.windows.turn(now);
        let Some(pending) = self.pending.get(&id) else { return Ok(()) };
        let (rate, refusal) = match reply {
            Ok(replied) => (replied.rate, None),
            Err(refused) => (refused.rate, Some(&refused.refusal)),
        };
        let uncounted = matches!(refusal, Some(Refusal::Unavailable | Refusal::Auth(Auth::NotSignedIn | Auth::Frozen)));
        let class = pending.request.rate();
        let (owner, name, quota) = self.bucket(pending);
        let count = self.windows.requests.get(&(owner, class)).copied().unwrap_or_default();
        let resets_in_s = (RATE_MS - now.0 % RATE_MS).div_ceil(1_000);
        let left = Rate { name, quota, remaining: quota.saturating_sub(count), resets_in_s };
        let should = Some(left).filter(|_| quota != 0 && !uncounted && pending.who != "operator");
        if should.is_some_and(|left| left.remaining == 0) {
            self.counts.hit("premise: nothing was left of a window");
        }
        must(rate == should, "a response reports what is left of a limit", || {
            format!("{} {:?}: {rate:?}, not {should:?}", pending.who, pending.request)
        })
    }

    /// Whose window a request counts in, the name of the limit, and how many it takes.
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

    /// A self-check that was begun is counted in its hour, and so is a challenge that was begun or rejected.
    fn count_begun(&mut self, pending: &PendingRequest, id: RequestId, refusal: Option<&Refusal>) -> CheckResult {
        let rejected = matches!(
            refusal,
            Some(
                Refusal::Invalid { .. }
                    | Refusal::Money(_)
                    | Refusal::Agent(_)
                    | Refusal::Quota(Quota::Rematch(_) | Quota::ModelCalls(_))
            )
        ) && matches!(pending.request, Request::Challenge(_));
        let counts = rejected || self.begun.contains_key(&id);
        let Some(account) = account_of(pending).filter(|_| counts) else { return Ok(()) };
        if rejected {
            self.counts.hit("premise: a rejected challenge counted");
        }
        let self_check = matches!(pending.request, Request::SelfCheck { .. });
        let settings = &self.settings;
        let limit = if self_check { settings.selfchecks_per_hour } else { settings.duels_per_hour };
        let count = self.windows.begun.entry((account, self_check)).or_default();
        *count += 1;
        let (count, within) = (*count, limit == 0 || *count <= limit);
        if count == limit {
            self.counts.hit(if self_check { LAST_SELF_CHECK } else { LAST_DUEL });
        }
        must(within, "a quota holds", || format!("{} {:?}: {count} of {limit}", pending.who, pending.request))
    }

    /// Count a request in its window: it is refused if and only if the window is full.
    pub(crate) fn check_rate(
        &mut self,
        pending: &PendingRequest,
        before: &StateBefore,
        reply: Option<&Reply>,
    ) -> CheckResult {
        let refusal = reply.and_then(|reply| reply.as_ref().err()).map(|refused| &refused.refusal);
        let now = self.now();
        self.windows.turn(now);
        let unavailable = matches!(refusal, Some(Refusal::Unavailable));
        if !before.counted || unavailable {
            return Ok(());
        }
        let class = pending.request.rate();
        let (owner, _, limit) = self.bucket(pending);
        let count = self.windows.requests.entry((owner, class)).or_default();
        let full = limit != 0 && *count >= limit;
        // While there is no limit nothing is counted.
        *count += u32::from(!full && limit != 0);
        let last = *count == limit;
        let said = format!("{} {:?}: {count} of {limit}, {reply:?}", pending.who, pending.request);
        let refused = matches!(refusal, Some(Refusal::Quota(Quota::Rate(retry))) if retry.limit == limit);
        must(refused == full, "a rate limit holds", || said)?;
        if full {
            return Ok(());
        }
        if limit != 0 && last {
            self.counts.hit(match class {
                RateClass::Credential => "premise: the last of a window of credentials",
                RateClass::Move => "premise: the last of a window of moves",
                RateClass::Ordinary => "premise: the last of a window of requests",
            });
        }
        self.count_begun(pending, before.id.unwrap_or(RequestId(0)), refusal)?;
        self.check_failed(pending, refusal)
    }

    /// Wrong recovery codes are counted by address.
    fn check_failed(&mut self, pending: &PendingRequest, refusal: Option<&Refusal>) -> CheckResult {
        let logs_in =
            matches!(pending.request, Request::Token { .. } | Request::Recover { .. } | Request::Rotate { .. });
        let anonymous = matches!(refusal, Some(Refusal::Auth(Auth::NotSignedIn | Auth::Frozen)));
        if !logs_in || anonymous {
            return Ok(());
        }
        let count = self.windows.failed.entry(house_of(pending)).or_default();
        let full = self.settings.failed_logins != 0 && *count >= self.settings.failed_logins;
        let said = format!("{} {:?}: {count} failed, {refusal:?}", pending.who, pending.request);
        *count += u32::from(matches!(refusal, Some(Refusal::Auth(Auth::WrongCredentials))));
        let limit = self.settings.failed_logins;
        let refused = matches!(refusal, Some(Refusal::Quota(Quota::FailedLogins(retry))) if retry.limit == limit);
        let last = *count + 1 == limit && refusal.is_none();
        must(refused == full, "failed logins are limited by address", || said)?;
        if last {
            self.counts.hit("premise: the right code at the last try");
        }
        Ok(())
    }
}
