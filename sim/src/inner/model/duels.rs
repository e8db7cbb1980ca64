//! Agents and duels: versions only increase, legs are played in sequence, the legs of a pair share a deal, and chips
//! are held for later legs.

use crate::inner::model::Model;
use crate::inner::prelude::*;

/// The table of a leg, counted from 1.
pub(crate) fn leg_of(id: DuelId, row: &DuelRow, leg: u8) -> TableId {
    if row.self_check { TableId(id.0) } else { TableId::of_leg(id, if row.format.legs() == 1 { 0 } else { leg }) }
}

/// The side that plays a seat of a leg. The sides swap seats after each leg.
pub(crate) fn side_at(row: &DuelRow, leg: u8, seat: usize) -> usize {
    if row.self_check { seat.min(1) } else { (seat + usize::from(leg.max(1)) + 1) % 2 }
}

/// The number of finished legs.
const fn over_of(row: &DuelRow) -> u8 {
    row.legs.challenger + row.legs.defender + row.legs.drawn + row.voided
}

/// The agent that won a duel, and the owner of the other agent.
fn beaten_by(row: &DuelEntryRow, outcome: DuelOutcome) -> Option<(AgentId, AccountId)> {
    let winner = match outcome {
        DuelOutcome::Challenger => 0,
        DuelOutcome::Defender => 1,
        DuelOutcome::Draw => return None,
    };
    Some((row.agents[winner], row.owners[1 - winner]?))
}

