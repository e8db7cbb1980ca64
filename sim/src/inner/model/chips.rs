//! Chips: the ledger follows the rules. Every rule checks single rows or the sum of a table's rows for one account,
//! never the core's own sums.

use super::kept::ended_at;
use crate::inner::model::Model;
use crate::inner::prelude::*;
use turnstone_service::answer::Reason;

/// All ledger accounts.
#[derive(Default)]
pub(crate) struct Chips {
    pub(crate) balances: BTreeMap<LedgerAccount, BalanceRow>,
    pub(crate) ledger: BTreeMap<LedgerAccount, BTreeMap<u64, LedgerRow>>,
    tallies: BTreeMap<LedgerAccount, i64>,
    /// The gains and losses of each account on each table.
    pub(crate) stakes: BTreeMap<TableId, BTreeMap<LedgerAccount, i64>>,
    /// The last row of the held chips for each table, which orders the payouts.
    pub(crate) paid: BTreeMap<TableId, u64>,
    refilled: BTreeMap<AccountId, Day>,
    /// The balance before the first adjustment of an account by this amount at this time.
    pub(super) adjusted: BTreeMap<(AccountId, i64, Millis), i64>,
    /// The losses of the house by day and member.
    pub(crate) house_lost: BTreeMap<(Day, AccountId), i64>,
    /// Rewards for invitees by account.
    pub(crate) rewards: BTreeMap<AccountId, u32>,
    /// Rewards that no table of an invitee explains yet.
    pub(crate) unexplained: Vec<AccountId>,
}

impl Chips {
    pub(crate) fn balance(&self, account: AccountId) -> i64 {
        self.tallies.get(&LedgerAccount::Member(account)).copied().unwrap_or_default()
    }
}

impl Model {
    /// The chips of a member, in hand and at tables.
    pub(crate) fn wealth(&self, account: AccountId) -> i64 {
        self.chips.balance(account) + self.staked(account) + self.staked_on_legs(account, false)
    }

    /// The buy-ins of a member at active tables.
    fn staked(&self, account: AccountId) -> i64 {
        let tables = self.tables.values().filter(|table| table.is_active() && table.seat_of(account).is_some());
        tables.map(|table| &table.row).filter(|row| !row.practice).map(|row| row.buy_in).sum()
    }

    /// Whether a member is due a refill on a day.
    pub(crate) fn is_owed(&self, account: AccountId, day: Day) -> bool {
        !self.is_frozen(account)
            && self.wealth(account) < FLOOR
            && self.chips.refilled.get(&account).is_none_or(|last| *last < day)
    }

    /// What a member could still win from the house at open tables and undealt legs, apart from one table.
    fn could_win(&self, account: AccountId, but: Option<TableId>) -> i64 {
        let open = self.tables.iter().filter(|(id, table)| Some(**id) != but && table.is_active());
        let own = open.filter(|(_, table)| table.seat_of(account).is_some() && !table.row.practice);
        own.map(|(_, table)| greatest_gain(&table.row)).sum::<i64>() + self.staked_on_legs(account, true)
    }

    /// The remaining daily loss of the house to a member, if it is limited.
    pub(crate) fn house_left(&self, account: AccountId, day: Day) -> Option<i64> {
        self.house_left_but(account, day, None)
    }

    /// The same, as if the member did not sit at one table.
    pub(crate) fn house_left_but(&self, account: AccountId, day: Day, but: Option<TableId>) -> Option<i64> {
        let limit = self.config.economy.house_purse;
        let lost = self.chips.house_lost.get(&(day, account)).copied().unwrap_or_default();
        (limit != 0).then(|| limit - lost - self.could_win(account, but))
    }

    /// A table was settled. Losses of the house are split among the winners by their gains, gains among the losers.
    /// Remainders increase losses and reduce gains.
    pub(super) fn note_house(&mut self, row: &TableRow, nets: &[i64], day: Day) -> CheckResult {
        if !is_against_house(row) {
            return Ok(());
        }
        let mut members: Vec<(AccountId, i64)> = Vec::new();
        for (player, net) in row.players.iter().zip(nets) {
            if let Player::Member(account) = player {
                members.push((*account, *net));
            }
        }
        let lost: i64 = members.iter().map(|(_, net)| net).sum();
        let side: Vec<_> = members.iter().filter(|(_, net)| net * lost > 0).collect();
        let whole: i64 = side.iter().map(|(_, net)| net.abs()).sum();
        if members.len() > 1 {
            self.counts.hit("premise: several members played the house");
        }
        let most = greatest_gain(row);
        must!(lost <= most, "the house loses no more at a table than its greatest loss", "{lost} of {most}: {row:?}")?;
        for (account, net) in side {
            let part = lost * net.abs();
            let up = i64::from(part > 0 && part % whole != 0);
            *self.chips.house_lost.entry((day, *account)).or_default() += part / whole + up;
        }
        Ok(())
    }

