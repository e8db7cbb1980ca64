//! The deterministic core of Turnstone: tables, chips, accounts and all rules between them, as one value with one step
//! function. Time and entropy come with commands. The core uses no thread, socket, file, clock or hash-map order.
//!
//! The loop around a step makes its batch durable and only then sends the replies. This one keeps its rows in a map:
//!
//! ```
//! use std::collections::BTreeMap;
//! use turnstone_service::answer::Answer;
//! use turnstone_service::config::Config;
//! use turnstone_service::credentials::ServerKeys;
//! use turnstone_service::effects::{Command, Order, Stamp};
//! use turnstone_service::personal::Vault;
//! use turnstone_service::record::{Change, Key, Record};
//! use turnstone_service::request::{Caller, Join, Request, RequestId};
//! use turnstone_service::secret;
//! use turnstone_service::service::Service;
//! use turnstone_service::time::Millis;
//!
//! let keys = ServerKeys::new(vec![(1, secret::SecretKey([7; 32]))]); // A server draws it once and keeps it.
//! let mut rows: BTreeMap<Key, Record> = BTreeMap::new();
//! let mut service = Service::open(Config::default(), keys, Vault::default(), rows.values().cloned())?;
//!
//! let mut at = Millis(1_800_000_000_000);
//! let mut step = |service: &mut Service, command| {
//!     at = at.plus_ms(1); // A server reads its clock here, and draws the 32 bytes.
//!     let effects = service.apply(Stamp { at, entropy: at.0.to_be_bytes().repeat(4).try_into().unwrap() }, command);
//!     for change in effects.batch.changes {
//!         match change {
//!             Change::Put(record) => drop(rows.insert(record.key(), record)),
//!             Change::Remove(key) => drop(rows.remove(&key)),
//!         }
//!     } // A server syncs here.
//!     let _ = service.apply(Stamp { at, entropy: [0; 32] }, Command::Durable(effects.batch.id));
//!     effects.replies
//! };
//!
//! let order = Order::Invite { uses: 1, expires_in_s: None, test: false };
//! let replies = step(&mut service, Command::Operate { id: RequestId(1), order });
//! let Ok(Answer::Invited(invited)) = replies[0].1.as_ref().map(|replied| &replied.answer) else { panic!() };
//!
//! let caller = Caller::new(None, [127, 0, 0, 1].into());
//! let join = Request::Join(Join {
//!     invite_code: secret::Secret::new(invited.invite_code.clone()),
//!     handle: "ada".to_owned(),
//!     client_ref: "a new random UUID".to_owned(),
//! });
//! let replies = step(&mut service, Command::Request { id: RequestId(2), caller, request: Box::new(join) });
//! let Ok(Answer::Joined(joined)) = replies[0].1.as_ref().map(|replied| &replied.answer) else { panic!() };
//! assert_eq!(joined.handle, "ada");
//! service.audit()?; // Every chip is somewhere.
//! # Ok::<(), turnstone_service::record::DamageError>(())
//! ```

pub mod calls;
pub mod config;
pub mod credentials;
pub mod effects;
pub mod export;
pub mod personal;
pub mod record;
pub mod repair;
pub mod request;
pub mod secret;
pub mod service;
pub mod stats;
mod stored;
pub mod subnet;
pub mod timers;

pub use turnstone_api::{answer, cursor, ids, rejection, time};
pub use turnstone_games as games;

mod bundles;
pub mod glicko;
mod handled;
mod handlers;
mod identity;
mod limits;
mod pending;
mod state;
mod step;
mod stored_names;
mod watches;

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    /// Also in a release build: `cargo test --release -p turnstone-service sums`.
    #[test]
    #[should_panic(expected = "attempt to add with overflow")]
    fn sums_that_overflow_panic() {
        black_box(black_box(i64::MAX) + black_box(1));
    }
}
