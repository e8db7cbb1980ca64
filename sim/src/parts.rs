//! Parts that the levels share.

use std::any::Any;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use turnstone_documents::packages::Packages;
use turnstone_engine::Waker;
use turnstone_engine::env::Env;
use turnstone_http::{HttpSettings, StreamBounds};

/// Lock a mutex, also after a panic: that is reported as a violation.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn text_of_panic(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or_default()
}

/// Wakes the loop of a core.
pub(crate) struct LoopWaker(pub(crate) Arc<Notify>);

impl Waker for LoopWaker {
    fn wake(&self) {
        self.0.notify_one();
    }
}

/// Runs the tasks of an HTTP/2 connection.
#[derive(Clone)]
pub(crate) struct Tasks<E>(pub(crate) E);

impl<E: Env, F: Future + Send + 'static> hyper::rt::Executor<F> for Tasks<E> {
    fn execute(&self, task: F) {
        self.0.spawn(async move { drop(task.await) });
    }
}

/// The settings of a transport without proxies, pages of other sites and a log.
pub(crate) fn http_settings(base_url: &str) -> HttpSettings {
    HttpSettings {
        base_url: base_url.to_owned(),
        trusted_proxies: Vec::new(),
        cors_origins: Vec::new(),
        webhook_header: turnstone_documents::WEBHOOK_HEADER.parse().expect("the name of a header"),
        push_key: String::new(),
        packages: Packages::default(),
        security_contact: None,
        access_log: false,
        stream_bounds: StreamBounds::default(),
    }
}
