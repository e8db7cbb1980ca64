//! A message of a chat in memory.

use crate::ids::AccountId;
use crate::record::MessageRow;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::{Debug, Formatter, Result};

/// Separates a message's text from its sender's nonce where both are sealed together. Neither can contain it.
pub(crate) const NONCE_FOLLOWS: char = '\0';

/// A message with its text in plain text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ChatMessage {
    pub(crate) row: MessageRow,
    pub(crate) body: String,
    /// The sender's nonce.
    pub(crate) client_id: Option<String>,
    /// Whether the member who wrote it, or whom it is about, was erased.
    pub(crate) erased: bool,
}

impl ChatMessage {
    /// Whether it is a system message.
    pub(crate) const fn is_system(&self) -> bool {
        self.row.seat < 0
    }

    /// Whether this member wrote it.
    pub(crate) fn is_by(&self, member: AccountId) -> bool {
        self.row.author == Some(member) && !self.is_system()
    }
}

/// The chat of a table. It prints as digests, without the texts.
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
