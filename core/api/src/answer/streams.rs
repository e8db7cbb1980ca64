//! What streams need beside the responses that their events carry.

use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::rejection::{Auth, Grant, PartyRejection, Rejection, TableRejection};

/// Why a stream ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The table was archived.
    Archived,
    /// The game is over: its replay is public. Only streams without credentials end with it.
    Over,
    /// The credential has ended.
    SignedOut,
    /// The seat is delegated.
    SeatDelegated,
    /// It does not exist any more for the caller.
    NotFound,
    /// The reader was too slow: continue.
    Slow,
    /// The service stops: continue later.
    Draining,
    /// The service cannot read the next event: continue later.
    Unavailable,
}

impl EndReason {
    /// The reason of a stream that ends with this error.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others do not end a stream that was open")]
    pub const fn of(rejection: &Rejection) -> Self {
        match rejection {
            Rejection::Auth(Auth::NotSignedIn | Auth::Frozen) => Self::SignedOut,
            Rejection::Grant(Grant::Delegated) => Self::SeatDelegated,
            Rejection::Table(TableRejection::NotFound) | Rejection::Party(PartyRejection::NotFound) => Self::NotFound,
            _ => Self::Unavailable,
        }
    }
}

shape! {
    /// The last event of a stream, named `end`. It has no id.
    pub struct StreamEnd {
        /// Why the stream ended.
        pub reason: EndReason,
    }
}

/// A value that is created once and shared by many responses.
#[derive(Clone, Debug)]
pub struct SharedAnswer<T>(Arc<WithJson<T>>);

#[derive(Debug)]
struct WithJson<T> {
    value: T,
    /// Its JSON, once a stream has needed it.
    json: OnceLock<Box<str>>,
}

impl<T> From<T> for SharedAnswer<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(WithJson { value, json: OnceLock::new() }))
    }
}

impl<T> Deref for SharedAnswer<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: Serialize> SharedAnswer<T> {
    /// Its JSON, which is written once for all.
    pub fn json(&self) -> &str {
        let written = || serde_json::to_string(&self.0.value).expect("answers are plain data").into();
        self.0.json.get_or_init(written)
    }
}

impl<T: Serialize> Serialize for SharedAnswer<T> {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.0.value.serialize(out)
    }
}
