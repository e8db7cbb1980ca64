//! The loop between the doors and the core (one owner, one order): what waits is taken, applied, made durable with one
//! sync, and only then answered. Nothing that was derived from a change leaves before the change is durable.
//!
//! [`Rounds`] is the logic of a round without threads or waiting, [`Engine`] adds the inbox and the waiting callers,
//! [`spawn`] gives it a thread. The simulator drives an [`Engine`] from a task instead.

pub mod connections;
mod door;
pub mod env;
mod inbox;
mod lane;
mod metrics;
mod monotonic;
mod outbound;
mod port;
mod rounds;
mod seldom;
mod thread;
mod turns;
mod typed;
mod watch;

pub use door::{Close, Closing, Door};
pub use inbox::{Bell, Check, Handle, PendingReply, Phase};
pub use metrics::Metrics;
pub use outbound::{Held, NotConnected, Outbound, ReturnTo};
pub use port::{Port, Pseudonym, admit};
pub use rounds::{Broken, Released, RoundBounds, Rounds, StateMachine};
pub use seldom::Seldom;
pub use thread::{Running, Stopped, spawn};
pub use turns::{Engine, Turn};
pub use typed::{Typed, TypedReply};
pub use watch::{Watch, Watched};
