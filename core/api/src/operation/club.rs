//! Club.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::request::Request;
use crate::shape::{LeaderboardQuery, Nothing};
use crate::words::Category;

/// Members by net chips won at tables.
pub static LEADERBOARD: Definition<(), LeaderboardQuery> = Definition {
    name: "leaderboard",
    about: OperationFacts::reads(
        "Members by net chips won at tables",
        Access::Public,
        schema_of::<answer::Leaderboard>,
    )
    .details("Granted chips do not rank. With credentials the response has the caller's own place as `me`.")
    .example("", r#"{"leaderboard":[{"handle":"ada","chips":120}],"me":{"rank":1,"chips":120}}"#),
    request: |(), query| query.into(),
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
    request: |handle, _| Request::Player { handle },
};
