//! Chips: double-entry books. Every movement takes from one book and gives to another, with a row for each; the sum of
//! all balances is therefore always 0, the mint's balance being minus all chips ever granted.

use crate::house::has_house;
use crate::ids::{AccountId, TableId};
use crate::record::{Book, LedgerRow, PurseRow, Reason, Record, TableRow};
use crate::refusal::Money;
use crate::step::Step;
use crate::time::Day;
use std::collections::{BTreeMap, BTreeSet};

/// Chips of a new account.
pub(crate) const STARTING_CHIPS: i64 = 1000;
/// Chips in hand and at tables that together are under this rise back to it once a day.
pub(crate) const FLOOR: i64 = 100;

/// The state of every book.
#[derive(Default, Debug)]
pub(crate) struct Books {
    purses: BTreeMap<Book, PurseRow>,
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

static EMPTY: PurseRow =
    PurseRow { balance: 0, ledger_head: 0, refilled: None, net: 0, net_at: crate::time::Millis(0), settled_tables: 0 };

impl Books {
    pub(crate) fn get(&self, book: Book) -> &PurseRow {
        self.purses.get(&book).unwrap_or(&EMPTY)
    }

    pub(crate) fn put(&mut self, book: Book, row: PurseRow) {
        let put = |books: &mut Self| {
            books.purses.insert(book, row);
        };
        match book {
            Book::Member(id) => self.change(id, put),
            Book::Mint | Book::House | Book::Held => put(self),
        }
    }

    /// The row of a table comes in the place of another: none when the table is made, or when it goes.
    pub(crate) fn restake(&mut self, before: Option<&TableRow>, after: Option<&TableRow>) {
        for (row, sign) in before.map(|row| (row, -1)).into_iter().chain(after.map(|row| (row, 1))) {
            if row.practice || !row.is_active() {
                continue;
            }
            let stake = sign * row.buy_in;
            let against_house = if has_house(&row.players) { stake } else { 0 };
            for member in row.players.iter().filter_map(|player| player.member()) {
                self.change(member, |books| {
                    let stakes = books.stakes.entry(member).or_default();
                    stakes.all += stake;
                    stakes.against_house += against_house;
                    if *stakes == Stakes::default() {
                        books.stakes.remove(&member);
                    }
                });
            }
        }
    }

    pub(crate) fn stakes_of(&self, member: AccountId) -> Stakes {
        self.stakes.get(&member).copied().unwrap_or_default()
    }

    /// What is known of members besides their purses, for the fingerprint of the state.
    pub(crate) fn of_members(&self) -> impl std::fmt::Debug {
        (&self.stakes, &self.poor)
    }

    /// What a member has in hand and at tables.
    fn wealth(&self, member: AccountId) -> i64 {
        self.get(Book::Member(member)).balance + self.stakes_of(member).all
    }

    /// Change what a member has; whether that is under the floor follows.
    fn change(&mut self, member: AccountId, change: impl FnOnce(&mut Self)) {
        self.poor.remove(&(self.get(Book::Member(member)).refilled, member));
        change(self);
        if self.wealth(member) < FLOOR {
            self.poor.insert((self.get(Book::Member(member)).refilled, member));
        }
    }

    /// Members under the floor who have not been refilled on `day` or later.
    fn due_on(&self, day: Day) -> impl Iterator<Item = AccountId> {
        self.poor.range(..(Some(day), AccountId(0))).map(|(_, member)| *member)
    }

    /// All balances together: 0.
    pub(crate) fn sum(&self) -> i64 {
        self.purses.values().map(|purse| purse.balance).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Book, &PurseRow)> {
        self.purses.iter().map(|(book, row)| (*book, row))
    }
}

impl Step<'_> {
    pub(crate) fn balance(&self, account: AccountId) -> i64 {
        self.state.books.get(Book::Member(account)).balance
    }

    /// Whether the account can pay so much.
    pub(crate) fn afford(&self, account: AccountId, needed: i64) -> Result<(), Money> {
        let balance = self.balance(account);
        if balance < needed { Err(Money::InsufficientChips { needed, balance }) } else { Ok(()) }
    }

    /// Move chips from one book to another. What cannot be paid is a bug of the caller, who has to ask [`Self::afford`].
    pub(crate) fn transfer(&mut self, from: Book, to: Book, chips: i64, reason: Reason, table: Option<TableId>) {
        assert!(chips >= 0, "a movement has a direction");
        if chips == 0 {
            return;
        }
        self.post(from, -chips, reason, table);
        self.post(to, chips, reason, table);
    }

    fn post(&mut self, book: Book, delta: i64, reason: Reason, table: Option<TableId>) {
        let mut purse = *self.state.books.get(book);
        purse.balance += delta;
        purse.ledger_head += 1;
        let may_be_negative = matches!(book, Book::Mint | Book::House);
        assert!(may_be_negative || purse.balance >= 0, "{book:?} pays what it does not have");
        self.put(Record::Ledger(book, purse.ledger_head, LedgerRow { delta, reason, table, at: self.now }));
        self.put(Record::Purse(book, purse));
    }

    /// Change what a member's purse remembers besides the balance.
    pub(crate) fn note_in_purse(&mut self, account: AccountId, note: impl FnOnce(&mut PurseRow)) {
        let mut purse = *self.state.books.get(Book::Member(account));
        note(&mut purse);
        self.put(Record::Purse(Book::Member(account), purse));
    }

    /// The chip floor: who has less than 100 in hand and at tables has 100 again, once in a UTC day. A clock that went
    /// back over midnight brings no second refill.
    pub(crate) fn refill(&mut self, account: AccountId) {
        let purse = *self.state.books.get(Book::Member(account));
        let today = self.now.day();
        let erased = self.state.accounts.get(account).is_none_or(crate::accounts::Account::is_erased);
        let wealth = self.state.books.wealth(account);
        if wealth >= FLOOR || purse.refilled >= Some(today) || erased {
            return;
        }
        self.transfer(Book::Mint, Book::Member(account), FLOOR - wealth, Reason::Grant, None);
        self.note_in_purse(account, |purse| purse.refilled = Some(today));
    }

    /// Refill members under the floor that have not been today, at most `bound` of them; whether there are more.
    pub(crate) fn refill_some(&mut self, bound: usize) -> bool {
        let poor: Vec<AccountId> = self.state.books.due_on(self.now.day()).take(bound + 1).collect();
        for &account in poor.iter().take(bound) {
            self.refill(account);
        }
        poor.len() > bound
    }
}
