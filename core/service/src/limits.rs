//! Rate limits in fixed windows, by the core's clock. They are not stored: a restart resets them.

use crate::config::{Limits, reached};
use crate::credentials::Claims;
use crate::effects::{RATE_WINDOW_S, Rate};
use crate::games::Seat;
use crate::ids::{AccountId, GrantId, TableId};
use crate::rejection::{Quota, Rejection, Retry};
use crate::request::{Caller, RateClass};
use crate::subnet::Subnet;
use crate::time::{Day, Millis};
use std::collections::BTreeMap;

/// Requests with the same key are counted together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum RateKey {
    Account(AccountId),
    Grant(GrantId),
    GuestSeat(TableId, Seat),
    Address(Subnet),
}

/// The counts of the current windows.
#[derive(Default, Debug)]
pub(crate) struct Limiter {
    minute: Millis,
    requests: BTreeMap<(RateKey, RateClass), u32>,
    ten_minutes: Millis,
    failed_logins: BTreeMap<Subnet, u32>,
    practice_lately: BTreeMap<Subnet, u32>,
    day: Day,
    practice: BTreeMap<Subnet, u32>,
    hour: Millis,
    hourly: BTreeMap<(AccountId, Hourly), u32>,
    /// Guest tables, by the address that opened them.
    practice_tables: BTreeMap<Subnet, Vec<TableId>>,
    /// Friendly tables of guests, by the address that made them.
    friendly_tables: BTreeMap<Subnet, Vec<TableId>>,
}

/// Actions of members that are limited per hour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Hourly {
    Duel,
    SelfCheck,
    Ticket,
}

const HOUR_MS: u64 = 3_600_000;
const MINUTE_MS: u64 = RATE_WINDOW_S * 1000;

impl RateKey {
    pub(crate) fn by(caller: &Caller) -> Self {
        match &caller.claims {
            Some(Claims::Account { account, .. }) => Self::Account(*account),
            Some(Claims::Seat { grant: Some(grant), .. }) => Self::Grant(*grant),
            Some(Claims::Seat { table, seat, grant: None, .. }) => Self::GuestSeat(*table, *seat),
            None => Self::Address(caller.address.into()),
        }
    }

    /// Whether the caller has no account.
    pub(crate) const fn is_guest(self) -> bool {
        match self {
            Self::GuestSeat(..) | Self::Address(_) => true,
            Self::Account(_) | Self::Grant(_) => false,
        }
    }
}

/// Requests that are counted together per minute.
struct Bucket {
    key: RateKey,
    /// The name of the limit, as callers see it.
    name: &'static str,
    quota: u32,
}

/// The bucket that a request counts in. Requests of operators have no limit.
fn bucket(caller: &Caller, class: RateClass, limits: &Limits) -> Bucket {
    let (key, name, quota) = match (class, RateKey::by(caller)) {
        (_, key) if caller.operator.is_some() => (key, "operator", 0),
        (RateClass::Credential, _) => {
            (RateKey::Address(caller.address.into()), "credentials", limits.credential_per_minute)
        }
        (_, anonymous @ RateKey::Address(_)) => (anonymous, "anonymous", limits.anonymous_per_minute),
        (RateClass::Move, known) => (known, "moves", limits.moves_per_minute),
        (RateClass::Ordinary, known) => (known, "requests", limits.requests_per_minute),
    };
    Bucket { key, name, quota }
}

impl Limiter {
    /// Count a request, and reject it if its window is full.
    pub(crate) fn count(
        &mut self,
        caller: &Caller,
        class: RateClass,
        now: Millis,
        limits: &Limits,
    ) -> Result<(), Rejection> {
        self.turn_windows(now);
        let Bucket { key, quota, .. } = bucket(caller, class, limits);
        if quota == 0 {
            return Ok(());
        }
        let count = self.requests.entry((key, class)).or_default();
        if reached(*count, quota) {
            let after_s = self.minute.plus_ms(MINUTE_MS).seconds_from(now);
            return Err(Quota::Rate(Retry { limit: quota, after_s }).into());
        }
        *count += 1;
        Ok(())
    }

    /// The rest of the window in which such a request counts, if it has a limit.
    pub(crate) fn left(&self, caller: &Caller, class: RateClass, now: Millis, limits: &Limits) -> Option<Rate> {
        let Bucket { key, name, quota } = bucket(caller, class, limits);
        if quota == 0 {
            return None;
        }
        // A pending request may be answered in a later window.
        let minute = Millis(now.0 - now.0 % MINUTE_MS);
        let count = self.requests.get(&(key, class)).filter(|_| minute == self.minute).copied().unwrap_or_default();
        let resets_in_s = minute.plus_ms(MINUTE_MS).seconds_from(now);
        Some(Rate { name, quota, remaining: quota.saturating_sub(count), resets_in_s })
    }

    /// Reject an address that has tried too many wrong recovery codes.
    pub(crate) fn may_log_in(&mut self, address: Subnet, now: Millis, limits: &Limits) -> Result<(), Quota> {
        self.turn_windows(now);
        let failed = self.failed_logins.get(&address).copied().unwrap_or_default();
        if reached(failed, limits.failed_logins) {
            let after_s = self.ten_minutes.plus_ms(10 * MINUTE_MS).seconds_from(now);
            return Err(Quota::FailedLogins(Retry { limit: limits.failed_logins, after_s }));
        }
        Ok(())
    }

