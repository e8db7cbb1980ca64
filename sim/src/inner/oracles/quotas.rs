//! Quotas and rate limits: who is within them is let in, who is not is not, and what is over is given back.

use super::parked_counts::{ParkedCounts, is_guest};
use super::{StateBefore, account_of};
use crate::inner::judge::{Judge, PendingRequest, RequestStage};
use crate::inner::model::{CheckResult, Table, must};
use crate::inner::permissions::meets;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use turnstone_service::answer::Answer;
use turnstone_service::credentials::Claims;
use turnstone_service::effects::{Rate, Replied, Reply};
use turnstone_service::ids::{AccountId, AgentId, DuelId, TableId};
use turnstone_service::record::{AgentPlay, DuelRow, PushSubscriptionRow, Status};
use turnstone_service::refusal::{Auth, Quota, Refusal};
use turnstone_service::request::{RateClass, Request, RequestId};
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
    /// Guest tables that run, those of today, and how many of those that run make room for another.
    Practice(u32, u32, u32),
    LongPolls(ParkedCounts),
}

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
    day: Day,
    today: BTreeMap<Vec<u8>, u32>,
    guests: BTreeMap<Vec<u8>, Vec<TableId>>,
    /// Who was refused for a quota, and for which.
    full: BTreeSet<(String, &'static str)>,
}

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

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
        if self.hour != now.0 / HOUR_MS {
            self.hour = now.0 / HOUR_MS;
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
fn house_of(pending: &PendingRequest) -> Vec<u8> {
    match pending.caller.address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets()[..8].to_vec(),
    }
}

