//! The double-entry ledger: the balance of every account, the stakes of members at tables, and the members below the
//! floor.

use crate::games::Registry;
use crate::ids::AccountId;
use crate::record::{BalanceRow, DuelRow, LedgerAccount, Player, TableRow};
use crate::time::Day;
use std::collections::{BTreeMap, BTreeSet};

/// A member whose balance and stakes are together below this is refilled up to it once a day.
pub(crate) const FLOOR: i64 = 100;

/// The state of every account.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct LedgerBalances {
    balances: BTreeMap<LedgerAccount, BalanceRow>,
    /// The sum of all balances of members.
    members: i64,
    /// The stakes of members. A member without stakes has no entry.
    stakes: BTreeMap<AccountId, Stakes>,
    /// Members below the floor, those with the oldest refill first.
    poor: BTreeSet<(Option<Day>, AccountId)>,
}

/// The stakes of a member at waiting and running tables.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stakes {
    /// At all tables.
    pub(crate) all: i64,
    /// The most that the member can win from the house with them.
    pub(crate) could_win: i64,
}

impl Stakes {
    const fn add(&mut self, other: Self, sign: i64) {
        self.all += sign * other.all;
        self.could_win = self.could_win.saturating_add(sign.saturating_mul(other.could_win));
    }
}

/// The stakes of members at a waiting or running table.
fn of_table(games: &Registry, row: &TableRow) -> impl Iterator<Item = (AccountId, Stakes)> {
    let stakes = Stakes { all: row.buy_in, could_win: gain_from_house(games, row) };
    let counts = !row.practice && row.is_active();
    row.players.iter().filter(move |_| counts).filter_map(|player| player.member()).map(move |id| (id, stakes))
}

/// Chips of the owners of a duel's agents that are held for legs that have not been dealt.
fn of_duel(row: &DuelRow) -> impl Iterator<Item = (AccountId, Stakes)> {
    let all = row.held_of_side();
    let house = row.sides.iter().any(|side| side.owner.is_none());
    let stakes = Stakes { all, could_win: if house { all } else { 0 } };
    row.owners().map(move |owner| (owner, stakes))
}

static EMPTY: BalanceRow = BalanceRow {
    balance: 0,
    ledger_head: 0,
    refilled: None,
    net: 0,
    net_at: crate::time::Millis(0),
    settled_tables: 0,
};

impl LedgerBalances {
    pub(crate) fn get(&self, account: LedgerAccount) -> &BalanceRow {
        self.balances.get(&account).unwrap_or(&EMPTY)
    }

    pub(super) fn put(&mut self, account: LedgerAccount, row: BalanceRow) {
        match account {
            LedgerAccount::Member(id) => self.change(id, |ledger| {
                let before = ledger.balances.insert(account, row);
                ledger.members += row.balance - before.map_or(0, |before| before.balance);
            }),
            LedgerAccount::Mint | LedgerAccount::House | LedgerAccount::Held => {
                self.balances.insert(account, row);
            }
        }
    }

    /// Account for a changed row of a table; `None` before it is created or after it is gone.
    pub(super) fn restake(&mut self, games: &Registry, before: Option<&TableRow>, after: Option<&TableRow>) {
        for (row, sign) in before.map(|row| (row, -1)).into_iter().chain(after.map(|row| (row, 1))) {
            of_table(games, row).for_each(|(member, stakes)| self.restake_member(member, stakes, sign));
        }
    }

    /// Account for a changed row of a duel.
    pub(super) fn restake_duel(&mut self, before: Option<&DuelRow>, after: Option<&DuelRow>) {
        for (row, sign) in before.map(|row| (row, -1)).into_iter().chain(after.map(|row| (row, 1))) {
            of_duel(row).for_each(|(member, stakes)| self.restake_member(member, stakes, sign));
        }
    }

    fn restake_member(&mut self, member: AccountId, change: Stakes, sign: i64) {
        self.change(member, |ledger| {
            let stakes = ledger.stakes.entry(member).or_default();
            stakes.add(change, sign);
            if *stakes == Stakes::default() {
                ledger.stakes.remove(&member);
            }
        });
    }

