use crate::{AppendError, Full, Memory, MemoryDisk, conformance};

#[test]
fn memory_is_an_engine() {
    conformance::run(MemoryDisk::default, |disk| Ok(Box::new(Memory::open(disk.clone())?)));
}

#[test]
fn errors_can_be_told_apart() {
    let full = AppendError::from(Full { bytes: 2_000_000 });
    assert_eq!(full.to_string(), "a round has no room for 2000000 bytes");
    assert_eq!(AppendError::Fenced.to_string(), "another writer has taken over");
}
