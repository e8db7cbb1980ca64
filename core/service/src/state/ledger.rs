//! The double-entry ledger: the balance of every account, what members hold at tables, and who is under the floor.

use crate::ids::AccountId;
use crate::record::{BalanceRow, DuelRow, LedgerAccount, Player, TableRow};
use crate::time::Day;
use std::collections::{BTreeMap, BTreeSet};

/// Chips in hand and at tables that together are under this rise back to it once a day.
pub(crate) const FLOOR: i64 = 100;

/// The state of every account.
#[derive(Default, Debug)]
pub(crate) struct LedgerBalances {
    balances: BTreeMap<LedgerAccount, BalanceRow>,
    /// The chips in members' hands, all together.
    members: i64,
    /// What members hold at tables; nothing of whoever holds none.
    stakes: BTreeMap<AccountId, Stakes>,
    /// Members who with that are under the floor, those who were refilled longest ago first.
    poor: BTreeSet<(Option<Day>, AccountId)>,
}

/// What the seats of a member hold at tables that wait or play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stakes {
    /// At all tables.
    pub(crate) all: i64,
    /// At those where the house plays or banks.
    pub(crate) against_house: i64,
}

impl Stakes {
    const fn add(&mut self, other: Self, sign: i64) {
        self.all += sign * other.all;
        self.against_house += sign * other.against_house;
    }
}

/// What a table holds of its members while it waits or plays.
fn of_table(row: &TableRow) -> impl Iterator<Item = (AccountId, Stakes)> {
    let against_house = if has_house(&row.players) { row.buy_in } else { 0 };
    let stakes = Stakes { all: row.buy_in, against_house };
    let counts = !row.practice && row.is_active();
    row.players.iter().filter(move |_| counts).filter_map(|player| player.member()).map(move |id| (id, stakes))
}

/// What is held of the owners of a duel's agents for its legs that have not been dealt.
fn of_duel(row: &DuelRow) -> impl Iterator<Item = (AccountId, Stakes)> {
    let all = row.held_of_side();
    let house = row.sides.iter().any(|side| side.owner.is_none());
    let stakes = Stakes { all, against_house: if house { all } else { 0 } };
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

    /// The row of a table comes in the place of another: none when the table is made, or when it goes.
    pub(super) fn restake(&mut self, before: Option<&TableRow>, after: Option<&TableRow>) {
        for (row, sign) in before.map(|row| (row, -1)).into_iter().chain(after.map(|row| (row, 1))) {
            of_table(row).for_each(|(member, stakes)| self.restake_member(member, stakes, sign));
        }
    }

    /// The row of a duel comes in the place of another.
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

    /// A row that a start has read: nothing is counted before all are there.
    pub(super) fn load(&mut self, account: LedgerAccount, row: BalanceRow) {
        self.balances.insert(account, row);
    }

    /// Count everything at once, after a start has read all rows.
    pub(super) fn count_all<'r>(
        &mut self,
        tables: impl Iterator<Item = &'r TableRow>,
        duels: impl Iterator<Item = &'r DuelRow>,
    ) {
        for (member, stakes) in tables.flat_map(of_table).chain(duels.flat_map(of_duel)) {
            self.stakes.entry(member).or_default().add(stakes, 1);
        }
        self.members = self.purses().map(|(_, row)| row.balance).sum();
        // Whoever has enough in hand is not looked up among those who sit somewhere.
        let in_hand = self.purses().filter(|(_, row)| row.balance < FLOOR).map(|(member, _)| member);
        let poor = in_hand.chain(self.stakes.keys().copied()).filter(|member| self.wealth(*member) < FLOOR);
        self.poor = poor.map(|member| (self.get(LedgerAccount::Member(member)).refilled, member)).collect();
        self.stakes.retain(|_, stakes| *stakes != Stakes::default());
    }

    /// What members have in hand.
    fn purses(&self) -> impl Iterator<Item = (AccountId, &BalanceRow)> {
        let purses = self.balances.range(LedgerAccount::Member(AccountId(0))..);
        purses
            .filter_map(|(account, row)| if let LedgerAccount::Member(id) = account { Some((*id, row)) } else { None })
    }

    pub(crate) fn stakes_of(&self, member: AccountId) -> Stakes {
        self.stakes.get(&member).copied().unwrap_or_default()
    }

    /// What is known of members besides their balances, for the fingerprint of the state.
    pub(crate) fn of_members(&self) -> impl PartialEq + std::fmt::Debug {
        let Self { balances: _, members, stakes, poor } = self;
        (members, stakes, poor)
    }

    /// What a member has in hand and at tables.
    pub(crate) fn wealth(&self, member: AccountId) -> i64 {
        self.get(LedgerAccount::Member(member)).balance + self.stakes_of(member).all
    }

    /// Change what a member has; whether that is under the floor follows.
    fn change(&mut self, member: AccountId, change: impl FnOnce(&mut Self)) {
        self.poor.remove(&(self.get(LedgerAccount::Member(member)).refilled, member));
        change(self);
        if self.wealth(member) < FLOOR {
            self.poor.insert((self.get(LedgerAccount::Member(member)).refilled, member));
        }
    }

    /// Members under the floor who have not been refilled on `day` or later.
    pub(crate) fn due_on(&self, day: Day) -> impl Iterator<Item = AccountId> {
        self.poor.range(..(Some(day), AccountId(0))).map(|(_, member)| *member)
    }

    /// The chips in members' hands, all together.
    pub(crate) const fn of_all_members(&self) -> i64 {
        self.members
    }

    /// All balances together: 0.
    pub(crate) fn sum(&self) -> i64 {
        let books = [LedgerAccount::Mint, LedgerAccount::House, LedgerAccount::Held];
        self.members + books.map(|book| self.get(book).balance).iter().sum::<i64>()
    }

    /// Whether what is counted along is what there is.
    pub(crate) fn counts_right(&self) -> bool {
        self.members == self.purses().map(|(_, row)| row.balance).sum::<i64>()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (LedgerAccount, &BalanceRow)> {
        self.balances.iter().map(|(account, row)| (*account, row))
    }
}

/// Whether the house plays or, at a table with one seat alone, banks.
pub(crate) fn has_house(players: &[Player]) -> bool {
    players.len() == 1 || players.contains(&Player::House)
}