    /// Put a row that a start has read. Sums are built at the end.
    pub(super) fn load(&mut self, account: LedgerAccount, row: BalanceRow) {
        self.balances.insert(account, row);
    }

    /// Build all sums after a start has read all rows.
    pub(super) fn count_all<'r>(
        &mut self,
        games: &Registry,
        tables: impl Iterator<Item = &'r TableRow>,
        duels: impl Iterator<Item = &'r DuelRow>,
    ) {
        for (member, stakes) in tables.flat_map(|row| of_table(games, row)).chain(duels.flat_map(of_duel)) {
            self.stakes.entry(member).or_default().add(stakes, 1);
        }
        self.members = self.member_rows().map(|(_, row)| row.balance).sum();
        // Members with enough chips in hand need no lookup of their stakes.
        let in_hand = self.member_rows().filter(|(_, row)| row.balance < FLOOR).map(|(member, _)| member);
        let poor = in_hand.chain(self.stakes.keys().copied()).filter(|member| self.wealth(*member) < FLOOR);
        self.poor = poor.map(|member| (self.get(LedgerAccount::Member(member)).refilled, member)).collect();
        self.stakes.retain(|_, stakes| *stakes != Stakes::default());
    }

    /// The balances of members.
    fn member_rows(&self) -> impl Iterator<Item = (AccountId, &BalanceRow)> {
        let rows = self.balances.range(LedgerAccount::Member(AccountId(0))..);
        rows.filter_map(|(account, row)| if let LedgerAccount::Member(id) = account { Some((*id, row)) } else { None })
    }

    pub(crate) fn stakes_of(&self, member: AccountId) -> Stakes {
        self.stakes.get(&member).copied().unwrap_or_default()
    }

    /// A member's balance and stakes together.
    pub(crate) fn wealth(&self, member: AccountId) -> i64 {
        self.get(LedgerAccount::Member(member)).balance + self.stakes_of(member).all
    }

    /// Change a member's chips, and update whether they are below the floor.
    fn change(&mut self, member: AccountId, change: impl FnOnce(&mut Self)) {
        self.poor.remove(&(self.get(LedgerAccount::Member(member)).refilled, member));
        change(self);
        if self.wealth(member) < FLOOR {
            self.poor.insert((self.get(LedgerAccount::Member(member)).refilled, member));
        }
    }

    /// Members below the floor whose last refill was before `day`.
    pub(crate) fn due_on(&self, day: Day) -> impl Iterator<Item = AccountId> {
        self.poor.range(..(Some(day), AccountId(0))).map(|(_, member)| *member)
    }

    /// The sum of all balances of members.
    pub(crate) const fn of_all_members(&self) -> i64 {
        self.members
    }

    /// The sum of all balances, which must be 0.
    pub(crate) fn sum(&self) -> i64 {
        let own = [LedgerAccount::Mint, LedgerAccount::House, LedgerAccount::Held];
        self.members + own.map(|account| self.get(account).balance).iter().sum::<i64>()
    }

    /// Whether the running sums are right.
    pub(crate) fn counts_right(&self) -> bool {
        self.members == self.member_rows().map(|(_, row)| row.balance).sum::<i64>()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (LedgerAccount, &BalanceRow)> {
        self.balances.iter().map(|(account, row)| (*account, row))
    }
}

/// The most that a member can win from the house at a table: what the house's seats have at stake, or the greatest gain
/// from its bank.
pub(crate) fn gain_from_house(games: &Registry, row: &TableRow) -> i64 {
    if row.players.len() == 1 {
        let rules = games.find(&row.game_id, &row.version);
        return row.buy_in.saturating_mul(rules.map_or(1, |rules| rules.greatest_gain()));
    }
    let seats = row.players.iter().filter(|player| **player == Player::House).count() as i64;
    row.buy_in.saturating_mul(seats)
}

/// Whether the house plays or, at a table with only one seat, banks.
pub(crate) fn has_house(players: &[Player]) -> bool {
    players.len() == 1 || players.contains(&Player::House)
}
