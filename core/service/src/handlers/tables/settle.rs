//! The end of a match: payments, histories, standings and the end card.

use super::seating;
use crate::games::{MatchResult, Outcome, Seat, SeatOutcome};
use crate::handlers::accounts::{kin, referral};
use crate::handlers::chips::{house, ledger};
use crate::handlers::parties::changes;
use crate::handlers::{fairness, ratings};
use crate::ids::{AccountId, TableId};
use crate::record::{
    CardSeatRow, DailyEndRow, DailyTryRow, EndRow, FreeResult, HistoryRow, LedgerAccount, Player, Reason, Record,
    RosterRow, Status, TableRow, UncountedSeatRow, WeekRow,
};
use crate::secret::sha256;
use crate::state::{HotState, Transaction, week_of};
use crate::stored_names::StoredName;
use std::collections::BTreeSet;

/// The result of a settlement for a duel's leg.
pub(crate) struct Settlement {
    /// The net of each seat, after rake.
    pub(crate) nets: Vec<i64>,
    /// Whether the results count between all seats.
    pub(crate) counts: bool,
}

/// Settle a table whose match is over; `None` if it is not running.
pub(crate) fn settle(tx: &mut Transaction<'_>, table: TableId, outcome: &Outcome) -> Option<Settlement> {
    let row = tx.table(table).expect("a board is over").row.clone();
    let Status::Playing { started_at } = row.status else { return None };
    let nets = if row.is_nominal() { outcome.scores() } else { pay(tx, table, &row, outcome) };
    let winner = strict_winner(&row, &nets);
    let roster = note_roster(tx, &row, &nets, winner);
    let reign = winner.map_or(0, |seat| roster.reign_of(&row.game_id, row.players[seat.index()]));
    let card = outcome.seats.iter().zip(&row.players).zip(&nets).map(|((seat, player), net)| CardSeatRow {
        net: *net,
        title: seat.title.map(str::to_owned),
        roster_net: roster.net_of(*player),
    });
    let end = EndRow {
        settled_at: tx.now,
        outcome: outcome.entries(),
        card: card.collect(),
        winner,
        reign,
        tables_together: roster.tables,
    };
    // Before this table counts as settled.
    let uncounted = if row.is_nominal() { Vec::new() } else { kin::uncounted(tx, &row, &outcome.scores(), &nets) };
    if !row.practice {
        ratings::settle::rate(tx, table, &row, outcome);
    }
    if row.is_free() {
        note_free_histories(tx, table, &row, outcome);
    } else if !row.practice {
        note_histories(tx, table, &row, &nets, &uncounted);
        house::note_house_losses(tx, &row, &nets);
    }
    changes::note_party(tx, &row, &nets, winner);
    let seed = fairness::revealed(tx, table, &row, tx.now);
    seating::reseat(tx, table, |row| (row.status, row.seed) = (Status::Settled { started_at, end }, seed));
    note_daily(tx, table);
    for member in members(&row) {
        ledger::return_chips_of_erased(tx, Player::Member(member));
        ledger::refill(tx, member);
    }
    Some(Settlement { nets, counts: uncounted.is_empty() })
}

/// Pay every seat its buy-in and score. Where the house banks the table, it pays or takes the sum. Returns the net of
/// each seat, after rake.
fn pay(tx: &mut Transaction<'_>, table: TableId, row: &TableRow, outcome: &Outcome) -> Vec<i64> {
    let held = row.buy_in * row.players.len() as i64;
    let paid: i64 = held + outcome.scores().iter().sum::<i64>();
    ledger::transfer(tx, LedgerAccount::House, LedgerAccount::Held, (paid - held).max(0), Reason::Payout, Some(table));
    let mut nets = Vec::with_capacity(outcome.seats.len());
    for (player, seat) in row.players.iter().zip(&outcome.seats) {
        let to = match player {
            Player::Member(account) => LedgerAccount::Member(*account),
            Player::House | Player::Guest | Player::Vacant => LedgerAccount::House,
        };
        ledger::transfer(tx, LedgerAccount::Held, to, row.buy_in + seat.score, Reason::Payout, Some(table));
        let rake = rake(tx, row, seat);
        ledger::transfer(tx, to, LedgerAccount::House, rake, Reason::Rake, Some(table));
        nets.push(seat.score - rake);
    }
    ledger::transfer(tx, LedgerAccount::Held, LedgerAccount::House, (held - paid).max(0), Reason::Payout, Some(table));
    nets
}

/// The rake on a winner's share of a pot between members, which never turns a win into a loss. If one seat takes all,
/// that is the whole pot; chips that were not in a pot are not raked.
fn rake(state: &HotState, row: &TableRow, seat: &SeatOutcome) -> i64 {
    let between_members = row.players.iter().all(|player| player.member().is_some()) && row.players.len() > 1;
    let basis_points = i64::from(state.config.economy.rake_basis_points);
    let share = (row.buy_in - seat.behind + seat.score) * basis_points / 10_000;
    if between_members { share.min(seat.score).max(0) } else { 0 }
}

