//! A message of a chat in memory.

use crate::ids::AccountId;
use crate::record::MessageRow;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::{Debug, Formatter, Result};

/// Stands between a message's text and its sender's nonce where they are sealed together. Neither can have one in it.
pub(crate) const NONCE_FOLLOWS: char = '\0';

/// A message with its text in the open.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ChatMessage {
    pub(crate) row: MessageRow,
    pub(crate) body: String,
    /// The sender's nonce.
    pub(crate) client_id: Option<String>,
}

impl ChatMessage {
    /// Whether the house says it, about a member or of itself.
    pub(crate) const fn is_system(&self) -> bool {
        self.row.seat < 0
    }

    /// Whether it is a member's own words.
    pub(crate) fn is_by(&self, member: AccountId) -> bool {
        self.row.author == Some(member) && !self.is_system()
    }
}

/// The chat of a table, which prints as digests: what was written stays unsaid.
#[derive(PartialEq)]
pub(super) struct Unsaid<'a>(pub(super) &'a BTreeMap<u64, ChatMessage>);

impl Debug for Unsaid<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let digest = |(id, message): (&u64, &ChatMessage)| {
            let row = postcard::to_allocvec(&(id, &message.row, &message.body, &message.client_id));
            hex::encode(Sha256::digest(row.expect("a row is plain data")))
        };
        out.debug_list().entries(self.0.iter().map(digest)).finish()
    }
}
