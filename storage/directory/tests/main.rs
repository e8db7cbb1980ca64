//! A data directory over another engine than the one that ships, and the repair of its records.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod repair;
mod small_engine;
