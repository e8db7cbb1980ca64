//! Quotas: callers within them are accepted, others are rejected, and expired use is returned.

use super::rates::{house_of, owner_of};
use crate::inner::judge::{Hourly, Judge, PendingRequest, RequestStage, Room, StateBefore, account_of};
use crate::inner::model::{Table, is_matched};
use crate::inner::permissions::{browser_of, meets};
use crate::inner::prelude::*;

/// Counters of exhausted quotas.
pub(crate) static QUOTAS: LazyLock<Grid> = LazyLock::new(|| {
    let used_up = "ActiveTables AllFriendly AllLongPolls Blocks Duels FailedLogins Friendly LongPolls ModelCalls Parties Practice \
        PracticeInTenMinutes PracticeToday PushSubscriptions Rate Rematch TablesToday Tickets Watching";
    used_up.split_whitespace().map(|quota| (format!("quota: {quota}"), Cell::Must)).collect()
});

const fn retry_of(quota: &Quota) -> Retry {
    use Quota::*;
    let (ActiveTables(retry)
    | TablesToday(retry)
    | Tickets(retry)
    | Parties(retry)
    | Blocks(retry)
    | PushSubscriptions(retry)
    | Practice(retry)
    | PracticeInTenMinutes(retry)
    | PracticeToday(retry)
    | Friendly(retry)
    | AllFriendly(retry)
    | LongPolls(retry)
    | AllLongPolls(retry)
    | Watching(retry)
    | Duels(retry)
    | SelfChecks(retry)
    | ModelCalls(retry)
    | Rematch(retry)
    | FailedLogins(retry)
    | Rate(retry)) = quota;
    *retry
}

/// Whether no member is responsible for the caller: there is no account and no delegated seat.
const fn is_guest(pending: &PendingRequest) -> bool {
    matches!(pending.caller.claims, None | Some(Claims::Seat { grant: None, .. }))
}

impl Judge {
    pub(super) fn rooms(&self, pending: &PendingRequest, now: Millis) -> Vec<Room> {
        let (model, settings, account) = (&self.model, &self.settings, account_of(pending));
        match &pending.request {
            Request::CreateTable(_) | Request::CreatePartyTable(..) => self.tables_used(pending, now),
            Request::JoinQueue(join) => {
                let is_new = self.own_ticket(account, join).is_none();
                let mut rooms = vec![self.asked_this_hour(pending, Hourly::Ticket, now)];
                rooms.extend(is_new.then(|| self.tables_used(pending, now)).into_iter().flatten());
                rooms
            }
            Request::ReadTicket(..) => self.places(pending),
            Request::Rematch(table, _) if self.makes_rematch(pending) => match account {
                Some(_) => self.tables_used(pending, now),
                None => self.practice_used(pending, model.friendly.contains_key(table), now),
            },
            Request::CreateParty => {
                let own = model.parties.iter().filter(|(_, row)| row.members.first().copied() == account);
                let ends = own.clone().filter_map(|(id, _)| model.party_ends(*id)).min();
                vec![Room::of(Quota::Parties, own.count(), settings.parties, ends)]
            }
            Request::Block(BlockedMember { handle }) => {
                let own = |(by, _): &&(AccountId, AccountId)| Some(*by) == account;
                let other = model.member_named(handle);
                if account.zip(other).is_some_and(|pair| model.blocks.contains_key(&pair)) {
                    return Vec::new();
                }
                vec![Room::of(Quota::Blocks, model.blocks.keys().filter(own).count(), settings.blocks, None)]
            }
            Request::PushSubscribe(PushSubscribe { subscription }) => {
                let mine = |row: &&PushSubscriptionRow| Some(row.account) == account;
                if model.subscriptions.get(&browser_of(&subscription.endpoint)).as_ref().is_some_and(mine) {
                    return Vec::new();
                }
                let own = model.subscriptions.values().filter(mine).count();
                vec![Room::of(Quota::PushSubscriptions, own, settings.push_subscriptions, None)]
            }
            Request::Practice(practice) => self.practice_used(pending, practice.open, now),
            Request::ReadTable(..) | Request::ReadParty(..) => self.places(pending),
            stream if stream.is_stream() => self.places(pending),
            Request::Challenge(_) | Request::SelfCheck(_) => self.duels_used(pending, now),
            _ => Vec::new(),
        }
    }

    /// Whether a request makes a rematch, and does not only take a seat at one.
    pub(super) fn makes_rematch(&self, pending: &PendingRequest) -> bool {
        let Request::Rematch(table, _) = &pending.request else { return false };
        self.model.rematch_place(pending.caller.claims.as_ref(), *table).is_none()
    }

