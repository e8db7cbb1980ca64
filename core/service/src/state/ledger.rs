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
            if row.practice || !row.is_active() {
                continue;
            }
            let stake = sign * row.buy_in;
            let against_house = if has_house(&row.players) { stake } else { 0 };
            for member in row.players.iter().filter_map(|player| player.member()) {
                self.restake_member(member, stake, against_house);
            }
        }
    }

    /// The row of a duel comes in the place of another: what is held for its legs that have not been dealt.
    pub(super) fn restake_duel(&mut self, before: Option<&DuelRow>, after: Option<&DuelRow>) {
        for (row, sign) in before.map(|row| (row, -1)).into_iter().chain(after.map(|row| (row, 1))) {
            let stake = sign * row.held_of_side();
            let house = row.sides.iter().any(|side| side.owner.is_none());
            for member in row.owners() {
                self.restake_member(member, stake, if house { stake } else { 0 });
            }
        }
    }

    fn restake_member(&mut self, member: AccountId, all: i64, against_house: i64) {
        self.change(member, |ledger| {
            let stakes = ledger.stakes.entry(member).or_default();
            stakes.all += all;
            stakes.against_house += against_house;
            if *stakes == Stakes::default() {
                ledger.stakes.remove(&member);
            }
        });
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
        let purses = self.balances.range(LedgerAccount::Member(AccountId(0))..);
        self.members == purses.map(|(_, row)| row.balance).sum::<i64>()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (LedgerAccount, &BalanceRow)> {
        self.balances.iter().map(|(account, row)| (*account, row))
    }
}

/// Whether the house plays or, at a table with one seat alone, banks.
pub(crate) fn has_house(players: &[Player]) -> bool {
    players.len() == 1 || players.contains(&Player::House)
}
