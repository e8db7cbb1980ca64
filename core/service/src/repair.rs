//! Repair of the records that were read from a damaged store, so that they can be served. Incomplete things are left
//! out with all that belongs to them, and the chips are made to balance. Every decision is reported.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is of no concern here, new kinds too, is kept as it is")]

use crate::ids::{AccountId, DuelId, TableId};
use crate::personal::Sealed;
use crate::record::{
    AccountRow, BalanceRow, HistoryRow, Key, LedgerAccount, LedgerRow, Player, Reason, Record, RecoveryRow,
    StatementRow, Status, TableRow,
};
use crate::secret::sha256;
use crate::time::Millis;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_fairness::{Says, Statement};

/// Repair the records. `lacks_plies` says whether entries of a table's log may be missing, and `opens` whether the key
/// of a member's row exists. The decisions are added to `decisions`.
pub fn repair(
    records: &mut BTreeMap<Key, Record>,
    lacks_plies: &dyn Fn(TableId) -> bool,
    opens: &dyn Fn(&AccountRow) -> bool,
    decisions: &mut Vec<String>,
) {
    let mut repair = Repair { records, lacks_plies, decisions };
    repair.histories();
    repair.ledgers();
    repair.audit();
    repair.statements();
    repair.accounts(opens);
    repair.balances();
    repair.tables();
    repair.dangling();
    repair.balance_ledger();
}

struct Repair<'a> {
    records: &'a mut BTreeMap<Key, Record>,
    lacks_plies: &'a dyn Fn(TableId) -> bool,
    decisions: &'a mut Vec<String>,
}

