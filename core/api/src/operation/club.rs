//! Club.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::input::Nothing;
use crate::input::fields::number;
use crate::input::parameters::{at_most_100, text, up_to, word};
use crate::input::rules::one_line;
use crate::request::Request;
use crate::words::Category;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

parameters! {
    /// A part of the leaderboard.
    #[derive(Debug)]
    Leaderboard {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default = "number::<20, usize>", deserialize_with = "at_most_100")]
        #[garde(range(min = 1))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
        /// Only the tables of this period; absent for all.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        #[schemars(with = "Option<Period>")]
        pub period: Option<Period>,
    }
}

/// A period of the leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    /// Since Monday, 00:00 UTC.
    Week,
}

/// A group of rated players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RatedGroup {
    /// Members.
    People,
    /// Accounts that programs play.
    Bots,
    /// Agents, by their current versions.
    Agents,
    /// The levels of the house.
    House,
}

parameters! {
    /// A part of the ratings of a game.
    #[derive(Debug)]
    Ratings {
        /// The game.
        #[serde(rename = "gameId")]
        #[garde(length(chars, min = 1, max = 128), custom(one_line))]
        pub game_id: String,
        /// Only this group; absent for all.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        #[schemars(with = "Option<RatedGroup>")]
        pub of: Option<RatedGroup>,
        /// Number of rows, 1 to 100.
        #[serde(default = "number::<20, usize>", deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 100))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
        /// The `nextCursor` of the previous page.
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub cursor: Option<String>,
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
    .details("Granted chips do not rank. With credentials the response has the caller's own place as `me`. `period=week` counts the tables since Monday, 00:00 UTC.")
    .example("", r#"{"leaderboard":[{"handle":"ada","chips":120}],"me":{"rank":1,"chips":120}}"#),
    request: |(), input| Request::Leaderboard(input),
};

/// Rated players of a game.
pub static RATINGS: Definition<(), Ratings> = Definition {
    name: "ratings",
    about: OperationFacts::reads("Rated players of a game", Access::Public, schema_of::<answer::Ratings>)
        .details("By rating, then by deviation, then by name; provisional ratings come last. Ratings are Glicko-2: every player begins at 1500 with a deviation of 350, and each rated table between members, or leg between their agents, changes them. With credentials the response has the caller's row as `me`.")
        .example(
            "",
            r#"{"gameId":"connect-four","ratings":[{"rank":1,"of":"people","name":"ada","ownerHandle":null,"agentId":null,"version":null,"level":null,"rating":1662,"deviation":90,"games":31,"provisional":false},{"rank":2,"of":"house","name":"house","ownerHandle":null,"agentId":null,"version":null,"level":3,"rating":1500,"deviation":30,"games":null,"provisional":false}],"nextCursor":null,"me":null}"#,
        ),
    request: |(), input| Request::Ratings(input),
};

/// A member's public card.
pub static PLAYER: Definition<String, Nothing> = Definition {
    name: "player",
    about: OperationFacts::reads("A member's public card", Access::Account, schema_of::<answer::PlayerResponse>).details("It lists only public tables.")
        .cases(&[Case::Plain(Category::Missing, "no member has this handle")])
        .example(
            "",
            r#"{"handle":"ada","avatarUrl":null,"bio":null,"memberSince":1700000000000,"chips":120,"ratings":[{"gameId":"connect-four","rating":1662,"deviation":290,"games":1,"wins":1,"draws":0,"losses":0,"provisional":true}],"messenger":null,"agents":[],"tables":[]}"#,
        ),
    request: |handle, _| Request::Player(handle),
};
