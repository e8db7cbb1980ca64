//! The interface for outbound calls, and the return path of their results.

use crate::inbox::Handle;
use turnstone_service::calls::{Call, CallId, CallResult};

/// Makes outbound calls. The loop passes a call on when everything it was derived from is durable.
pub trait Outbound: Send {
    /// Begin a call, without blocking.
    fn call(&mut self, call: Call, back: ReturnTo);
}

impl Outbound for Box<dyn Outbound> {
    fn call(&mut self, call: Call, back: ReturnTo) {
        (**self).call(call, back);
    }
}

/// The return path of one call. Dropping it unused reports a failed call: the core gets exactly one result for every
/// call.
#[must_use]
pub struct ReturnTo {
    handle: Handle,
    call: Option<CallId>,
}

impl ReturnTo {
    pub(crate) const fn new(handle: Handle, call: CallId) -> Self {
        Self { handle, call: Some(call) }
    }

    /// Report the result.
    pub fn with(mut self, result: CallResult) {
        self.send(result);
    }

    fn send(&mut self, result: CallResult) {
        if let Some(call) = self.call.take() {
            self.handle.returned(call, result);
        }
    }
}

impl Drop for ReturnTo {
    fn drop(&mut self) {
        self.send(CallResult::Failed { retry_after_s: None });
    }
}

/// No outbound calls: every call fails at once.
#[derive(Clone, Copy, Default, Debug)]
pub struct NotConnectedError;

impl Outbound for NotConnectedError {
    fn call(&mut self, _: Call, _: ReturnTo) {}
}

/// Holds calls back, neither made nor failed: for a loop that runs one operator's command. The next loop makes them.
#[derive(Default)]
pub struct Held(Vec<ReturnTo>);

impl Outbound for Held {
    fn call(&mut self, _: Call, back: ReturnTo) {
        self.0.push(back);
    }
}