    /// The practice tables of guests of the caller's address, or the friendly ones.
    fn practice_used(&self, pending: &PendingRequest, friendly: bool, now: Millis) -> Vec<Room> {
        let (settings, midnight) = (&self.settings, Some(now.day().next().start()));
        let (active, idle) = (self.guest_tables(pending), self.idle_guest_tables(pending, now).len());
        let today = self.windows.today.get(&house_of(pending)).filter(|_| self.windows.day == now.day());
        let today = today.map_or(0, |today| *today as usize);
        let window = now.0 / LOGINS_MS;
        let lately = self.windows.lately.get(&house_of(pending)).filter(|_| self.windows.ten_minutes == window);
        let lately = lately.map_or(0, |lately| *lately as usize);
        let window_ends = Some(Millis((window + 1) * LOGINS_MS));
        let mut from: Vec<Millis> = active.iter().filter_map(|id| self.idle_from(*id)).collect();
        from.sort_unstable();
        let (used, surplus) = (active.len() - idle, self.surplus(active.len()));
        let free_at = from.get(surplus.saturating_sub(1)).copied();
        let mut rooms = vec![
            Room::of(Quota::PracticeToday, today, settings.practice_per_day, midnight),
            Room::of(Quota::PracticeInTenMinutes, lately, settings.practice_per_10_minutes, window_ends),
        ];
        if friendly {
            rooms.extend(self.friendly_tables_used(pending));
        } else {
            rooms.push(Room::of(Quota::Practice, used, settings.practice_active, free_at));
        }
        rooms
    }

    /// The account's active tables, and those created today. The daily challenge counts among the latter once. Further
    /// tries return the same table.
    fn tables_used(&self, pending: &PendingRequest, now: Millis) -> Vec<Room> {
        let (model, today) = (&self.model, now.day());
        let Some(account) = account_of(pending) else { return Vec::new() };
        let daily = matches!(&pending.request, Request::CreateTable(create) if create.daily);
        let ends = |table: &Table| match table.row.status {
            Status::Waiting { .. } => model.waits_until(table),
            _ => table.first_turn_ends(),
        };
        let is_own = |table: &Table| {
            table.row.host == Some(account) || is_matched(&table.row) && table.seat_of(account).is_some()
        };
        let own = model.tables.values().filter(|table| is_own(table) && table.row.daily.is_none());
        let (active, first) = (model.active_tables_of(account) as usize, own.filter_map(ends).min());
        let active = Room::of(Quota::ActiveTables, active, self.settings.active_tables, first);
        let made = model.made.get(&(today, account)).map_or(0, |made| *made as usize);
        let made = Room::of(Quota::TablesToday, made, self.settings.tables_per_day, Some(today.next().start()));
        match (daily, model.try_of(today, account).is_some()) {
            (true, true) => Vec::new(),
            (true, false) => vec![made],
            (false, _) => vec![active, made],
        }
    }

    /// The active friendly tables that guests made: those of the address, and all.
    fn friendly_tables_used(&self, pending: &PendingRequest) -> [Room; 2] {
        let (model, settings) = (&self.model, &self.settings);
        let active = |id: &TableId| model.tables.get(id).filter(|table| table.is_active());
        let ends = |table: &Table| if table.is_waiting() { model.waits_until(table) } else { table.first_turn_ends() };
        let own = self.windows.friendly.get(&house_of(pending)).into_iter().flatten();
        let own: Vec<&Table> = own.filter_map(active).collect();
        let by_guests = model.friendly.iter().filter(|(_, row)| row.by_guest);
        let all: Vec<&Table> = by_guests.filter_map(|(id, _)| active(id)).collect();
        let room = |quota, tables: &[&Table], limit| {
            Room::of(quota, tables.len(), limit, tables.iter().filter_map(|table| ends(table)).min())
        };
        [
            room(Quota::Friendly, &own, settings.friendly_tables),
            room(Quota::AllFriendly, &all, settings.friendly_tables_total),
        ]
    }

