//! The core's queries.

use crate::OpenStorage;
use crate::samples::*;
use turnstone_service::effects::Query;
use turnstone_service::ids::TableId;
use turnstone_service::record::{DayName, Record};
use turnstone_service::time::{Day, Millis};
use turnstone_storage::Storage;

fn found(storage: &dyn Storage, query: &Query) -> Vec<Record> {
    storage.state().query(query).unwrap()
}

pub(super) fn the_ledger_is_read_upwards_after_a_cursor(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let rows = (1..=5).chain([256, u64::MAX]).map(|id| ledger(2, id));
    append_next(&mut storage, &put(rows.chain([ledger(1, 3), ledger(3, 3)]))).unwrap();
    let ids = |after, limit| {
        let query = Query::Ledger { account: account(2), after, limit };
        let id = |record| if let Record::Ledger(_, id, _) = record { id } else { 0 };
        found(&*storage, &query).into_iter().map(id).collect::<Vec<_>>()
    };
    assert_eq!(ids(0, 100), [1, 2, 3, 4, 5, 256, u64::MAX]);
    assert_eq!(ids(2, 2), [3, 4]);
    assert_eq!(ids(5, 1), [256]);
    assert_eq!(ids(256, 9), [u64::MAX]);
    assert!(ids(u64::MAX, 9).is_empty());
    assert!(ids(0, 0).is_empty());
}

/// The moments and tables of what a history query finds.
fn settled(storage: &dyn Storage, game_id: Option<&str>, before: Option<u64>, limit: usize) -> Vec<(u64, u8)> {
    let query =
        Query::History { account: account(1), game_id: game_id.map(str::to_owned), before: before.map(Millis), limit };
    let place = |record| {
        let (Record::History(_, row) | Record::HistoryOfGame(_, row)) = record else { unreachable!("{record:?}") };
        (row.settled_at.0, row.table.0 as u8)
    };
    found(storage, &query).into_iter().map(place).collect()
}

pub(super) fn history_is_read_downwards_and_never_splits_a_millisecond(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let rows = [(10, 1), (20, 2), (20, 3), (20, 4), (30, 5), (256, 6)];
    let others = [history(0, 20, 7), history(2, 20, 8), history_of_game(1, "rps", 20, 9)];
    append_next(&mut storage, &put(rows.map(|(at, n)| history(1, at, n)).into_iter().chain(others))).unwrap();
    let storage = &*storage;
    assert_eq!(settled(storage, None, None, 100), [(256, 6), (30, 5), (20, 4), (20, 3), (20, 2), (10, 1)]);
    assert_eq!(settled(storage, None, None, 2), [(256, 6), (30, 5)]);
    assert_eq!(settled(storage, None, None, 3), [(256, 6), (30, 5), (20, 4), (20, 3), (20, 2)]);
    assert_eq!(settled(storage, None, Some(30), 1), [(20, 4), (20, 3), (20, 2)]);
    assert_eq!(settled(storage, None, Some(20), 5), [(10, 1)]);
    assert_eq!(settled(storage, None, Some(10), 5), []);
    assert_eq!(settled(storage, None, Some(u64::MAX), 1), [(256, 6)]);
}

pub(super) fn history_of_a_game_holds_that_game_alone(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let rows = [("rps", 10, 1), ("rps", 10, 2), ("rp", 20, 3), ("rpss", 30, 4), ("rps", 40, 5), ("holdem", 5, 6)];
    append_next(&mut storage, &put(rows.map(|(game, at, n)| history_of_game(1, game, at, n)))).unwrap();
    assert_eq!(settled(&*storage, Some("rps"), None, 9), [(40, 5), (10, 2), (10, 1)]);
    assert_eq!(settled(&*storage, Some("rps"), Some(40), 1), [(10, 2), (10, 1)]);
    assert_eq!(settled(&*storage, Some("rp"), None, 9), [(20, 3)]);
    assert_eq!(settled(&*storage, Some("chess"), None, 9), []);
}

pub(super) fn an_archived_table_is_found_by_its_id(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    append_next(&mut storage, &put([archived(1), archived(2), archived(3)])).unwrap();
    assert_eq!(found(&*storage, &Query::Archive(table(2))), [archived(2)]);
    assert_eq!(found(&*storage, &Query::Archive(table(9))), []);
    let read =
        |before: Option<u8>, limit| found(&*storage, &Query::ArchivesBefore { before: before.map(table), limit });
    assert_eq!(read(None, 2), [archived(3), archived(2)]);
    assert_eq!(read(Some(3), 9), [archived(2), archived(1)]);
    assert!(read(Some(1), 9).is_empty() && read(None, 0).is_empty());
}