    pub(crate) fn put_ledger(&mut self, ledger_account: LedgerAccount, id: u64, row: &LedgerRow) -> CheckResult {
        self.touched.balances.insert(ledger_account);
        let rows = self.chips.ledger.entry(ledger_account).or_default();
        let next = rows.len() as u64 + 1;
        must!(id == next, "ledger rows are numbered without gaps", "{ledger_account:?}: {id} after {}", next - 1)?;
        let later = rows.values().next_back().is_none_or(|last| last.at <= row.at);
        must!(later, "ledger rows are in time order", "{ledger_account:?}: {row:?}")?;
        rows.insert(id, row.clone());
        let payout = row.table.filter(|_| row.reason == Reason::Payout);
        self.touched.returned.extend(payout.map(|table| (table, row.returned.clone())));
        if let LedgerAccount::Member(account) = ledger_account {
            self.judge_row(account, id, row)?;
        }
        *self.chips.tallies.entry(ledger_account).or_default() += row.delta;
        if let Some(table) = row.table {
            *self.chips.stakes.entry(table).or_default().entry(ledger_account).or_default() += row.delta;
            self.touched.tables.insert(table);
            if ledger_account == LedgerAccount::Held {
                self.chips.paid.insert(table, id);
            }
        }
        Ok(())
    }

    /// The refill day of a balance is not after the member's newest refill. For an erased member it is the maximum day.
    pub(super) fn check_refilled(&self, ledger_account: LedgerAccount, kept: Option<Day>) -> CheckResult {
        let LedgerAccount::Member(account) = ledger_account else { return Ok(()) };
        let newest = self.chips.refilled.get(&account);
        let in_time = |day: Day| day == Day(u32::MAX) || newest.is_some_and(|newest| day <= *newest);
        let fits = !self.live || kept.is_none_or(in_time);
        must!(fits, "one refill a day", "{account}: {kept:?} is kept, the newest refill was on {newest:?}")
    }

    /// Check a ledger row of a member. The tally does not include it yet.
    fn judge_row(&mut self, account: AccountId, id: u64, row: &LedgerRow) -> CheckResult {
        let said = || format!("{account}: {id} {row:?}");
        match row.reason {
            Reason::Grant if id == 1 => {
                must(row.delta == STARTING_CHIPS, "an account starts with the starting chips", said)
            }
            Reason::Grant if self.take_adjustment(account, row) => Ok(()),
            Reason::Grant if row.delta > 0 => {
                self.counts.hit("premise: a refill was granted");
                // A store does not contain the tables of that time.
                let before = if self.live { self.wealth(account) } else { self.chips.balance(account) };
                let fits = |before: i64| {
                    before < FLOOR && (before + row.delta == FLOOR || !self.live && before + row.delta < FLOOR)
                };
                // In a store, of two equal rows of one millisecond the first may be the refill, and this the adjustment.
                let twin = self.chips.adjusted.get(&(account, row.delta, row.at)).filter(|_| !self.live);
                let fits = fits(before) || twin.is_some_and(|before| fits(*before));
                must!(fits, "a refill raises the chips to the floor", "{account}: {row:?} on {before}")?;
                let last = self.chips.refilled.insert(account, row.at.day());
                must!(last < Some(row.at.day()), "one refill a day", "{account}: {row:?} after {last:?}")
            }
            Reason::Grant => {
                must(self.chips.balance(account) + row.delta == 0, "only an erased member returns chips", said)
            }
            Reason::Buyin => {
                let until = self.accounts.get(&account).and_then(|row| row.paused_until);
                let free = until.is_none_or(|until| until <= row.at);
                must(row.delta < 0 && (free || !self.live), "a paused member stakes nothing", said)
            }
            Reason::Referral => {
                *self.chips.rewards.entry(account).or_default() += 1;
                self.chips.unexplained.push(account);
                // A store contains rewards of earlier settings.
                let right = row.delta == self.config.economy.referral_reward || !self.live;
                must(right, "a reward has the configured amount", said)
            }
            Reason::Payout => must(row.delta > 0, "a payout is positive", said),
            Reason::Rake => must(row.delta < 0, "a rake is negative", said),
        }
    }

