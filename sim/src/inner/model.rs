//! What the records say, told a second time: a plain fold over every batch that checks each change against the rules
//! which hold for any history. It shares no code with the core but the types of the records and the games.

use crate::count::Counts;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_core::games::{Entry, Event, Events, Leave, Match, Seat, Seed, find_game};
use turnstone_core::ids::{AccountId, GrantId, PartyId, TableId};
use turnstone_core::record::{
    AccountRow, ArchiveRow, Book, Change, DailyRow, EntryRow, GrantRow, HistoryRow, InvitationRow, Key, LedgerRow,
    MessageRow, PartyRow, Player, PlyRow, PurseRow, Reason, Record, RefRow, Status, TableRow,
};
use turnstone_core::time::{Day, Millis};

/// Something that must never be, and is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which rule was broken: the name under which runs are compared while a story is shortened.
    pub rule: &'static str,
    /// What was seen.
    pub seen: String,
}

/// Nothing to say if a rule holds.
pub(crate) type Verdict = Result<(), Violation>;

/// Check a rule.
pub(crate) fn must(holds: bool, rule: &'static str, seen: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Violation { rule, seen: seen() }) }
}

/// A hot table, its match played again from the log.
pub(crate) struct Table {
    pub(crate) row: TableRow,
    pub(crate) board: Option<Box<dyn Match>>,
    pub(crate) plies: Vec<PlyRow>,
    pub(crate) events: Vec<String>,
    pub(crate) messages: BTreeMap<u64, MessageRow>,
    /// Counts changes of its row.
    pub(crate) version: u64,
}

/// What a seed deals.
#[derive(Default)]
struct Dealt {
    tables: BTreeSet<TableId>,
    day: Option<Day>,
}

/// The fold.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) accounts: BTreeMap<AccountId, AccountRow>,
    pub(crate) purses: BTreeMap<Book, PurseRow>,
    pub(crate) ledger: BTreeMap<Book, BTreeMap<u64, LedgerRow>>,
    tallies: BTreeMap<Book, i64>,
    pub(crate) tables: BTreeMap<TableId, Table>,
    pub(crate) archives: BTreeMap<TableId, ArchiveRow>,
    /// Chips that each table holds, by the ledger.
    holds: BTreeMap<TableId, i64>,
    pub(crate) refs: BTreeMap<[u8; 32], RefRow>,
    pub(crate) invitations: BTreeMap<[u8; 32], InvitationRow>,
    pub(crate) grants: BTreeMap<GrantId, GrantRow>,
    pub(crate) parties: BTreeMap<PartyId, PartyRow>,
    pub(crate) party_messages: BTreeMap<PartyId, BTreeMap<u64, MessageRow>>,
    histories: BTreeMap<AccountId, (u32, i64)>,
    refills: BTreeMap<(AccountId, Day), u32>,
    referrals: BTreeMap<AccountId, u32>,
    pub(crate) days: BTreeMap<Day, DailyRow>,
    seeds: BTreeMap<[u8; 32], Dealt>,
    touched_books: BTreeSet<Book>,
    touched_tables: BTreeSet<TableId>,
    touched_hosts: BTreeSet<AccountId>,
}

impl Model {
    /// The fold over all records of a store, everything checked.
    pub(crate) fn of(records: impl IntoIterator<Item = Record>, counts: &mut Counts) -> Result<Self, Violation> {
        let mut model = Self::default();
        // Rows that a query reads come without order between the kinds: messages and plies after their tables.
        let (mut later, mut cold) = (Vec::new(), Vec::new());
        for record in records {
            match record.key() {
                Key::Ply(..) | Key::TableMessage(..) | Key::PartyMessage(..) => later.push(record),
                key if key.is_cold() => cold.push(record),
                _ => model.take(&Change::Put(record), counts)?,
            }
        }
        // A reward is judged by the histories that earned it.
        cold.sort_by_key(|record| matches!(record, Record::Ledger(..)));
        for record in later.into_iter().chain(cold) {
            model.take(&Change::Put(record), counts)?;
        }
        model.touched_books.extend(model.purses.keys());
        model.touched_tables.extend(model.tables.keys().chain(model.holds.keys()));
        model.touched_hosts.clear();
        model.check(0, counts)?;
        Ok(model)
    }

    /// Take a batch in and check what must hold after each. `active_tables` is the quota, 0 for none.
    pub(crate) fn absorb(&mut self, changes: &[Change], active_tables: u32, counts: &mut Counts) -> Verdict {
        for change in changes {
            self.take(change, counts)?;
        }
        self.check(active_tables, counts)
    }

