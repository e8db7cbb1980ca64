//! The browser tests are no part of this run: says so, and how they run.

#![allow(clippy::print_stdout, reason = "this is all it does")]

fn main() {
    println!("the browser tests were left out; they run with tests/browser/run, which needs node, npm and Chromium");
}
