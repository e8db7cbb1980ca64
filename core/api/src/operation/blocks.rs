//! Blocks of other members.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::input::Nothing;
use crate::input::fields::trimmed;
use crate::input::rules::one_line;
use crate::request::Request;
use crate::words::Category;

body! {
    /// A member to block or to unblock.
    #[derive(Debug)]
    BlockedMember as "BlockRequest" {
        /// The member's handle, in any case.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: String,
    }
}

/// Block a member.
pub static BLOCK: Definition<(), BlockedMember> = Definition {
    name: "block",
    about: OperationFacts::creates("Block a member", Access::Account, schema_of::<answer::Okay>)
        .details(
            "Neither of the two can invite or challenge the other, or join the other's table of two seats or party, \
             and neither sees the other's messages. A running table goes on, and both stay in their parties. The other \
             member is not notified. A block can be repeated.",
        )
        .cases(&[Case::Plain(Category::Missing, "no member has this handle"), Case::Code(Code::RateLimited)])
        .example(r#"{"handle":"bob"}"#, r#"{"ok":true}"#),
    request: |(), input| Request::Block(input),
};

/// Unblock a member.
pub static UNBLOCK: Definition<(), BlockedMember> = Definition {
    name: "unblock",
    about: OperationFacts::changes("Unblock a member", Access::Account, schema_of::<answer::Okay>)
        .details("Earlier messages are shown again, and invitations that still wait.")
        .cases(&[Case::Plain(Category::Missing, "the caller does not block this member")])
        .example(r#"{"handle":"bob"}"#, r#"{"ok":true}"#),
    request: |(), input| Request::Unblock(input),
};

/// The members whom the caller blocks, newest first.
pub static LIST_BLOCKS: Definition<(), Nothing> = Definition {
    name: "list_blocks",
    about: OperationFacts::reads(
        "The members whom the caller blocks, newest first",
        Access::Account,
        schema_of::<answer::Blocks>,
    )
    .details("Only the caller sees this list.")
    .example("", r#"{"blocks":[{"handle":"bob","since":1700000000000}]}"#),
    request: |(), _| Request::ListBlocks,
};
