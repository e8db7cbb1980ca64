//! A mounted service that spawns its tasks on tokio, which madsim does not run. Each poll of one of its answers also runs
//! those tasks, until they wait for something outside tokio.

use futures_util::FutureExt;
use hyper::body::Bytes;
use madsim::time::{Sleep, sleep};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::yield_now;
use turnstone_engine::Port;
use turnstone_http::mount::{Mount, MountedAnswer, MountedRequest, Purpose};

/// How often an answer and the tasks are polled in turn before the answer counts as pending.
const TURNS: usize = 3;
/// Nothing outside tokio learns that the loop has woken a task. While there are tasks, they are run this often.
const AGAIN: Duration = Duration::from_millis(1);

/// A service and its runtime. They have one thread and no clock of their own.
pub(super) struct OnTokio<M> {
    service: M,
    runtime: Arc<Runtime>,
}

impl<M> OnTokio<M> {
    pub(super) fn new(service: M) -> Self {
        // Timers read the time of madsim, which replaces the clock of the system.
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
        Self { service, runtime: Arc::new(runtime) }
    }
}

impl<M: Mount> Mount for OnTokio<M> {
    fn path(&self) -> &'static str {
        self.service.path()
    }

    fn purpose(&self, body: &[u8]) -> Purpose {
        self.service.purpose(body)
    }

    fn no_json(&self, what: &str) -> http::Response<Bytes> {
        self.service.no_json(what)
    }

    fn answer(&self, port: Port, request: MountedRequest) -> Pin<Box<dyn Future<Output = MountedAnswer> + Send>> {
        let (mut answer, runtime) = (self.service.answer(port, request), self.runtime.clone());
        let mut again: Option<Pin<Box<Sleep>>> = None;
        Box::pin(poll_fn(move |context| {
            drop(again.take());
            let polled = turn(&runtime, &mut answer, context);
            // Without a task the answer waits for the loop by itself.
            let waits = polled.is_pending() && runtime.metrics().num_alive_tasks() > 0;
            again = waits.then(|| Box::pin(sleep(AGAIN)));
            if again.as_mut().is_some_and(|again| again.poll_unpin(context).is_ready()) {
                context.waker().wake_by_ref();
            }
            polled
        }))
    }
}

/// Run an answer and the tasks of the runtime for a while.
fn turn<T>(runtime: &Runtime, answer: &mut (impl Future<Output = T> + Unpin), context: &mut Context<'_>) -> Poll<T> {
    runtime.block_on(async {
        let mut polled = Poll::Pending;
        for _ in 0..TURNS {
            if polled.is_pending() {
                polled = answer.poll_unpin(context);
            }
            yield_now().await;
        }
        polled
    })
}