pub(super) fn a_party_s_messages_are_read_upwards_after_a_cursor(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let rows = (3..=5).chain([256]).map(|id| party_message(2, id));
    append_next(&mut storage, &put(rows.chain([party_message(1, 4), party_message(3, 4)]))).unwrap();
    let Record::PartyMessage(party, ..) = party_message(2, 0) else { unreachable!() };
    let ids = |after, limit| {
        let query = Query::PartyMessages { party, after, limit };
        let id = |record| if let Record::PartyMessage(_, id, _) = record { id } else { 0 };
        found(&*storage, &query).into_iter().map(id).collect::<Vec<_>>()
    };
    assert_eq!(ids(0, 100), [3, 4, 5, 256]);
    assert_eq!(ids(3, 2), [4, 5]);
    assert!(ids(256, 9).is_empty() && ids(u64::MAX, 9).is_empty());
}

pub(super) fn archived_tables_are_read_upwards_after_an_id(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    append_next(&mut storage, &put([archived(3), archived(1), archived(2)])).unwrap();
    let after = |id, limit| found(&*storage, &Query::Archives { after: id, limit });
    assert_eq!(after(TableId(0), 9), [archived(1), archived(2), archived(3)]);
    assert_eq!(after(table(1), 1), [archived(2)]);
    assert!(after(table(3), 9).is_empty() && after(TableId(u128::MAX), 9).is_empty());
}

pub(super) fn a_day_s_list_is_read_by_numbers_and_with_its_roots(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let Record::FairEntry(day, ..) = fair_entry(1) else { unreachable!() };
    let roots = |row, root| Record::FairRoots(day, row, vec![[root; 32]]);
    let rows = [1, 2, 255, 256, 257, 65_536].map(fair_entry);
    let other = |day: Day, era| Record::FairRoots(DayName { day, era }, 0, Vec::new());
    let of_others = [other(day.day.next(), 0), other(Day(day.day.0 - 1), 0), other(day.day, 7)];
    append_next(&mut storage, &put(rows.into_iter().chain([roots(1, 2), roots(0, 1)]).chain(of_others))).unwrap();
    let after = |after, limit| found(&*storage, &Query::FairEntries { day, after, limit });
    assert_eq!(after(0, 2), [fair_entry(1), fair_entry(2)]);
    assert_eq!(after(256, 9), [fair_entry(257), fair_entry(65_536)]);
    assert!(after(65_536, 9).is_empty() && after(u32::MAX, 9).is_empty());
    let page = |page| found(&*storage, &Query::FairProof { day, page });
    assert_eq!(page(1), [fair_entry(257), roots(0, 1), roots(1, 2)]);
    assert_eq!(page(0), [fair_entry(1), fair_entry(2), fair_entry(255), fair_entry(256), roots(0, 1), roots(1, 2)]);
}

pub(super) fn practice_tables_are_found_by_their_end(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let ended = |at, n| Record::PracticeEnded(Millis(at), table(n), ());
    append_next(&mut storage, &put([ended(30, 1), ended(10, 3), ended(20, 2), ended(256, 4)])).unwrap();
    let until = |at, limit| found(&*storage, &Query::PracticeEnded { until: Millis(at), limit });
    assert_eq!(until(20, 9), [ended(10, 3), ended(20, 2)]);
    assert_eq!(until(19, 9), [ended(10, 3)]);
    assert_eq!(until(u64::MAX, 3), [ended(10, 3), ended(20, 2), ended(30, 1)]);
    assert_eq!(until(9, 9), []);
}

pub(super) fn duels_are_read_newest_first_before_a_moment(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let entries = [(1, 5), (2, 5), (3, 9), (4, 7)].map(|(n, later)| duel_entry(n, later));
    append_next(&mut storage, &put(entries)).unwrap();
    let read = |later: Option<u64>, limit| {
        let before = later.map(|later| AT.plus_ms(later));
        let wanted =
            |record: &Record| (1..=4).find(|n| [5, 7, 9].iter().any(|later| duel_entry(*n, *later) == *record));
        found(&*storage, &Query::Duels { before, limit }).iter().filter_map(wanted).collect::<Vec<u8>>()
    };
    assert_eq!(read(None, 9), [3, 4, 2, 1]);
    assert_eq!(read(None, 1), [3]);
    // Those of one millisecond are never split.
    assert_eq!(read(None, 3), [3, 4, 2, 1]);
    assert_eq!(read(Some(9), 1), [4]);
    assert_eq!(read(Some(5), 9), [0; 0]);
    assert_eq!(read(Some(u64::MAX), 1), [3]);
}

pub(super) fn acts_of_operators_are_read_newest_first(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let acts: Vec<Record> = admin_records().into_iter().filter(|record| matches!(record, Record::Audit(..))).collect();
    let newest = acts.len() as u64;
    append_next(&mut storage, &put(admin_records())).unwrap();
    let read = |before, limit| found(&*storage, &Query::Audit { before, limit });
    let down: Vec<Record> = acts.into_iter().rev().collect();
    assert_eq!(read(None, 99), down);
    assert_eq!(read(None, 2), down[..2]);
    assert_eq!(read(Some(newest), 2), down[1..3]);
    assert!(read(Some(1), 9).is_empty() && read(None, 0).is_empty());
}
