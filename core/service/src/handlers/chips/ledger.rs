//! Chips: a double-entry ledger. Every movement takes from one account and gives to another, with a row for each; the sum of
//! all balances is therefore always 0, the mint's balance being minus all chips ever granted.

use crate::ids::{AccountId, TableId};
use crate::record::{BalanceRow, LedgerAccount, LedgerRow, Reason, Record};
use crate::refusal::Money;
use crate::state::{Account, FLOOR};
use crate::step::Step;

/// Chips of a new account.
pub(crate) const STARTING_CHIPS: i64 = 1000;

impl Step<'_> {
    pub(crate) fn balance(&self, account: AccountId) -> i64 {
        self.state.ledger.get(LedgerAccount::Member(account)).balance
    }

    /// Whether the account can pay so much.
    pub(crate) fn afford(&self, account: AccountId, needed: i64) -> Result<(), Money> {
        let balance = self.balance(account);
        if balance < needed { Err(Money::InsufficientChips { needed, balance }) } else { Ok(()) }
    }

    /// Move chips from one account to another. What cannot be paid is a bug of the caller, who has to ask [`Self::afford`].
    pub(crate) fn transfer(
        &mut self,
        from: LedgerAccount,
        to: LedgerAccount,
        chips: i64,
        reason: Reason,
        table: Option<TableId>,
    ) {
        assert!(chips >= 0, "a movement has a direction");
        if chips == 0 {
            return;
        }
        self.post(from, -chips, reason, table);
        self.post(to, chips, reason, table);
    }

    fn post(&mut self, account: LedgerAccount, delta: i64, reason: Reason, table: Option<TableId>) {
        let mut row = *self.state.ledger.get(account);
        row.balance += delta;
        row.ledger_head += 1;
        let may_be_negative = matches!(account, LedgerAccount::Mint | LedgerAccount::House);
        assert!(may_be_negative || row.balance >= 0, "{account:?} pays what it does not have");
        self.put(Record::Ledger(account, row.ledger_head, LedgerRow { delta, reason, table, at: self.now }));
        self.put(Record::Balance(account, row));
    }

    /// Change what is kept of a member beside the balance.
    pub(crate) fn edit_balance(&mut self, account: AccountId, note: impl FnOnce(&mut BalanceRow)) {
        let mut row = *self.state.ledger.get(LedgerAccount::Member(account));
        note(&mut row);
        self.put(Record::Balance(LedgerAccount::Member(account), row));
    }

    /// The chip floor: who has less than 100 in hand and at tables has 100 again, once in a UTC day. A clock that went
    /// back over midnight brings no second refill.
    pub(crate) fn refill(&mut self, account: AccountId) {
        let row = *self.state.ledger.get(LedgerAccount::Member(account));
        let today = self.now.day();
        if row.balance >= FLOOR || row.refilled >= Some(today) {
            return;
        }
        let erased = self.state.accounts.get(account).is_none_or(Account::is_erased);
        let wealth = self.state.ledger.wealth(account);
        if wealth >= FLOOR || erased || self.state.is_frozen(account) {
            return;
        }
        self.transfer(LedgerAccount::Mint, LedgerAccount::Member(account), FLOOR - wealth, Reason::Grant, None);
        self.edit_balance(account, |row| row.refilled = Some(today));
    }

    /// Refill members under the floor that have not been today, at most `bound` of them; whether there are more.
    pub(crate) fn refill_some(&mut self, bound: usize) -> bool {
        let due = self.state.ledger.due_on(self.now.day());
        // Accounts that are never refilled must not keep others from their turn.
        let erased = |account: &AccountId| self.state.accounts.get(*account).is_none_or(Account::is_erased);
        let due = due.filter(|account| !self.state.is_frozen(*account) && !erased(account));
        let poor: Vec<AccountId> = due.take(bound + 1).collect();
        for &account in poor.iter().take(bound) {
            self.refill(account);
        }
        poor.len() > bound
    }
}
