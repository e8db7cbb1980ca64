//! The end of a match: chips paid, histories written, standings moved, the end card drawn.

use crate::games::{MatchResult, Outcome, Seat, SeatOutcome};
use crate::ids::{AccountId, TableId};
use crate::record::{
    CardSeatRow, EndRow, HistoryRow, LedgerAccount, Player, Reason, Record, RosterRow, Status, TableRow,
    UncountedSeatRow,
};
use crate::secret::sha256;
use crate::step::Step;
use crate::stored_names::StoredName;
use std::collections::BTreeSet;

impl Step<'_> {
    pub(crate) fn settle(&mut self, table: TableId, outcome: &Outcome) {
        let row = self.state.table(table).expect("a board is over").row.clone();
        let Status::Playing { started_at } = row.status else { return };
        if self.void_unserved_leg(table) {
            return;
        }
        let nets = if row.practice { outcome.scores() } else { self.pay(table, &row, outcome) };
        let winner = strict_winner(&row, &nets);
        let roster = self.note_roster(&row, &nets, winner);
        let reign = winner.map_or(0, |seat| roster.reign_of(&row.game_id, row.players[seat.index()]));
        let card = outcome.seats.iter().zip(&row.players).zip(&nets).map(|((seat, player), net)| CardSeatRow {
            net: *net,
            title: seat.title.map(str::to_owned),
            roster_net: roster.net_of(*player),
        });
        let end = EndRow {
            settled_at: self.now,
            outcome: outcome.entries(),
            card: card.collect(),
            winner,
            reign,
            tables_together: roster.tables,
        };
        // Before this table is counted among the settled ones.
        let uncounted = if row.practice { Vec::new() } else { self.uncounted(&row, &outcome.scores(), &nets) };
        if !row.practice {
            self.note_histories(table, &row, &nets, &uncounted);
            self.note_house_losses(&row, &nets);
        }
        self.note_party(&row, &nets, winner);
        self.reseat(table, |row| row.status = Status::Settled { started_at, end });
        self.note_daily(table);
        for member in members(&row) {
            self.return_chips_of_erased(Player::Member(member));
            self.refill(member);
        }
        self.leg_is_over(table, outcome, &nets, uncounted.is_empty());
    }

    /// Pay every seat its buy-in and score; what the seats together win or lose is the house's where it banks the
    /// table. Returns what each seat gained, after rake.
    fn pay(&mut self, table: TableId, row: &TableRow, outcome: &Outcome) -> Vec<i64> {
        let held = row.buy_in * row.players.len() as i64;
        let paid: i64 = held + outcome.scores().iter().sum::<i64>();
        self.transfer(LedgerAccount::House, LedgerAccount::Held, (paid - held).max(0), Reason::Payout, Some(table));
        let mut nets = Vec::with_capacity(outcome.seats.len());
        for (player, seat) in row.players.iter().zip(&outcome.seats) {
            let to = match player {
                Player::Member(account) => LedgerAccount::Member(*account),
                Player::House | Player::Guest | Player::Vacant => LedgerAccount::House,
            };
            self.transfer(LedgerAccount::Held, to, row.buy_in + seat.score, Reason::Payout, Some(table));
            let rake = self.rake(row, seat);
            self.transfer(to, LedgerAccount::House, rake, Reason::Rake, Some(table));
            nets.push(seat.score - rake);
        }
        self.transfer(LedgerAccount::Held, LedgerAccount::House, (held - paid).max(0), Reason::Payout, Some(table));
        nets
    }

    /// The house's share of what a winner takes from a pot between members, which never makes a loss of
    /// a win. Where one takes all, that is the pot; what was in no pot is left alone.
    fn rake(&self, row: &TableRow, seat: &SeatOutcome) -> i64 {
        let between_members = row.players.iter().all(|player| player.member().is_some()) && row.players.len() > 1;
        let basis_points = i64::from(self.state.config.economy.rake_basis_points);
        let share = (row.buy_in - seat.behind + seat.score) * basis_points / 10_000;
        if between_members { share.min(seat.score).max(0) } else { 0 }
    }

    /// History rows, leaderboard and referral count of every member at the table.
    fn note_histories(&mut self, table: TableId, row: &TableRow, nets: &[i64], uncounted: &[UncountedSeatRow]) {
        if !uncounted.is_empty() {
            self.put(Record::UncountedTable(table, uncounted.to_vec()));
        }
        for (at, player) in row.players.iter().enumerate() {
            let Some(account) = player.member() else { continue };
            self.note_history(account, table, row, (at, nets[at]));
            let now = self.now;
            let among_kin = uncounted.iter().find(|other| other.seat == Seat::at(at));
            let counted = nets[at] - among_kin.map_or(0, |seat| seat.chips);
            if among_kin.is_some() {
                self.note_kin_table(account);
            }
            self.edit_balance(account, |balance| {
                balance.settled_tables += 1;
                if counted != 0 || balance.settled_tables == 1 {
                    balance.net += counted;
                    balance.net_at = now;
                }
            });
            if among_kin.is_none() {
                self.reward_referrer(account);
            }
        }
    }

    /// The rows of a member in his histories, who sat in this place and ended with this net result.
    pub(crate) fn note_history(&mut self, account: AccountId, table: TableId, row: &TableRow, (at, net): (usize, i64)) {
        let others = row.players.iter().enumerate().filter(|(other, _)| *other != at);
        let mut opponents: Vec<Player> = others.map(|(_, player)| *player).collect();
        if opponents.is_empty() {
            // The house banks the table without a seat.
            opponents.push(Player::House);
        }
        let history = HistoryRow {
            table,
            game_id: row.game_id.clone(),
            kind: row.setup.kind.clone(),
            result: MatchResult::of(net),
            opponents,
            net,
            settled_at: self.now,
        };
        self.put(Record::History(account, history.clone()));
        self.put(Record::HistoryOfGame(account, history));
    }

    /// Count the table for its exact set of players.
    fn note_roster(&mut self, row: &TableRow, nets: &[i64], winner: Option<Seat>) -> RosterRow {
        if row.practice {
            return RosterRow::default();
        }
        let players = roster_of(row);
        let hash = roster_hash(&players);
        let mut roster = self.state.rosters.get(&hash).cloned().unwrap_or_default();
        roster.tables += 1;
        for player in players {
            let at_table = row.players.iter().zip(nets).filter(|(other, _)| **other == player);
            let net: i64 = at_table.map(|(_, net)| *net).sum();
            match roster.nets.iter_mut().find(|(other, _)| *other == player) {
                Some((_, sum)) => *sum += net,
                None => roster.nets.push((player, net)),
            }
        }
        roster.reigns.retain(|(game, champion, _)| {
            *game != row.game_id || winner.is_some_and(|seat| row.players[seat.index()] == *champion)
        });
        if let Some(seat) = winner {
            match roster.reigns.iter_mut().find(|(game, _, _)| *game == row.game_id) {
                Some((_, _, length)) => *length += 1,
                None => roster.reigns.push((row.game_id.clone(), row.players[seat.index()], 1)),
            }
        }
        self.put(Record::Roster(hash, roster.clone()));
        roster
    }
}