    /// The balance equals the sum of the rows, and the net equals the sum of the tables.
    pub(crate) fn check_balance(&self, ledger_account: LedgerAccount) -> CheckResult {
        let row = self.chips.balances.get(&ledger_account).copied().unwrap_or_default();
        let rows = self.chips.ledger.get(&ledger_account).map_or(0, |rows| rows.len() as u64);
        let tally = self.chips.tallies.get(&ledger_account).copied().unwrap_or_default();
        let same = row.balance == tally && row.ledger_head == rows;
        must!(same, "the ledger sums to the balance", "{ledger_account:?}: {row:?}, rows {rows}, sum {tally}")?;
        let negative = row.balance < 0 && !matches!(ledger_account, LedgerAccount::Mint | LedgerAccount::House);
        must!(!negative, "no balance is negative", "{ledger_account:?}: {}", row.balance)?;
        let LedgerAccount::Member(account) = ledger_account else { return Ok(()) };
        let standing = self.club.standing(account);
        let same = (row.settled_tables, row.net, row.net_at) == (standing.tables, standing.net, standing.net_at);
        must!(same, "histories sum to the net", "{account}: {row:?}, {standing:?}")
    }

    /// The sum of each account on a table: its stake while the table is active, zero after a cancellation or after the
    /// seat was left, the winnings at the end.
    pub(crate) fn check_stakes(&mut self, id: TableId) -> CheckResult {
        let nothing = BTreeMap::new();
        let stakes = self.chips.stakes.get(&id).unwrap_or(&nothing);
        let Some(row) = self.row(id) else {
            if let Some(should) = self.stakes_before_leg(id) {
                let has = stakes
                    .iter()
                    .filter(|(_, chips)| **chips != 0)
                    .map(|(ledger_account, chips)| (*ledger_account, *chips))
                    .collect();
                return must!(should == has, "a leg is paid for before it is dealt", "{id}: {has:?}, not {should:?}");
            }
            return must(stakes.is_empty(), "chips are staked only on existing tables", || id.to_string());
        };
        let mut should: BTreeMap<LedgerAccount, i64> = BTreeMap::new();
        if !row.practice {
            match &row.status {
                Status::Waiting { .. } | Status::Playing { .. } => {
                    for ledger_account in row.players.iter().filter_map(ledger_account_of) {
                        *should.entry(ledger_account).or_default() -= row.buy_in;
                        *should.entry(LedgerAccount::Held).or_default() += row.buy_in;
                    }
                }
                Status::Settled { .. } => {
                    let nets = self.club.ended.get(&id).map(|ended| ended.nets.as_slice()).unwrap_or_default();
                    for (player, net) in row.players.iter().zip(nets) {
                        if let Some(ledger_account @ LedgerAccount::Member(_)) = ledger_account_of(player) {
                            *should.entry(ledger_account).or_default() += net;
                            *should.entry(LedgerAccount::House).or_default() -= net;
                        }
                    }
                }
                Status::Cancelled { .. } | Status::Voided { .. } => {}
            }
        }
        for ledger_account in stakes.keys().chain(should.keys()) {
            let (has, wants) =
                (stakes.get(ledger_account).copied().unwrap_or(0), should.get(ledger_account).copied().unwrap_or(0));
            must!(
                has == wants,
                "stakes are paid out once",
                "{id} {:?}: {ledger_account:?} has {has}, not {wants}",
                row.status
            )?;
        }
        if !row.practice && ended_at(row).is_some() {
            self.counts.hit("premise: the stakes of a finished table were checked");
        }
        Ok(())
    }
}

/// The most that the house can lose at a table, by the rules of its game: the stakes of its seats, or what its bank pays.
fn greatest_gain(row: &TableRow) -> i64 {
    let seats = row.players.iter().filter(|player| **player == Player::House).count() as i64;
    let times = match (row.players.len(), row.game_id.as_str()) {
        (1, "roulette") => 35,
        (1, "baccarat") => 8,
        (1, "video-poker") => 799,
        (1, _) => 1,
        _ => seats,
    };
    row.buy_in * times
}

/// Whether the house plays, or banks a table with one seat.
pub(crate) fn is_against_house(row: &TableRow) -> bool {
    row.players.len() < 2 || row.players.contains(&Player::House)
}

const fn ledger_account_of(player: &Player) -> Option<LedgerAccount> {
    match player {
        Player::Member(account) => Some(LedgerAccount::Member(*account)),
        Player::House => Some(LedgerAccount::House),
        Player::Guest | Player::Vacant => None,
    }
}
