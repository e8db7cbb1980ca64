//! Club.

use crate::route::{About, Access, Case, Endpoint, schema_of};
use http::Method;
use turnstone_api::answer;
use turnstone_api::request::Request;
use turnstone_api::shape::{LeaderboardQuery, Nothing};

pub(super) static LEADERBOARD: Endpoint<(), LeaderboardQuery> = Endpoint {
    method: Method::GET,
    path: "/api/leaderboard",
    about: About::new("Who won most chips at tables", Access::Public, schema_of::<answer::Leaderboard>)
        .example("", r#"{"leaderboard":[{"handle":"ada","chips":120}],"me":{"rank":1,"chips":120}}"#),
    request: |(), query| query.into(),
};

pub(super) static PLAYER: Endpoint<String, Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/players/{handle}",
    about: About::new("A member's public card", Access::Account, schema_of::<answer::PlayerResponse>)
        .cases(&[Case::Plain(404, "no member has this handle")])
        .example(
            "",
            r#"{"handle":"ada","avatarUrl":null,"bio":null,"memberSince":1700000000000,"chips":120,"messenger":null,"agents":[],"tables":[]}"#,
        ),
    request: |handle, _| Request::Player { handle },
};