impl Model {
    pub(super) fn put_agent(&mut self, id: AgentId, row: &AgentRow) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        let Some(before) = self.agents.insert(id, row.clone()) else {
            // The house's agent exists before its first row.
            if id == AgentId::HOUSE {
                let before = AgentRow { version_duels: 0, wins: 0, losses: 0, ..row.clone() };
                self.touched.agents.entry(id).or_insert(before);
            }
            return must(row.version == 1 || !self.live, "an agent starts at version 1", said);
        };
        must(before.owner == row.owner, "an agent has one owner", said)?;
        let rises = row.version == before.version || row.version == before.version + 1;
        must(rises, "agent versions increase by one", said)?;
        let named = (row.version == before.version) == (row.version_id == before.version_id);
        must(named, "an agent version has one id", said)?;
        self.touched.agents.entry(id).or_insert(before);
        Ok(())
    }

    /// The records of agents match the finished duels.
    pub(super) fn check_agents(&mut self) -> CheckResult {
        let mut changed: BTreeMap<AgentId, AgentRow> = std::mem::take(&mut self.touched.agents);
        let mut sides = Vec::new();
        for id in &BTreeSet::from_iter(self.touched.fought.iter().copied()) {
            let (Some(duel), Some(entry)) = (self.duels.get(id), self.duel_entries.get(id)) else { continue };
            let counted = entry.end.filter(|end| self.is_counted_duel(*id, end.outcome));
            let wins = [DuelOutcome::Challenger, DuelOutcome::Defender];
            for (side, win) in duel.sides.iter().zip(wins).filter(|_| counted.is_some()) {
                let outcome = counted.map_or(DuelOutcome::Draw, |end| end.outcome);
                sides.push((side, outcome == win, outcome != win && outcome != DuelOutcome::Draw));
                if let Some(row) = self.agents.get(&side.agent) {
                    changed.entry(side.agent).or_insert_with(|| row.clone());
                }
            }
        }
        for (id, before) in changed {
            let own = || sides.iter().filter(|(side, ..)| side.agent == id);
            let row = &self.agents[&id];
            let of_version = own().filter(|(side, ..)| side.version == before.version_id).count() as u32;
            let should = (
                before.wins + own().filter(|(_, won, _)| *won).count() as u32,
                before.losses + own().filter(|(.., lost)| *lost).count() as u32,
                if row.version == before.version { before.version_duels + of_version } else { 0 },
            );
            let has = (row.wins, row.losses, row.version_duels);
            must!(has == should || !self.live, "an agent's duels are counted", "{id}: {has:?}, not {should:?}")?;
        }
        Ok(())
    }

    pub(super) fn put_duel(&mut self, id: DuelId, row: &DuelRow) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        for leg in 1..=row.format.legs() {
            self.touched.tables.insert(leg_of(id, row, leg));
        }
        let over = over_of(row);
        must(over <= row.dealt && row.dealt <= row.format.legs(), "legs are played in sequence", said)?;
        if row.end.is_some() {
            self.counts.hit(match (row.dealt < row.format.legs(), row.fallbacks > 0) {
                (true, _) => "premise: a duel ended before its last leg",
                (false, true) => "premise: an agent fell back in a duel",
                (false, false) => "premise: a duel ended",
            });
        }
        let Some(before) = self.duels.insert(id, row.clone()) else {
            self.check_calls_left(id, row)?;
            let fixed = self.self_check_stake(&row.game_id).filter(|_| row.self_check);
            must(fixed.is_none_or(|stake| stake == row.stake), "a self-check has its game's stake", said)?;
            let as_saved = row.sides.iter().all(|side| *side == self.side_of(side.agent));
            let right = row.dealt == 0 && as_saved || !self.live;
            return must(right, "a duel starts with the current agent versions", said);
        };
        must(before.end.is_none(), "a finished duel does not change", said)?;
        let fixed = before.sides == row.sides && (before.stake, before.format) == (row.stake, row.format);
        must(fixed, "an edit changes no running duel", said)?;
        self.check_sums(id, &before, row)?;
        let Some(end) = row.end else { return Ok(()) };
        let last = leg_of(id, row, row.dealt);
        if !row.self_check && !self.is_voided_by_operator(last) {
            let counted = self.owners_count(row, self.latest);
            self.kin.ended.extend(Some((id, last, counted)).filter(|_| self.live));
        }
        if self.is_voided_by_operator(last) {
            let drawn = end.outcome == DuelOutcome::Draw && over + 1 == row.dealt;
            return must(drawn, "a voided duel has no winner", said);
        }
        let wins = row.legs.challenger.cmp(&row.legs.defender);
        let outcome = match row.left {
            Some(0) => DuelOutcome::Defender,
            Some(_) => DuelOutcome::Challenger,
            None if wins.is_gt() => DuelOutcome::Challenger,
            None if wins.is_lt() => DuelOutcome::Defender,
            None => DuelOutcome::Draw,
        };
        must(end.outcome == outcome && over == row.dealt, "a duel's outcome matches its legs", said)?;
        let left = row.format.legs() - over;
        let decided = row.left.is_some() || row.legs.challenger.abs_diff(row.legs.defender) > left || left == 0;
        must(decided, "a duel ends once its result is certain", said)
    }

    /// The nominal stake of a self-check.
    fn self_check_stake(&self, game: &str) -> Option<i64> {
        let kinds = SHIPPED.newest(game)?.about().kinds;
        let fixed = kinds.first().map(|kind| if let BuyIn::Fixed(chips) = kind.buy_in { chips } else { FIXED_STAKE });
        fixed.filter(|_| self.live)
    }

    /// The table of a leg has the terms of its duel.
    pub(super) fn check_leg_table(&self, id: TableId, row: &TableRow) -> CheckResult {
        let (duel_id, leg) = id.leg().unwrap_or((DuelId(id.0), 1));
        let said = || format!("{id}: {row:?}");
        let found = self.duels.get(&duel_id).zip(SHIPPED.find(&row.game_id, &row.version));
        let Some((duel, rules)) = found else { return must(false, "a leg belongs to a duel", said) };
        let seats = if duel.self_check { rules.about().default_seats } else { 2 };
        let player = |seat| duel.sides[side_at(duel, leg, seat)].owner.map_or(Player::House, Player::Member);
        let should = TableRow {
            game_id: duel.game_id.clone(),
            setup: Setup { deal: row.setup.deal.clone(), ..rules.setup(None, seats, duel.stake) },
            seed: row.seed,
            players: (0..seats).map(player).collect(),
            buy_in: duel.stake,
            host: None,
            visibility: if duel.self_check { Visibility::Unlisted } else { Visibility::Public },
            pace: Pace::Live,
            invited: None,
            practice: duel.self_check,
            daily: None,
            party: None,
            created_at: self.latest,
            version: row.version.clone(),
            status: row.status.clone(),
        };
        must(*row == should, "a leg has the terms of its duel", said)?;
        // The second leg of a pair has the seed of the first, where the challenger had the other seat.
        let (second, deal) = (leg > 0 && leg.is_multiple_of(2), row.setup.deal.as_deref());
        let challenger = (0..seats).find(|seat| side_at(duel, leg, *seat) == 0).unwrap_or_default();
        let seat = if second { 1 - challenger } else { challenger };
        let brought = |at: usize| duel.brought.filter(|_| at == seat).map(Brought);
        let first = duel.first_leg().map(|(name, number)| SeedOf::Table { day: name.to_string(), number });
        let right = match deal {
            // An earlier version dealt the first leg.
            None => second && first.is_none(),
            Some(deal) => {
                let seed_of = if second { first } else { None };
                deal.seed_of == seed_of && deal.brought.iter().copied().eq((0..seats).map(brought))
            }
        };
        must(right, "a leg has the deal of its pair", said)
    }

    /// An agent's side of a duel that starts now.
    fn side_of(&self, agent: AgentId) -> DuelSideRow {
        let house = DuelSideRow { agent, version: AgentVersionId(0), owner: None, play: AgentPlay::House };
        self.agents.get(&agent).map_or(house, |row| DuelSideRow {
            agent,
            version: row.version_id,
            owner: row.owner,
            play: row.play.clone(),
        })
    }

    /// The moves of a leg are added when it ends, and each fallback decision when it is made.
    fn check_sums(&mut self, id: DuelId, before: &DuelRow, row: &DuelRow) -> CheckResult {
        let said = || format!("{id}: {before:?}, then {row:?}");
        let over = over_of(row);
        let (ended, voided) = (over > over_of(before), row.voided > before.voided);
        let table = leg_of(id, row, over);
        let moves = if ended && !voided { u64::from(self.plies_of(table)) } else { 0 };
        must(row.plies == before.plies + moves, "a duel counts the moves of its legs", said)?;
        let reasons = |row: &DuelRow| row.reasons.map(|of| [of.time_out, of.unreadable, of.refused, of.host]);
        let sum = |row: &DuelRow| reasons(row).as_flattened().iter().map(|count| u64::from(*count)).sum::<u64>();
        let fell_back = row.fallbacks - before.fallbacks;
        must(sum(row) == sum(before) + fell_back, "a fallback has a reason", said)?;
        if row.fallbacks != before.fallbacks {
            let one = row.fallbacks == before.fallbacks + 1 && self.fell_back.insert(id);
            must(one, "an agent falls back at most once per move", said)?;
        }
        let grew = |side: usize| {
            let base = if row.dealt > before.dealt { 0 } else { before.unserved[side] };
            row.unserved[side] == base + (row.reasons[side].host - before.reasons[side].host)
        };
        must(grew(0) && grew(1), "unserved decisions are counted per leg", said)?;
        if ended && !row.self_check {
            self.check_leg(id, row, table, voided)?;
        }
        Ok(())
    }

    /// A leg is void if and only if more than a quarter of a side's decisions were not served. The losses of a defender
    /// count for the day.
    fn check_leg(&mut self, id: DuelId, row: &DuelRow, table: TableId, voided: bool) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        let seat_of = |side| side_at(row, row.dealt, side);
        let known = self.tables.get(&table).filter(|known| known.board.is_some());
        let is_unserved = known.map(|known| {
            let decided = |side: usize| {
                let own = known.plies.iter().filter(|ply| ply.seat.index() == seat_of(side));
                own.filter(|ply| matches!(ply.entry, EntryRow::Choice(_))).count()
            };
            (0..2).any(|side| row.unserved[side] as usize * 4 > decided(side))
        });
        must(is_unserved.is_none_or(|unserved| unserved == voided), "an unserved leg is void", said)?;
        if voided {
            self.counts.hit("premise: the endpoint did not serve a leg");
            return must(self.is_voided(table), "an unserved leg is void", said);
        }
        let Some(Status::Settled { end, .. }) = self.row(table).map(|row| &row.status) else { return Ok(()) };
        let (net, day) = (end.card[seat_of(1)].net, self.latest.day());
        if let Some(defender) = row.sides[1].owner.filter(|_| net != 0 && self.live) {
            self.counts.hit("premise: an agent lost chips to a challenger");
            *self.agent_losses.entry((day, defender)).or_default() -= net;
        }
        Ok(())
    }

    /// An owner counts as beaten once an agent has won a duel against one of the owner's agents.
    pub(super) fn put_beaten(&mut self, agent: AgentId, owner: AccountId) -> CheckResult {
        self.counts.hit("premise: an agent has beaten an owner");
        self.beaten.insert((agent, owner));
        let is_won = |row: &DuelEntryRow| beaten_by(row, row.end?.outcome);
        let won = self.duel_entries.values().any(|row| is_won(row) == Some((agent, owner)));
        must!(won || !self.live, "a beaten owner lost a duel", "{agent} {owner}")
    }

    /// A finished duel records the beaten owner.
    pub(super) fn check_beaten(&mut self) -> CheckResult {
        for id in std::mem::take(&mut self.touched.fought) {
            let Some(row) = self.duel_entries.get(&id) else { continue };
            let Some(end) = row.end.filter(|end| self.is_counted_duel(id, end.outcome)) else { continue };
            let Some(pair) = beaten_by(row, end.outcome) else { continue };
            must!(self.beaten.contains(&pair), "a won duel records the beaten owner", "{id}: {pair:?}")?;
        }
        Ok(())
    }

    /// A move of an agent with a prompt. It fell back if its stream was drawn from, and then it must be counted. A
    /// single legal action draws nothing.
    fn check_fallback(&mut self, id: DuelId, ply: &PlyRow, drawn: u64, choices: usize) -> CheckResult {
        let (fell_back, counted) = (ply.drawn > drawn, self.fell_back.remove(&id));
        let right = if choices > 1 { fell_back == counted } else { counted || !fell_back };
        must!(right, "fallback decisions are counted", "{id} {ply:?} of {choices}, counted: {counted}")
    }

    /// A policy's decision is its own choice from the stream of its seat, with the version that started the duel. The
    /// same holds for the fallback of an agent with a prompt.
    pub(super) fn check_decision(&mut self, table: TableId, ply: &PlyRow) -> CheckResult {
        let (id, leg) = table.leg().unwrap_or((DuelId(table.0), 1));
        let known = self.tables.get(&table).filter(|known| known.is_for_agents());
        let (Some(known), Some(duel)) = (known, self.duels.get(&id)) else { return Ok(()) };
        let (Some(board), EntryRow::Choice(choice)) = (&known.board, ply.entry) else { return Ok(()) };
        let side = side_at(duel, leg, ply.seat.index());
        let drawn = known.plies.iter().rev().find(|before| before.seat == ply.seat).map_or(0, |before| before.drawn);
        let play = &duel.sides[side].play;
        let policy = match play {
            AgentPlay::Policy { policy: PolicyName::Random, .. } => Some(Policy::Random),
            AgentPlay::Policy { policy: PolicyName::CallingStation, .. } => Some(Policy::CallingStation),
            AgentPlay::Prompt(_) if ply.drawn > drawn => Some(Policy::Random),
            // A search is too slow to repeat, and a model's decision cannot be predicted.
            _ => None,
        };
        if let Some(policy) = policy {
            self.counts.hit("premise: a decision of a policy compared");
            let should = board.choice_of(ply.seat, policy);
            let said = || format!("{table} {ply:?}, not {should:?} of {play:?}");
            must(should == Some((choice, ply.drawn)), "a policy's decision matches its own choice", said)?;
        }
        if !self.live || !matches!(play, AgentPlay::Prompt(_) | AgentPlay::Gone) {
            return Ok(());
        }
        self.check_fallback(id, ply, drawn, board.legal_actions(ply.seat).len())
    }

    pub(super) fn remove_duel(&mut self, id: DuelId) -> CheckResult {
        let Some(row) = self.duels.remove(&id) else { return Ok(()) };
        let until = row.end.map(|end| end.at.plus_s(DUEL_KEPT_S));
        let kept = row.self_check || until.is_some_and(|until| until <= self.latest);
        must!(kept, "a duel is kept for a day", "{id}: {row:?}")
    }

    /// Whether the twin of a leg, with the same deal, is still to be played.
    pub(crate) fn waits_for_twin(&self, id: TableId) -> bool {
        let Some((duel, leg)) = id.leg() else { return false };
        let Some(row) = self.duels.get(&duel).filter(|row| row.end.is_none()) else { return false };
        let has_twin = leg % 2 == 1 && leg < row.format.legs();
        let twin = self.row(TableId::of_leg(duel, leg + 1));
        has_twin && !twin.is_some_and(|twin| matches!(twin.status, Status::Settled { .. } | Status::Voided { .. }))
    }

    /// Chips of a member that are held for legs that are not dealt yet.
    pub(super) fn staked_on_legs(&self, account: AccountId, against_house: bool) -> i64 {
        let mine = |row: &&DuelRow| row.sides.iter().any(|side| side.owner == Some(account));
        let counts = |row: &&DuelRow| !against_house || row.sides.iter().any(|side| side.owner.is_none());
        let duels = self.duels.values().filter(|row| row.end.is_none() && !row.self_check).filter(mine).filter(counts);
        duels.map(|row| row.stake * i64::from(row.format.legs() - row.dealt)).sum()
    }

    /// The stakes of each account on a leg that is not dealt yet; empty once its duel is over.
    pub(super) fn stakes_before_leg(&self, id: TableId) -> Option<BTreeMap<LedgerAccount, i64>> {
        let (duel, _) = id.leg()?;
        let Some(row) = self.duels.get(&duel) else { return self.duel_entries.get(&duel).map(|_| BTreeMap::new()) };
        let mut should = BTreeMap::new();
        if row.end.is_none() {
            for side in &row.sides {
                should.insert(side.owner.map_or(LedgerAccount::House, LedgerAccount::Member), -row.stake);
            }
            should.insert(LedgerAccount::Held, 2 * row.stake);
        }
        Some(should)
    }

    /// Whether an agent of this member is in a running duel.
    pub(crate) fn runs_duel_of(&self, account: Option<AccountId>) -> bool {
        let mine = |row: &DuelRow| row.sides.iter().any(|side| side.owner.is_some() && side.owner == account);
        self.duels.values().any(|row| row.end.is_none() && mine(row))
    }
}
