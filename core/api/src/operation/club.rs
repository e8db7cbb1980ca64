//! Club.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::input::Nothing;
use crate::input::fields::number;
use crate::input::parameters::at_most_100;
use crate::request::Request;
use crate::words::Category;

parameters! {
    /// A part of the leaderboard.
    #[derive(Debug)]
    Leaderboard {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default = "number::<20, usize>", deserialize_with = "at_most_100")]
        #[garde(range(min = 1))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
    }
}

/// Members by net chips won at tables.
pub static LEADERBOARD: Definition<(), Leaderboard> = Definition {
    name: "leaderboard",
    about: OperationFacts::reads(
        "Members by net chips won at tables",
        Access::Public,
        schema_of::<answer::Leaderboard>,
    )
    .details("Granted chips do not rank. With credentials the response has the caller's own place as `me`.")
    .example("", r#"{"leaderboard":[{"handle":"ada","chips":120}],"me":{"rank":1,"chips":120}}"#),
    request: |(), input| Request::Leaderboard(input),
};

/// A member's public card.
pub static PLAYER: Definition<String, Nothing> = Definition {
    name: "player",
    about: OperationFacts::reads("A member's public card", Access::Account, schema_of::<answer::PlayerResponse>).details("It lists only public tables.")
        .cases(&[Case::Plain(Category::Missing, "no member has this handle")])
        .example(
            "",
            r#"{"handle":"ada","avatarUrl":null,"bio":null,"memberSince":1700000000000,"chips":120,"messenger":null,"agents":[],"tables":[]}"#,
        ),
    request: |handle, _| Request::Player(handle),
};
