//! Blocks of other members.

use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// The members whom the caller blocks.
    pub struct Blocks {
        /// The newest first.
        pub blocks: Vec<Block>,
    }
}

shape! {
    /// A member whom the caller blocks.
    pub struct Block {
        /// The member's handle.
        pub handle: String,
        /// Since when.
        pub since: Millis,
    }
}
