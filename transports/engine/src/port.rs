//! The interface that every transport uses: from a credential to a caller, from a request to its reply, and the drain.

use crate::env::Env;
use crate::inbox::{Check, Handle, PendingReply, Phase};
use crate::metrics::Metrics;
use crate::subscription::Subscription;
use std::fmt;
use std::time::Instant;
use turnstone_api::operation::Access;
use turnstone_api::request::{RateClass, Request};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::Order;
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::request::Caller;

/// A handle to the loop, with the keys that verify credentials. Clones lead to the same loop.
#[derive(Clone)]
pub struct Port {
    handle: Handle,
    keys: ServerKeys,
}

impl Port {
    /// A port of the loop behind `handle`, whose tokens are signed with `keys`.
    pub const fn new(handle: Handle, keys: ServerKeys) -> Self {
        Self { handle, keys }
    }

    /// The same port for callers that all wait on the thread that runs the tasks of `env`: a group commit wakes it
    /// once.
    pub fn on_thread(&self, env: &impl Env) -> Self {
        Self { handle: self.handle.on_thread(env), keys: self.keys.clone() }
    }

    /// The claims of a token, if this service signed it. Only the core decides whether it is still valid.
    pub fn read_token(&self, token: &str) -> Option<Claims> {
        self.keys.read_token(token)
    }

    /// The pseudonym of these claims in logs; guests have none.
    pub fn pseudonym(&self, claims: &Claims) -> Option<Pseudonym> {
        let Claims::Account { account, .. } = claims else { return None };
        let [a, b, c, d, e, f, g, h, ..] = self.keys.keyed_hash("pseudonym", &account.to_string());
        Some(Pseudonym(u64::from_be_bytes([a, b, c, d, e, f, g, h])))
    }

    /// Put a request; `bytes` is its size as it was received. Dropping the future withdraws a pending request.
    pub fn call(&self, caller: Caller, request: Request, bytes: usize) -> PendingReply {
        self.handle.submit(caller, request, bytes)
    }

    /// Count a request that could not be parsed: its credentials and rate limits are checked before the error is
    /// reported. Returns nothing, or the first of these errors.
    pub fn count(&self, caller: Caller, class: RateClass) -> PendingReply {
        self.call(caller, Request::Admission(class), 0)
    }

    /// Put a request that opens a stream. Dropping the subscription ends the stream.
    pub fn subscribe(&self, caller: Caller, request: Request, bytes: usize) -> Subscription {
        self.handle.subscribe(caller, request, bytes)
    }

    /// Put an order of the process itself.
    pub fn operate(&self, order: Order) -> PendingReply {
        self.handle.operate(order)
    }

    /// The metrics of the loop.
    pub fn metrics(&self) -> &Metrics {
        self.handle.metrics()
    }

    /// The phase of the service.
    pub fn phase(&self) -> Phase {
        self.handle.phase()
    }

    /// The failing checks, the most serious first.
    pub fn failing(&self, now: Instant) -> Vec<Check> {
        self.handle.failing(now)
    }

    /// Whether the core follows another one: it answers only what reads.
    pub fn is_following(&self) -> bool {
        self.handle.is_following()
    }

    /// A number at least as high as that of every commit that replies have shown so far.
    pub fn commit(&self) -> u64 {
        self.handle.commit()
    }

    /// Wait until replies show at least this commit. False if the loop ends before.
    pub async fn shows(&self, commit: u64) -> bool {
        self.handle.shows(commit).await
    }

    /// Whether the service is about to drain.
    pub fn is_leaving(&self) -> bool {
        self.handle.is_leaving()
    }

    /// Reject new requests and have pending long-polls answered; the transports may close then.
    pub async fn drain(&self) {
        if self.phase() == Phase::Serving {
            self.handle.enter(Phase::Draining);
            // An error means that the loop has already ended.
            let _ = self.operate(Order::Drain).await;
        }
    }
}

/// The pseudonym of an account in logs: it stays the same as long as the data directory keeps its first key. Without
/// that key it cannot be linked to the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pseudonym(u64);

impl fmt::Display for Pseudonym {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// Whether an operation takes such a credential. Operators have none: a listener that serves them admits them.
pub const fn admit(access: Access, claims: Option<&Claims>) -> Result<(), Rejection> {
    match (access, claims) {
        (Access::Operator, _) => Err(Rejection::Auth(Auth::NotSignedIn)),
        (Access::Open | Access::Public | Access::SpectatorOrSeat | Access::Webhook, None)
        | (_, Some(Claims::Account { .. }))
        | (Access::AccountOrGuest, Some(Claims::Seat { grant: None, .. }))
        | (
            Access::Open | Access::Public | Access::AccountOrSeat | Access::SpectatorOrSeat | Access::Webhook,
            Some(Claims::Seat { .. }),
        ) => Ok(()),
        (Access::Account | Access::AccountOrGuest | Access::AccountOrSeat, None) => {
            Err(Rejection::Auth(Auth::NotSignedIn))
        }
        (Access::Account | Access::AccountOrGuest, Some(Claims::Seat { .. })) => {
            Err(Rejection::Auth(Auth::AccountNeeded))
        }
    }
}
