//! The interface: encodings of rows, the engine in memory, and an engine in about 120 lines.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod encodings;
mod former;
mod golden;
mod memory;
mod memory_faults;
mod naive;
