//! Watches the data directory: whether it is still in place, and whether the disk has free space.

use std::io;
use std::path::PathBuf;
use std::time::Duration;
use turnstone_engine::Handle;
use turnstone_engine::env::Env;
use turnstone_service::effects::Order;
use turnstone_storage::{State, StorageError};

/// The time between two checks: the removal of the directory is noticed within a second.
const LOOKS: Duration = Duration::from_millis(400);
/// Every how many checks the free space is read.
const ROOM_EVERY: u32 = 5;

/// The disk that a server's records are on.
pub trait FreeSpace: Send {
    /// Its free bytes.
    fn left(&self) -> io::Result<u64>;

    /// Whether it can be written.
    fn may_write(&self) -> io::Result<()>;
}

/// The file system of a directory.
pub struct FileSystem(pub PathBuf);

impl FreeSpace for FileSystem {
    fn left(&self) -> io::Result<u64> {
        let found = rustix::fs::statvfs(&self.0)?;
        Ok(found.f_bavail.saturating_mul(found.f_frsize))
    }

    fn may_write(&self) -> io::Result<()> {
        Ok(rustix::fs::access(&self.0, rustix::fs::Access::WRITE_OK)?)
    }
}

/// The free space of the disk, and the mark below which nothing new is created.
pub struct Space<R> {
    room: R,
    mark: u64,
}

impl<R: FreeSpace> Space<R> {
    /// With a mark in MiB; 0 is none.
    pub const fn new(room: R, mark_mib: u64) -> Self {
        Self { room, mark: mark_mib.saturating_mul(1 << 20) }
    }

    /// Read the free space, and tell the loop when the disk becomes nearly full or has space again.
    pub async fn look(&self, handle: &Handle) {
        self.look_whether_it_is_written(handle);
        if self.mark == 0 {
            return;
        }
        let left = match self.room.left() {
            Ok(left) => left,
            Err(error) => {
                tracing::warn!(%error, "the free space of the disk is unknown");
                return;
            }
        };
        let is_full = left < self.mark;
        if is_full == handle.is_full() {
            return;
        }
        let (left_mib, mark_mib) = (left >> 20, self.mark >> 20);
        if is_full {
            tracing::warn!(left_mib, mark_mib, "the disk is nearly full: nothing new is created until there is space");
        } else {
            tracing::info!(left_mib, mark_mib, "the disk has space again");
        }
        handle.set_full(is_full);
        // An error means that the loop has ended.
        let _ = handle.operate(Order::Full(is_full)).await;
    }

    /// Tell the loop when the disk becomes read-only or writable: the next write to a read-only one would end the
    /// process.
    fn look_whether_it_is_written(&self, handle: &Handle) {
        let may_write = self.room.may_write();
        if may_write.is_err() == handle.is_read_only() {
            return;
        }
        match &may_write {
            Ok(()) => tracing::info!("the data directory can be written again"),
            Err(error) => tracing::error!(%error, "the data directory cannot be written"),
        }
        handle.set_read_only(may_write.is_err());
    }
}

/// Check repeatedly; ends when the data directory is no longer in place.
pub async fn watch<R: FreeSpace>(env: &impl Env, handle: &Handle, state: &dyn State, space: &Space<R>) -> StorageError {
    let mut looks = 0;
    loop {
        env.sleep(LOOKS).await;
        if let Err(failure) = state.still_in_place() {
            return failure;
        }
        looks += 1;
        if looks % ROOM_EVERY == 0 {
            space.look(handle).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use turnstone_engine::Waker;

    struct SilentWaker;

    impl Waker for SilentWaker {
        fn wake(&self) {}
    }

    /// A disk with this free space; `None` is one that cannot be read or written.
    #[derive(Clone)]
    struct DiskDouble(Arc<Mutex<Option<u64>>>);

    impl FreeSpace for DiskDouble {
        fn left(&self) -> io::Result<u64> {
            self.0.lock().unwrap().ok_or_else(|| io::ErrorKind::Other.into())
        }

        fn may_write(&self) -> io::Result<()> {
            self.left().map(drop)
        }
    }

    #[test]
    fn a_disk_is_nearly_full_below_its_mark_and_while_unknown() {
        const MIB: u64 = 1 << 20;
        let disk = DiskDouble(Arc::default());
        let handle = Handle::new(SilentWaker);
        let (space, unmarked) = (Space::new(disk.clone(), 256), Space::new(disk.clone(), 0));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let looks = |space: &Space<DiskDouble>, left: Option<u64>| {
            *disk.0.lock().unwrap() = left;
            runtime.block_on(space.look(&handle));
            handle.is_full()
        };
        assert!(!looks(&space, None), "nothing is known");
        assert!(!looks(&space, Some(256 * MIB)));
        assert!(looks(&space, Some(256 * MIB - 1)));
        assert!(looks(&space, None), "it is as it was known last");
        assert!(looks(&space, Some(0)));
        assert!(!looks(&space, Some(300 * MIB)));
        assert!(!looks(&unmarked, Some(0)), "no mark");
        assert!(!handle.is_read_only());
        looks(&unmarked, None);
        assert!(handle.is_read_only(), "nothing can be written");
        looks(&space, Some(300 * MIB));
        assert!(!handle.is_read_only(), "and then again");
    }

    #[test]
    fn reads_the_free_space_of_a_file_system() {
        let left = FileSystem(std::env::temp_dir()).left().unwrap();
        assert!(left > 0);
        assert!(FileSystem("/nowhere/at/all".into()).left().is_err());
    }
}
