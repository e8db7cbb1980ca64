//! The legs of a duel: dealt one after another, counted as they end, until nothing that is to come can change who has won.

use crate::answer::Answer;
use crate::effects::Replied;
use crate::games::{MatchResult, Outcome};
use crate::ids::{AccountId, DuelId, TableId};
use crate::record::{
    AgentRow, DuelEndRow, DuelOutcome, DuelRow, EntryRow, Key, LedgerAccount, Player, Reason, Record, Status, TableRow,
};
use crate::refusal::{Auth, Refusal};
use crate::request::{Pace, Visibility};
use crate::state::Table;
use crate::step::Step;

/// What the chat of a leg says that counts for nothing.
const UNSERVED: &str = "this leg is void: the model was unavailable, and all stakes went back";

impl Step<'_> {
    /// Deal the next leg. The second of a pair has the seed of the first, with the seats swapped.
    pub(super) fn deal_leg(&mut self, id: DuelId) {
        let Some(mut duel) = self.state.duels.get(id).cloned() else { return };
        let Some(rules) = self.state.config.games.find(&duel.game_id, &duel.version) else { return };
        duel.dealt += 1;
        duel.unserved = [0; 2];
        if duel.dealt % 2 == 1 {
            duel.seed = self.random.bytes();
        }
        let seats = if duel.self_check { rules.about().default_seats } else { 2 };
        let table = duel.table(id, duel.dealt);
        let row = TableRow {
            game_id: duel.game_id.clone(),
            version: duel.version.clone(),
            setup: rules.setup(None, seats, duel.stake),
            seed: duel.seed,
            players: duel.players(seats),
            buy_in: duel.stake,
            host: None,
            visibility: if duel.self_check { Visibility::Unlisted } else { Visibility::Public },
            pace: Pace::Live,
            invited: None,
            practice: duel.self_check,
            daily: None,
            party: None,
            created_at: self.now,
            status: Status::Playing { started_at: self.now },
        };
        self.put(Record::Duel(id, Box::new(duel)));
        self.put(Record::Table(table, Box::new(row)));
        self.touched_tables.insert(table);
        self.go_on(table);
    }

    /// A table was settled: if it was a duel's leg, the duel has come further. `counts` says whether its result counts.
    pub(crate) fn leg_is_over(&mut self, table: TableId, outcome: &Outcome, nets: &[i64], counts: bool) {
        let Some((id, duel)) = self.state.duels.at(table) else { return };
        let (mut duel, seat) = (duel.clone(), duel.seat_of(0).index());
        match outcome.seats[seat].result {
            MatchResult::Win => duel.legs.challenger += 1,
            MatchResult::Loss => duel.legs.defender += 1,
            MatchResult::Draw => duel.legs.drawn += 1,
        }
        duel.net += nets[seat];
        if !duel.self_check {
            self.note_loss(&duel, nets[duel.seat_of(1).index()]);
        }
        duel.plies += self.state.table(table).map_or(0, |known| known.plies().len()) as u64;
        self.goes_on_or_ends(id, duel, counts);
    }

    /// What a member's agents have lost to challengers today, less what they won from them.
    fn note_loss(&mut self, duel: &DuelRow, net: i64) {
        let Some(defender) = duel.sides[1].owner.filter(|_| net != 0) else { return };
        let day = self.now.day();
        let lost = self.state.agent_days.lost(defender, day) - net;
        self.put(Record::AgentLoss(day, defender, lost));
    }

    /// Put a duel after one of its legs; it ends when no leg that is to come can change who has won. `counts` says whether
    /// the result counts between its owners.
    fn goes_on_or_ends(&mut self, id: DuelId, duel: DuelRow, counts: bool) {
        let over = duel.is_decided() || duel.over() == duel.format.legs();
        self.put(Record::Duel(id, Box::new(duel)));
        if over {
            self.end_duel(id, counts);
        }
    }

    /// A leg whose match is over counts for nothing if more than a quarter of a side's decisions fell back because the
    /// model's endpoint was unavailable: the stakes go back. A self-check has none.
    pub(crate) fn void_unserved_leg(&mut self, table: TableId) -> bool {
        let Some((id, duel)) = self.state.duels.at(table).filter(|(_, duel)| !duel.self_check) else { return false };
        let plies = self.state.table(table).map_or(&[][..], Table::plies);
        let decisions = |side: usize| {
            let seat = duel.seat_of(side);
            plies.iter().filter(|ply| ply.seat == seat && matches!(ply.entry, EntryRow::Choice(_))).count()
        };
        if (0..2).all(|side| 4 * duel.unserved[side] as usize <= decisions(side)) {
            return false;
        }
        let mut duel = duel.clone();
        duel.voided += 1;
        self.void_played(table, UNSERVED);
        let counts = self.counts_between(duel.player(0), duel.player(1));
        self.goes_on_or_ends(id, duel, counts);
        true
    }

    /// A duel is over: what its other legs would have cost goes back, records are noted if it counts and a leg was served,
    /// and its pending request is answered.
    pub(super) fn end_duel(&mut self, id: DuelId, counts: bool) {
        let Some(duel) = self.state.duels.get(id).cloned() else { return };
        let outcome = duel.outcome();
        let duel = self.close_duel(id, duel, outcome);
        let served = duel.over() > duel.voided || duel.left.is_some();
        if counts && served && !duel.self_check {
            self.note_records(&duel, outcome);
        } else if !counts && !duel.self_check {
            self.put(Record::UncountedDuel(id));
        }
        self.answer_duellist(id, &duel);
    }

    /// A duel is over while none of its legs is played.
    pub(super) fn end_unplayed(&mut self, id: DuelId) {
        let Some(duel) = self.state.duels.get(id) else { return };
        let counts = self.counts_between(duel.player(0), duel.player(1));
        self.end_duel(id, counts);
    }

    /// The operator has voided the leg that was played: nobody has won, and it counts for no agent.
    pub(crate) fn void_duel(&mut self, id: DuelId) {
        let Some(duel) = self.state.duels.get(id).cloned() else { return };
        let duel = self.close_duel(id, duel, DuelOutcome::Draw);
        if duel.self_check {
            // It says nothing of the agent: whoever asked is to ask again.
            self.turn_away(id, Refusal::Unavailable);
        } else {
            self.answer_duellist(id, &duel);
        }
    }

    fn close_duel(&mut self, id: DuelId, mut duel: DuelRow, outcome: DuelOutcome) -> DuelRow {
        let unpaid = duel.dealt + 1..=duel.format.legs();
        duel.end = Some(DuelEndRow { at: self.now, outcome });
        if duel.self_check {
            self.remove(Key::Duel(id));
        } else {
            self.put(Record::Duel(id, Box::new(duel.clone())));
            self.put(Record::DuelEntry(id, duel.entry()));
            for leg in unpaid {
                for side in [0, 1] {
                    self.give_back(duel.player(side), duel.stake, duel.table(id, leg));
                }
            }
        }
        for owner in duel.owners() {
            self.return_chips_of_erased(Player::Member(owner));
            self.refill(owner);
        }
        duel
    }

    fn give_back(&mut self, player: Player, chips: i64, table: TableId) {
        let to = player.member().map_or(LedgerAccount::House, LedgerAccount::Member);
        self.transfer(LedgerAccount::Held, to, chips, Reason::Payout, Some(table));
    }

    fn note_records(&mut self, duel: &DuelRow, outcome: DuelOutcome) {
        let winners = [DuelOutcome::Challenger, DuelOutcome::Defender];
        for (place, (side, winner)) in duel.sides.iter().zip(winners).enumerate() {
            let Some(agent) = self.state.agents.get(side.agent) else { continue };
            let mut row: AgentRow = agent.row.clone();
            let mut beaten = None;
            match outcome {
                DuelOutcome::Draw => {}
                outcome if outcome == winner => {
                    row.wins += 1;
                    beaten = duel.sides[1 - place].owner;
                }
                DuelOutcome::Challenger | DuelOutcome::Defender => row.losses += 1,
            }
            if row.version_id == side.version {
                row.version_duels += 1;
            }
            self.put(Record::Agent(side.agent, Box::new(row)));
            if let Some(owner) = beaten.filter(|owner| !self.state.agents.has_beaten(side.agent, *owner)) {
                self.put(Record::Beaten(side.agent, owner));
            }
        }
    }

    fn answer_duellist(&mut self, id: DuelId, duel: &DuelRow) {
        let Some(waiter) = self.duelling.release(id) else { return };
        let admitted = waiter.caller.claims.as_ref().map_or(Err(Auth::NotSignedIn), |claims| self.admit_claims(claims));
        let answer =
            if duel.self_check { Answer::SelfChecked(duel.verdict(id)) } else { Answer::Challenged(duel.answer(id)) };
        let reply = admitted.map(|()| Replied::plain(answer)).map_err(Refusal::from);
        self.reply(waiter.id, &waiter.caller, waiter.class, reply);
    }

    /// The owner of one of its agents is being erased: his side gives up the leg that is played, and the duel with it.
    pub(crate) fn leave_duel(&mut self, account: AccountId, id: DuelId) {
        let Some(mut duel) = self.state.duels.get(id).cloned() else { return };
        let Some(side) = duel.sides.iter().position(|side| side.owner == Some(account)) else { return };
        duel.left = Some(side as u8);
        let (table, seat) = (duel.table(id, duel.dealt), duel.seat_of(side));
        let is_played = duel.dealt > duel.over();
        self.put(Record::Duel(id, Box::new(duel)));
        if !is_played {
            return self.end_unplayed(id);
        }
        let board = self.state.table(table).and_then(|known| known.live()).map(|live| &live.board);
        // Who is all in cannot leave: the leg is played to its end, which is the end of the duel.
        if board.is_some_and(|board| board.may_concede(seat)) {
            self.concede(table, seat, EntryRow::Forfeited);
        }
    }
}
