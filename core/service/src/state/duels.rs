//! Duels and self-checks: those that run, and those that ended a day ago or less.

use crate::games::Seat;
use crate::ids::{AccountId, AgentId, DuelId, TableId};
use crate::record::{DuelOutcome, DuelRow, Player};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// How long an idempotency key is kept at least, in seconds. A duel is known for as long, to answer its key again.
pub(crate) const REF_RETENTION_S: u64 = 86_400;

/// All duels in memory.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct HotDuels {
    duels: BTreeMap<DuelId, DuelRow>,
    running: BTreeSet<DuelId>,
    /// Those that run, by the owners of their agents.
    of: BTreeSet<(AccountId, DuelId)>,
    /// By who met, self-checks aside.
    meetings: BTreeSet<(Meeting, DuelId)>,
}

/// Who meets in a duel: two owners, with whichever of their agents. The house meets each agent by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Meeting {
    Owners([AccountId; 2]),
    House(AgentId),
}

impl Meeting {
    /// Of two agents with their owners.
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

    pub(super) fn ids(&self) -> impl Iterator<Item = DuelId> {
        self.duels.keys().copied()
    }

    pub(crate) fn get(&self, id: DuelId) -> Option<&DuelRow> {
        self.duels.get(&id)
    }

    /// The duel that is being played at a table.
    pub(crate) fn at(&self, table: TableId) -> Option<(DuelId, &DuelRow)> {
        let id = table.leg().map_or(DuelId(table.0), |(duel, _)| duel);
        let duel = self.duels.get(&id)?;
        (duel.end.is_none() && duel.dealt > 0 && duel.table(id, duel.dealt) == table).then_some((id, duel))
    }

    /// The duel after this one among those that run, or the first of all.
    pub(crate) fn next_running(&self, after: DuelId) -> Option<DuelId> {
        let later = self.running.range((std::ops::Bound::Excluded(after), std::ops::Bound::Unbounded)).next();
        later.or_else(|| self.running.first()).copied()
    }

    /// How many run.
    pub(crate) fn running(&self) -> usize {
        self.running.len()
    }

    /// Those that run with an agent of this member.
    pub(crate) fn running_of(&self, owner: AccountId) -> impl Iterator<Item = (DuelId, &DuelRow)> {
        let own = self.of.range((owner, DuelId(0))..=(owner, DuelId(u128::MAX)));
        own.map(|(_, id)| (*id, &self.duels[id]))
    }

    /// Whose agents are in a duel that runs, once for each duel.
    pub(crate) fn busy(&self) -> impl Iterator<Item = AccountId> {
        self.of.iter().map(|(owner, _)| *owner)
    }

    /// The last duel of those who meet that is known.
    pub(crate) fn last_at(&self, meeting: Meeting) -> Option<(DuelId, &DuelRow)> {
        let last = self.meetings.range((meeting, DuelId(0))..=(meeting, DuelId(u128::MAX))).next_back();
        last.map(|(_, id)| (*id, &self.duels[id]))
    }

    /// What is held for legs that have not been dealt.
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
            self.meetings.insert((row.meeting(), id));
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
        self.meetings.remove(&(row.meeting(), id));
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

    fn meeting(&self) -> Meeting {
        let [one, other] = &self.sides;
        Meeting::of([(one.agent, one.owner), (other.agent, other.owner)])
    }

    /// Chips that the defender can still lose: the duel ends when the challenger is more legs ahead than are left.
    pub(crate) fn defender_may_lose(&self) -> i64 {
        let ahead = i64::from(self.legs.challenger) - i64::from(self.legs.defender);
        let left = i64::from(self.format.legs() - self.over());
        self.stake * left.min((left - ahead) / 2 + 1)
    }

    /// The members whose agents these are.
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

    /// Which side has a seat of the leg that was dealt last. They change seats from leg to leg; at a self-check all seats
    /// but the first are the house's.
    pub(crate) const fn side_in(&self, seat: Seat) -> usize {
        if self.self_check {
            return if seat.0 == 0 { 0 } else { 1 };
        }
        (seat.index() + self.dealt as usize + 1) % 2
    }

    /// The seat of a side in the leg that was dealt last.
    pub(crate) const fn seat_of(&self, side: usize) -> Seat {
        Seat::at((side + self.dealt as usize + 1) % 2)
    }

    /// Who pays for a side.
    pub(crate) fn player(&self, side: usize) -> Player {
        self.sides[side].owner.map_or(Player::House, Player::Member)
    }

    /// Whether no leg that is to come can change who has won.
    pub(crate) const fn is_decided(&self) -> bool {
        let ahead = self.legs.challenger.abs_diff(self.legs.defender);
        self.left.is_some() || ahead > self.format.legs() - self.over()
    }

    /// Who has won, as it stands.
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

    /// Whether the seed of a leg is kept secret: its twin, with the same deal, is still to be played.
    pub(crate) fn seals(&self, leg: u8) -> bool {
        let twin = leg + 1;
        self.end.is_none() && leg % 2 == 1 && twin <= self.format.legs() && self.over() < twin
    }

    /// Chips that a side has put down for legs that have not been dealt.
    pub(crate) const fn held_of_side(&self) -> i64 {
        if self.self_check || self.end.is_some() {
            return 0;
        }
        self.stake * (self.format.legs() - self.dealt) as i64
    }

    /// Chips that are held for legs that have not been dealt.
    pub const fn held(&self) -> i64 {
        2 * self.held_of_side()
    }

    /// Until when one that has ended is known.
    pub(crate) fn kept_until(&self) -> Option<Millis> {
        self.end.map(|end| end.at.plus_s(REF_RETENTION_S))
    }
}
