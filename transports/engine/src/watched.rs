//! A value that tasks wait for. They are woken in the order in which they began to wait, so that a run can be repeated: a `watch`
//! channel of tokio wakes its receivers in a random one.

use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

#[derive(Default, Debug)]
pub(crate) struct Watched<T> {
    value: Mutex<T>,
    changed: Notify,
}

impl<T: Copy + PartialEq> Watched<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value: Mutex::new(value), changed: Notify::const_new() }
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self) -> T {
        *self.lock()
    }

    pub(crate) fn set(&self, value: T) {
        if std::mem::replace(&mut *self.lock(), value) != value {
            self.changed.notify_waiters();
        }
    }

    /// Wait for such a value.
    pub(crate) async fn wait_for(&self, wanted: impl Fn(&T) -> bool) -> T {
        loop {
            // It learns of every change from now on.
            let changed = self.changed.notified();
            let value = self.get();
            if wanted(&value) {
                return value;
            }
            changed.await;
        }
    }
}