    /// Polls that are pending and streams that are open: those of the caller; all, of which guests may have half. When a
    /// stream gives its place back depends on its reader.
    fn places(&self, caller: &PendingRequest) -> Vec<Room> {
        let until = |pending: &PendingRequest| match &pending.stage {
            RequestStage::Polling(has) => Some(Some(has.until)),
            RequestStage::Open(_) | RequestStage::Member(_) => Some(None),
            _ => None,
        };
        let polls: Vec<_> = self.pending.values().filter_map(|pending| Some((pending, until(pending)?))).collect();
        let own = || polls.iter().filter(|(pending, _)| owner_of(pending) == owner_of(caller)).map(|(_, until)| *until);
        let total = self.settings.long_polls_total;
        let half = total * GUEST_PLACES.0 / GUEST_PLACES.1;
        let guests = polls.iter().filter(|(pending, _)| is_guest(pending)).count();
        let mut all = Room::of(Quota::AllLongPolls, polls.len(), total, None);
        if !all.over && total != 0 && is_guest(caller) {
            all = Room { over: guests >= half as usize, limit: half, ..all };
        }
        if caller.caller.claims.is_none() {
            let part = total * WATCHER_PLACES.0 / WATCHER_PLACES.1;
            let watchers = polls.iter().filter(|(pending, _)| pending.caller.claims.is_none()).count();
            if !all.over && total != 0 {
                all = Room { over: watchers >= part as usize, limit: part, ..all };
            }
            return vec![Room::of(Quota::Watching, own().count(), self.settings.watch_streams, None), all];
        }
        vec![Room::of(Quota::LongPolls, own().count(), self.settings.long_polls, own().flatten().min()), all]
    }

    /// Duels and self-checks of this hour, model calls, and the cooldown of the owners.
    fn duels_used(&self, pending: &PendingRequest, now: Millis) -> Vec<Room> {
        let settings = &self.settings;
        let what = if matches!(pending.request, Request::SelfCheck(_)) { Hourly::SelfCheck } else { Hourly::Duel };
        let mut rooms = vec![self.asked_this_hour(pending, what, now)];
        let asks = self.prompts_of(&pending.request).next().is_some();
        let payer = account_of(pending).filter(|_| asks);
        let used_up = payer.and_then(|payer| self.model.calls_used_up(payer, now));
        rooms.extend(used_up.map(|(limit, at)| Room::of(Quota::ModelCalls, limit as usize, limit, Some(at))));
        if let Request::Challenge(challenge) = &pending.request {
            let asked =
                [&challenge.agent_id, &challenge.opponent_agent_id].map(|id| AgentId::parse(id).unwrap_or_default());
            let asked = asked.map(|id| (id, self.model.agents.get(&id).and_then(|row| row.owner)));
            let last = self.model.duels.values().rev().find(|row| meets(row, asked));
            let over = last.map(|row| row.end.map_or(now, |end| end.at).plus_s(settings.rematch_cooldown_s));
            rooms.extend(over.filter(|over| *over > now).map(|over| Room::of(Quota::Rematch, 1, 1, Some(over))));
        }
        rooms
    }

    /// What the caller has begun or asked for in this hour.
    fn asked_this_hour(&self, pending: &PendingRequest, what: Hourly, now: Millis) -> Room {
        let ends = Some(Millis((now.0 / HOUR_MS + 1) * HOUR_MS));
        let count = account_of(pending).and_then(|account| self.windows.hourly.get(&(account, what)));
        let count = count.filter(|_| self.windows.hour == now.0 / HOUR_MS).map_or(0, |count| *count as usize);
        Room::of(what.quota(), count, what.limit(&self.settings), ends)
    }

    /// The guest tables in play of a caller's address, oldest first.
    pub(super) fn guest_tables(&self, pending: &PendingRequest) -> Vec<TableId> {
        let runs = |id: &TableId| self.model.tables.get(id).is_some_and(Table::is_playing);
        self.windows.guests.get(&house_of(pending)).into_iter().flatten().copied().filter(runs).collect()
    }

    /// When a guest table can be ended for another: some time after its last move, or when its turn ends.
    fn idle_from(&self, id: TableId) -> Option<Millis> {
        let table = self.model.tables.get(&id)?;
        let moved = table.plies.last().map_or(table.row.created_at, |ply| ply.at);
        let idle = self.model.outages.moved(moved, moved.plus_s(self.settings.practice_idle_s));
        Some(idle.min(table.first_turn_ends()?))
    }

    /// The guest tables that can be ended at this time.
    pub(super) fn idle_guest_tables(&self, pending: &PendingRequest, at: Millis) -> Vec<TableId> {
        let is_practice = match &pending.request {
            Request::Practice(practice) => !practice.open,
            Request::Rematch(table, _) => {
                is_guest(pending) && self.makes_rematch(pending) && !self.model.friendly.contains_key(table)
            }
            _ => false,
        };
        if !is_practice {
            return Vec::new();
        }
        let mut tables = self.guest_tables(pending);
        tables.retain(|id| self.idle_from(*id).is_some_and(|from| from <= at));
        tables
    }

