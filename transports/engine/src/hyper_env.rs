//! An adapter from [`Env`] to the traits of hyper.

use crate::env::{Env, Sleep};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// Timers and tasks of an [`Env`].
#[derive(Clone, Debug)]
pub struct Hyper<E>(pub E);

impl<E: Env> hyper::rt::Timer for Hyper<E> {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn hyper::rt::Sleep>> {
        self.sleep_until(self.0.instant() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(HyperSleep(self.0.sleep_until(deadline)))
    }

    fn now(&self) -> Instant {
        self.0.instant()
    }
}

impl<E: Env, F: Future + Send + 'static> hyper::rt::Executor<F> for Hyper<E> {
    fn execute(&self, task: F) {
        self.0.spawn(async move { drop(task.await) });
    }
}

struct HyperSleep(Sleep);

impl Future for HyperSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.0).poll(context)
    }
}

impl hyper::rt::Sleep for HyperSleep {}
