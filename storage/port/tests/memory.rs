use turnstone_storage::{AppendError, GroupFullError, Memory, MemoryDisk};
use turnstone_storage_conformance::run;

#[test]
fn memory_is_an_engine() {
    run(MemoryDisk::default, |disk| Ok(Box::new(Memory::open(disk.clone())?)));
}

#[test]
fn errors_have_distinct_messages() {
    let full = AppendError::from(GroupFullError { bytes: 2_000_000 });
    assert_eq!(full.to_string(), "a group commit has no room for 2000000 bytes");
    assert_eq!(AppendError::Fenced.to_string(), "another writer has taken over");
}
