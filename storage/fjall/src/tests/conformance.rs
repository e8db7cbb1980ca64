use crate::{FJALL, FjallDirectory};
use tempfile::{TempDir, tempdir};
use turnstone_storage::{Durability, Storage, StorageError};
use turnstone_storage_conformance::{run, run_commands};

fn open(home: &TempDir, durability: Durability) -> Result<Box<dyn Storage>, StorageError> {
    Ok(Box::new(FjallDirectory::open(home.path(), durability)?))
}

#[test]
fn a_data_directory_is_an_engine() {
    run(|| tempdir().unwrap(), |home| open(home, Durability::Sync));
}

#[test]
fn a_buffered_data_directory_is_an_engine() {
    run(|| tempdir().unwrap(), |home| open(home, Durability::Buffered));
}

#[test]
fn every_command_works_on_fjall() {
    run_commands(&FJALL, tempdir().unwrap().path());
}
