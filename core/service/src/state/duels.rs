//! Duels and self-checks in memory: those that run, and those that ended at most a day ago.

use crate::games::Seat;
use crate::ids::{AccountId, AgentId, DuelId, TableId};
use crate::record::{DuelOutcome, DuelRow, Player};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// The minimum retention of an idempotency key, in seconds. A duel is kept as long, so that its key gets the same
/// answer.
pub(crate) const REF_RETENTION_S: u64 = 86_400;

/// All duels in memory.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct HotDuels {
    duels: BTreeMap<DuelId, DuelRow>,
    running: BTreeSet<DuelId>,
    /// Those that run, by the owners of their agents.
    of: BTreeSet<(AccountId, DuelId)>,
    /// By the pair of owners, self-checks excluded.
    by_owner_pair: BTreeSet<(OwnerPair, DuelId)>,
}

/// The two owners of a duel, whichever of their agents play. For the house's side the agent counts instead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum OwnerPair {
    Owners([AccountId; 2]),
    House(AgentId),
}

impl OwnerPair {
    /// The pair for two agents with their owners.
    pub(crate) fn of(sides: [(AgentId, Option<AccountId>); 2]) -> Self {
        match sides {
            [(_, Some(one)), (_, Some(other))] => Self::Owners([one.min(other), one.max(other)]),
            [(agent, Some(_)), _] | [_, (agent, _)] => Self::House(agent),
        }
    }
}

impl HotDuels {
    pub(super) fn iter(&self) -> impl Iterator<Item = &DuelRow> {
        self.duels.values()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = DuelId> {
        self.duels.keys().copied()
    }

    pub(crate) fn get(&self, id: DuelId) -> Option<&DuelRow> {
        self.duels.get(&id)
    }

    /// The duel whose current leg is at a table.
    pub(crate) fn at(&self, table: TableId) -> Option<(DuelId, &DuelRow)> {
        let id = table.leg().map_or(DuelId(table.0), |(duel, _)| duel);
        let duel = self.duels.get(&id)?;
        (duel.end.is_none() && duel.dealt > 0 && duel.table(id, duel.dealt) == table).then_some((id, duel))
    }

    /// The running duel after this one, or the first of all.
    pub(crate) fn next_running(&self, after: DuelId) -> Option<DuelId> {
        let later = self.running.range((std::ops::Bound::Excluded(after), std::ops::Bound::Unbounded)).next();
        later.or_else(|| self.running.first()).copied()
    }

    /// When the oldest running duel began.
    pub(crate) fn running_since(&self) -> Option<Millis> {
        self.running.first().map(|duel| duel.made_at())
    }

    /// The number of running duels.
    pub(crate) fn running(&self) -> usize {
        self.running.len()
    }

    /// Running duels with an agent of this member.
    pub(crate) fn running_of(&self, owner: AccountId) -> impl Iterator<Item = (DuelId, &DuelRow)> {
        let own = self.of.range((owner, DuelId(0))..=(owner, DuelId(u128::MAX)));
        own.map(|(_, id)| (*id, &self.duels[id]))
    }

    /// The owners of agents in running duels, once for each duel.
    pub(crate) fn busy(&self) -> impl Iterator<Item = AccountId> {
        self.of.iter().map(|(owner, _)| *owner)
    }

    /// The last known duel of a pair of owners.
    pub(crate) fn last_at(&self, owner_pair: OwnerPair) -> Option<(DuelId, &DuelRow)> {
        let last = self.by_owner_pair.range((owner_pair, DuelId(0))..=(owner_pair, DuelId(u128::MAX))).next_back();
        last.map(|(_, id)| (*id, &self.duels[id]))
    }

    /// Chips held for legs that have not been dealt.
    pub(crate) fn held(&self) -> i64 {
        self.running.iter().map(|id| self.duels[id].held()).sum()
    }

    pub(super) fn put(&mut self, id: DuelId, row: &DuelRow, timers: &mut Timers) {
        self.unlist(id, timers);
        if row.end.is_none() {
            self.running.insert(id);
            self.of.extend(row.owners().map(|owner| (owner, id)));
        }
        if !row.self_check {
            self.by_owner_pair.insert((row.owner_pair(), id));
        }
        if let Some(until) = row.kept_until() {
            timers.set(until, Timer::DuelForgotten(id));
        }
        self.duels.insert(id, row.clone());
    }

    pub(super) fn remove(&mut self, id: DuelId, timers: &mut Timers) {
        self.unlist(id, timers);
        self.duels.remove(&id);
    }

    fn unlist(&mut self, id: DuelId, timers: &mut Timers) {
        let Some(row) = self.duels.get(&id) else { return };
        self.running.remove(&id);
        for owner in row.owners() {
            self.of.remove(&(owner, id));
        }
        self.by_owner_pair.remove(&(row.owner_pair(), id));
        if let Some(until) = row.kept_until() {
            timers.cancel(until, Timer::DuelForgotten(id));
        }
    }
}

impl DuelRow {
    /// Challenger and defender.
    pub(crate) fn agents(&self) -> [AgentId; 2] {
        [self.sides[0].agent, self.sides[1].agent]
    }