impl Repair<'_> {
    fn tell(&mut self, line: String) {
        self.decisions.push(line);
    }

    fn put(&mut self, record: Record) {
        self.records.insert(record.key(), record);
    }

    fn now(&self) -> Millis {
        if let Some(Record::Clock(at)) = self.records.get(&Key::Clock) { *at } else { Millis(0) }
    }

    /// Each row of a history is stored twice, once by game. If one copy is readable, the other is restored from it.
    fn histories(&mut self) {
        let rows: Vec<Record> = self.records.values().filter_map(twin).collect();
        let lost = rows.into_iter().filter(|twin| !self.records.contains_key(&twin.key())).collect::<Vec<_>>();
        for twin in lost {
            self.put(twin);
        }
        let mut without = BTreeSet::new();
        for record in self.records.values() {
            if let Record::History(_, HistoryRow { table, .. }) = record
                && !self.records.contains_key(&Key::Archive(*table))
                && !self.records.contains_key(&Key::Table(*table))
            {
                without.insert(*table);
            }
        }
        for table in without {
            self.tell(format!("the archive of {table} is missing: its replay and its card are gone"));
        }
    }

    /// The rows of a ledger are numbered without gaps.
    fn ledgers(&mut self) {
        let mut next: BTreeMap<LedgerAccount, u64> = BTreeMap::new();
        let mut lost = Vec::new();
        for key in self.records.keys() {
            if let Key::Ledger(account, id) = key {
                let expected = next.insert(*account, id + 1).unwrap_or(1);
                if expected < *id {
                    lost.push((*account, expected, id - 1));
                }
            }
        }
        for record in self.records.values() {
            if let Record::Balance(account, row) = record {
                let expected = next.get(account).copied().unwrap_or(1);
                if expected <= row.ledger_head {
                    lost.push((*account, expected, row.ledger_head));
                }
            }
        }
        for (account, first, last) in lost {
            self.tell(format!("the ledger of {account:?} lacks its rows {first} to {last}"));
        }
    }

    /// Acts of operators are numbered without gaps, and the next one must not overwrite another.
    fn audit(&mut self) {
        let known = if let Some(Record::AuditHead(id)) = self.records.get(&Key::AuditHead) { *id } else { 0 };
        let mut next = 1;
        let mut lost = Vec::new();
        for key in self.records.keys() {
            if let Key::Audit(id) = key {
                if next < *id {
                    lost.push((next, id - 1));
                }
                next = id + 1;
            }
        }
        if next <= known {
            lost.push((next, known));
        }
        for (first, last) in lost {
            self.tell(format!("the audit lacks its acts {first} to {last}"));
        }
        if known + 1 < next {
            self.put(Record::AuditHead(next - 1));
        }
    }

    /// Statements are numbered without gaps, and each contains the hash of the one before it: the chain ends before the
    /// first one that is missing. Days whose lists were stated later are open again.
    fn statements(&mut self) {
        let numbers =
            self.records.keys().filter_map(|key| if let Key::Statement(number) = key { Some(*number) } else { None });
        let read =
            numbers.zip(1..).take_while(|(number, expected)| number == expected).last().map_or(0, |(number, _)| number);
        // A key signs itself only before the era of lost keys, which follows.
        let is_self_signed =
            |row: &StatementRow| Statement::parse(&row.text).is_some_and(|said| said.says == Says::Key(row.key));
        let last = match self.records.get(&Key::Statement(read)) {
            Some(Record::Statement(2.., row)) if is_self_signed(row) => read - 1,
            _ => read,
        };
        let cut = self.records.range(Key::Statement(last + 1)..=Key::Statement(u32::MAX)).count();
        if cut > 0 {
            let missing = read + 1;
            self.tell(format!(
                "statement {missing} is missing: the chain ends with statement {last}, and {cut} statements are left out"
            ));
            self.records.retain(|key, _| !matches!(key, Key::Statement(number) if *number > last));
        }
        for record in self.records.values_mut() {
            if let Record::FairDay(_, row) = record {
                row.closed_by = row.closed_by.filter(|number| *number <= last);
            }
        }
    }

    /// An account that is named somewhere and is not readable becomes an erased account. So does one of which only an
    /// older row is readable whose key was destroyed since: its slot may belong to another member by now.
    fn accounts(&mut self, opens: &dyn Fn(&AccountRow) -> bool) {
        let mut lost = BTreeSet::new();
        for record in self.records.values() {
            match record {
                Record::Account(id, row) if !opens(row) => {
                    lost.insert(*id);
                }
                _ => {
                    let named = record.accounts().into_iter();
                    lost.extend(named.filter(|id| !self.records.contains_key(&Key::Account(*id))));
                }
            }
        }
        for id in lost {
            self.tell(format!(
                "{id} does not read: it is a shell now, as if it had been erased, and its chips are gone"
            ));
            self.put(Record::Account(id, Box::new(shell(id))));
            self.records.remove(&Key::Sanction(id));
            if let Some(Record::Balance(account, row)) =
                self.records.get(&Key::Balance(LedgerAccount::Member(id))).cloned()
            {
                self.put(Record::Balance(account, BalanceRow { balance: 0, ..row }));
            }
        }
    }

    /// A balance that is older than its ledger is brought up to date. One that is not readable is computed from its
    /// ledger.
    fn balances(&mut self) {
        let accounts = self.records.keys().filter_map(|key| if let Key::Account(id) = key { Some(*id) } else { None });
        let members: Vec<LedgerAccount> = accounts.map(LedgerAccount::Member).collect();
        for account in members.into_iter().chain([LedgerAccount::House]) {
            let known = if let Some(Record::Balance(_, row)) = self.records.get(&Key::Balance(account)) {
                Some(*row)
            } else {
                None
            };
            let mut row = known.unwrap_or_default();
            let newer = Key::Ledger(account, row.ledger_head + 1)..=Key::Ledger(account, u64::MAX);
            for record in self.records.range(newer).map(|(_, record)| record) {
                if let Record::Ledger(_, id, movement) = record {
                    row.balance += movement.delta;
                    row.ledger_head = *id;
                }
            }
            if matches!(account, LedgerAccount::Member(_)) {
                row.balance = row.balance.max(0);
            }
            if self.is_shell(account) {
                row.balance = 0;
            }
            if row != known.unwrap_or_default() {
                let balance = row.balance;
                self.tell(format!(
                    "the balance of {account:?} does not read, or not as it was last: its ledger says {balance}"
                ));
                self.put(Record::Balance(account, row));
            }
        }
    }

    fn is_shell(&self, account: LedgerAccount) -> bool {
        let LedgerAccount::Member(id) = account else { return false };
        matches!(self.records.get(&Key::Account(id)), Some(Record::Account(_, row)) if row.slot.is_none())
    }

    /// A table is kept if its row and its whole log are readable. The stakes of a running table that is not kept are
    /// refunded.
    fn tables(&mut self) {
        let mut ids = BTreeSet::new();
        for key in self.records.keys() {
            if let Key::Table(id)
            | Key::Ply(id, _)
            | Key::TableMessage(id, _)
            | Key::TableRating(id)
            | Key::Friendly(id)
            | Key::Rematch(id) = key
            {
                ids.insert(*id);
            }
        }
        let mut lost = BTreeSet::new();
        for id in ids {
            let row = if let Some(Record::Table(_, row)) = self.records.get(&Key::Table(id)) {
                Some(row.clone())
            } else {
                None
            };
            match row {
                Some(row) if self.has_whole_log(id, &row) && self.is_played_on(id, &row) => {}
                Some(row) => {
                    let refunded = self.refund(id, &row);
                    self.tell(format!(
                        "{id} does not read with its whole log, or its duel does not: it is left out, {refunded} chips went back"
                    ));
                    lost.insert(id);
                }
                None => {
                    self.tell(format!("{id} does not read: what is left of its log and chat is left out"));
                    lost.insert(id);
                }
            }
        }
        self.leave_out(&lost);
    }

    fn has_whole_log(&self, id: TableId, row: &TableRow) -> bool {
        let mut plies = self.records.range(Key::Ply(id, 0)..=Key::Ply(id, u32::MAX)).map(|(key, _)| key).zip(0..);
        if matches!(row.status, Status::Waiting { .. } | Status::Cancelled { .. }) {
            // The log shows that this is an older row and that the newest one is not readable.
            return plies.next().is_none();
        }
        plies.all(|(key, at)| *key == Key::Ply(id, at)) && !(self.lacks_plies)(id)
    }

    /// Whether the table can go on. A duel's leg cannot if the duel is not readable.
    fn is_played_on(&self, id: TableId, row: &TableRow) -> bool {
        let duel = id.leg().map_or(DuelId(id.0), |(duel, _)| duel);
        let is_leg = row.setup.kind.is_none() && matches!(row.status, Status::Playing { .. });
        !is_leg || self.records.contains_key(&Key::Duel(duel))
    }

    /// Refund the stakes of a running table. Returns the chips.
    fn refund(&mut self, id: TableId, row: &TableRow) -> i64 {
        if row.held() == 0 {
            return 0;
        }
        for player in &row.players {
            match player {
                Player::Member(account) => {
                    self.return_stake(LedgerAccount::Member(*account), id, row);
                }
                Player::House => self.return_stake(LedgerAccount::House, id, row),
                Player::Vacant | Player::Guest => {}
            }
        }
        row.held()
    }

    fn leave_out(&mut self, tables: &BTreeSet<TableId>) {
        self.records.retain(|key, record| match (key, record) {
            (
                Key::Table(table)
                | Key::Ply(table, _)
                | Key::TableMessage(table, _)
                | Key::TableRating(table)
                | Key::Friendly(table)
                | Key::Rematch(table),
                _,
            ) => !tables.contains(table),
            (_, Record::Grant(_, row)) => !tables.contains(&row.table),
            (_, Record::DailyTry(_, _, row)) => row.end.is_some() || !tables.contains(&row.table),
            (_, Record::Party(_, row)) => {
                row.current_table.take_if(|table| tables.contains(table));
                true
            }
            _ => true,
        });
    }

    /// Remove what belongs to a party, a day or a member that is not readable.
    fn dangling(&mut self) {
        let mut lost = BTreeMap::new();
        for key in self.records.keys() {
            let owner = match key {
                Key::PartyMessage(party, _) | Key::PartyChat(party) => Key::Party(*party),
                Key::DailyTry(day, _) => Key::Daily(*day),
                Key::Sanction(account) => Key::Account(*account),
                _ => continue,
            };
            if !self.records.contains_key(&owner) {
                lost.insert(key.clone(), owner);
            }
        }
        for owner in lost.values().collect::<BTreeSet<_>>() {
            self.decisions.push(format!("{owner:?} does not read: what belongs to it is left out"));
        }
        self.records.retain(|key, _| !lost.contains_key(key));
    }

    /// Set the held chips to the sum of the tables, and the mint to the negative sum of all others.
    fn balance_ledger(&mut self) {
        let held: i64 = self.records.values().map(held_by).sum();
        self.set_balance(LedgerAccount::Held, held);
        let sum = |(key, record): (&Key, &Record)| match record {
            Record::Balance(_, row) if *key != Key::Balance(LedgerAccount::Mint) => row.balance,
            _ => 0,
        };
        let given: i64 = self.records.iter().map(sum).sum();
        self.set_balance(LedgerAccount::Mint, -given);
    }

    /// Set the balance of a ledger account that belongs to no member.
    fn set_balance(&mut self, account: LedgerAccount, balance: i64) {
        let now =
            if let Some(Record::Balance(_, row)) = self.records.get(&Key::Balance(account)) { row.balance } else { 0 };
        let by = balance - now;
        if by != 0 {
            self.tell(format!("the books did not balance: {account:?} was booked {by} chips, and has {balance} now"));
            self.move_chips(account, by, Reason::Grant, None);
        }
    }

    /// A stake comes back to a ledger account.
    fn return_stake(&mut self, account: LedgerAccount, id: TableId, row: &TableRow) {
        let returned = Some(row.game_id.clone());
        let at = self.now();
        self.add_movement(
            account,
            LedgerRow { delta: row.buy_in, reason: Reason::Payout, table: Some(id), at, returned },
        );
    }

    /// Add a movement to a ledger account, with its row.
    fn move_chips(&mut self, account: LedgerAccount, delta: i64, reason: Reason, table: Option<TableId>) {
        let at = self.now();
        self.add_movement(account, LedgerRow { delta, reason, table, at, returned: None });
    }

    fn add_movement(&mut self, account: LedgerAccount, movement: LedgerRow) {
        let row = if let Some(Record::Balance(_, row)) = self.records.get(&Key::Balance(account)) {
            *row
        } else {
            BalanceRow::default()
        };
        let newest = self.records.range(Key::Ledger(account, 0)..=Key::Ledger(account, u64::MAX)).next_back();
        let newest = newest.map_or(0, |(key, _)| if let Key::Ledger(_, id) = key { *id } else { 0 });
        let id = row.ledger_head.max(newest) + 1;
        self.put(Record::Balance(
            account,
            BalanceRow { balance: row.balance + movement.delta, ledger_head: id, ..row },
        ));
        self.put(Record::Ledger(account, id, movement));
    }
}

/// The second copy of a row of a history.
fn twin(record: &Record) -> Option<Record> {
    match record {
        Record::History(account, row) => Some(Record::HistoryOfGame(*account, row.clone())),
        Record::HistoryOfGame(account, row) => Some(Record::History(*account, row.clone())),
        _ => None,
    }
}

fn shell(id: AccountId) -> AccountRow {
    let name = sha256(&id.0.to_be_bytes());
    let name: String = name[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    AccountRow {
        slot: None,
        handle: Sealed::Open(format!("gone-{name}")),
        bio: None,
        avatar_url: None,
        show_messenger: false,
        recovery: RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] },
        epoch: u32::MAX,
        test: false,
        joined_at: Millis(0),
        referrer: None,
        referral: None,
        paused_until: None,
        invitation: None,
        came_early: false,
        recovery_unconfirmed: false,
        ended: Vec::new(),
        unranked: false,
    }
}

/// The chips that a record says are held.
fn held_by(record: &Record) -> i64 {
    match record {
        Record::Table(_, row) => row.held(),
        Record::Duel(_, row) => row.held(),
        _ => 0,
    }
}
