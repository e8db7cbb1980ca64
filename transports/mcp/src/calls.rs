//! The operations that a tool calls, for the caller of its request.

use crate::arguments::ToolArguments;
use crate::result::ToolResult;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::{Access, Operation};
use turnstone_api::words::{EXPIRED, Words};
use turnstone_engine::env::Clock;
use turnstone_engine::{AskError, Port, admit};
use turnstone_http::mount::MountError;
use turnstone_service::answer::Answer;
use turnstone_service::credentials::Claims;
use turnstone_service::effects::Rate;
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::request::{Caller, Request};
use turnstone_service::time::Millis;

/// The caller of a request, and the loop.
#[derive(Clone)]
pub(crate) struct ToolCalls {
    port: Port,
    caller: Caller,
    /// The size of the request as it was received.
    bytes: usize,
    clock: Arc<dyn Clock>,
    noted: Arc<Mutex<Noted>>,
    /// The result of the tool, if it has run already.
    prepared: Arc<Mutex<Option<(bool, Ran)>>>,
    /// Whether it is part of a batch, whose messages are answered one after another: none of them waits.
    is_in_batch: bool,
    /// Whether only the form of the request is checked: no tool runs.
    is_rehearsed: bool,
}

/// The result of a tool.
pub(crate) type Ran = Result<ToolResult, AskError>;

/// Facts of the operations that were called.
#[derive(Default)]
pub(crate) struct Noted {
    /// Whether one was called.
    pub(crate) called: bool,
    /// Whether the arguments had a credential.
    pub(crate) with_credential: bool,
    /// The rest of the caller's window after the last one that was counted.
    pub(crate) rate: Option<Rate>,
    /// The error that the request ended with.
    pub(crate) failure: Option<MountError>,
}

impl ToolCalls {
    pub(crate) fn new(port: Port, caller: Caller, bytes: usize, clock: Arc<dyn Clock>) -> Self {
        Self {
            port,
            caller,
            bytes,
            clock,
            noted: Arc::default(),
            prepared: Arc::default(),
            is_in_batch: false,
            is_rehearsed: false,
        }
    }

    /// The same for a message of a batch.
    pub(crate) fn in_batch(&self) -> Self {
        Self { prepared: Arc::default(), is_in_batch: true, ..self.clone() }
    }

    /// The same for a request whose form is checked before it runs.
    pub(crate) fn rehearsed(&self) -> Self {
        Self { is_rehearsed: true, ..self.clone() }
    }

    /// Whether no tool runs.
    pub(crate) const fn is_rehearsed(&self) -> bool {
        self.is_rehearsed
    }

    /// The time that a message may wait.
    pub(crate) const fn shortened(&self, wait: Duration) -> Duration {
        if self.is_in_batch { Duration::ZERO } else { wait }
    }

    /// Set the result of the tool, with whether it has structured content.
    pub(crate) fn prepare(&self, ran: (bool, Ran)) {
        *self.prepared.lock().unwrap_or_else(PoisonError::into_inner) = Some(ran);
    }

    /// The result of the tool, if it has run already.
    pub(crate) fn prepared(&self) -> Option<(bool, Ran)> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// A monotonic clock.
    pub(crate) fn instant(&self) -> Instant {
        self.clock.instant()
    }

    /// The wall clock.
    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    /// The facts so far.
    pub(crate) fn take(&self) -> Noted {
        std::mem::take(&mut self.noted())
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same calls with the seat's token that the arguments have. A token of an account does not count there: it does not
    /// belong into the context of a model.
    pub(crate) async fn of_seat(
        mut self,
        arguments: &mut ToolArguments,
        operation: &dyn Operation,
    ) -> Result<Self, AskError> {
        let Some(token) = arguments.take("seatToken") else { return Ok(self) };
        self.noted().with_credential = true;
        let Value::String(token) = token else {
            return Err(self.invalid(operation, Invalid::parameter("seatToken", "must be a string")).await);
        };
        self.sit(&token)?;
        Ok(self)
    }

    /// Call with this seat's token from now on.
    pub(crate) fn sit(&mut self, token: &str) -> Result<(), AskError> {
        let claims = self.port.read_token(token).filter(|claims| matches!(claims, Claims::Seat { .. }));
        let rejected = || AskError::Rejected(Rejection::from(Auth::NotSignedIn).into());
        self.caller.claims = Some(claims.ok_or_else(rejected)?);
        Ok(())
    }

    /// The request of an operation, whose path parameters are these arguments.
    pub(crate) async fn read(
        &self,
        operation: &dyn Operation,
        names: &[&str],
        arguments: &ToolArguments,
    ) -> Result<Request, AskError> {
        let caller = self.caller_of(operation);
        self.noted().called = true;
        // Credentials are checked before arguments.
        admit(operation.about().access, caller.claims.as_ref())
            .map_err(|rejection| AskError::Rejected(rejection.into()))?;
        let mut values = Vec::new();
        for name in names {
            match arguments.0.get(*name) {
                Some(Value::String(text)) => values.push(Cow::Borrowed(text.as_str())),
                Some(_) => return Err(self.invalid(operation, Invalid::parameter(name, "must be a string")).await),
                None => return Err(self.invalid(operation, Invalid::parameter(name, "is missing")).await),
            }
        }
        self.port.read(&caller, operation, &values, &arguments.0).await
    }

    /// Put a request to the loop. Dropping the future withdraws a pending request.
    pub(crate) async fn send(&self, request: Request) -> Result<Answer, AskError> {
        let caller = request.operation().map_or_else(|| self.caller.clone(), |operation| self.caller_of(operation));
        self.noted().called = true;
        let reply = self.port.call(caller, request, self.bytes).await;
        let rate = reply.as_ref().map_or_else(|rejected| rejected.rate, |replied| replied.rate);
        let mut noted = self.noted();
        noted.rate = rate.or(noted.rate);
        drop(noted);
        reply.map(|replied| replied.answer).map_err(AskError::Rejected)
    }

    /// Read the request of an operation, and put it.
    pub(crate) async fn ask(
        &self,
        operation: &dyn Operation,
        names: &[&str],
        arguments: &ToolArguments,
    ) -> Result<Answer, AskError> {
        self.send(self.read(operation, names, arguments).await?).await
    }

    /// Note the error that the request ends with; returns its text.
    pub(crate) fn fail(&self, error: AskError) -> Words {
        let (rejected, rate) = match &error {
            AskError::Invalid(_, rate) => (None, *rate),
            AskError::Rejected(rejected) => (Some(rejected.clone()), rejected.rate),
        };
        let is_unknown = rejected.as_ref().is_some_and(|rejected| rejected.rejection == Auth::NotSignedIn.into());
        let claims = self.caller.claims.as_ref().filter(|_| is_unknown);
        let mut words = Words::from(error);
        if claims.is_some_and(|claims| claims.expires_at() <= self.now()) {
            words.error = EXPIRED.into();
        }
        let mut noted = self.noted();
        noted.rate = rate.or(noted.rate);
        noted.failure = Some(MountError { category: words.category, rejected });
        words
    }

    /// The error of an argument, once it is counted as a request of this operation.
    async fn invalid(&self, operation: &dyn Operation, invalid: Invalid) -> AskError {
        self.noted().called = true;
        self.port.invalid(&self.caller_of(operation), operation, invalid).await
    }

    /// The caller as the operation knows it: it may ignore credentials.
    fn caller_of(&self, operation: &dyn Operation) -> Caller {
        let mut caller = Caller { is_model: true, ..self.caller.clone() };
        if operation.about().access == Access::Open {
            caller.claims = None;
        }
        caller
    }
}
