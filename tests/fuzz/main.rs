//! External input with random changes: JSON bodies, query strings, tokens, replay bundles, backups, rows. None of it
//! may end the program. Each target is a property with a few hundred cases in every test run, or as many as
//! `PROPTEST_CASES` says. Failing cases are kept in `tests/proptest-regressions` and run first from then on.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue reports where")]

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

/// The default number of cases.
fn cases(few: u32) -> Config {
    let config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { Config { cases: few, ..config } }
}

/// An accepted golden file or folder.
fn golden(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../golden")).join(path)
}
