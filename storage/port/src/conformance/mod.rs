//! What every engine must do. An engine's own tests run all of it:
//!
//! ```no_run
//! use turnstone_storage::{Memory, MemoryDisk, conformance};
//!
//! conformance::run(MemoryDisk::default, |disk| Ok(Box::new(Memory::open(disk.clone())?)));
//! ```

#![allow(clippy::unwrap_used, reason = "these are tests, for engines in other crates too")]

mod fencing;
mod keys;
mod queries;
mod rounds;
pub mod samples;

use crate::{Failure, Storage, load};
use turnstone_service::record::Record;

/// Opens the storage of one place, again and again.
pub type OpenStorage<'a> = &'a dyn Fn() -> Result<Box<dyn Storage>, Failure>;

/// Each is run on a place where nothing was ever stored, and panics where the engine falls short.
pub const CASES: &[fn(OpenStorage<'_>)] = &[
    rounds::what_was_appended_is_there_after_opening_again,
    rounds::a_later_change_goes_over_an_earlier_one,
    rounds::commits_are_numbered_and_chained_over_terms,
    rounds::a_round_without_changes_makes_no_commit,
    rounds::many_rounds_are_all_there,
    rounds::a_snapshot_stays_as_it_was,
    rounds::a_scan_takes_its_start_and_leaves_its_end,
    fencing::a_round_after_another_head_is_not_written,
    fencing::of_two_handles_the_one_that_comes_too_late_is_fenced,
    fencing::a_commit_of_another_log_is_applied,
    keys::personal_keys_come_with_their_round_and_go_with_theirs,
    keys::loading_destroys_keys_that_nobody_needs_and_misses_those_that_somebody_does,
    keys::a_fold_that_stops_early_destroys_no_keys,
    queries::the_ledger_is_read_upwards_after_a_cursor,
    queries::history_is_read_downwards_and_never_splits_a_millisecond,
    queries::history_of_a_game_holds_that_game_alone,
    queries::an_archived_table_is_found_by_its_id,
    queries::a_party_s_messages_are_read_upwards_after_a_cursor,
    queries::archived_tables_are_read_upwards_after_an_id,
    queries::practice_tables_are_found_by_their_end,
    queries::duels_are_read_newest_first_before_a_moment,
    queries::acts_of_operators_are_read_newest_first,
];

/// Run all cases, each on a fresh place.
pub fn run<P>(fresh: impl Fn() -> P, open: impl Fn(&P) -> Result<Box<dyn Storage>, Failure>) {
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
