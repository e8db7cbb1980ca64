//! Model calls, by hour and day.

use crate::inner::model::Model;
use crate::inner::prelude::*;

impl Model {
    /// A duel starts only while its challenger has model calls left.
    pub(super) fn check_calls_left(&self, id: DuelId, row: &DuelRow) -> CheckResult {
        let asks = row.sides.iter().any(|side| matches!(side.play, AgentPlay::Prompt(_)));
        let payer = row.sides[0].owner.filter(|_| asks && self.live);
        let used_up = payer.and_then(|payer| self.calls_used_up(payer, self.latest));
        must!(used_up.is_none(), "a duel starts only while model calls are left", "{id}: {used_up:?}")
    }

    /// The member on whom a member's calls count: the nearest who is established, or whom no member admitted.
    fn payer_of(&self, member: AccountId, now: Millis) -> AccountId {
        let mut pays = self.and_referrers(member).filter(|id| self.is_established(*id, now));
        pays.next().or_else(|| self.and_referrers(member).last()).unwrap_or(member)
    }

    /// A member, who admitted them, and so on.
    fn and_referrers(&self, member: AccountId) -> impl Iterator<Item = AccountId> {
        std::iter::successors(Some(member), |of| self.accounts.get(of).and_then(|row| row.referrer))
    }

    /// The first limit of model calls that a member has reached, and when it resets.
    pub(crate) fn calls_used_up(&self, member: AccountId, now: Millis) -> Option<(u32, Millis)> {
        let owner = self.payer_of(member, now);
        let (day, hour) = (now.day(), now.0 / HOUR_MS);
        let row = self.model_uses.get(&(day, owner)).copied().unwrap_or_default();
        let in_hour = if u64::from(row.hour) == hour % 24 { row.in_hour } else { 0 };
        let all: u32 = self.model_uses.iter().filter(|((of, _), _)| *of == day).map(|(_, row)| row.calls).sum();
        let (model, midnight) = (&self.config.model, day.next().start());
        let limits = [
            (all, model.server_calls_per_day, midnight),
            (row.calls, model.calls_per_day, midnight),
            (in_hour, model.calls_per_hour, Millis((hour + 1) * HOUR_MS)),
        ];
        limits.into_iter().find(|(used, limit, _)| *limit != 0 && used >= limit).map(|(_, limit, at)| (limit, at))
    }

    /// Model calls are counted one by one, by hour and day.
    pub(super) fn put_model_use(&mut self, day: Day, owner: AccountId, row: ModelUseRow) -> CheckResult {
        let before = self.model_uses.insert((day, owner), row).unwrap_or_default();
        let hour = (self.latest.0 / HOUR_MS % 24) as u8;
        let in_hour = if before.hour == hour { before.in_hour + 1 } else { 1 };
        let should = ModelUseRow { calls: before.calls + 1, hour, in_hour };
        // A start reads rows that were counted before.
        self.touched.asked += u64::from(self.live);
        let right = row == should && day == self.latest.day();
        must!(right || !self.live, "model calls are counted one by one", "{before:?}, then {row:?}")?;
        // The duels of an erased member are gone, and an answer of the model may still come.
        let challengers: BTreeSet<AccountId> = self.duels.values().filter_map(|row| row.sides[0].owner).collect();
        // A table that was settled in the same step may have established one of them.
        let settles = !self.touched.settled.is_empty();
        let pays = |challenger: &AccountId| {
            let is_above = || self.and_referrers(*challenger).any(|id| id == owner);
            self.payer_of(*challenger, self.latest) == owner || settles && is_above()
        };
        let challenges =
            challengers.iter().any(pays) || !self.is_member(owner) || challengers.iter().any(|id| !self.is_member(*id));
        let for_another = self.live && !challengers.contains(&owner) && self.is_member(owner);
        self.counts.add(
            "premise: model calls of a new member counted on the member whose code admitted them",
            for_another.into(),
        );
        must!(challenges || !self.live, "model calls count on the member who challenged", "{owner}: {row:?}")
    }

    /// Number of counted calls since the last query.
    pub(crate) const fn take_asked(&mut self) -> u64 {
        std::mem::replace(&mut self.touched.asked, 0)
    }
}
