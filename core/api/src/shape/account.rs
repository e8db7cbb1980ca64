//! Request shapes of the section Account and session.

use super::fields::{patch, required_word, trimmed};
use super::parameters::{event_id, text, up_to, whole};
use super::read::count;
use super::rules::{one_line, picture, secret_uuid};
use crate::cursor::MemberCursor;
use crate::request::{PauseDuration, Request};
use crate::secret::Secret;
use crate::time::Millis;

body! {
    /// A request to join.
    JoinRequest {
        /// From a member or the operator: an invitation, or a member's referral code.
        #[garde(length(chars, min = 1, max = 128), custom(one_line))]
        pub invite_code: String,
        /// The handle, in lower case: a letter, then letters, digits, `_` and `-`.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        #[schemars(extend("pattern" = "^[A-Za-z][A-Za-z0-9_-]{2,19}$"))]
        pub handle: String,
        /// The idempotency key: a new random UUID, kept secret. For a day, the same key returns the same response.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

impl From<JoinRequest> for Request {
    fn from(JoinRequest { invite_code, handle, client_ref }: JoinRequest) -> Self {
        Self::Join { invite_code: Secret::new(invite_code), handle, client_ref }
    }
}

body! {
    /// A request for a token.
    TokenRequest {
        /// The member's name, in any case.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: String,
        /// From the response to joining; case, spaces and dashes are ignored.
        #[garde(length(chars, min = 16, max = 128), custom(one_line))]
        pub recovery_code: String,
    }
}

impl TokenRequest {
    /// For a Bearer token.
    pub fn token(self) -> Request {
        Request::IssueToken { handle: self.handle, recovery_code: Secret::new(self.recovery_code) }
    }

    /// For a browser session.
    pub fn recover(self) -> Request {
        Request::Recover { handle: self.handle, recovery_code: Secret::new(self.recovery_code) }
    }
}

body! {
    may be missing: true,
    /// A request for a new recovery code.
    RotateRecoveryRequest {
        /// The present one. The session of the join can leave it out until it is confirmed, for seven days.
        #[serde(default)]
        #[garde(inner(length(chars, min = 1, max = 128), custom(one_line)))]
        #[schemars(length(min = 1, max = 128))]
        pub recovery_code: Option<String>,
    }
}

impl From<RotateRecoveryRequest> for Request {
    fn from(RotateRecoveryRequest { recovery_code }: RotateRecoveryRequest) -> Self {
        Self::RotateRecovery { recovery_code: recovery_code.map(Secret::new) }
    }
}

body! {
    may be missing: true,
    /// Which sessions end.
    LogoutRequest {
        /// All of the account, or with `false` only the one that the request is sent with. Default: `true`.
        #[serde(default)]
        #[garde(skip)]
        pub everywhere: Option<bool>,
    }
}

impl From<LogoutRequest> for Request {
    fn from(LogoutRequest { everywhere }: LogoutRequest) -> Self {
        Self::Logout { everywhere: everywhere.unwrap_or(true) }
    }
}

body! {
    /// The confirmation of an erasure.
    EraseRequest {
        /// The caller's own handle.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub confirm_handle: String,
    }
}

impl From<EraseRequest> for Request {
    fn from(EraseRequest { confirm_handle }: EraseRequest) -> Self {
        Self::EraseAccount { confirm_handle }
    }
}

body! {
    /// Changes to a profile. Absent fields stay, null clears.
    ProfilePatch {
        /// In your own words; null clears.
        #[serde(default, deserialize_with = "patch")]
        #[garde(inner(inner(length(chars, max = 280), custom(one_line))))]
        #[schemars(with = "Option<String>", length(max = 280))]
        pub bio: Option<Option<String>>,
        /// A picture at a public https address; null clears.
        #[serde(default, deserialize_with = "patch")]
        #[garde(inner(inner(length(chars, max = 512), custom(picture))))]
        #[schemars(with = "Option<String>", length(max = 512), extend("format" = "uri", "pattern" = "^https://"))]
        pub avatar_url: Option<Option<String>>,
        /// Whether the messenger's user name is on the public card.
        #[garde(skip)]
        pub show_messenger: Option<bool>,
    }
}

impl From<ProfilePatch> for Request {
    fn from(ProfilePatch { bio, avatar_url, show_messenger }: ProfilePatch) -> Self {
        Self::EditProfile { bio, avatar_url, show_messenger }
    }
}

body! {
    /// A pause.
    PauseRequest {
        /// From now on; a duration that ends before the present pause changes nothing.
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub duration: PauseDuration,
    }
}

impl From<PauseRequest> for Request {
    fn from(PauseRequest { duration }: PauseRequest) -> Self {
        Self::Pause { duration }
    }
}

parameters! {
    /// A stream of all that concerns the caller.
    MemberStreamQuery {
        /// Continue after the event with this id, whatever other cursors say; the header `Last-Event-ID` wins.
        #[serde(default, deserialize_with = "event_id")]
        #[garde(skip)]
        #[schemars(with = "Option<String>", extend("maxLength" = 8192))]
        pub after: Option<MemberCursor>,
    }
}

impl From<MemberStreamQuery> for Request {
    fn from(MemberStreamQuery { after }: MemberStreamQuery) -> Self {
        Self::StreamMe { after: after.map(Box::new) }
    }
}

parameters! {
    /// A page of settled tables.
    #[expect(non_snake_case, reason = "the query's own spelling")]
    HistoryQuery {
        /// Only this game.
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub gameId: Option<String>,
        /// Number of rows, 1 to 50.
        #[serde(default, deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 50))]
        #[schemars(extend("default" = 10))]
        pub limit: Option<u64>,
        /// Only tables settled before this time.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub before: Option<u64>,
    }
}

impl From<HistoryQuery> for Request {
    fn from(HistoryQuery { gameId: game_id, limit, before }: HistoryQuery) -> Self {
        Self::History { game_id, limit: count(limit, 10), before: before.map(Millis) }
    }
}

parameters! {
    /// A page of movements.
    LedgerQuery {
        /// Only movements with a greater id.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub since: Option<u64>,
        /// Number of rows, 1 to 200.
        #[serde(default, deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 200))]
        #[schemars(extend("default" = 50))]
        pub limit: Option<u64>,
    }
}

impl From<LedgerQuery> for Request {
    fn from(LedgerQuery { since, limit }: LedgerQuery) -> Self {
        Self::Ledger { since, limit: count(limit, 50) }
    }
}
