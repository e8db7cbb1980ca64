//! Fair deals: the secrets of days, running numbers of tables, the lists of days, and the signed statements.
//! `transports/FAIRNESS.md` describes what is proven, and the formats.

mod days;
mod former;

pub(crate) use days::{DayStart, begin_days, lost_with_keys};
pub(crate) use former::archive_read;

use super::tables::replay;
use crate::answer::{Answer, DayList, DayListEntry, FairnessStatements, ReplayProof, SignedStatement};
use crate::credentials::ServerKeys;
use crate::effects::Query;
use crate::games::{Brought, DailyWord, Deal, SeedOf};
use crate::handled::{Handled, HandlerResult};
use crate::ids::TableId;
use crate::pending::{PendingQuery, Queries, QueryPurpose};
use crate::record::{
    DayName, FairDayRow, FairEndingRow, FairEntryRow, FairSeedRow, PAGE, PlyRow, ROOTS_IN_ROW, Record, SeedRow,
    StatementRow, Status, TableRow,
};
use crate::rejection::{Rejection, TableRejection};
use crate::request::{NumberedList, Visibility};
use crate::state::{HotState, Transaction};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::BTreeSet;
use turnstone_fairness::{Ending, Entry, Says, SigningKey, Statement, table_hash, tree};

/// How long to wait after rows that could not be read.
const PAUSE_S: u64 = 60;

/// The keys that sign statements.
pub(crate) struct Signer {
    /// Oldest first; the newest signs.
    keys: Vec<SigningKey>,
    public: [u8; 32],
}

impl Signer {
    pub(crate) fn new(keys: &ServerKeys) -> Self {
        let keys = keys.signing_keys();
        let public = keys.last().expect("a server has a key").public();
        Self { keys, public }
    }

    fn newest(&self) -> &SigningKey {
        self.keys.last().expect("a server has a key")
    }

    /// The key with this public key, if the server has it.
    fn with_public(&self, public: Option<[u8; 32]>) -> Option<&SigningKey> {
        self.keys.iter().find(|key| Some(key.public()) == public)
    }
}

/// Add a statement to the chain. Returns its number.
fn state(tx: &mut Transaction<'_>, key: &SigningKey, says: Says) -> u32 {
    let (newest, previous) = tx.fairness.head();
    let signed = Statement { number: newest + 1, previous, at: tx.now.0, says }.signed(key);
    let row = StatementRow { text: signed.text, key: signed.key, signature: signed.signature.to_vec() };
    tx.put(Record::Statement(newest + 1, row));
    newest + 1
}

/// Give a new table its running number. Returns the deal of its seed, for which its seats have brought this.
pub(crate) fn number(tx: &mut Transaction<'_>, brought: Vec<Option<Brought>>) -> Deal {
    let name = tx.fairness.name_of(tx.now.day());
    let mut row = *tx.fairness.day(name).expect("a day is opened before anything else");
    row.numbers += 1;
    tx.put(Record::FairDay(name, row));
    Deal { day: name.to_string(), number: row.numbers, seed_of: None, brought }
}

/// The seed of a deal whose seats are all taken.
pub(crate) fn seed_of(state: &HotState, deal: &Deal) -> Option<[u8; 32]> {
    let secret = state.fairness.secret(DayName::parse(deal.seed_day())?)?;
    Some(*deal.seed(&secret).as_bytes())
}

/// A seed as the row of its table has it, while it is a secret.
pub(crate) fn hidden(state: &HotState, table: TableId, deal: Option<&Deal>, seed: Option<[u8; 32]>) -> SeedRow {
    match seed {
        None => SeedRow::Undealt,
        Some(seed) => SeedRow::hide(table, deal, seed, &state.keys),
    }
}

/// The seed of a table that is over, as its row has it: in the open, unless others still play the same deal.
pub(crate) fn revealed(state: &HotState, table: TableId, row: &TableRow, now: Millis) -> SeedRow {
    let is_sealed = state.seal_of(table, row, now).is_some();
    match state.seed_of(table, row) {
        Some(seed) if !is_sealed => SeedRow::Clear(seed),
        Some(_) | None => row.seed,
    }
}

