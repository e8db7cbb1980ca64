//! Secrets and seeds that an earlier version stored as they are. The first start of this version hides them.

use super::hidden;
use crate::effects::Query;
use crate::ids::{DuelId, TableId};
use crate::pending::{PendingQuery, Queries};
use crate::record::{DailyRow, DayName, DuelRow, FairDayRow, Record, SecretForm, SeedRow};
use crate::record::{daily_label, day_label, duel_label};
use crate::state::{DayBoard, HotState, Table, Transaction};
use crate::time::Day;
use std::collections::BTreeSet;

/// Archived tables that are looked up at a time.
const AT_A_TIME: usize = 100;

/// The archived tables whose seeds may be stored as they are although they are sealed.
#[derive(Default)]
pub(crate) struct HidingArchives {
    /// They were queried, and their rows have not been read yet.
    queried: BTreeSet<TableId>,
    /// Their turn is later.
    left: BTreeSet<TableId>,
    /// A row could not be read. The next start tries again.
    failed: bool,
}

/// Hide the secrets and seeds of the hot rows, as far as the step has room. Returns whether that were all.
pub(super) fn hide_hot(tx: &mut Transaction<'_>) -> bool {
    let is_clear = |row: &FairDayRow| row.form == SecretForm::Clear && row.closed_by.is_none();
    let days: Vec<(DayName, FairDayRow)> =
        tx.fairness.days().filter(|(_, row)| is_clear(row)).map(|(name, row)| (name, *row)).collect();
    for (name, row) in days {
        let (key, secret) = tx.keys.seal(&day_label(name.day), row.secret);
        tx.put(Record::FairDay(name, FairDayRow { secret, form: SecretForm::Sealed(key), ..row }));
    }
    let now = tx.now;
    let is_secret = |(id, table): &(TableId, &Table)| {
        let is_clear = matches!(table.row.seed, SeedRow::Clear(_));
        is_clear && (table.is_active() || tx.seal_of(*id, &table.row, now).is_some())
    };
    let tables: Vec<TableId> = tx.tables.iter().filter(is_secret).map(|(id, _)| id).collect();
    for id in tables {
        if !tx.has_room() {
            return false;
        }
        let known = tx.table(id).expect("listed just now");
        let mut row = known.row.clone();
        row.seed = hidden(tx, id, row.setup.deal.as_deref(), known.seed);
        tx.put(Record::Table(id, Box::new(row)));
    }
    true
}

/// Hide the seeds of archived tables that are still sealed. Then hide the seeds of today's challenge and of running duels,
/// which show until then that there may be such tables.
pub(super) fn hide_archives(tx: &mut Transaction<'_>, hiding: &mut HidingArchives, queries: &mut Queries) {
    if !hiding.queried.is_empty() {
        return;
    }
    let of_day = clear_challenge(tx, tx.now.day()).into_iter().flat_map(DayBoard::tables);
    let of_duels = clear_duels(tx).flat_map(|(id, duel)| (1..=duel.dealt).map(move |leg| duel.table(id, leg)));
    let left = of_day.chain(of_duels).filter(|id| tx.table(*id).is_none()).collect();
    *hiding = HidingArchives { left, ..HidingArchives::default() };
    go_on(tx, hiding, queries);
}

fn go_on(tx: &mut Transaction<'_>, hiding: &mut HidingArchives, queries: &mut Queries) {
    while hiding.queried.len() < AT_A_TIME
        && let Some(id) = hiding.left.pop_first()
    {
        queries.send(Query::Archive(id), PendingQuery::SeedIsHidden(id));
        hiding.queried.insert(id);
    }
    if hiding.queried.is_empty() && !hiding.failed {
        hide_shared(tx);
    }
}

/// The row of an archived table was read: hide its seed if it is still sealed.
pub(crate) fn archive_read(
    tx: &mut Transaction<'_>,
    hiding: &mut HidingArchives,
    queries: &mut Queries,
    id: TableId,
    rows: Option<Vec<Record>>,
) {
    hiding.queried.remove(&id);
    hiding.failed |= rows.is_none();
    if let Some(Record::Archive(_, mut row)) = rows.and_then(|rows| rows.into_iter().next())
        && let SeedRow::Clear(seed) = row.table.seed
        && tx.seal_of(id, &row.table, tx.now).is_some()
    {
        row.table.seed = hidden(tx, id, row.table.setup.deal.as_deref(), Some(seed));
        tx.put(Record::Archive(id, row));
    }
    go_on(tx, hiding, queries);
}

/// Hide the seeds that several tables share.
fn hide_shared(tx: &mut Transaction<'_>) {
    let today = tx.now.day();
    if let Some(row) = clear_challenge(tx, today).map(|board| board.row.clone()) {
        let (key, seed) = tx.keys.seal(&daily_label(today), row.seed);
        tx.put(Record::Daily(today, DailyRow { seed, form: SecretForm::Sealed(key), ..row }));
    }
    let duels: Vec<(DuelId, DuelRow)> = clear_duels(tx).map(|(id, duel)| (id, duel.clone())).collect();
    for (id, duel) in duels {
        let (key, seed) = tx.keys.seal(&duel_label(id), duel.seed);
        tx.put(Record::Duel(id, Box::new(DuelRow { seed, seed_form: SecretForm::Sealed(key), ..duel })));
    }
}

/// The challenge of this day, if an earlier version has stored its seed.
fn clear_challenge(state: &HotState, today: Day) -> Option<&DayBoard> {
    state.days.get(today).filter(|board| board.row.form == SecretForm::Clear)
}

/// Running duels whose seeds an earlier version has stored.
fn clear_duels(state: &HotState) -> impl Iterator<Item = (DuelId, &DuelRow)> {
    let is_clear = |duel: &DuelRow| duel.end.is_none() && duel.seed_form == SecretForm::Clear && duel.seed != [0; 32];
    state.duels.ids().filter_map(|id| Some((id, state.duels.get(id)?))).filter(move |(_, duel)| is_clear(duel))
}
