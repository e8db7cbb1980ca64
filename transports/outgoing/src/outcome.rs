//! The result of a call, for the core and for the gate.

use crate::client::CallError;
use turnstone_service::calls::CallResult;

/// The result of a call, and the state of its host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CallOutcome {
    pub(crate) result: CallResult,
    pub(crate) host: HostHealth,
}

/// The state of the host after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HostHealth {
    /// It answered.
    Well,
    /// It is unavailable, and may have asked for a pause, in seconds.
    Unwell(Option<u64>),
    Unknown,
}

impl CallOutcome {
    /// The host answered.
    pub(crate) const fn well(result: CallResult) -> Self {
        Self { result, host: HostHealth::Well }
    }

    /// The host is unavailable.
    pub(crate) const fn failed(retry_after_s: Option<u64>) -> Self {
        Self { result: CallResult::Failed { retry_after_s }, host: HostHealth::Unwell(retry_after_s) }
    }

    /// There was no response in time, which may be due to the question.
    pub(crate) const fn timed_out() -> Self {
        Self { result: CallResult::TimedOut, host: HostHealth::Unknown }
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
