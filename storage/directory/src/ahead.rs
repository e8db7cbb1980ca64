//! Read-ahead: a thread reads rows and decodes them to records while the caller builds the core from them.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::vec;
use turnstone_service::record::Record;
use turnstone_storage::{Snapshot, StorageError, read_hot};

/// Records in a chunk.
const CHUNK: usize = 1024;
/// Chunks in the channel: a bound of how far the reader may be ahead.
const WAITING: usize = 8;

type Chunk = Vec<Result<Record, StorageError>>;

/// The hot records of a snapshot, read ahead.
pub(crate) struct ReadAhead {
    chunk: vec::IntoIter<Result<Record, StorageError>>,
    chunks: Receiver<Chunk>,
    reader: Option<JoinHandle<()>>,
}

impl ReadAhead {
    pub(crate) fn start(snapshot: impl Snapshot + 'static) -> Self {
        let (sender, chunks) = sync_channel(WAITING);
        let reader = std::thread::spawn(move || read(&snapshot, &sender));
        Self { chunk: Vec::new().into_iter(), chunks, reader: Some(reader) }
    }
}

/// Ends early when the receiver is gone.
fn read(snapshot: &impl Snapshot, sender: &SyncSender<Chunk>) {
    let mut records = read_hot(snapshot);
    loop {
        let chunk: Chunk = records.by_ref().take(CHUNK).collect();
        if chunk.is_empty() || sender.send(chunk).is_err() {
            return;
        }
    }
}

impl Iterator for ReadAhead {
    type Item = Result<Record, StorageError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.chunk.next() {
                return Some(record);
            }
            match self.chunks.recv() {
                Ok(chunk) => self.chunk = chunk.into_iter(),
                // All records were read, or the reader panicked.
                Err(_) => match self.reader.take()?.join() {
                    Ok(()) => return None,
                    Err(panic) => resume_unwind(panic),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use turnstone_service::record::RecordKind;
    use turnstone_service::time::Millis;
    use turnstone_storage::{Commit, KeyRange, Records};

    /// Records by number, then a panic or the end.
    struct Numbered {
        records: u64,
        panics: bool,
    }

    impl Snapshot for Numbered {
        fn head(&self) -> Commit {
            Commit::default()
        }

        fn chain(&self) -> Result<Vec<Commit>, StorageError> {
            Ok(Vec::new())
        }

        fn scan(&self, range: KeyRange) -> Records<'_> {
            if range != KeyRange::of_kind(RecordKind::Account) {
                return Box::new(std::iter::empty());
            }
            let record = |at| {
                assert!(at < self.records || !self.panics, "the engine panics on damage");
                Ok(Record::Clock(Millis(at)))
            };
            Box::new((0..self.records + u64::from(self.panics)).map(record))
        }
    }

    #[test]
    fn reads_all_records_in_order() {
        for records in [0, 1, CHUNK as u64, 20 * CHUNK as u64 + 7] {
            let read: Vec<Record> = ReadAhead::start(Numbered { records, panics: false }).map(Result::unwrap).collect();
            assert_eq!(read, (0..records).map(|at| Record::Clock(Millis(at))).collect::<Vec<_>>());
        }
    }

    #[test]
    fn passes_on_a_panic_of_the_reader() {
        let ahead = ReadAhead::start(Numbered { records: 3 * CHUNK as u64, panics: true });
        assert!(catch_unwind(AssertUnwindSafe(|| ahead.count())).is_err());
    }

    #[test]
    fn ends_the_reader_when_dropped() {
        let mut ahead = ReadAhead::start(Numbered { records: 1_000_000, panics: false });
        assert!(ahead.next().is_some());
        let reader = ahead.reader.take().unwrap();
        drop(ahead);
        reader.join().unwrap();
    }
}
