//! The loop between the doors and the core (one owner, one order): what waits is taken, applied, made durable with one
//! sync, and only then answered. Nothing that was derived from a change leaves before the change is durable.
//!
//! [`Rounds`] is the logic of a round without threads or waiting, [`Engine`] adds the inbox and the waiting callers,
//! [`spawn`] gives it a thread. The simulator drives an [`Engine`] from a task instead.

mod desk;
mod handle;
mod rounds;
mod steady;
mod thread;

pub use desk::{Engine, Turn};
pub use handle::{Bell, Handle, Pending, Phase};
pub use rounds::{Broken, Rounds, StateMachine};
pub use thread::{Running, Stopped, spawn};
