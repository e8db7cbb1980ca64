//! The start of a day, and of an era: keys, eras and secrets are stated, before anything else happens.

use super::former::{HidingArchives, hide_archives, hide_hot};
use super::{Signer, state};
use crate::handlers::duels::end::void_duel;
use crate::handlers::duels::running::Duelling;
use crate::handlers::tables::{seating, void};
use crate::ids::TableId;
use crate::pending::Queries;
use crate::record::{DayName, FairDayRow, Key, Record, SecretForm, SeedRow};
use crate::service::KeyLoss;
use crate::state::{HotState, Table, Transaction};
use crate::time::{Day, Millis};
use turnstone_fairness::{EraReason, Says, SigningKey, commitment};

/// The chat message at a table whose seed is lost.
const LOST: &str = "this table is void: the server's keys were lost, and all stakes went back";

/// What a start has done for the current day.
#[derive(Default)]
pub(crate) struct DayStart {
    /// The day for which everything is done.
    done: Option<Day>,
    /// Whether the eras of this start are stated.
    eras_stated: bool,
    /// Archived tables whose seeds are being hidden.
    pub(crate) hiding: HidingArchives,
}

/// State what is missing for the current day. Returns whether everything is done: the rest follows with the next step.
pub(crate) fn begin_days(
    tx: &mut Transaction<'_>,
    signer: &Signer,
    start: &mut DayStart,
    duelling: &mut Duelling,
    queries: &mut Queries,
) -> bool {
    let today = tx.now.day();
    if start.done == Some(today) {
        return true;
    }
    if !start.eras_stated {
        state_eras(tx, signer);
        start.eras_stated = true;
    }
    state_secrets(tx, signer, today);
    open_days(tx, today);
    let is_done = void_lost(tx, duelling) && hide_hot(tx);
    if is_done {
        hide_archives(tx, &mut start.hiding, queries);
    }
    start.done = is_done.then_some(today);
    is_done
}

/// State the newest key, and the eras that this start begins. An era after a restore comes first if the key that signs
/// is still there: what a restored store has lost then has no smaller number.
fn state_eras(tx: &mut Transaction<'_>, signer: &Signer) {
    // A salvage can leave out the whole chain.
    let restored = tx.restored || tx.config.begins.restored && tx.fairness.head().0 > 0;
    tx.forget_restored();
    if tx.restored {
        tx.remove(Key::Restored);
    }
    let stated = tx.fairness.key();
    let before = signer.with_public(stated);
    if let Some(key) = before.filter(|_| restored) {
        begin_era(tx, key, EraReason::Restored);
    }
    let lost = tx.fairness.lacks_key_of(tx.now.day()).is_some() || stated.is_some() && before.is_none();
    if stated != Some(signer.public) {
        state(tx, before.unwrap_or_else(|| signer.newest()), Says::Key(signer.public));
    }
    if lost {
        begin_era(tx, signer.newest(), EraReason::Lost);
    }
    if restored && before.is_none() {
        begin_era(tx, signer.newest(), EraReason::Restored);
    }
    if is_compromised(tx) {
        begin_era(tx, signer.newest(), EraReason::Compromised);
    }
}

fn begin_era(tx: &mut Transaction<'_>, key: &SigningKey, reason: EraReason) {
    // The next second: later than every id, and than the era before.
    let era = tx.now.0 / 1000 + 1;
    tx.now = Millis(era * 1000);
    tx.note_time();
    state(tx, key, Says::Era { era, reason });
    tx.now = tx.fairness.tables_from();
    tx.note_time();
}

/// Whether others may know the secret of today or of a later day.
fn is_compromised(tx: &Transaction<'_>) -> bool {
    let last = tx.fairness.last_stated().unwrap_or_default();
    let mut days = (tx.now.day().0..=last.0).map(Day);
    tx.keys.has_compromised() && days.any(|day| is_known_to_others(tx, tx.fairness.name_of(day)))
}

/// Whether others may know the secret of a day: the key that gives it is compromised, or an earlier version stored it.
fn is_known_to_others(state: &HotState, name: DayName) -> bool {
    let is_stated = state.fairness.secret(name).is_some();
    is_stated && state.fairness.key_of(name).is_none_or(|key| state.keys.is_compromised(key))
}