impl Judge {
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
                let active = self.guest_tables(pending).len();
                let idle = self.idle_guest_tables(pending, self.next_now()).len();
                let fresh = self.windows.day == self.next_now().day();
                let today = self.windows.today.get(&house_of(pending)).copied().filter(|_| fresh);
                Used::Practice(active as u32, today.unwrap_or_default(), idle as u32)
            }
            Request::ReadTable(_) | Request::Party { .. } => Used::LongPolls(self.places(pending)),
            _ => Used::None,
        }
    }

    /// The guest tables of a caller's address that run, oldest first.
    fn guest_tables(&self, pending: &PendingRequest) -> Vec<TableId> {
        let runs = |id: &TableId| self.model.tables.get(id).is_some_and(|table| table.is_playing());
        let tables = self.windows.guests.get(&house_of(pending)).into_iter().flatten();
        tables.copied().filter(runs).collect()
    }

    /// From when one of them makes room for another: some time after its last move, or when its turn ends.
    fn idle_from(&self, id: TableId) -> Option<Millis> {
        let table = self.model.tables.get(&id)?;
        let moved = table.plies.last().map_or(table.row.created_at, |ply| ply.at);
        Some(moved.plus_s(self.settings.practice_idle_s).min(table.first_turn_ends()?))
    }

    /// Those of them that make room at a moment.
    pub(super) fn idle_guest_tables(&self, pending: &PendingRequest, at: Millis) -> Vec<TableId> {
        if !matches!(pending.request, Request::Practice { .. }) {
            return Vec::new();
        }
        let mut tables = self.guest_tables(pending);
        tables.retain(|id| self.idle_from(*id).is_some_and(|from| from <= at));
        tables
    }

    /// How many of an address's guest tables have to end before there is room for another.
    fn surplus(active: u32, limit: u32) -> u32 {
        if limit == 0 { 0 } else { (active + 1).saturating_sub(limit) }
    }

    /// A guest's new table ended the oldest idle ones of the address, as many as it needed room, and no other.
    fn check_room_made(&mut self, active: u32, idle: &[TableId]) -> CheckResult {
        let surplus = Self::surplus(active, self.settings.practice_active) as usize;
        for (at, id) in idle.iter().enumerate() {
            let ended = self.model.tables.get(id).is_none_or(|table| !table.is_playing());
            must(ended == (at < surplus), "the oldest idle practice makes room", || {
                format!("{id}, number {at} of {idle:?}, {surplus} too many: ended {ended}")
            })?;
        }
        self.counts.add("premise: idle practice made room for another", surplus as u64);
        Ok(())
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
            (Used::Practice(active, today, idle), Answer::Practice(made)) => {
                let house = house_of(pending);
                *self.windows.today.entry(house.clone()).or_default() += 1;
                self.windows.guests.entry(house).or_default().push(made.table_id);
                let fits =
                    Self::surplus(active, settings.practice_active) <= idle && within(today, settings.practice_per_day);
                self.check_room_made(active, &before.idle_practice)?;
                fits
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
            (Quota::Practice(retry), Used::Practice(active, _, idle)) => {
                let limit = settings.practice_active;
                (Self::surplus(active, limit) > idle, limit, "premise: the quota of practice was used up", retry)
            }
            (Quota::PracticeToday(retry), Used::Practice(_, today, _)) => {
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
            (Quota::Duels(retry), _) => {
                let limit = settings.duels_per_hour;
                (full(self.begun_by(pending, false), limit), limit, "premise: the quota of duels was used up", retry)
            }
            (Quota::SelfChecks(retry), _) => {
                let (used, limit) = (self.begun_by(pending, true), settings.selfchecks_per_hour);
                (full(used, limit), limit, "premise: the quota of self-checks was used up", retry)
            }
            (Quota::ModelCalls(retry), _) => {
                let limit = self.calls_used_up(pending).map(|(limit, _)| limit);
                (limit.is_some(), limit.unwrap_or_default(), "premise: the model's calls were used up", retry)
            }
            (Quota::Rematch(retry), _) => {
                let within = retry.after_s <= settings.rematch_cooldown_s;
                (within, 1, "premise: two owners had just duelled", retry)
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
            | Quota::ModelCalls(_)
            | Quota::Rematch(_)
            | Quota::SelfChecks(_) => "a window was free again",
        };
        self.windows.full.insert((owner_of(pending), freed));
        let said = || format!("{} {:?}: {quota:?}, {:?}", pending.who, pending.request, before.used);
        must(over && retry.limit == limit && retry.after_s >= 1, "only who is over his quota is refused for it", said)?;
        let (after_s, free_at) = (retry.after_s, self.free_at(pending, quota));
        let should = free_at.map(|at| at.since(self.now()).div_ceil(1_000).max(1));
        self.counts.add("premise: somebody was told when to come back", u64::from(should.is_some()));
        must(should.is_none_or(|should| should == after_s), "whoever comes back when he is told to is let in", || {
            format!("{} {:?}: {quota:?}, not {should:?} s", pending.who, pending.request)
        })
    }

    /// Duels, or self-checks, that the caller began in this hour.
    fn begun_by(&self, pending: &PendingRequest, self_checks: bool) -> u32 {
        let key = account_of(pending).map(|account| (account, self_checks));
        let count = key.and_then(|key| self.windows.begun.get(&key)).copied();
        count.filter(|_| self.windows.hour == self.now().0 / HOUR_MS).unwrap_or_default()
    }

    /// When there is room in a quota again by itself; nothing where that is for others to say: whoever gives up a
    /// browser, or any place to wait in.
    fn free_at(&self, pending: &PendingRequest, quota: &Quota) -> Option<Millis> {
        let now = self.now();
        let next = |window: u64| Millis((now.0 / window + 1) * window);
        let account = account_of(pending);
        match quota {
            Quota::Rate(_) => Some(next(MINUTE_MS)),
            Quota::FailedLogins(_) => Some(next(10 * MINUTE_MS)),
            Quota::Duels(_) | Quota::SelfChecks(_) => Some(next(HOUR_MS)),
            Quota::TablesToday(_) | Quota::PracticeToday(_) => Some(now.day().next().start()),
            Quota::LongPolls(_) => {
                let own = |other: &&PendingRequest| owner_of(other) == owner_of(pending);
                let until = |other: &PendingRequest| {
                    if let RequestStage::Parked(parked) = &other.stage { Some(parked.until) } else { None }
                };
                self.pending.values().filter(own).filter_map(until).min()
            }
            Quota::Practice(_) => {
                let tables = self.guest_tables(pending);
                let surplus = Self::surplus(tables.len() as u32, self.settings.practice_active);
                let mut from: Vec<Millis> = tables.into_iter().filter_map(|id| self.idle_from(id)).collect();
                from.sort_unstable();
                from.get(surplus.saturating_sub(1) as usize).copied()
            }
            Quota::ActiveTables(_) => {
                let tables = self.model.tables.values();
                let own = tables.filter(|table| table.row.host == account && table.row.daily.is_none());
                let ends = |table: &Table| match table.row.status {
                    Status::Waiting { expires_at } => Some(expires_at),
                    Status::Playing { .. } => table.first_turn_ends(),
                    Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => None,
                };
                own.filter_map(ends).min()
            }
            Quota::Parties(_) => {
                let owned = self.model.parties.iter().filter(|(_, row)| row.members.first().copied() == account);
                owned.filter_map(|(id, _)| self.model.party_ends(*id)).min()
            }
            Quota::Rematch(_) => {
                let Request::Challenge(challenge) = &pending.request else { return None };
                let asked = [AgentId::parse(&challenge.agent_id)?, AgentId::parse(&challenge.opponent_agent_id)?];
                let asked = asked.map(|id| (id, self.model.agents.get(&id).and_then(|row| row.owner)));
                let mut duels = self.model.duels.iter().rev().filter(|(_, row)| meets(row, asked));
                let last: Option<(&DuelId, &DuelRow)> = duels.next();
                let over = last.map(|(_, row)| row.end.map_or(now, |end| end.at));
                over.map(|over| over.plus_s(self.settings.rematch_cooldown_s))
            }
            Quota::ModelCalls(_) => self.calls_used_up(pending).map(|(_, free_at)| free_at),
            Quota::PushSubscriptions(_) | Quota::AllLongPolls(_) => None,
        }
    }

    /// The limit of the model's calls that the agents of a request have reached, and when there are more again.
    fn calls_used_up(&self, pending: &PendingRequest) -> Option<(u32, Millis)> {
        let asked = if let Request::Challenge(challenge) = &pending.request {
            vec![&challenge.agent_id, &challenge.opponent_agent_id]
        } else if let Request::SelfCheck { agent_id, .. } = &pending.request {
            vec![agent_id]
        } else {
            Vec::new()
        };
        let rows = asked.into_iter().filter_map(|id| self.model.agents.get(&AgentId::parse(id)?));
        let prompts = rows.filter(|row| matches!(row.play, AgentPlay::Prompt(_)));
        prompts.filter_map(|row| self.model.calls_used_up(row.owner?, self.now())).next()
    }

    /// What is left of the window that a request counts in, as its reply tells it: nothing where there is no limit, and
    /// to whom is refused before he is counted.
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
        let (owner, limit) = self.bucket(pending);
        let count = self.windows.requests.get(&(owner, class)).copied().unwrap_or_default();
        let left = Rate {
            remaining: limit.saturating_sub(count),
            resets_in_s: (MINUTE_MS - now.0 % MINUTE_MS).div_ceil(1_000),
        };
        let should = Some(left).filter(|_| limit != 0 && !uncounted && pending.who != "operator");
        if should.is_some_and(|left| left.remaining == 0) {
            self.counts.hit("premise: nothing was left of a window");
        }
        must(rate == should, "what is left of a limit is told", || {
            format!("{} {:?}: {rate:?}, not {should:?}", pending.who, pending.request)
        })
    }

    /// Whose window a request counts in, and how many it takes.
    fn bucket(&self, pending: &PendingRequest) -> (String, u32) {
        let settings = &self.settings;
        match (pending.request.rate(), pending.caller.claims.is_some()) {
            (RateClass::Credential, _) => (format!("{:?}", house_of(pending)), settings.credential_per_minute),
            (_, false) => (owner_of(pending), settings.anonymous_per_minute),
            (RateClass::Move, true) => (owner_of(pending), settings.moves_per_minute),
            (RateClass::Ordinary, true) => (owner_of(pending), settings.requests_per_minute),
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
        let (owner, limit) = self.bucket(pending);
        let count = self.windows.requests.entry((owner, class)).or_default();
        let full = limit != 0 && *count >= limit;
        // While there is no limit nobody counts.
        *count += u32::from(!full && limit != 0);
        let said = format!("{} {:?}: {count} of {limit}, {reply:?}", pending.who, pending.request);
        let refused = matches!(refusal, Some(Refusal::Quota(Quota::Rate(retry))) if retry.limit == limit);
        must(refused == full, "a rate limit holds", || said)?;
        if full {
            return Ok(());
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
        must(refused == full, "failed logins are limited by address", || said)
    }
}