/// Write the history rows, leaderboard results and referral counts of all members at the table.
fn note_histories(
    tx: &mut Transaction<'_>,
    table: TableId,
    row: &TableRow,
    nets: &[i64],
    uncounted: &[UncountedSeatRow],
) {
    if !uncounted.is_empty() {
        tx.put(Record::UncountedTable(table, uncounted.to_vec()));
    }
    for (at, player) in row.players.iter().enumerate() {
        let Some(account) = player.member() else { continue };
        note_history(tx, account, table, row, (at, nets[at], FreeResult::NotFree));
        let now = tx.now;
        let among_kin = uncounted.iter().find(|other| other.seat == Seat::at(at));
        let counted = nets[at] - among_kin.map_or(0, |seat| seat.chips);
        if among_kin.is_some() {
            kin::note_kin_table(tx, account);
        }
        ledger::edit_balance(tx, account, |balance| {
            balance.settled_tables += 1;
            if counted != 0 || balance.settled_tables == 1 {
                balance.net += counted;
                balance.net_at = now;
            }
        });
        note_week(tx, account, counted);
        if among_kin.is_none() {
            referral::reward_referrer(tx, account);
        }
    }
}

/// Write the history rows of all members at a free table, which moves no chips and counts for ratings alone.
fn note_free_histories(tx: &mut Transaction<'_>, table: TableId, row: &TableRow, outcome: &Outcome) {
    for (at, (player, seat)) in row.players.iter().zip(&outcome.seats).enumerate() {
        if let Some(account) = player.member() {
            note_history(tx, account, table, row, (at, 0, seat.result.into()));
        }
    }
}

/// Add the part of a net that counts to the member's result of the week.
fn note_week(tx: &mut Transaction<'_>, account: AccountId, counted: i64) {
    let (week, now) = (week_of(tx.now.day()), tx.now);
    let before = tx.weeks.get(week, account);
    if counted != 0 || before.is_none() {
        let net = before.map_or(0, |row| row.net) + counted;
        tx.put(Record::WeekNet(week, account, WeekRow { net, net_at: now }));
    }
}

/// Write the history rows of a member, with their seat and net result.
pub(crate) fn note_history(
    tx: &mut Transaction<'_>,
    account: AccountId,
    table: TableId,
    row: &TableRow,
    (at, net, free): (usize, i64, FreeResult),
) {
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
        settled_at: tx.now,
        free,
    };
    tx.put(Record::History(account, history.clone()));
    tx.put(Record::HistoryOfGame(account, history));
}

/// Count the table for its exact set of players.
fn note_roster(tx: &mut Transaction<'_>, row: &TableRow, nets: &[i64], winner: Option<Seat>) -> RosterRow {
    if row.is_nominal() {
        return RosterRow::default();
    }
    let players = roster_of(row);
    let hash = roster_hash(&players);
    let mut roster = tx.rosters.get(&hash).cloned().unwrap_or_default();
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
    tx.put(Record::Roster(hash, roster.clone()));
    roster
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

/// The only player with the highest positive score; `None` if it is shared or the house's.
fn strict_winner(row: &TableRow, nets: &[i64]) -> Option<Seat> {
    let highest = nets.iter().copied().max().filter(|net| *net > 0)?;
    let mut best = (0..nets.len()).filter(|at| nets[*at] == highest);
    let (winner, tied) = (best.next()?, best.next());
    (tied.is_none() && row.players[winner] != Player::House).then(|| Seat::at(winner))
}

/// The exact set of seated players. The house counts once, in however many seats; where it only banks the table it does
/// not count. (Before the first release it did. Rosters of that time keep their counts, so that their numbers continue
/// from their last end card.)
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

pub(crate) fn end_of_daily(state: &HotState, table: TableId) -> Option<DailyEndRow> {
    let known = state.table(table)?;
    let Status::Settled { end, .. } = &known.row.status else { return None };
    let mine = end.outcome.first()?;
    let plies = known.plies().len() as u32;
    Some(DailyEndRow { result: mine.result, score: mine.score, plies, settled_at: end.settled_at })
}

/// Note the end of a daily challenge.
pub(crate) fn note_daily(tx: &mut Transaction<'_>, table: TableId) {
    let Some(row) = tx.table(table).map(|known| &known.row) else { return };
    let (Some(day), Some(account)) = (row.daily, row.host) else { return };
    // An attempt in a later era of the day has replaced this one.
    let tried = tx.days.get(day).and_then(|board| board.try_of(account)).is_some_and(|mine| mine.table == table);
    if tried {
        let end = end_of_daily(tx, table);
        tx.put(Record::DailyTry(day, account, DailyTryRow { table, end }));
    }
}
