//! Quotas: who is within them is let in, who is not is not, and what is over is given back.

use super::parked_counts::is_guest;
use super::rates::{house_of, owner_of};
use crate::inner::judge::{
    DUELS_MS, Judge, LOGINS_MS, PendingRequest, RATE_MS, RequestStage, StateBefore, Used, account_of,
};
use crate::inner::model::Table;
use crate::inner::permissions::{browser_of, meets};
use crate::prelude::*;

/// When it is worth another try, and the premise that a quota was used up. Each window of requests has its own.
const fn used_up(quota: &Quota, class: RateClass) -> (Retry, &'static str) {
    match quota {
        Quota::ActiveTables(retry) => (*retry, "premise: the quota of tables was used up"),
        Quota::TablesToday(retry) => (*retry, "premise: the day's quota of tables was used up"),
        Quota::Parties(retry) => (*retry, "premise: the quota of parties was used up"),
        Quota::PushSubscriptions(retry) => (*retry, "premise: the quota of browsers was used up"),
        Quota::Practice(retry) => (*retry, "premise: the quota of practice was used up"),
        Quota::PracticeToday(retry) => (*retry, "premise: the day's quota of practice was used up"),
        Quota::LongPolls(retry) => (*retry, "premise: the quota of long-polls was used up"),
        Quota::AllLongPolls(retry) => (*retry, "premise: all places were taken"),
        Quota::Duels(retry) => (*retry, "premise: the quota of duels was used up"),
        Quota::SelfChecks(retry) => (*retry, "premise: the quota of self-checks was used up"),
        Quota::ModelCalls(retry) => (*retry, "premise: the model's calls were used up"),
        Quota::Rematch(retry) => (*retry, "premise: two owners had just duelled"),
        Quota::FailedLogins(retry) => (*retry, "premise: the quota of failed logins was used up"),
        Quota::Rate(retry) => match class {
            RateClass::Credential => (*retry, "premise: the rate of credentials was used up"),
            RateClass::Move => (*retry, "premise: the rate of moves was used up"),
            RateClass::Ordinary => (*retry, "premise: the rate of requests was used up"),
        },
    }
}

impl Judge {
    /// What the caller has used of the quota that a request counts in.
    pub(super) fn used(&self, pending: &PendingRequest) -> Used {
        match &pending.request {
            Request::CreateTable(_) | Request::PartyTable { .. } => self.tables_used(pending),
            Request::CreateParty => {
                let mine = |members: &[_]| members.first().copied() == account_of(pending);
                Used::Parties(self.model.parties.values().filter(|row| mine(&row.members)).count() as u32)
            }
            Request::PushSubscribe { endpoint, .. } => {
                let hash = browser_of(endpoint);
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

    /// The deal of the day counts as a table that is made, once; a member who has it is given it again.
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

    /// Whether a quota is used up, and how much it is.
    fn is_full(&self, pending: &PendingRequest, quota: &Quota, used: Used) -> (bool, u32) {
        let settings = &self.settings;
        let full = |used: u32, limit: u32| (limit != 0 && used >= limit, limit);
        match (quota, used) {
            (Quota::TablesToday(_), Used::Tables(_, today)) => full(today, settings.tables_per_day),
            (Quota::ActiveTables(_), Used::Tables(active, _)) => full(active, settings.active_tables),
            (Quota::Parties(_), Used::Parties(own)) => full(own, settings.parties),
            (Quota::PushSubscriptions(_), Used::Browsers(own, false)) => full(own, settings.push_subscriptions),
            (Quota::Practice(_), Used::Practice(active, _, idle)) => {
                (Self::surplus(active, settings.practice_active) > idle, settings.practice_active)
            }
            (Quota::PracticeToday(_), Used::Practice(_, today, _)) => full(today, settings.practice_per_day),
            (Quota::LongPolls(_), Used::LongPolls(places)) => full(places.own, settings.long_polls),
            (Quota::AllLongPolls(_), Used::LongPolls(places)) => {
                let (over, limit, _) = places.are_taken(is_guest(pending), settings.long_polls_total);
                (over, limit)
            }
            (Quota::Duels(_), _) => full(self.begun_by(pending, false), settings.duels_per_hour),
            (Quota::SelfChecks(_), _) => full(self.begun_by(pending, true), settings.selfchecks_per_hour),
            (Quota::ModelCalls(_), _) => {
                let limit = self.calls_used_up(pending).map(|(limit, _)| limit);
                (limit.is_some(), limit.unwrap_or_default())
            }
            (Quota::Rematch(retry), _) => (retry.after_s <= settings.rematch_cooldown_s, 1),
            (Quota::Rate(retry) | Quota::FailedLogins(retry), _) => (true, retry.limit),
            // A quota that the request does not count in.
            _ => (false, used_up(quota, pending.request.rate()).0.limit),
        }
    }

    /// A request that was refused for its quota had no room in it.
    pub(super) fn check_quota(&mut self, pending: &PendingRequest, quota: &Quota, before: &StateBefore) -> CheckResult {
        let (over, limit) = self.is_full(pending, quota, before.used);
        let (retry, mut premise) = used_up(quota, pending.request.rate());
        if let (Quota::AllLongPolls(_), Used::LongPolls(places)) = (quota, before.used) {
            (.., premise) = places.are_taken(is_guest(pending), self.settings.long_polls_total);
        }
        self.counts.hit(premise);
        let said = || format!("{} {:?}: {quota:?}, {:?}", pending.who, pending.request, before.used);
        must(over && retry.limit == limit && retry.after_s >= 1, "a quota rejects only callers who are over it", said)?;
        let (after_s, free_at) = (retry.after_s, self.free_at(pending, quota));
        let should = free_at.map(|at| at.since(self.now()).div_ceil(1_000).max(1));
        self.counts.add("premise: a caller got a time to retry", u64::from(should.is_some()));
        must(
            should.is_none_or(|should| should == after_s),
            "a caller who retries after Retry-After is accepted",
            || format!("{} {:?}: {quota:?}, not {should:?} s", pending.who, pending.request),
        )
    }

    /// When there is room in a quota again by itself; nothing where it depends on others: a member who gives up a
    /// browser, or any place to wait in.
    fn free_at(&self, pending: &PendingRequest, quota: &Quota) -> Option<Millis> {
        let now = self.now();
        let next = |window: u64| Millis((now.0 / window + 1) * window);
        let account = account_of(pending);
        match quota {
            Quota::Rate(_) => Some(next(RATE_MS)),
            Quota::FailedLogins(_) => Some(next(LOGINS_MS)),
            Quota::Duels(_) | Quota::SelfChecks(_) => Some(next(DUELS_MS)),
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
}