    fn take(&mut self, change: &Change, counts: &mut Counts) -> Verdict {
        match change {
            Change::Put(record) => self.put(record, counts),
            Change::Remove(key) => self.remove(key),
        }
    }

    fn put(&mut self, record: &Record, counts: &mut Counts) -> Verdict {
        match record {
            Record::Account(id, row) => {
                let before = self.accounts.insert(*id, (**row).clone());
                let later = before.is_none_or(|before| before.epoch <= row.epoch);
                must(later, "a session epoch never falls", || format!("{id}: {row:?}"))?;
            }
            Record::Purse(book, row) => {
                self.touched_books.insert(*book);
                self.purses.insert(*book, *row);
            }
            Record::Ledger(book, id, row) => self.put_ledger(*book, *id, row, counts)?,
            Record::Invitation(hash, row) => drop(self.invitations.insert(*hash, *row)),
            Record::Ref(hash, row) => drop(self.refs.insert(*hash, row.clone())),
            Record::Table(id, row) => self.put_table(*id, row)?,
            Record::Ply(table, ply, row) => self.play(*table, *ply, row)?,
            Record::TableMessage(table, id, row) => {
                let table = self.tables.get_mut(table);
                let known = table.is_some();
                must(known, "a message has a table", || format!("{:?}", record.key()))?;
                table.map(|table| table.messages.insert(*id, row.clone()));
            }
            Record::Archive(id, row) => {
                self.seeds.entry(row.table.seed).or_default().tables.insert(*id);
                self.archives.insert(*id, (**row).clone());
            }
            Record::History(account, row) => self.put_history(*account, row),
            Record::Grant(id, row) => self.put_grant(*id, row)?,
            Record::Party(id, row) => drop(self.parties.insert(*id, row.clone())),
            Record::PartyMessage(party, id, row) => {
                self.party_messages.entry(*party).or_default().insert(*id, row.clone());
            }
            Record::Daily(day, row) => {
                self.seeds.entry(row.seed).or_default().day = Some(*day);
                self.days.insert(*day, row.clone());
            }
            Record::HistoryOfGame(..)
            | Record::Roster(..)
            | Record::Freed(..)
            | Record::DailyTry(..)
            | Record::Clock(_) => {}
        }
        Ok(())
    }

    fn put_ledger(&mut self, book: Book, id: u64, row: &LedgerRow, counts: &mut Counts) -> Verdict {
        self.touched_books.insert(book);
        let rows = self.ledger.entry(book).or_default();
        let next = rows.len() as u64 + 1;
        must(id == next, "ledger rows are numbered without a hole", || format!("{book:?}: {id} after {}", next - 1))?;
        rows.insert(id, *row);
        *self.tallies.entry(book).or_default() += row.delta;
        if let (Book::Held, Some(table)) = (book, row.table) {
            *self.holds.entry(table).or_default() += row.delta;
            self.touched_tables.insert(table);
        }
        let Book::Member(account) = book else { return Ok(()) };
        match row.reason {
            Reason::Grant if id > 1 && row.delta > 0 => {
                counts.hit("premise: a refill");
                let times = self.refills.entry((account, row.at.day())).or_default();
                *times += 1;
                let (times, small) = (*times, row.delta <= 100);
                must(times == 1 && small, "one refill a day", || format!("{account}: {times} on {}", row.at.day()))
            }
            Reason::Referral => {
                counts.hit("premise: a referral reward");
                let times = self.referrals.entry(account).or_default();
                *times += 1;
                let invited = |invitee: &&AccountId| {
                    let referred = self.accounts[*invitee].referrer == Some(account);
                    // The purse of the fifth table may come later in the batch.
                    referred && self.histories.get(*invitee).is_some_and(|(tables, _)| *tables >= 5)
                };
                let earned = self.accounts.keys().filter(invited).count();
                let times = *times as usize;
                must(times <= earned, "a referral is rewarded once", || format!("{account}: {times} of {earned}"))
            }
            Reason::Grant | Reason::Buyin | Reason::Payout | Reason::Rake => Ok(()),
        }
    }

    fn put_table(&mut self, id: TableId, row: &TableRow) -> Verdict {
        self.touched_tables.insert(id);
        self.touched_hosts.extend(row.host);
        self.seeds.entry(row.seed).or_default().tables.insert(id);
        let table = self.tables.entry(id).or_insert_with(|| Table {
            row: row.clone(),
            board: None,
            plies: Vec::new(),
            events: Vec::new(),
            messages: BTreeMap::new(),
            version: 0,
        });
        let forward = order_of(&table.row.status) <= order_of(&row.status);
        let fixed = table.row.seed == row.seed && table.row.setup == row.setup;
        must(forward && fixed, "a table goes one way", || format!("{id}: {:?} to {:?}", table.row, row))?;
        table.row = row.clone();
        table.version += 1;
        if let (None, Status::Playing { started_at } | Status::Settled { started_at, .. }) = (&table.board, &row.status)
        {
            table.deal(*started_at)?;
        }
        Ok(())
    }

