//! Agents and duels: versions that only rise, legs one after another, the same deal for two of them, and chips that are
//! held for legs to come.

use super::{CheckResult, Model, must};
use crate::count::Counts;
use std::collections::BTreeMap;
use turnstone_service::games::{Policy, PolicyName};
use turnstone_service::ids::{AccountId, AgentId, DuelId, TableId};
use turnstone_service::record::{AgentPlay, AgentRow, DuelOutcome, DuelRow, EntryRow, LedgerAccount, PlyRow, Status};

/// The table of a leg, counted from 1.
fn leg_of(id: DuelId, row: &DuelRow, leg: u8) -> TableId {
    if row.self_check { TableId(id.0) } else { TableId::of_leg(id, if row.format.legs() == 1 { 0 } else { leg }) }
}

impl Model {
    pub(super) fn put_agent(&mut self, id: AgentId, row: &AgentRow) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        let Some(before) = self.agents.insert(id, row.clone()) else {
            return must(row.version == 1 || !self.live, "an agent begins with its first version", said);
        };
        let same = before.owner == row.owner;
        must(same, "an agent has one owner", said)?;
        let rises = row.version == before.version || row.version == before.version + 1;
        must(rises, "versions of an agent are counted one by one", said)?;
        let named = (row.version == before.version) == (row.version_id == before.version_id);
        must(named, "a version has one name", said)?;
        let counts = before.wins <= row.wins && before.losses <= row.losses;
        must(counts, "what an agent has won stays", said)
    }

    pub(super) fn put_duel(&mut self, id: DuelId, row: &DuelRow, counts: &mut Counts) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        for leg in 1..=row.format.legs() {
            self.touched.tables.insert(leg_of(id, row, leg));
        }
        let over = row.legs.challenger + row.legs.defender + row.legs.drawn;
        must(over <= row.dealt && row.dealt <= row.format.legs(), "legs come one after another", said)?;
        if row.end.is_some() {
            counts.hit(match (row.dealt < row.format.legs(), row.fallbacks > 0) {
                (true, _) => "premise: a duel ended before its last leg",
                (false, true) => "premise: an agent fell back in a duel",
                (false, false) => "premise: a duel ended",
            });
        }
        let Some(before) = self.duels.insert(id, row.clone()) else {
            return must(row.dealt == 0 || !self.live, "a duel begins with its first leg", said);
        };
        must(before.end.is_none(), "a duel that is over stays so", said)?;
        let fixed = before.sides == row.sides && (before.stake, before.format) == (row.stake, row.format);
        must(fixed, "an edit changes no duel that runs", said)?;
        self.check_sums(id, &before, row, over)?;
        let twin = row.dealt == before.dealt || row.dealt % 2 == 1 || row.seed == before.seed;
        must(twin, "two legs share a deal", said)?;
        let Some(end) = row.end else { return Ok(()) };
        if !row.self_check && !self.is_voided(leg_of(id, row, row.dealt)) {
            self.duel_ended(id, row, leg_of(id, row, row.dealt));
        }
        if self.is_voided(leg_of(id, row, row.dealt)) {
            counts.hit("premise: a duel ended as its leg was voided");
            return must(
                end.outcome == DuelOutcome::Draw && over + 1 == row.dealt,
                "a voided duel has no winner",
                said,
            );
        }
        let wins = row.legs.challenger.cmp(&row.legs.defender);
        let outcome = match row.left {
            Some(0) => DuelOutcome::Defender,
            Some(_) => DuelOutcome::Challenger,
            None if wins.is_gt() => DuelOutcome::Challenger,
            None if wins.is_lt() => DuelOutcome::Defender,
            None => DuelOutcome::Draw,
        };
        must(end.outcome == outcome && over == row.dealt, "a duel ends as its legs do", said)?;
        let left = row.format.legs() - over;
        let decided = row.left.is_some() || row.legs.challenger.abs_diff(row.legs.defender) > left || left == 0;
        must(decided, "a duel goes on until nobody can be caught", said)
    }

    /// The moves of a leg are added when it is over, and each decision that an agent did not make itself when it is made.
    fn check_sums(&mut self, id: DuelId, before: &DuelRow, row: &DuelRow, over: u8) -> CheckResult {
        let said = || format!("{id}: {before:?}, then {row:?}");
        let ended = over > before.legs.challenger + before.legs.defender + before.legs.drawn;
        let moves = if ended { u64::from(self.plies_of(leg_of(id, row, over))) } else { 0 };
        must(row.plies == before.plies + moves, "a duel counts the moves of its legs", said)?;
        if row.fallbacks != before.fallbacks {
            let one = row.fallbacks == before.fallbacks + 1 && self.fell_back.insert(id);
            must(one, "an agent falls back once a move", said)?;
        }
        Ok(())
    }

    /// A move of an agent with a prompt: it fell back to what its own stream says if that was drawn from, and if it was
    /// counted. With one thing to do nothing is drawn.
    fn check_fallback(&mut self, id: DuelId, ply: &PlyRow, drawn: u64, choices: usize) -> CheckResult {
        let (fell_back, counted) = (ply.drawn > drawn, self.fell_back.remove(&id));
        let right = if choices > 1 { fell_back == counted } else { counted || !fell_back };
        must(right, "a decision that an agent did not make itself is counted", || {
            format!("{id} {ply:?} of {choices}, counted: {counted}")
        })
    }

    /// What a policy decides is what it chooses from its own stream, as it was when the duel began; so is what an agent
    /// with a prompt falls back to.
    pub(super) fn check_decision(&mut self, table: TableId, ply: &PlyRow, counts: &mut Counts) -> CheckResult {
        let (id, leg) = table.leg().unwrap_or((DuelId(table.0), 1));
        let known = self.tables.get(&table).filter(|known| known.is_for_agents());
        let (Some(known), Some(duel)) = (known, self.duels.get(&id)) else { return Ok(()) };
        let (Some(board), EntryRow::Choice(choice)) = (&known.board, ply.entry) else { return Ok(()) };
        let side = match (duel.self_check, ply.seat.index()) {
            (true, seat) => seat.min(1),
            (false, seat) => (seat + usize::from(leg.max(1)) + 1) % 2,
        };
        let drawn = known.plies.iter().rev().find(|before| before.seat == ply.seat).map_or(0, |before| before.drawn);
        let play = &duel.sides[side].play;
        let policy = match play {
            AgentPlay::Policy { policy: PolicyName::Random, .. } => Some(Policy::Random),
            AgentPlay::Policy { policy: PolicyName::CallingStation, .. } => Some(Policy::CallingStation),
            AgentPlay::Prompt(_) if ply.drawn > drawn => Some(Policy::Random),
            // A search takes too long to be made twice; and what a model decides is its own.
            AgentPlay::Policy { policy: PolicyName::Minimax, .. }
            | AgentPlay::Prompt(_)
            | AgentPlay::House
            | AgentPlay::Gone => None,
        };
        if let Some(policy) = policy {
            counts.hit("premise: a decision of a policy compared");
            let should = board.choice_of(ply.seat, policy);
            must(should == Some((choice, ply.drawn)), "a policy plays as it would", || {
                format!("{table} {ply:?}, not {should:?} of {play:?}")
            })?;
        }
        if !self.live || !matches!(play, AgentPlay::Prompt(_) | AgentPlay::Gone) {
            return Ok(());
        }
        let choices = board.legal_actions(ply.seat).len();
        self.check_fallback(id, ply, drawn, choices)
    }

    pub(super) fn remove_duel(&mut self, id: DuelId) -> CheckResult {
        let Some(row) = self.duels.remove(&id) else { return Ok(()) };
        let until = row.end.map(|end| end.at.plus_s(86_400));
        let kept = row.self_check || until.is_some_and(|until| until <= self.latest);
        must(kept, "a duel is known for a day", || format!("{id}: {row:?}"))
    }

    /// Whether the twin of a leg, with the same deal, is still to be played.
    pub(crate) fn waits_for_twin(&self, id: TableId) -> bool {
        let Some((duel, leg)) = id.leg() else { return false };
        let Some(row) = self.duels.get(&duel).filter(|row| row.end.is_none()) else { return false };
        let has_twin = leg % 2 == 1 && leg < row.format.legs();
        let twin = self.row(TableId::of_leg(duel, leg + 1));
        has_twin && !twin.is_some_and(|twin| matches!(twin.status, Status::Settled { .. } | Status::Voided { .. }))
    }

    /// Chips of a member that are held for legs that have not been dealt.
    pub(super) fn staked_on_legs(&self, account: AccountId, against_house: bool) -> i64 {
        let runs = |row: &&DuelRow| row.end.is_none() && !row.self_check;
        let mine = |row: &&DuelRow| row.sides.iter().any(|side| side.owner == Some(account));
        let counts = |row: &&DuelRow| !against_house || row.sides.iter().any(|side| side.owner.is_none());
        let duels = self.duels.values().filter(runs).filter(mine).filter(counts);
        duels.map(|row| row.stake * i64::from(row.format.legs() - row.dealt)).sum()
    }

    /// What each book has put down for a leg that has not been dealt; nothing once its duel is over.
    pub(super) fn stakes_before_leg(&self, id: TableId) -> Option<BTreeMap<LedgerAccount, i64>> {
        let (duel, _) = id.leg()?;
        let Some(row) = self.duels.get(&duel) else { return self.duel_entries.get(&duel).map(|_| BTreeMap::new()) };
        let mut should = BTreeMap::new();
        if row.end.is_none() {
            for side in &row.sides {
                let book = side.owner.map_or(LedgerAccount::House, LedgerAccount::Member);
                should.insert(book, -row.stake);
            }
            should.insert(LedgerAccount::Held, 2 * row.stake);
        }
        Some(should)
    }

    /// Whether a duel runs with an agent of this member.
    pub(crate) fn runs_duel_of(&self, account: Option<AccountId>) -> bool {
        let mine = |row: &DuelRow| row.sides.iter().any(|side| side.owner.is_some() && side.owner == account);
        self.duels.values().any(|row| row.end.is_none() && mine(row))
    }

    /// With the account its agents have lost their names and prompts.
    pub(super) fn check_agents_of_erased(&self) -> CheckResult {
        let erased = |id: &AccountId| self.accounts.get(id).is_some_and(|row| row.slot.is_none());
        let left =
            self.agents.iter().find(|(_, row)| row.owner.as_ref().is_some_and(erased) && row.play != AgentPlay::Gone);
        must(left.is_none(), "an erased member's agents play no more", || format!("{left:?}"))
    }
}
