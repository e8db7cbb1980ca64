//! What every engine must do. An engine's own tests run all of it:
//!
//! ```no_run
//! use turnstone_storage::{Memory, MemoryDisk};
//! use turnstone_storage_conformance::run;
//!
//! run(MemoryDisk::default, |disk| Ok(Box::new(Memory::open(disk.clone())?)));
//! ```

#![allow(clippy::unwrap_used, reason = "these are tests, for engines in other crates")]

mod commands;
mod fencing;
mod groups;
mod keys;
mod queries;
pub mod samples;

pub use commands::run_commands;

use turnstone_service::record::Record;
use turnstone_storage::{Storage, StorageError, load};

/// Opens the storage of one place, repeatedly.
pub type OpenStorage<'a> = &'a dyn Fn() -> Result<Box<dyn Storage>, StorageError>;

/// Each runs on an empty place, and panics if the engine is not correct.
pub const CASES: &[fn(OpenStorage<'_>)] = &[
    groups::appended_records_survive_reopening,
    groups::a_later_change_replaces_an_earlier_one,
    groups::commits_are_numbered_and_chained_over_terms,
    groups::an_empty_group_makes_no_commit,
    groups::many_commits_survive_reopening,
    groups::a_snapshot_does_not_change,
    groups::a_scan_includes_its_start_and_excludes_its_end,
    fencing::a_group_after_another_head_is_rejected,
    fencing::the_second_of_two_writers_is_fenced,
    fencing::a_commit_of_another_log_is_applied,
    keys::personal_keys_are_filled_and_destroyed_with_their_groups,
    keys::loading_destroys_unused_keys_and_fails_for_missing_ones,
    keys::a_fold_that_stops_early_destroys_no_keys,
    queries::the_ledger_is_read_upwards_after_a_cursor,
    queries::history_is_read_downwards_and_never_splits_a_millisecond,
    queries::history_of_a_game_holds_that_game_alone,
    queries::an_archived_table_is_found_by_its_id,
    queries::a_party_s_messages_are_read_upwards_after_a_cursor,
    queries::archived_tables_are_read_upwards_after_an_id,
    queries::a_day_s_list_is_read_by_numbers_and_with_its_roots,
    queries::practice_tables_are_found_by_their_end,
    queries::duels_are_read_newest_first_before_a_moment,
    queries::acts_of_operators_are_read_newest_first,
];

/// Run all cases, each on a fresh place.
pub fn run<P>(fresh: impl Fn() -> P, open: impl Fn(&P) -> Result<Box<dyn Storage>, StorageError>) {
    for case in CASES {
        let place = fresh();
        case(&|| open(&place));
    }
}

fn all(storage: &dyn Storage) -> Vec<Record> {
    storage.state().snapshot().unwrap().records().collect::<Result<_, _>>().unwrap()
}

fn hot(storage: &mut dyn Storage) -> Vec<Record> {
    load(storage, |_, records| records.collect()).unwrap()
}