    fn owner_pair(&self) -> OwnerPair {
        let [one, other] = &self.sides;
        OwnerPair::of([(one.agent, one.owner), (other.agent, other.owner)])
    }

    /// Chips that the defender can still lose: the duel ends when the challenger leads by more legs than are left.
    pub(crate) fn defender_may_lose(&self) -> i64 {
        let ahead = i64::from(self.legs.challenger) - i64::from(self.legs.defender);
        let left = i64::from(self.format.legs() - self.over());
        self.stake * left.min((left - ahead) / 2 + 1)
    }

    /// The owners of the two agents.
    pub(crate) fn owners(&self) -> impl Iterator<Item = AccountId> {
        self.sides.iter().filter_map(|side| side.owner)
    }

    /// Legs that are over.
    pub(crate) const fn over(&self) -> u8 {
        self.legs.challenger + self.legs.defender + self.legs.drawn + self.voided
    }

    /// The table of a leg, counted from 1.
    pub(crate) fn table(&self, id: DuelId, leg: u8) -> TableId {
        if self.self_check {
            return TableId(id.0);
        }
        TableId::of_leg(id, if self.format.legs() == 1 { 0 } else { leg })
    }

    /// The side that has a seat of the current leg. Sides change seats from leg to leg. In a self-check all seats but
    /// the first are the house's.
    pub(crate) const fn side_in(&self, seat: Seat) -> usize {
        if self.self_check {
            return if seat.0 == 0 { 0 } else { 1 };
        }
        (seat.index() + self.dealt as usize + 1) % 2
    }

    /// The seat of a side in the current leg.
    pub(crate) const fn seat_of(&self, side: usize) -> Seat {
        Seat::at((side + self.dealt as usize + 1) % 2)
    }

    /// The player who pays for a side.
    pub(crate) fn player(&self, side: usize) -> Player {
        self.sides[side].owner.map_or(Player::House, Player::Member)
    }

    /// Whether the remaining legs cannot change the winner.
    pub(crate) const fn is_decided(&self) -> bool {
        let ahead = self.legs.challenger.abs_diff(self.legs.defender);
        self.left.is_some() || ahead > self.format.legs() - self.over()
    }

    /// The winner so far.
    pub(crate) const fn outcome(&self) -> DuelOutcome {
        match self.left {
            Some(0) => return DuelOutcome::Defender,
            Some(_) => return DuelOutcome::Challenger,
            None => {}
        }
        if self.legs.challenger > self.legs.defender {
            DuelOutcome::Challenger
        } else if self.legs.challenger < self.legs.defender {
            DuelOutcome::Defender
        } else {
            DuelOutcome::Draw
        }
    }

    /// Whether the seed of a leg is still secret, because the return leg with the same deal is not over.
    pub(crate) fn seals(&self, leg: u8) -> bool {
        let twin = leg + 1;
        self.end.is_none() && leg % 2 == 1 && twin <= self.format.legs() && self.over() < twin
    }

    /// Chips of a side that are held for legs that have not been dealt.
    pub(crate) const fn held_of_side(&self) -> i64 {
        if self.self_check || self.end.is_some() {
            return 0;
        }
        self.stake * (self.format.legs() - self.dealt) as i64
    }

    /// Chips held for legs that have not been dealt.
    pub const fn held(&self) -> i64 {
        2 * self.held_of_side()
    }

    /// Until when an ended duel is kept.
    pub(crate) fn kept_until(&self) -> Option<Millis> {
        self.end.map(|end| end.at.plus_s(REF_RETENTION_S))
    }
}
