//! The deterministic core of Turnstone: tables, chips, accounts and all rules between them, as one value with
//! one step. Time and entropy come in with commands; no thread, socket, file, clock or hash-map order is known here.

pub mod config;
pub mod credentials;
pub mod effects;
pub mod personal;
pub mod record;
pub mod request;
pub mod secret;
pub mod service;
mod stored;
pub mod subnet;
pub mod timers;

pub use turnstone_api::{answer, ids, refusal, time};
pub use turnstone_games as games;

mod accounts;
mod club;
mod digest;
mod fold;
mod grants;
mod house;
mod ledger;
mod limits;
mod polls;
mod refs;
mod state;
mod step;
mod tables;

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    /// In a release build too: `cargo test --release -p turnstone-core sums`.
    #[test]
    #[should_panic(expected = "attempt to add with overflow")]
    fn sums_that_do_not_fit_are_never_written() {
        black_box(black_box(i64::MAX) + black_box(1));
    }
}