    /// Reject a member who has done this too often in the current hour.
    pub(crate) fn may_again(&mut self, member: AccountId, what: Hourly, limit: u32, now: Millis) -> Result<(), Retry> {
        self.turn_windows(now);
        let done = self.hourly.get(&(member, what)).copied().unwrap_or_default();
        let after_s = self.hour.plus_ms(HOUR_MS).seconds_from(now);
        if reached(done, limit) { Err(Retry { limit, after_s }) } else { Ok(()) }
    }

    /// Count one such action of a member.
    pub(crate) fn done(&mut self, member: AccountId, what: Hourly) {
        *self.hourly.entry((member, what)).or_default() += 1;
    }

    /// Count a wrong recovery code.
    pub(crate) fn failed_login(&mut self, address: Subnet) {
        *self.failed_logins.entry(address).or_default() += 1;
    }

    /// Reject an address whose guests have opened too many practice tables today, or in the current ten minutes.
    pub(crate) fn may_practise(&mut self, address: Subnet, now: Millis, limits: &Limits) -> Result<(), Quota> {
        self.turn_windows(now);
        let count = |counts: &BTreeMap<Subnet, u32>| counts.get(&address).copied().unwrap_or_default();
        let limit = limits.practice_per_day;
        if reached(count(&self.practice), limit) {
            let after_s = self.day.next().start().seconds_from(now);
            return Err(Quota::PracticeToday(Retry { limit, after_s }));
        }
        let limit = limits.practice_per_10_minutes;
        if reached(count(&self.practice_lately), limit) {
            let after_s = self.ten_minutes.plus_ms(10 * MINUTE_MS).seconds_from(now);
            return Err(Quota::PracticeInTenMinutes(Retry { limit, after_s }));
        }
        Ok(())
    }

    /// Count a new practice table of a guest.
    pub(crate) fn practised(&mut self, address: Subnet, table: TableId) {
        self.count_practice(address);
        self.practice_tables.entry(address).or_default().push(table);
    }

    /// Count a new friendly table of a guest.
    pub(crate) fn made_friendly(&mut self, address: Subnet, table: TableId) {
        self.count_practice(address);
        self.friendly_tables.entry(address).or_default().push(table);
    }

    fn count_practice(&mut self, address: Subnet) {
        *self.practice_lately.entry(address).or_default() += 1;
        *self.practice.entry(address).or_default() += 1;
    }

    /// The guest tables of an address that still run. The others are forgotten.
    pub(crate) fn practice_tables(&mut self, address: Subnet, runs: impl Fn(TableId) -> bool) -> Vec<TableId> {
        still_active(&mut self.practice_tables, address, runs)
    }

    /// The friendly tables that guests of an address made and that still wait or run. The others are forgotten.
    pub(crate) fn friendly_tables(&mut self, address: Subnet, is_active: impl Fn(TableId) -> bool) -> Vec<TableId> {
        still_active(&mut self.friendly_tables, address, is_active)
    }

    /// Forget all guest tables that are no longer active.
    pub(crate) fn forget_practice(&mut self, is_active: impl Fn(TableId) -> bool) {
        for tables in [&mut self.practice_tables, &mut self.friendly_tables] {
            tables.retain(|_, tables| {
                tables.retain(|table| is_active(*table));
                !tables.is_empty()
            });
        }
    }

    fn turn_windows(&mut self, now: Millis) {
        let minute = Millis(now.0 - now.0 % MINUTE_MS);
        if minute != self.minute {
            self.minute = minute;
            self.requests.clear();
        }
        let ten_minutes = Millis(now.0 - now.0 % (10 * MINUTE_MS));
        if ten_minutes != self.ten_minutes {
            self.ten_minutes = ten_minutes;
            self.failed_logins.clear();
            self.practice_lately.clear();
        }
        let hour = Millis(now.0 - now.0 % HOUR_MS);
        if hour != self.hour {
            self.hour = hour;
            self.hourly.clear();
        }
        if now.day() != self.day {
            self.day = now.day();
            self.practice.clear();
        }
    }
}

/// The tables of an address for which this holds. The others are forgotten.
fn still_active(
    tables: &mut BTreeMap<Subnet, Vec<TableId>>,
    address: Subnet,
    is_active: impl Fn(TableId) -> bool,
) -> Vec<TableId> {
    let Some(own) = tables.get_mut(&address) else { return Vec::new() };
    own.retain(|table| is_active(*table));
    let active = own.clone();
    if active.is_empty() {
        tables.remove(&address);
    }
    active
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn an_address_that_never_comes_back_is_forgotten() {
        let mut limiter = Limiter::default();
        let addresses: Vec<Subnet> = (0..3_u8).map(|last| IpAddr::from([10, 0, 0, last]).into()).collect();
        for (at, address) in addresses.iter().enumerate() {
            limiter.practised(*address, TableId(at as u128));
            limiter.made_friendly(*address, TableId(at as u128));
        }
        limiter.forget_practice(|table| table == TableId(1));
        assert_eq!((limiter.practice_tables.len(), limiter.friendly_tables.len()), (1, 1));
        assert_eq!(limiter.practice_tables(addresses[1], |_| true), [TableId(1)]);
    }
}
