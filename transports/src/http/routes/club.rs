//! Club.

use super::account::count;
use crate::http::route::{About, Access, Case, Endpoint, Nothing, schema_of};
use crate::http::shapes::LeaderboardQuery;
use http::Method;
use turnstone_core::answer;
use turnstone_core::request::Request;

/// Rows of a list for which the API gives no limit.
const MOST_ROWS: usize = 100;

pub(super) static LEADERBOARD: Endpoint<LeaderboardQuery, Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/leaderboard",
    about: About::new("Who won most chips at tables", Access::Public, schema_of::<answer::Leaderboard>)
        .example("", r#"{"leaderboard":[{"handle":"ada","chips":120}],"me":{"rank":1,"chips":120}}"#),
    request: |_, query, _| Ok(Request::Leaderboard { limit: count(query.limit, 20).min(MOST_ROWS) }),
};

pub(super) static PLAYER: Endpoint<Nothing, Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/players/{handle}",
    about: About::new("A member's public card", Access::Account, schema_of::<answer::PlayerResponse>)
        .cases(&[Case::Plain(404, "no member has this handle")])
        .example(
            "",
            r#"{"handle":"ada","avatarUrl":null,"bio":null,"memberSince":1700000000000,"chips":120,"messenger":null,"agents":[],"tables":[]}"#,
        ),
    request: |params, _, _| Ok(Request::Player { handle: params.handle() }),
};
