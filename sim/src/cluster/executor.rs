//! Tasks on one thread with a clock of their own. Time passes when no task can go on. A task belongs to an owner, which can be
//! paused or killed while the time of the others goes on.

use crate::parts::lock;
use crate::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

/// Steps at one time after which a run counts as one that hangs.
const STEPS: u32 = 100_000;

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Who a task belongs to: a node by its number, or one of those below.
pub(super) type Owner = usize;

/// The owner of what cannot be paused or killed.
pub(super) const WORLD: Owner = 9;

/// The executor. Clones lead to the same one.
#[derive(Clone)]
pub(super) struct Executor {
    inside: Arc<Mutex<Inside>>,
    ready: ReadySet,
    /// The instant at the beginning of the run, from which all clocks count.
    pub(super) zero: Instant,
}

type ReadySet = Arc<Mutex<BTreeSet<u64>>>;

#[derive(Default)]
struct Inside {
    rng: Rng,
    now: Duration,
    next: u64,
    tasks: BTreeMap<u64, (Owner, Option<Work>)>,
    timers: BTreeMap<(Duration, u64), Waker>,
    paused: BTreeSet<Owner>,
}

struct TaskWaker(u64, ReadySet);

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        lock(&self.1).insert(self.0);
    }
}

impl Executor {
    pub(super) fn new(seed: u64) -> Self {
        let inside = Inside { rng: Rng::new(seed), ..Inside::default() };
        Self { inside: Arc::new(Mutex::new(inside)), ready: Arc::default(), zero: Instant::now() }
    }

    /// The time since the beginning of the run.
    pub(super) fn now(&self) -> Duration {
        lock(&self.inside).now
    }

    pub(super) fn spawn(&self, owner: Owner, work: impl Future<Output = ()> + Send + 'static) {
        let mut inside = lock(&self.inside);
        let id = inside.next;
        inside.next += 1;
        inside.tasks.insert(id, (owner, Some(Box::pin(work))));
        lock(&self.ready).insert(id);
    }

    /// Stop or continue the tasks of an owner.
    pub(super) fn pause(&self, owner: Owner, is_paused: bool) {
        let mut inside = lock(&self.inside);
        if is_paused {
            inside.paused.insert(owner)
        } else {
            inside.paused.remove(&owner)
        };
    }

    pub(super) fn is_paused(&self, owner: Owner) -> bool {
        lock(&self.inside).paused.contains(&owner)
    }

    pub(super) fn kill(&self, owner: Owner) {
        let dead: Vec<_> = lock(&self.inside).tasks.extract_if(.., |_, (of, _)| *of == owner).collect();
        // Their destructors may wake other tasks.
        drop(dead);
    }

    /// Ready at this time of the run.
    pub(super) fn until(&self, at: Duration) -> Timer {
        Timer { executor: self.clone(), at, is_set: false }
    }

    /// Ready after this time.
    pub(super) fn sleep(&self, time: Duration) -> Timer {
        self.until(self.now() + time)
    }

    /// Run until this future is ready. `after` is called after each step of a task.
    pub(super) fn run(&self, work: impl Future<Output = ()> + Send + 'static, mut after: impl FnMut(Owner)) {
        let done = Arc::new(Mutex::new(false));
        let own = done.clone();
        self.spawn(WORLD, async move {
            work.await;
            *lock(&own) = true;
        });
        let mut steps = 0;
        while !*lock(&done) {
            match self.pick() {
                Some((id, owner, work)) => {
                    self.step(id, owner, work);
                    after(owner);
                    steps += 1;
                    assert!(steps < STEPS, "time stands still");
                }
                None => {
                    self.advance();
                    steps = 0;
                }
            }
        }
        // Their destructors may wake other tasks.
        let all = std::mem::take(&mut lock(&self.inside).tasks);
        drop(all);
    }

    /// One of the tasks that can go on.
    fn pick(&self) -> Option<(u64, Owner, Work)> {
        let mut guard = lock(&self.inside);
        let inside = &mut *guard;
        let mut ready = lock(&self.ready);
        ready.retain(|id| inside.tasks.contains_key(id));
        let may_run = |id: &&u64| inside.tasks.get(id).is_some_and(|(owner, _)| !inside.paused.contains(owner));
        let free: Vec<u64> = ready.iter().filter(may_run).copied().collect();
        let id = *inside.rng.pick(&free)?;
        ready.remove(&id);
        let (owner, work) = inside.tasks.get_mut(&id)?;
        Some((id, *owner, work.take()?))
    }

    fn step(&self, id: u64, owner: Owner, mut work: Work) {
        let waker = Waker::from(Arc::new(TaskWaker(id, self.ready.clone())));
        let is_over = work.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        let mut inside = lock(&self.inside);
        match inside.tasks.get_mut(&id) {
            // A task that has killed its own owner ends here, too.
            Some(task) if !is_over => *task = (owner, Some(work)),
            _ => {
                inside.tasks.remove(&id);
                drop(inside);
                drop(work);
            }
        }
    }

    /// Let time pass until the next timer.
    fn advance(&self) {
        let mut inside = lock(&self.inside);
        let ((at, _), waker) = inside.timers.pop_first().expect("the run itself waits for a time");
        inside.now = inside.now.max(at);
        drop(inside);
        waker.wake();
    }
}

pub(super) struct Timer {
    executor: Executor,
    at: Duration,
    is_set: bool,
}

impl Future for Timer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let at = self.at;
        let mut inside = lock(&self.executor.inside);
        if inside.now >= at {
            return Poll::Ready(());
        }
        let number = inside.next;
        if !self.is_set {
            inside.next += 1;
            inside.timers.insert((at, number), context.waker().clone());
        }
        drop(inside);
        self.is_set = true;
        Poll::Pending
    }
}