impl RosterRow {
    fn net_of(&self, player: Player) -> i64 {
        self.nets.iter().find(|(other, _)| *other == player).map_or(0, |(_, net)| *net)
    }

    fn reign_of(&self, game_id: &str, player: Player) -> u32 {
        let reign = self.reigns.iter().find(|(game, champion, _)| game == game_id && *champion == player);
        reign.map_or(0, |(_, _, length)| *length)
    }
}

fn members(row: &TableRow) -> impl Iterator<Item = AccountId> {
    row.players.iter().filter_map(|player| player.member())
}

/// The player with the one highest positive score; nobody on a split or when the house wins.
fn strict_winner(row: &TableRow, nets: &[i64]) -> Option<Seat> {
    let highest = nets.iter().copied().max().filter(|net| *net > 0)?;
    let mut best = (0..nets.len()).filter(|at| nets[*at] == highest);
    let (winner, tied) = (best.next()?, best.next());
    (tied.is_none() && row.players[winner] != Player::House).then(|| Seat::at(winner))
}

/// The exact set of seated players. The house counts as one, in however many seats; where it banks the table it has
/// none. (Up to the first release it counted there, too: a roster of those days keeps what it has counted, so that its
/// figures go on from what its last end card said.)
fn roster_of(row: &TableRow) -> Vec<Player> {
    let seated = row.players.iter().filter(|player| **player != Player::House);
    let mut players: Vec<Player> = seated.copied().collect();
    players.sort_by_key(|player| player.member());
    if row.players.contains(&Player::House) {
        players.push(Player::House);
    }
    players
}

fn roster_hash(players: &[Player]) -> [u8; 32] {
    let texts: BTreeSet<_> = players.iter().map(StoredName::stored_name).collect();
    sha256(texts.into_iter().collect::<Vec<_>>().join(" ").as_bytes())
}