/// The seed of a day's challenge; `None` without the secret of that day.
pub(crate) fn daily_seed(state: &HotState, name: DayName) -> Option<[u8; 32]> {
    seed_of(state, &daily_deal(Deal { day: name.to_string(), number: 0, seed_of: None, brought: Vec::new() }))
}

/// The deal of a table of the daily challenge, from that of its number.
pub(crate) fn daily_deal(deal: Deal) -> Deal {
    Deal { seed_of: Some(SeedOf::Daily(DailyWord::Daily)), brought: Vec::new(), ..deal }
}

/// Put a table that is being archived into the list of its day.
pub(crate) fn list(tx: &mut Transaction<'_>, table: TableId, row: &TableRow, plies: &[PlyRow]) {
    let (Some(day), Some(deal)) = (row.fair_day(), row.setup.deal.as_deref()) else { return };
    let ending = match &row.status {
        Status::Settled { end, .. } => replay::digest(tx, table, row, end, plies).map(FairEndingRow::Settled),
        Status::Cancelled { .. } => Some(FairEndingRow::Cancelled),
        Status::Voided { .. } => Some(FairEndingRow::Voided),
        Status::Waiting { .. } | Status::Playing { .. } => None,
    };
    let is_lost = !row.seed.is_undealt() && tx.seed_of(table, row).is_none();
    // Without its rules a table has no digest, and its day stays open. Without its seed it never has a bundle.
    let ending = ending.or_else(|| is_lost.then_some(FairEndingRow::Voided));
    let Some(ending) = ending else { return };
    let seed_of = match &deal.seed_of {
        None => FairSeedRow::Own,
        Some(SeedOf::Daily(_)) => FairSeedRow::Daily,
        Some(SeedOf::Table { day, number }) => FairSeedRow::of(DayName::parse(day).unwrap_or_default(), *number),
    };
    let is_public = row.visibility == Visibility::Public && !row.practice;
    let entry = FairEntryRow { table, is_public, seed_of, seed_commit: row.seed_commit(), ending };
    tx.put(Record::FairEntry(day, deal.number, entry));
}

/// A list that is being closed: its pages are read one after another.
#[derive(Default)]
pub(crate) struct DayClosing {
    /// The day that is being read, the entries so far, and the roots of their pages.
    reading: Option<(DayName, u32, Vec<tree::Hash>)>,
    /// Days that lack entries: the rules of a table were unavailable when it was archived.
    lacking: BTreeSet<DayName>,
}

/// Close days soon, if one can be closed.
pub(crate) fn wake(state: &HotState, agenda: &mut Timers, now: Millis) {
    if state.fairness.to_close_before(now.day()).any(|(name, _)| !state.tables.has_of_fair_day(name)) {
        agenda.set(now, Timer::DaysClose);
    }
}

/// Begin to close the first day that is over.
pub(crate) fn close_days(
    tx: &mut Transaction<'_>,
    signer: &Signer,
    closing: &mut DayClosing,
    queries: &mut Queries,
    agenda: &mut Timers,
) {
    if closing.reading.is_some() {
        return;
    }
    let Some((day, numbers)) = first_over(tx, closing) else { return };
    if numbers == 0 {
        close(tx, signer, agenda, day, &[]);
        return;
    }
    closing.reading = Some((day, 0, Vec::new()));
    queries.send(Query::FairEntries { day, after: 0, limit: PAGE as usize }, PendingQuery::DayCloses);
}

