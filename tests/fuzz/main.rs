//! What comes from outside, changed in every way: JSON bodies, query strings, tokens, replay bundles, backups, rows.
//! Nothing of it may end the program. Each target is a property: some hundred cases in every test run, and as many as
//! `PROPTEST_CASES` says otherwise. What fails is kept in `tests/proptest-regressions` and tried first from then on.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod backups;
mod bodies;
mod bundles;
mod change;
mod contradictions;
mod queries;
mod rows;
mod tokens;

use proptest::test_runner::Config;
use std::path::PathBuf;

/// So many cases, if the caller does not say otherwise.
fn cases(few: u32) -> Config {
    let config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { Config { cases: few, ..config } }
}

/// A file or folder that was accepted once.
fn golden(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../golden")).join(path)
}