    fn play(&mut self, id: TableId, ply: u32, row: &PlyRow) -> Verdict {
        let unknown = || Violation { rule: "a ply has a table", seen: format!("{id} {ply}") };
        let table = self.tables.get_mut(&id).ok_or_else(unknown)?;
        table.play(ply, row)
    }

    fn put_history(&mut self, account: AccountId, row: &HistoryRow) {
        let (tables, net) = self.histories.entry(account).or_default();
        *tables += 1;
        *net += row.net;
        self.touched_books.insert(Book::Member(account));
    }

    fn put_grant(&mut self, id: GrantId, row: &GrantRow) -> Verdict {
        if let Some(before) = self.grants.insert(id, row.clone()) {
            let kept = before.claimed.is_none() || before.claimed == row.claimed;
            let over = !before.ended || row.ended;
            must(kept && over, "a grant is claimed once", || format!("{id}: {before:?} to {row:?}"))?;
        }
        Ok(())
    }

    fn remove(&mut self, key: &Key) -> Verdict {
        match key {
            Key::Table(id) => {
                let over = self.tables.remove(id).is_none_or(|table| !table.is_active());
                must(over, "an active table is never removed", || id.to_string())?;
                must(self.archives.contains_key(id), "a table that goes leaves an archive", || id.to_string())?;
            }
            Key::TableMessage(table, id) => {
                if let Some(table) = self.tables.get_mut(table) {
                    table.messages.remove(id);
                }
            }
            Key::PartyMessage(party, id) => {
                self.party_messages.entry(*party).or_default().remove(id);
            }
            Key::Grant(id) => drop(self.grants.remove(id)),
            Key::Ref(hash) => drop(self.refs.remove(hash)),
            Key::Invitation(hash) => drop(self.invitations.remove(hash)),
            Key::Party(id) => drop(self.parties.remove(id)),
            Key::Daily(day) => drop(self.days.remove(day)),
            Key::Ply(..) | Key::Roster(_) | Key::Freed(_) | Key::DailyTry(..) | Key::Clock => {}
            Key::Account(_)
            | Key::Purse(_)
            | Key::Ledger(..)
            | Key::Archive(_)
            | Key::History(..)
            | Key::HistoryOfGame(..) => must(false, "what is kept for ever is never removed", || format!("{key:?}"))?,
        }
        Ok(())
    }

    fn check(&mut self, active_tables: u32, counts: &mut Counts) -> Verdict {
        for book in std::mem::take(&mut self.touched_books) {
            self.check_book(book)?;
        }
        let sum: i64 = self.purses.values().map(|purse| purse.balance).sum();
        must(sum == 0, "chips are conserved", || format!("the books sum to {sum}"))?;
        for table in std::mem::take(&mut self.touched_tables) {
            self.check_holds(table, counts)?;
        }
        for host in std::mem::take(&mut self.touched_hosts) {
            let mine = |table: &&Table| table.row.host == Some(host) && table.is_active() && table.row.daily.is_none();
            let active = self.tables.values().filter(mine).count();
            let within = active_tables == 0 || active <= active_tables as usize;
            must(within, "the quota of active tables holds", || format!("{host}: {active}"))?;
        }
        Ok(())
    }

    fn check_book(&self, book: Book) -> Verdict {
        let purse = self.purses.get(&book).copied().unwrap_or_default();
        let rows = self.ledger.get(&book).map_or(0, |rows| rows.len() as u64);
        let tally = self.tallies.get(&book).copied().unwrap_or_default();
        let same = purse.balance == tally && purse.ledger_head == rows;
        must(same, "the ledger sums to the balance", || format!("{book:?}: {purse:?}, rows {rows}, sum {tally}"))?;
        let negative = purse.balance < 0 && !matches!(book, Book::Mint | Book::House);
        must(!negative, "nobody owes chips", || format!("{book:?}: {}", purse.balance))?;
        let Book::Member(account) = book else { return Ok(()) };
        let (tables, net) = self.histories.get(&account).copied().unwrap_or_default();
        let same = purse.settled_tables == tables && purse.net == net;
        must(same, "histories sum to the net", || format!("{account}: {purse:?}, histories {tables}, {net}"))
    }

