//! A message of a chat in memory.

use crate::ids::AccountId;
use crate::record::MessageRow;

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
