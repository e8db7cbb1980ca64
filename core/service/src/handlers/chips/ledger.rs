//! Chips: a double-entry ledger. Every movement takes from one account and gives to another, with a row for each. The
//! sum of all balances is therefore always 0; the mint's balance is minus all chips ever granted.

use crate::ids::{AccountId, TableId};
use crate::record::{BalanceRow, LedgerAccount, LedgerRow, Player, Reason, Record};
use crate::rejection::Money;
use crate::state::{Account, FLOOR, HotState, Transaction};
use crate::time::Day;

/// Chips of a new account.
pub(crate) const STARTING_CHIPS: i64 = 1000;

pub(crate) fn balance(state: &HotState, account: AccountId) -> i64 {
    state.ledger.get(LedgerAccount::Member(account)).balance
}

/// An error if the account cannot pay this amount.
pub(crate) fn afford(state: &HotState, account: AccountId, needed: i64) -> Result<(), Money> {
    let balance = balance(state, account);
    if balance < needed { Err(Money::InsufficientChips { needed, balance }) } else { Ok(()) }
}

/// Move chips from one account to another. The caller must have checked [`afford`]; an overdraft is a bug.
pub(crate) fn transfer(
    tx: &mut Transaction<'_>,
    from: LedgerAccount,
    to: LedgerAccount,
    chips: i64,
    reason: Reason,
    table: Option<TableId>,
) {
    let movement = LedgerRow { delta: chips, reason, table, at: tx.now, returned: None };
    post_both(tx, from, to, movement);
}

/// The row is that of the account which gets the chips.
fn post_both(tx: &mut Transaction<'_>, from: LedgerAccount, to: LedgerAccount, movement: LedgerRow) {
    let chips = movement.delta;
    assert!(chips >= 0, "a movement has a direction");
    if chips == 0 {
        return;
    }
    post(tx, from, LedgerRow { delta: -chips, ..movement.clone() });
    post(tx, to, movement);
}

fn post(tx: &mut Transaction<'_>, account: LedgerAccount, movement: LedgerRow) {
    let mut row = *tx.ledger.get(account);
    row.balance += movement.delta;
    row.ledger_head += 1;
    let may_be_negative = matches!(account, LedgerAccount::Mint | LedgerAccount::House);
    assert!(may_be_negative || row.balance >= 0, "{account:?} pays what it does not have");
    tx.put(Record::Ledger(account, row.ledger_head, movement));
    tx.put(Record::Balance(account, row));
}

/// Change the other fields of a member's balance row.
pub(crate) fn edit_balance(tx: &mut Transaction<'_>, account: AccountId, note: impl FnOnce(&mut BalanceRow)) {
    let mut row = *tx.ledger.get(LedgerAccount::Member(account));
    note(&mut row);
    tx.put(Record::Balance(LedgerAccount::Member(account), row));
}

/// The chip floor: a member with less than 100 in hand and at tables is refilled to 100, once per UTC day. A clock that
/// goes back over midnight causes no second refill.
pub(crate) fn refill(tx: &mut Transaction<'_>, account: AccountId) {
    let row = *tx.ledger.get(LedgerAccount::Member(account));
    let today = tx.now.day();
    if row.balance >= FLOOR || row.refilled >= Some(today) {
        return;
    }
    let erased = tx.accounts.get(account).is_none_or(Account::is_erased);
    let wealth = tx.ledger.wealth(account);
    if wealth >= FLOOR || erased || tx.is_frozen(account) {
        return;
    }
    transfer(tx, LedgerAccount::Mint, LedgerAccount::Member(account), FLOOR - wealth, Reason::Grant, None);
    edit_balance(tx, account, |row| row.refilled = Some(today));
}

/// Members who get a refill on this day and have not had it. Accounts that are never refilled are not among them.
pub(crate) fn due_on(state: &HotState, day: Day) -> impl Iterator<Item = AccountId> {
    let erased = |account: &AccountId| state.accounts.get(*account).is_none_or(Account::is_erased);
    state.ledger.due_on(day).filter(move |account| !state.is_frozen(*account) && !erased(account))
}

/// Refill at most `bound` members below the floor who have not been refilled today. Returns whether there are more.
pub(crate) fn refill_some(tx: &mut Transaction<'_>, bound: usize) -> bool {
    let poor: Vec<AccountId> = due_on(tx, tx.now.day()).take(bound + 1).collect();
    for &account in poor.iter().take(bound) {
        refill(tx, account);
    }
    poor.len() > bound
}

/// Return to the mint what a table pays an erased member.
pub(crate) fn return_chips_of_erased(tx: &mut Transaction<'_>, player: Player) {
    if let Some(account) = player.member().filter(|id| tx.accounts.known(*id).is_erased()) {
        return_chips(tx, account);
    }
}

/// Return a member's chips to their source.
pub(crate) fn return_chips(tx: &mut Transaction<'_>, account: AccountId) {
    let balance = balance(tx, account);
    transfer(tx, LedgerAccount::Member(account), LedgerAccount::Mint, balance, Reason::Grant, None);
}

/// An error if a member may not stake chips now.
pub(crate) fn may_stake(tx: &Transaction<'_>, account: AccountId) -> Result<(), Money> {
    match tx.accounts.known(account).row.paused_until {
        Some(until) if until > tx.now => Err(Money::Paused { until }),
        Some(_) | None => Ok(()),
    }
}

/// Pay a player's stake at a table.
pub(crate) fn buy_in(tx: &mut Transaction<'_>, player: Player, chips: i64, table: TableId) {
    if let Some(from) = account_of(player) {
        transfer(tx, from, LedgerAccount::Held, chips, Reason::Buyin, Some(table));
    }
}

/// Refund a player's stake at a table of this game, which is not played or does not count.
pub(crate) fn give_back(tx: &mut Transaction<'_>, player: Player, chips: i64, (table, game): (TableId, &str)) {
    if let Some(to) = account_of(player) {
        let (reason, table, returned) = (Reason::Payout, Some(table), Some(game.to_owned()));
        post_both(tx, LedgerAccount::Held, to, LedgerRow { delta: chips, reason, table, at: tx.now, returned });
    }
}

/// The account that pays a player's stakes.
const fn account_of(player: Player) -> Option<LedgerAccount> {
    match player {
        Player::Member(account) => Some(LedgerAccount::Member(account)),
        Player::House => Some(LedgerAccount::House),
        Player::Vacant | Player::Guest => None,
    }
}