    /// What a table holds by the ledger is what it should: all stakes while it is active, nothing after.
    fn check_holds(&self, id: TableId, counts: &mut Counts) -> Verdict {
        let holds = self.holds.get(&id).copied().unwrap_or_default();
        let should = match self.tables.get(&id) {
            Some(table) if table.is_active() && !table.row.practice => {
                let taken = table.row.players.iter().filter(|player| **player != Player::Vacant).count();
                table.row.buy_in * taken as i64
            }
            Some(_) | None => 0,
        };
        if should == 0 {
            counts.hit("premise: a table that holds nothing any more");
        }
        must(holds == should, "stakes are paid out once", || format!("{id} holds {holds}, not {should}"))
    }

    /// Whether the grant's credential counts at `now`.
    pub(crate) fn is_delegated(&self, table: TableId, seat: Seat, now: Millis) -> bool {
        self.grants.values().any(|grant| {
            grant.table == table
                && grant.seat == seat
                && grant.claimed.is_some()
                && !grant.ended
                && grant.expires_at > now
        })
    }

    /// Whether a seed may be shown at `now`: every match it deals is over and no seal is on it.
    pub(crate) fn is_revealed(&self, seed: [u8; 32], now: Millis) -> Option<bool> {
        let dealt = self.seeds.get(&seed)?;
        let over = |table: &TableId| {
            let row = self.tables.get(table).map(|table| &table.row);
            row.or_else(|| self.archives.get(table).map(|row| &row.table))
                .is_some_and(|row| matches!(row.status, Status::Settled { .. }))
        };
        let lifted = dealt.day.is_none_or(|day| day.next().start() <= now);
        // The seed of a day is open to all once one of its tables has been shown after midnight.
        Some(lifted && (dealt.day.is_some() || dealt.tables.iter().all(over)))
    }

    /// The row of a table, hot or cold.
    pub(crate) fn row(&self, table: TableId) -> Option<&TableRow> {
        self.tables.get(&table).map(|table| &table.row).or_else(|| self.archives.get(&table).map(|row| &row.table))
    }

    /// Whether any table still waits or is played.
    pub(crate) fn has_active(&self) -> bool {
        self.tables.values().any(Table::is_active)
    }
}

impl Table {
    pub(crate) const fn is_active(&self) -> bool {
        matches!(self.row.status, Status::Waiting { .. } | Status::Playing { .. })
    }

    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.row.players.iter().position(|player| *player == Player::Member(member)).map(Seat::at)
    }

    /// Until when it is sealed, if it is at `now`.
    pub(crate) fn is_sealed(&self, now: Millis) -> bool {
        self.row.daily.is_some_and(|day| day.next().start() > now)
    }

    fn deal(&mut self, at: Millis) -> Verdict {
        let unknown = || Violation { rule: "a table has a game", seen: self.row.game_id.clone() };
        let rules = find_game(&self.row.game_id).ok_or_else(unknown)?;
        let mut events = Events::on();
        self.board = Some(rules.deal(&self.row.setup, &Seed::from_bytes(self.row.seed), &mut events));
        self.tell(&mut events, at);
        Ok(())
    }

    fn play(&mut self, ply: u32, row: &PlyRow) -> Verdict {
        let next = self.plies.len();
        must(ply as usize == next, "plies follow each other", || format!("{ply} after {next}"))?;
        let mut events = Events::on();
        let board = self
            .board
            .as_mut()
            .ok_or_else(|| Violation { rule: "plies are of a match in play", seen: format!("{row:?}") })?;
        board.seek(row.seat, row.drawn);
        let entry = match row.entry {
            EntryRow::Choice(choice) => Entry::Choice(choice),
            EntryRow::Forfeited => Entry::Leave(Leave::Forfeited),
            EntryRow::TimedOut => Entry::Leave(Leave::TimedOut),
        };
        let played = entry.play(row.seat, board.as_mut(), &mut events);
        must(played, "plies are legal", || format!("{row:?}"))?;
        self.tell(&mut events, row.at);
        self.plies.push(*row);
        Ok(())
    }

    fn tell(&mut self, events: &mut Events, at: Millis) {
        let told = events.take();
        self.events.extend(told.iter().map(|event: &Event| event.to_json(at.0).get().to_owned()));
    }
}

const fn order_of(status: &Status) -> u8 {
    match status {
        Status::Waiting { .. } => 0,
        Status::Playing { .. } => 1,
        Status::Settled { .. } | Status::Cancelled { .. } => 2,
    }
}
