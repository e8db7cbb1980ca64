//! The way out: who makes the core's calls to the outside, and the way back for what comes of them.

use crate::inbox::Handle;
use turnstone_service::calls::{Call, CallId, CallResult};

/// Makes calls to the outside. The loop hands them over once all that they were derived from is durable.
pub trait Outbound: Send {
    /// Begin a call, without waiting for anything.
    fn call(&mut self, call: Call, back: ReturnTo);
}

/// The way back of one call. Dropping it unused says that the call failed: the core hears of every call once.
#[must_use]
pub struct ReturnTo {
    handle: Handle,
    call: Option<CallId>,
}

impl ReturnTo {
    pub(crate) const fn new(handle: Handle, call: CallId) -> Self {
        Self { handle, call: Some(call) }
    }

    /// Say what came of it.
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

/// No way out: every call fails at once.
#[derive(Clone, Copy, Default, Debug)]
pub struct NotConnected;

impl Outbound for NotConnected {
    fn call(&mut self, _: Call, _: ReturnTo) {}
}

/// Holds calls back, neither made nor failed: for a loop that carries out one order of the operator. The next loop
/// makes them.
#[derive(Default)]
pub struct Held(Vec<ReturnTo>);

impl Outbound for Held {
    fn call(&mut self, _: Call, back: ReturnTo) {
        self.0.push(back);
    }
}
