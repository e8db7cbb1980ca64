//! The browser tests are not part of `cargo test`: this prints how to run them.

#![allow(clippy::print_stdout, reason = "this is all it does")]

fn main() {
    println!("the browser tests were left out; they run with tests/browser/run, which needs node, npm and Chromium");
}