/// The first open day whose tables are all archived and whose duels are all over, with the number of its tables. The
/// second leg of a pair has the seed of the first, which may be of an earlier day. Names that share a secret are closed
/// together: the first list reveals it.
fn first_over(state: &Transaction<'_>, closing: &DayClosing) -> Option<(DayName, u32)> {
    let first_duel = state.duels.running_since().map(Millis::day);
    let today = state.now.day();
    let stated = |name: DayName| (name.day, state.fairness.stated(name));
    let holds_back = |name: &DayName| state.tables.has_of_fair_day(*name) || closing.lacking.contains(name);
    let open = || state.fairness.to_close_before(today).map(|(name, _)| name);
    let held: BTreeSet<_> = open().filter(holds_back).map(stated).collect();
    let is_over = |name: &DayName| first_duel.is_none_or(|duel| duel > name.day) && !held.contains(&stated(*name));
    let name = open().find(is_over)?;
    state.fairness.day(name).map(|row| (name, row.numbers))
}

/// A page of the day that is being closed was read: read the next one, or close the day.
pub(crate) fn page_read(
    tx: &mut Transaction<'_>,
    signer: &Signer,
    closing: &mut DayClosing,
    queries: &mut Queries,
    agenda: &mut Timers,
    rows: Option<&[Record]>,
) {
    let Some((day, mut read, mut roots)) = closing.reading.take() else { return };
    let Some(rows) = rows else {
        agenda.set(tx.now.plus_s(PAUSE_S), Timer::DaysClose);
        return;
    };
    let entries = entries(rows);
    let numbers = tx.fairness.day(day).map_or(0, |row| row.numbers);
    let in_order = entries.iter().zip(read + 1..).all(|((number, _), expected)| *number == expected);
    roots.push(tree::root(&entries.iter().map(|(number, row)| entry(*number, row).leaf()).collect::<Vec<_>>()));
    read += entries.len() as u32;
    if !in_order || entries.is_empty() || (entries.len() < PAGE as usize && read != numbers) {
        closing.lacking.insert(day);
        agenda.set(tx.now.plus_ms(1), Timer::DaysClose);
    } else if read < numbers {
        closing.reading = Some((day, read, roots));
        queries.send(Query::FairEntries { day, after: read, limit: PAGE as usize }, PendingQuery::DayCloses);
    } else {
        close(tx, signer, agenda, day, &roots);
    }
}

/// Reveal the secret of a day, and state its list.
fn close(tx: &mut Transaction<'_>, signer: &Signer, agenda: &mut Timers, day: DayName, roots: &[tree::Hash]) {
    let row = *tx.fairness.day(day).expect("the caller has looked");
    for (at, some) in roots.chunks(ROOTS_IN_ROW).enumerate() {
        tx.put(Record::FairRoots(day, at as u32, some.to_vec()));
    }
    let secret = tx.fairness.secret(day);
    let says = Says::List { day: day.to_string(), secret, tables: row.numbers, root: tree::root(roots) };
    let number = state(tx, signer.newest(), says);
    tx.put(Record::FairDay(day, FairDayRow { closed_by: Some(number), ..row }));
    // The next day, in a moment, so that other commands can run in between.
    agenda.set(tx.now.plus_ms(1), Timer::DaysClose);
}

fn entries(rows: &[Record]) -> Vec<(u32, &FairEntryRow)> {
    let entry = |record| if let &Record::FairEntry(_, number, ref row) = record { Some((number, row)) } else { None };
    rows.iter().filter_map(entry).collect()
}

/// An entry as the tree has it.
fn entry(number: u32, row: &FairEntryRow) -> Entry {
    Entry {
        number,
        table: table_hash(&row.table.to_string()),
        seed_of: match row.seed_of {
            FairSeedRow::Own => "own".to_owned(),
            FairSeedRow::Daily => "daily".to_owned(),
            FairSeedRow::Of(day, number) => format!("{day} {number}"),
            FairSeedRow::OfEra(name, number) => format!("{name} {number}"),
        },
        seed_commit: row.seed_commit,
        ending: match row.ending {
            FairEndingRow::Settled(digest) => Ending::Settled(digest),
            FairEndingRow::Cancelled => Ending::Cancelled,
            FairEndingRow::Voided => Ending::Voided,
        },
    }
}