    /// Number of guest tables of an address that have to end for another one.
    const fn surplus(&self, active: usize) -> usize {
        let limit = self.settings.practice_active as usize;
        if limit == 0 { 0 } else { (active + 1).saturating_sub(limit) }
    }

    /// A guest has a new table.
    fn check_practised(&mut self, pending: &PendingRequest, made: TableId, before: &StateBefore) -> CheckResult {
        let house = house_of(pending);
        *self.windows.today.entry(house.clone()).or_default() += 1;
        *self.windows.lately.entry(house.clone()).or_default() += 1;
        if self.model.friendly.contains_key(&made) {
            self.windows.friendly.entry(house).or_default().push(made);
            return Ok(());
        }
        self.check_room_made(house, made, before)
    }

    /// A guest's new table ended the oldest idle tables of the address, as many as needed, and no other.
    fn check_room_made(&mut self, house: Vec<u8>, made: TableId, before: &StateBefore) -> CheckResult {
        self.windows.guests.entry(house).or_default().push(made);
        let surplus = self.surplus(before.guest_tables);
        for (at, id) in before.idle_practice.iter().enumerate() {
            let ended = self.model.tables.get(id).is_none_or(|table| !table.is_playing());
            let said = || format!("{id}, number {at} of {:?}, {surplus} too many: ended {ended}", before.idle_practice);
            must(ended == (at < surplus), "the oldest idle practice table is ended first", said)?;
        }
        self.counts.add("premise: an idle practice table was ended for another", surplus as u64);
        Ok(())
    }

    /// A request that was granted or is pending was within its quotas.
    pub(crate) fn check_rooms(&self, pending: &PendingRequest, before: &StateBefore) -> CheckResult {
        let over = before.rooms.iter().find(|room| room.over);
        let said = || format!("{} {:?}: {:?}", pending.who, pending.request, over.map(|room| room.limit));
        must(over.is_none(), "a quota is enforced", said)
    }

    pub(super) fn check_use(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        before: &StateBefore,
    ) -> CheckResult {
        self.windows.turn(self.now);
        // Polls count while they are pending, and duels when they start.
        let counts = pending.request.effect() == Effect::Creates;
        let duels = matches!(pending.request, Request::Challenge(_) | Request::SelfCheck(_));
        if replied.replayed || !counts || duels {
            return Ok(());
        }
        if let (Request::JoinQueue(_), Some(account)) = (&pending.request, account_of(pending)) {
            *self.windows.hourly.entry((account, Hourly::Ticket)).or_default() += 1;
        }
        let by_guest = is_guest(pending) && !before.rooms.is_empty();
        match &replied.answer {
            Answer::Practice(made) => self.check_practised(pending, made.table_id, before)?,
            Answer::Rematch(made) if by_guest => self.check_practised(pending, made.table_id, before)?,
            _ => {}
        }
        self.check_rooms(pending, before)
    }

    /// A request that was rejected for a quota had exhausted it, and the response says when there is room again.
    /// Windows of requests are checked separately.
    pub(super) fn check_quota(&mut self, pending: &PendingRequest, quota: &Quota, before: &StateBefore) -> CheckResult {
        let (retry, now) = (retry_of(quota), self.now);
        let next = |window: u64| Some(Millis((now.0 / window + 1) * window));
        let name = format!("{quota:?}");
        self.counts.hit_cell(&QUOTAS, &format!("quota: {}", name.split('(').next().unwrap_or_default()));
        let window = match quota {
            Quota::Rate(_) => Some(Room::of(Quota::Rate, retry.limit as usize, retry.limit, next(RATE_MS))),
            Quota::FailedLogins(_) => {
                Some(Room::of(Quota::FailedLogins, retry.limit as usize, retry.limit, next(LOGINS_MS)))
            }
            _ => None,
        };
        let is_it = |room: &&Room| std::mem::discriminant(&(room.quota)(retry)) == std::mem::discriminant(quota);
        let room = before.rooms.iter().chain(&window).find(is_it);
        let said = || format!("{} {:?}: {quota:?}", pending.who, pending.request);
        let right = room.is_some_and(|room| room.over && room.limit == retry.limit) && retry.after_s >= 1;
        must(right, "a quota rejects only callers who are over it", said)?;
        let should = room.and_then(|room| room.free_at).map(|at| at.since(now).div_ceil(1_000).max(1));
        let holds = should.is_none_or(|should| should == retry.after_s);
        must!(holds, "a caller who retries after Retry-After is accepted", "{}, not {should:?} s", said())
    }
}
