//! Notifications of a supervisor such as systemd, if it is configured to receive them (`Type=notify`, `WatchdogSec=`).

use sd_notify::NotifyState;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use turnstone_engine::{Handle, Phase};

/// Send it a notification.
pub(super) fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the supervisor cannot be notified");
    }
}

/// Notify it that the server is alive, as long as its loop runs. It restarts a server that hangs.
pub(super) async fn watch(handle: Handle) {
    let Some(limit) = sd_notify::watchdog_enabled() else { return };
    loop {
        if is_alive(&handle, limit, Instant::now()) {
            tell(NotifyState::Watchdog);
        }
        sleep(limit / 4).await;
    }
}

/// The same for a node of a cluster, whose loop runs only while it has a core.
pub(super) async fn watch_node(current: Arc<Mutex<Option<Handle>>>) {
    let Some(limit) = sd_notify::watchdog_enabled() else { return };
    loop {
        let handle = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let handle = handle.filter(|handle| handle.phase() != Phase::Stopped);
        if handle.is_none_or(|handle| is_alive(&handle, limit, Instant::now())) {
            tell(NotifyState::Watchdog);
        }
        sleep(limit / 4).await;
    }
}

/// Whether the loop iterated within half of the time that the supervisor allows.
fn is_alive(handle: &Handle, limit: Duration, now: Instant) -> bool {
    handle.metrics().still_for(now).is_none_or(|still| still <= limit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_engine::Waker;

    struct SilentWaker;

    impl Waker for SilentWaker {
        fn wake(&self) {}
    }

    #[test]
    fn a_loop_that_does_not_iterate_is_not_alive() {
        let hung = Handle::new(SilentWaker);
        let (limit, now) = (Duration::from_secs(30), Instant::now());
        assert!(is_alive(&hung, limit, now), "it has not begun");
        hung.metrics().turns(now);
        assert!(is_alive(&hung, limit, now + limit / 2));
        assert!(!is_alive(&hung, limit, now + limit / 2 + Duration::from_millis(1)));
    }
}
