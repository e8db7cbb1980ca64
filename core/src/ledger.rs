//! Chips: double-entry books. Every movement takes from one book and gives to another, with a row for each; the sum of
//! all balances is therefore always 0, the mint's balance being minus all chips ever granted (decisions, 4).

use crate::ids::{AccountId, TableId};
use crate::record::{Book, LedgerRow, PurseRow, Reason, Record};
use crate::refusal::Money;
use crate::step::Step;
use std::collections::{BTreeMap, BTreeSet};

/// Chips of a new account.
pub(crate) const STARTING_CHIPS: i64 = 1000;
/// A balance under this rises back to it once a day.
pub(crate) const FLOOR: i64 = 100;

/// The state of every book.
#[derive(Default, Debug)]
pub(crate) struct Books {
    purses: BTreeMap<Book, PurseRow>,
    /// Members whose balance is under the floor.
    poor: BTreeSet<AccountId>,
}

static EMPTY: PurseRow =
    PurseRow { balance: 0, ledger_head: 0, refilled: None, net: 0, net_at: crate::time::Millis(0), settled_tables: 0 };

impl Books {
    pub(crate) fn get(&self, book: Book) -> &PurseRow {
        self.purses.get(&book).unwrap_or(&EMPTY)
    }

    pub(crate) fn put(&mut self, book: Book, row: PurseRow) {
        self.purses.insert(book, row);
        if let Book::Member(id) = book {
            if row.balance < FLOOR {
                self.poor.insert(id)
            } else {
                self.poor.remove(&id)
            };
        }
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

    /// The chip floor: a balance under 100 rises back to 100, once in a UTC day. A clock that went back over midnight
    /// brings no second refill.
    pub(crate) fn refill(&mut self, account: AccountId) {
        let purse = *self.state.books.get(Book::Member(account));
        let today = self.now.day();
        let erased = self.state.accounts.get(account).is_none_or(crate::accounts::Account::is_erased);
        if purse.balance >= FLOOR || purse.refilled >= Some(today) || erased {
            return;
        }
        self.transfer(Book::Mint, Book::Member(account), FLOOR - purse.balance, Reason::Grant, None);
        self.note_in_purse(account, |purse| purse.refilled = Some(today));
    }

    /// Refill members under the floor that have not been today, at most `bound` of them; whether there are more.
    pub(crate) fn refill_some(&mut self, bound: usize) -> bool {
        let today = self.now.day();
        let due = |id: &AccountId| self.state.books.get(Book::Member(*id)).refilled < Some(today);
        let poor: Vec<AccountId> = self.state.books.poor.iter().copied().filter(due).take(bound + 1).collect();
        for &account in poor.iter().take(bound) {
            self.refill(account);
        }
        poor.len() > bound
    }
}
