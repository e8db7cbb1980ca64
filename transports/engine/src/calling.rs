//! Operations by name, with the fields of a JSON object, for transports that have no form of their own for each operation.

use crate::port::{Port, admit};
use serde_json::{Map, Value};
use std::borrow::Cow;
use turnstone_api::input::fields_of;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::{Access, Operation};
use turnstone_api::words::Words;
use turnstone_service::effects::{Rate, Rejected, Replied};
use turnstone_service::request::{Caller, Request};

/// Why a call was rejected.
#[derive(Debug)]
pub enum AskError {
    /// It could not be parsed; with the rest of the caller's window.
    Invalid(Invalid, Option<Rate>),
    /// By its credentials, or by the core.
    Rejected(Rejected),
}

impl From<AskError> for Words {
    fn from(rejected: AskError) -> Self {
        match rejected {
            AskError::Invalid(invalid, _) => invalid.into(),
            AskError::Rejected(rejected) => rejected.rejection.into(),
        }
    }
}

impl Port {
    /// The request of an operation: `names` are its path parameters in order, then its other fields. A request that could
    /// not be parsed still counts, and its credentials and limits are checked before its own error.
    pub async fn read(
        &self,
        caller: &Caller,
        operation: &dyn Operation,
        names: &[Cow<'_, str>],
        fields: &Map<String, Value>,
    ) -> Result<Request, AskError> {
        let about = operation.about();
        if about.access != Access::Operator || caller.operator.is_none() {
            admit(about.access, caller.claims.as_ref()).map_err(|rejection| AskError::Rejected(rejection.into()))?;
        }
        match operation.read(names, &fields_of(fields)) {
            Ok(request) => Ok(request),
            Err(invalid) => Err(self.invalid(caller, operation, invalid).await),
        }
    }

    /// The error of a request of this operation that could not be parsed, once it is counted.
    pub async fn invalid(&self, caller: &Caller, operation: &dyn Operation, invalid: Invalid) -> AskError {
        match self.count(caller.clone(), operation.about().rate).await {
            Ok(replied) => AskError::Invalid(invalid, replied.rate),
            Err(rejected) => AskError::Rejected(rejected),
        }
    }

    /// Read the request of an operation and call it; `bytes` is its size as it was received. Dropping the future withdraws
    /// a pending request.
    pub async fn ask(
        &self,
        caller: Caller,
        operation: &dyn Operation,
        (names, fields): (&[Cow<'_, str>], &Map<String, Value>),
        bytes: usize,
    ) -> Result<Replied, AskError> {
        let request = self.read(&caller, operation, names, fields).await?;
        self.call(caller, request, bytes).await.map_err(AskError::Rejected)
    }
}
