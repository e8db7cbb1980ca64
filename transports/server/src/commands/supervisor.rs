//! What a supervisor such as systemd is told, where one asks to be told (`Type=notify`, `WatchdogSec=`).

use sd_notify::NotifyState;
use tokio::time::sleep;
use turnstone_engine::Handle;

/// Tell it something.
pub(super) fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the supervisor cannot be told anything");
    }
}

/// Tell it that the server is alive, as long as its loop makes rounds; for ever. One that hangs is started anew then.
pub(super) async fn watch(handle: Handle) {
    let Some(limit) = sd_notify::watchdog_enabled() else { return };
    let mut rounds = Rounds::default();
    loop {
        if rounds.go_on(&handle) {
            tell(NotifyState::Watchdog);
        }
        sleep(limit / 4).await;
    }
}

/// What was seen of the loop.
#[derive(Default)]
struct Rounds(Option<u64>);

impl Rounds {
    /// Whether there were rounds since the last look.
    fn go_on(&mut self, handle: &Handle) -> bool {
        let turns = handle.turns();
        self.0.replace(turns) != Some(turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_engine::Bell;

    struct SilentBell;

    impl Bell for SilentBell {
        fn ring(&self) {}
    }

    #[test]
    fn a_loop_that_makes_no_rounds_is_not_alive() {
        let hung = Handle::new(SilentBell);
        let mut rounds = Rounds::default();
        assert!(rounds.go_on(&hung), "it has its time from the first look on");
        assert!(!rounds.go_on(&hung));
    }
}