/// State the secrets of all days ahead that lack a statement, and those that an era of a lost or compromised key
/// replaces.
fn state_secrets(tx: &mut Transaction<'_>, signer: &Signer, today: Day) {
    let ahead = tx.config.days_ahead.0;
    let last = tx.fairness.last_stated().unwrap_or_default();
    let compromised = is_compromised(tx);
    // A chain that was cut lacks statements of earlier days, too.
    let is_stated = |name: DayName| tx.fairness.stated(name).is_some();
    let open = tx.fairness.open_before(today).map(|(name, _)| name);
    let cut = open.filter(|name| !is_stated(*name) && !is_stated(tx.fairness.name_of(name.day)));
    let cut: Vec<Day> = cut.map(|name| name.day).collect();
    for day in cut.into_iter().chain((today.0..=last.0.max(today.0 + ahead)).map(Day)) {
        let name = tx.fairness.name_of(day);
        let stored = tx.fairness.day(DayName::of(day)).and_then(|row| row.stored_secret(day, &tx.keys));
        let is_good = tx.fairness.secret(name).is_some() && !(compromised && is_known_to_others(tx, name));
        if is_good || (day.0 > today.0 + ahead && !compromised && tx.fairness.stated(name).is_none()) {
            continue;
        }
        // A cut chain states again the secret by which tables were dealt.
        let lost = || tx.fairness.names_of(day).rev().filter(|(name, _)| tx.fairness.stated(*name).is_none());
        let dealt = || {
            let commit = lost().find_map(|(_, row)| row.commitment())?;
            tx.keys.day_secrets(day).map(|(_, secret)| secret).find(|secret| commitment(secret) == commit)
        };
        let used = stored.or_else(dealt).filter(|_| !compromised);
        let secret = used.unwrap_or_else(|| tx.keys.day_secret(day));
        state(tx, signer.newest(), Says::Secret { day: day.to_string(), commit: commitment(&secret) });
    }
}

/// Every day that has begun has a row until its list is stated, also one on which the service did not run.
fn open_days(tx: &mut Transaction<'_>, today: Day) {
    let begun = |(name, _): &(DayName, &FairDayRow)| name.day <= today;
    let newest = tx.fairness.days().rev().find(begun).map_or(today, |(name, _)| name.day);
    let skipped = (newest.0 + 1..today.0).map(Day).map(|day| DayName { day, era: tx.fairness.era_at_end_of(day) });
    let names: Vec<DayName> = skipped.chain([tx.fairness.name_of(today)]).collect();
    for name in names {
        if tx.fairness.day(name).is_none()
            && let Some((_, commit)) = tx.fairness.stated(name)
        {
            let row = FairDayRow { secret: commit, numbers: 0, closed_by: None, form: SecretForm::Computed };
            tx.put(Record::FairDay(name, row));
        }
    }
}

/// Whether the seed of an active table is lost with a key.
fn is_lost(state: &HotState, table: &Table) -> bool {
    match table.row.seed {
        SeedRow::Undealt => {
            let name = table.row.setup.deal.as_deref().and_then(|deal| DayName::parse(deal.seed_day()));
            table.is_waiting() && name.is_some_and(|name| is_secret_lost(state, name))
        }
        SeedRow::Clear(_) => false,
        SeedRow::Committed(_) | SeedRow::Sealed { .. } => table.is_active() && table.seed.is_none(),
    }
}

fn is_secret_lost(state: &HotState, name: DayName) -> bool {
    state.fairness.stated(name).is_some() && state.fairness.secret(name).is_none()
}

/// What is lost with keys of the server.
pub(crate) fn lost_with_keys(state: &HotState) -> Option<KeyLoss> {
    let running_tables = state.tables.iter().filter(|(_, table)| is_lost(state, table)).count();
    let open = || state.fairness.to_close_before(Day(u32::MAX)).filter(|(name, _)| is_secret_lost(state, *name));
    let (open_days, their_tables) = (open().count(), open().map(|(_, row)| u64::from(row.numbers)).sum());
    (running_tables + open_days > 0).then_some(KeyLoss { running_tables, open_days, their_tables })
}

/// End the tables whose seeds are lost with their key, as far as the step has room. Returns whether that were all.
fn void_lost(tx: &mut Transaction<'_>, duelling: &mut Duelling) -> bool {
    let lost: Vec<TableId> = tx.tables.iter().filter(|(_, table)| is_lost(tx, table)).map(|(id, _)| id).collect();
    for id in lost {
        if !tx.has_room() {
            return false;
        }
        if tx.table(id).is_some_and(Table::is_waiting) {
            seating::cancel(tx, id);
            continue;
        }
        void::void_played(tx, id, LOST);
        if let Some((duel, _)) = tx.duels.at(id) {
            void_duel(tx, duelling, duel);
        }
    }
    true
}
