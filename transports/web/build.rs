//! Rebuilds the crate when a file is added or removed: the compiler itself only tracks files that it already embeds.

#![allow(clippy::print_stdout, reason = "that is how a build script speaks")]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=bundled");
}
