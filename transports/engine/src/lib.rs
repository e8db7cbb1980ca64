//! The loop between the transports and the core. The loop owns the core and serialises all commands: it takes the
//! waiting commands, applies them, makes them durable with one sync, and only then sends the replies. Nothing that was
//! derived from a change leaves before the change is durable.
//!
//! [`GroupCommits`] is the logic of group commits without threads or waiting, [`Engine`] adds the inbox and the waiting
//! callers, [`spawn`] runs it on a thread. The simulator drives an [`Engine`] from a task instead.

mod calling;
pub mod connections;
pub mod env;
mod follow;
mod group_commits;
pub mod hyper_env;
mod inbox;
mod metrics;
mod monotonic;
mod outbound;
pub mod peers;
mod port;
mod reply_queue;
pub mod runtime;
mod seldom;
mod subscription;
mod thread;
mod transport;
mod turns;
mod watched;

pub use calling::AskError;
pub use follow::{Commits, LoopEndedError, Orders};
pub use group_commits::{AbsorbedCommit, GroupBounds, GroupCommits, LoopError, Released, StateMachine};
pub use inbox::{Check, Handle, PendingReply, Phase, Waker};
pub use metrics::Metrics;
pub use outbound::{Held, NotConnectedError, Outbound, ReturnTo};
pub use port::{Port, Pseudonym, admit};
pub use seldom::{Seldom, SeldomReasons};
pub use subscription::{Subscription, WAITING_BYTES, WAITING_BYTES_OF_MEMBER};
pub use thread::{Running, Stopped, spawn, spawn_following};
pub use transport::{Close, Closing, Transport};
pub use turns::{Engine, Turn};
