//! Tasks that run until all of them are blocked: a story knows exactly when nothing more can happen by itself.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Where tasks are spawned, from within tasks too.
#[derive(Clone, Default)]
pub(crate) struct Spawner(Arc<Mutex<Vec<Task>>>);

impl Spawner {
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.lock().unwrap().push(Box::pin(task));
    }
}

/// The tasks of a world.
#[derive(Default)]
pub(crate) struct Tasks {
    spawner: Spawner,
    running: Vec<(u64, Task, Arc<Ready>)>,
    next: u64,
}

struct Ready(AtomicBool);

impl Wake for Ready {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Tasks {
    pub(crate) fn spawner(&self) -> Spawner {
        self.spawner.clone()
    }

    /// Start a task that can be dropped by its number.
    pub(crate) fn start(&mut self, task: impl Future<Output = ()> + Send + 'static) -> u64 {
        self.add(Box::pin(task))
    }

    fn add(&mut self, task: Task) -> u64 {
        self.next += 1;
        self.running.push((self.next, task, Arc::new(Ready(AtomicBool::new(true)))));
        self.next
    }

    /// Drop a running task.
    pub(crate) fn stop(&mut self, number: u64) {
        self.running.retain(|(own, ..)| *own != number);
    }

    /// The clock was moved: all sleeping tasks check it again.
    pub(crate) fn wake_all(&self) {
        self.running.iter().for_each(|(_, _, ready)| ready.0.store(true, Ordering::SeqCst));
    }

    /// Run until all tasks are blocked; returns whether any ran.
    pub(crate) fn run(&mut self) -> bool {
        let mut ran = false;
        loop {
            let spawned = std::mem::take(&mut *self.spawner.0.lock().unwrap());
            for task in spawned {
                self.add(task);
            }
            let before = ran;
            let mut again = false;
            self.running.retain_mut(|(_, task, ready)| {
                if !ready.0.swap(false, Ordering::SeqCst) {
                    return true;
                }
                again = true;
                let waker = Waker::from(ready.clone());
                task.as_mut().poll(&mut Context::from_waker(&waker)) == Poll::Pending
            });
            ran = before || again;
            if !again {
                return ran;
            }
        }
    }
}