/// The chain of statements from a number on.
pub(crate) fn fairness(state: &HotState, page: &NumberedList) -> Handled {
    let mut rows = state.fairness.statements_from(page.from);
    let statements: Vec<SignedStatement> = rows.by_ref().take(state.config.bounds.fairness_page).map(signed).collect();
    Answer::Fairness(FairnessStatements { statements, next: rows.next().map(|(number, _)| number) }).into()
}

/// The newest statement.
pub(crate) fn fairness_newest(state: &HotState) -> HandlerResult {
    let newest = state.fairness.newest().ok_or(Rejection::Unavailable)?;
    Ok(Answer::NewestStatement(signed(newest)).into())
}

fn signed((number, row): (u32, &StatementRow)) -> SignedStatement {
    let (key, signature) = (hex::encode(row.key), hex::encode(&row.signature));
    SignedStatement { number, text: row.text.clone(), key, signature }
}

/// The list of a day from a number on. An open day has no list yet.
pub(crate) fn fairness_day(state: &HotState, day: DayName, page: &NumberedList) -> HandlerResult {
    let row = state.fairness.day(day).ok_or(TableRejection::NoSuchDay)?;
    if row.closed_by.is_none() || row.numbers == 0 {
        return Ok(Answer::DayList(list_of(state, day, &[])?).into());
    }
    let after = page.from.saturating_sub(1);
    let limit = state.config.bounds.fairness_page;
    Ok(Handled::Ask(Query::FairEntries { day, after, limit }, QueryPurpose::DayList(day)))
}

/// The same, from the rows of its entries.
pub(crate) fn list_of(state: &HotState, day: DayName, rows: &[Record]) -> Result<DayList, Rejection> {
    let row = state.fairness.day(day).ok_or(TableRejection::NoSuchDay)?;
    let closed = row.closed_by.is_some();
    let shown = |(number, row): &(u32, &FairEntryRow)| {
        let Entry { table, seed_of, seed_commit, ending, .. } = entry(*number, row);
        DayListEntry {
            number: *number,
            table: hex::encode(table),
            table_id: row.is_public.then_some(row.table),
            seed_of,
            seed_commit: seed_commit.map(hex::encode),
            ending: ending.to_string(),
        }
    };
    let entries: Vec<DayListEntry> = entries(rows).iter().map(shown).collect();
    let next = entries.last().map(|last| last.number + 1).filter(|next| *next <= row.numbers);
    let running = (!closed).then(|| state.tables.active_of_fair_day(day));
    Ok(DayList { day: day.to_string(), closed, tables: closed.then_some(row.numbers), running, entries, next })
}

/// The rows that prove where an archived table is in the list of its day, if that is closed: the page of its entry, and
/// the roots of all pages.
pub(crate) fn proof_query(state: &HotState, row: &TableRow) -> Option<Query> {
    let (day, deal) = (row.fair_day()?, row.setup.deal.as_deref()?);
    state.fairness.day(day)?.closed_by?;
    Some(Query::FairProof { day, page: (deal.number - 1) / PAGE })
}

/// The proof that a table is in the list of its day. `None` if rows are missing.
pub(crate) fn proof(state: &HotState, row: &TableRow, rows: &[Record]) -> Option<ReplayProof> {
    let (day, deal) = (row.fair_day()?, row.setup.deal.as_deref()?);
    let number = state.fairness.day(day)?.closed_by?;
    let page: Vec<tree::Hash> = entries(rows).iter().map(|(number, row)| entry(*number, row).leaf()).collect();
    let roots =
        rows.iter().filter_map(|record| if let Record::FairRoots(.., roots) = record { Some(roots) } else { None });
    let roots: Vec<tree::Hash> = roots.flatten().copied().collect();
    let at = deal.number - 1;
    let (at_page, in_page) = ((at / PAGE) as usize, (at % PAGE) as usize);
    if in_page >= page.len() || roots.get(at_page) != Some(&tree::root(&page)) {
        return None;
    }
    let path = [tree::path(&page, in_page), tree::path(&roots, at_page)].concat();
    let statement = signed((number, state.fairness.statement(number)?));
    Some(ReplayProof { statement, proof: path.iter().map(hex::encode).collect() })
}
