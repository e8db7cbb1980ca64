//! What came of a call, for the core and for the gate.

use crate::client::CallError;
use turnstone_service::calls::CallResult;

/// What a call's answer says of the call, and of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CallOutcome {
    pub(crate) result: CallResult,
    /// `None` if the host is well, else how many seconds of peace it asked for, if it did.
    pub(crate) unwell: Option<Option<u64>>,
}

impl CallOutcome {
    /// The host answered as it should.
    pub(crate) const fn well(result: CallResult) -> Self {
        Self { result, unwell: None }
    }

    /// It did not.
    pub(crate) const fn failed(retry_after_s: Option<u64>) -> Self {
        Self { result: CallResult::Failed { retry_after_s }, unwell: Some(retry_after_s) }
    }
}

impl From<CallError> for CallOutcome {
    fn from(error: CallError) -> Self {
        match error {
            CallError::NotAllowed => Self::well(CallResult::Refused),
            CallError::Unreachable | CallError::TimedOut | CallError::TooLarge | CallError::Broken => {
                Self::failed(None)
            }
        }
    }
}
