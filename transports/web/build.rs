//! Has the files embedded again when one comes or goes: the compiler itself sees only those change that it knows.

#![allow(clippy::print_stdout, reason = "that is how a build script speaks")]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=bundled");
}
