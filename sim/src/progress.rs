//! The progress of a thread. A watchdog reads it and reports the seed and the step that does not end.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The interval of a watchdog.
const LOOK: Duration = Duration::from_millis(50);

thread_local! {
    static OWN: RefCell<Option<Arc<Progress>>> = const { RefCell::new(None) };
}

/// The progress of a thread.
#[derive(Default)]
pub struct Progress {
    seed: AtomicU64,
    step: AtomicU32,
    /// Number of steps of all its runs.
    steps: AtomicU64,
    is_over: AtomicBool,
}

/// A step that does not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hang {
    /// The seed of the run.
    pub seed: u64,
    /// Its number in the story, at the network level that of the request; 0 if the run has not begun.
    pub step: u32,
}

/// A step begins on this thread.
pub(crate) fn beat(seed: u64, step: u32) {
    OWN.with_borrow(|own| {
        if let Some(own) = own {
            own.seed.store(seed, Ordering::Relaxed);
            own.step.store(step, Ordering::Relaxed);
            own.steps.fetch_add(1, Ordering::Relaxed);
        }
    });
}

/// Call the returned closure in another thread, so that its steps count as those of this thread.
pub(crate) fn carried() -> impl FnOnce() + Send + 'static {
    let own = OWN.with_borrow(Clone::clone);
    move || OWN.set(own)
}

/// Do some work as the thread with this progress.
pub(crate) fn seen<T>(progress: &Arc<Progress>, work: impl FnOnce() -> T) -> T {
    OWN.set(Some(Arc::clone(progress)));
    let done = work();
    OWN.set(None);
    progress.is_over.store(true, Ordering::Relaxed);
    done
}

/// Watch threads until they end. A thread that begins no step for this long is reported once.
pub(crate) fn watch(all: &[Arc<Progress>], patience: Duration, on_hang: &(dyn Fn(Hang) + Sync)) {
    let mut last: Vec<(u64, Instant)> = all.iter().map(|_| (0, Instant::now())).collect();
    while all.iter().any(|one| !one.is_over.load(Ordering::Relaxed)) {
        std::thread::sleep(LOOK);
        for (one, (steps, since)) in all.iter().zip(&mut last) {
            let now = one.steps.load(Ordering::Relaxed);
            if now != *steps || one.is_over.load(Ordering::Relaxed) {
                (*steps, *since) = (now, Instant::now());
            } else if since.elapsed() >= patience {
                *since = Instant::now();
                on_hang(Hang { seed: one.seed.load(Ordering::Relaxed), step: one.step.load(Ordering::Relaxed) });
            }
        }
    }
}

/// Do some work on this thread with a watchdog.
pub fn watched<T>(patience: Duration, on_hang: &(dyn Fn(Hang) + Sync), work: impl FnOnce() -> T) -> T {
    let progress = Arc::<Progress>::default();
    std::thread::scope(|scope| {
        let own = [Arc::clone(&progress)];
        scope.spawn(move || watch(&own, patience, on_hang));
        seen(&progress, work)
    })
}
