//! Quotas and rate limits: who is within them is let in, who is not is not, and what is over is given back.

use super::parked_counts::{ParkedCounts, is_guest};
use super::{StateBefore, account_of};
use crate::inner::model::{CheckResult, must};
use crate::inner::world::{PendingRequest, SimWorld};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use turnstone_service::answer::Answer;
use turnstone_service::credentials::Claims;
use turnstone_service::effects::{Refused, Replied, Reply};
use turnstone_service::ids::TableId;
use turnstone_service::record::PushSubscriptionRow;
use turnstone_service::refusal::{Auth, Quota, Refusal};
use turnstone_service::request::{RateClass, Request};
use turnstone_service::secret::sha256;
use turnstone_service::time::{Day, Millis};

/// A quota with what is used of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Used {
    /// The request counts in none.
    #[default]
    None,
    /// Tables that the account made and that wait or are played, the deal of the day aside; those made today.
    Tables(u32, u32),
    Parties(u32),
    /// Browsers of the account, and whether the request is about one of them.
    Browsers(u32, bool),
    /// Guest tables that run, and those of today.
    Practice(u32, u32),
    LongPolls(ParkedCounts),
}

/// What the service counts without storing it: a restart begins anew.
#[derive(Default)]
pub(crate) struct Windows {
    minute: u64,
    requests: BTreeMap<(String, RateClass), u32>,
    ten_minutes: u64,
    failed: BTreeMap<Vec<u8>, u32>,
    day: Day,
    today: BTreeMap<Vec<u8>, u32>,
    guests: BTreeMap<Vec<u8>, Vec<TableId>>,
    /// Who was refused for a quota, and for which.
    full: BTreeSet<(String, &'static str)>,
}

const MINUTE_MS: u64 = 60_000;

/// Seconds until the next window begins, rounded up.
const fn seconds_to_next(now: Millis, window_ms: u64) -> u64 {
    (window_ms - now.0 % window_ms).div_ceil(1_000)
}

impl Windows {
    fn turn(&mut self, now: Millis) {
        if self.minute != now.0 / MINUTE_MS {
            self.minute = now.0 / MINUTE_MS;
            self.requests.clear();
        }
        if self.ten_minutes != now.0 / (10 * MINUTE_MS) {
            self.ten_minutes = now.0 / (10 * MINUTE_MS);
            self.failed.clear();
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
fn house_of(pending: &PendingRequest) -> Vec<u8> {
    match pending.caller.address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets()[..8].to_vec(),
    }
}

impl SimWorld {
    /// What the caller has used of the quota that a request counts in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
    pub(super) fn used(&self, pending: &PendingRequest) -> Used {
        match &pending.request {
            Request::CreateTable(_) | Request::PartyTable { .. } => self.tables_used(pending),
            Request::CreateParty => {
                let mine = |members: &[_]| members.first().copied() == account_of(pending);
                Used::Parties(self.model.parties.values().filter(|row| mine(&row.members)).count() as u32)
            }
            Request::PushSubscribe { endpoint, .. } => {
                let hash = sha256(format!("push endpoint\0{}", endpoint.reveal()).as_bytes());
                let mine = |row: &PushSubscriptionRow| Some(row.account) == account_of(pending);
                let own = self.model.subscriptions.values().filter(|row| mine(row)).count();
                Used::Browsers(own as u32, self.model.subscriptions.get(&hash).is_some_and(mine))
            }
            Request::Practice { .. } => {
                let runs = |id: &&TableId| self.model.tables.get(id).is_some_and(|table| table.is_playing());
                let tables = self.windows.guests.get(&house_of(pending));
                let active = tables.map_or(0, |tables| tables.iter().filter(runs).count());
                let fresh = self.windows.day == self.next_now().day();
                let today = self.windows.today.get(&house_of(pending)).copied().filter(|_| fresh);
                Used::Practice(active as u32, today.unwrap_or_default())
            }
            Request::ReadTable(_) | Request::Party { .. } => Used::LongPolls(self.places(pending)),
            _ => Used::None,
        }
    }

    /// The deal of the day counts as a table that is made, once; whoever has it is given it again.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
    fn tables_used(&self, pending: &PendingRequest) -> Used {
        let Some(account) = account_of(pending) else { return Used::None };
        let today = self.next_now().day();
        let made = self.model.made_on(today, account);
        match &pending.request {
            Request::CreateTable(create) if create.daily => {
                if self.model.tries.contains_key(&(today, account)) {
                    Used::None
                } else {
                    Used::Tables(0, made)
                }
            }
            _ => Used::Tables(self.model.active_tables_of(account), made),
        }
    }

    /// A request that was granted had room in its quota.
    pub(super) fn check_use(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        own: bool,
        before: &StateBefore,
    ) -> CheckResult {
        if !own || replied.replayed {
            return Ok(());
        }
        let now = self.now();
        self.windows.turn(now);
        let freed = match before.used {
            Used::Tables(..) => "premise: a quota of tables was free again",
            Used::Parties(_) => "a quota of parties was free again",
            Used::Browsers(..) => "a quota of browsers was free again",
            Used::Practice(..) => "premise: a quota of practice was free again",
            Used::LongPolls(_) | Used::None => "",
        };
        if self.windows.full.remove(&(owner_of(pending), freed)) {
            self.counts.hit(freed);
        }
        let settings = &self.settings;
        let within = |used: u32, limit: u32| limit == 0 || used < limit;
        let fits = match (before.used, &replied.answer) {
            (Used::Tables(active, today), Answer::Created(_)) => {
                let daily = matches!(&pending.request, Request::CreateTable(create) if create.daily);
                (daily || within(active, settings.active_tables)) && within(today, settings.tables_per_day)
            }
            (Used::Browsers(used, known), Answer::Ok(_)) => known || within(used, settings.push_subscriptions),
            (Used::Parties(used), Answer::PartyCreated(_)) => within(used, settings.parties),
            (Used::Practice(active, today), Answer::Practice(made)) => {
                let house = house_of(pending);
                *self.windows.today.entry(house.clone()).or_default() += 1;
                self.windows.guests.entry(house).or_default().push(made.table_id);
                within(active, settings.practice_active) && within(today, settings.practice_per_day)
            }
            _ => true,
        };
        must(fits, "a quota holds", || format!("{} {:?}: {:?}", pending.who, pending.request, before.used))
    }

    /// A request that was refused for its quota had no room in it.
    pub(super) fn check_quota(&mut self, pending: &PendingRequest, quota: &Quota, before: &StateBefore) -> CheckResult {
        let settings = &self.settings;
        let full = |used: u32, limit: u32| limit != 0 && used >= limit;
        // Whether the limit is reached, how much it is, what that is a premise of, and what was told.
        let (over, limit, premise, retry) = match (quota, before.used) {
            (Quota::TablesToday(retry), Used::Tables(_, today)) => {
                let limit = settings.tables_per_day;
                (full(today, limit), limit, "premise: the day's quota of tables was used up", retry)
            }
            (Quota::ActiveTables(retry), Used::Tables(used, _)) => {
                let limit = settings.active_tables;
                (full(used, limit), limit, "premise: the quota of tables was used up", retry)
            }
            (Quota::Parties(retry), Used::Parties(used)) => {
                let limit = settings.parties;
                (full(used, limit), limit, "premise: the quota of parties was used up", retry)
            }
            (Quota::PushSubscriptions(retry), Used::Browsers(used, known)) => {
                let limit = settings.push_subscriptions;
                (!known && full(used, limit), limit, "premise: the quota of browsers was used up", retry)
            }
            (Quota::Practice(retry), Used::Practice(active, _)) => {
                let limit = settings.practice_active;
                (full(active, limit), limit, "premise: the quota of practice was used up", retry)
            }
            (Quota::PracticeToday(retry), Used::Practice(_, today)) => {
                let limit = settings.practice_per_day;
                (full(today, limit), limit, "premise: the day's quota of practice was used up", retry)
            }
            (Quota::LongPolls(retry), Used::LongPolls(places)) => {
                let limit = settings.long_polls;
                (full(places.own, limit), limit, "premise: the quota of long-polls was used up", retry)
            }
            (Quota::AllLongPolls(retry), Used::LongPolls(places)) => {
                let (over, limit, premise) = places.are_taken(is_guest(pending), settings.long_polls_total);
                (over, limit, premise, retry)
            }
            // Looked at where they are counted.
            (Quota::Duels(retry), _) => {
                (retry.limit == settings.duels_per_hour, retry.limit, "premise: the quota of duels was used up", retry)
            }
            (Quota::SelfChecks(retry), _) => {
                let limit = settings.selfchecks_per_hour;
                (retry.limit == limit, limit, "premise: the quota of self-checks was used up", retry)
            }
            (Quota::Rematch(retry), _) => {
                let within = retry.after_s <= settings.rematch_cooldown_s;
                (within, 1, "premise: two agents had just duelled", retry)
            }
            (Quota::Rate(retry) | Quota::FailedLogins(retry), _) => {
                (true, retry.limit, "premise: a rate was used up", retry)
            }
            (
                Quota::ActiveTables(retry)
                | Quota::TablesToday(retry)
                | Quota::Parties(retry)
                | Quota::PushSubscriptions(retry)
                | Quota::Practice(retry)
                | Quota::PracticeToday(retry)
                | Quota::LongPolls(retry)
                | Quota::AllLongPolls(retry),
                _,
            ) => (false, retry.limit, "a quota of something else", retry),
        };
        self.counts.hit(premise);
        let freed = match quota {
            Quota::ActiveTables(_) => "premise: a quota of tables was free again",
            Quota::TablesToday(_) => "a day's quota of tables was free again",
            Quota::Parties(_) => "a quota of parties was free again",
            Quota::PushSubscriptions(_) => "a quota of browsers was free again",
            Quota::Practice(_) | Quota::PracticeToday(_) => "premise: a quota of practice was free again",
            Quota::Rate(_)
            | Quota::FailedLogins(_)
            | Quota::LongPolls(_)
            | Quota::AllLongPolls(_)
            | Quota::Duels(_)
            | Quota::Rematch(_)
            | Quota::SelfChecks(_) => "a window was free again",
        };
        self.windows.full.insert((owner_of(pending), freed));
        let said = || format!("{} {:?}: {quota:?}, {:?}", pending.who, pending.request, before.used);
        must(over && retry.limit == limit && retry.after_s >= 1, "only who is over his quota is refused for it", said)
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
        let settings = &self.settings;
        let (owner, limit) = match (class, pending.caller.claims.is_some()) {
            (RateClass::Credential, _) => (format!("{:?}", house_of(pending)), settings.credential_per_minute),
            (_, false) => (owner_of(pending), settings.anonymous_per_minute),
            (RateClass::Move, true) => (owner_of(pending), settings.moves_per_minute),
            (RateClass::Ordinary, true) => (owner_of(pending), settings.requests_per_minute),
        };
        let count = self.windows.requests.entry((owner, class)).or_default();
        let full = limit != 0 && *count >= limit;
        *count += u32::from(!full);
        let said = format!("{} {:?}: {count} of {limit}, {reply:?}", pending.who, pending.request);
        let left = (limit != 0).then(|| (limit.saturating_sub(*count), seconds_to_next(now, MINUTE_MS)));
        let refused = matches!(refusal, Some(Refusal::Quota(Quota::Rate(retry))) if retry.limit == limit);
        must(refused == full, "a rate limit holds", || said.clone())?;
        self.check_left(reply, left, said)?;
        if full {
            return Ok(());
        }
        self.check_failed(pending, refusal)
    }

    /// Whoever is answered hears what is left of his window, and whoever is refused for it when the next one begins.
    fn check_left(&mut self, reply: Option<&Reply>, left: Option<(u32, u64)>, said: String) -> CheckResult {
        let told = match reply {
            Some(Ok(replied)) => replied.rate,
            Some(Err(Refused { refusal: Refusal::Auth(Auth::NotSignedIn), .. })) | None => return Ok(()),
            Some(Err(refused)) => refused.rate,
        };
        let told = told.map(|rate| (rate.remaining, rate.resets_in_s));
        must(told == left, "what is left of a limit is told", || format!("{said}: {left:?} is left"))?;
        let now = self.now();
        let (retry, due_s) = match reply.and_then(|reply| reply.as_ref().err()).map(|refused| &refused.refusal) {
            Some(Refusal::Quota(Quota::Rate(retry))) => (retry, seconds_to_next(now, MINUTE_MS)),
            Some(Refusal::Quota(Quota::FailedLogins(retry))) => (retry, seconds_to_next(now, 10 * MINUTE_MS)),
            Some(Refusal::Quota(Quota::Duels(retry) | Quota::SelfChecks(retry))) => {
                (retry, seconds_to_next(now, 60 * MINUTE_MS))
            }
            Some(Refusal::Quota(Quota::TablesToday(retry) | Quota::PracticeToday(retry))) => {
                (retry, seconds_to_next(now, 1_440 * MINUTE_MS))
            }
            Some(_) | None => return Ok(()),
        };
        self.counts.hit("premise: somebody was told when to come back");
        must(retry.after_s == due_s, "whoever comes back when he is told to is let in", || {
            format!("{said}: {due_s} s are due")
        })
    }

    /// Wrong recovery codes are counted by address.
    fn check_failed(&mut self, pending: &PendingRequest, refusal: Option<&Refusal>) -> CheckResult {
        let logs_in =
            matches!(pending.request, Request::Token { .. } | Request::Recover { .. } | Request::Rotate { .. });
        let anonymous = matches!(refusal, Some(Refusal::Auth(Auth::NotSignedIn)));
        if !logs_in || anonymous {
            return Ok(());
        }
        let count = self.windows.failed.entry(house_of(pending)).or_default();
        let full = self.settings.failed_logins != 0 && *count >= self.settings.failed_logins;
        let said = format!("{} {:?}: {count} failed, {refusal:?}", pending.who, pending.request);
        *count += u32::from(matches!(refusal, Some(Refusal::Auth(Auth::WrongCredentials))));
        let limit = self.settings.failed_logins;
        let refused = matches!(refusal, Some(Refusal::Quota(Quota::FailedLogins(retry))) if retry.limit == limit);
        must(refused == full, "failed logins are limited by address", || said)
    }
}
