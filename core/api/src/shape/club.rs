//! Request shapes of the sections Club and Parties.

use super::fields::{integer, required_word};
use super::parameters::{event_id, seconds, whole};
use super::read::count;
use super::rules::{long_poll, table_kind};
use super::tables::DEFAULT_STAKE;
use crate::cursor::PartyCursor;
use crate::game_schemas::TableKind;
use crate::ids::PartyId;
use crate::request::{PartyVisibility, Request, StreamParty};

/// Rows of a list for which the API gives no limit.
const MOST_ROWS: usize = 100;

parameters! {
    /// A part of the leaderboard.
    LeaderboardQuery {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default, deserialize_with = "whole")]
        #[garde(range(min = 1))]
        #[schemars(extend("default" = 20))]
        pub limit: Option<u64>,
    }
}

impl From<LeaderboardQuery> for Request {
    fn from(LeaderboardQuery { limit }: LeaderboardQuery) -> Self {
        Self::Leaderboard { limit: count(limit, 20).min(MOST_ROWS) }
    }
}

body! {
    /// Who may join a party.
    PartyVisibilityRequest {
        /// Who may join from now on.
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub visibility: PartyVisibility,
    }
}

impl PartyVisibilityRequest {
    /// For this party.
    pub fn of(self, party: PartyId) -> Request {
        Request::SetPartyVisibility { party, visibility: self.visibility }
    }
}

body! {
    /// A table for a party.
    PartyTableRequest {
        /// A kind that can be left open to members.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Chips; kinds with a fixed buy-in ignore it.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("default" = 10))]
        pub stake: Option<i64>,
        /// Seats, for multi-seat kinds; clamped to the game's range.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
    }
}

impl PartyTableRequest {
    /// For this party.
    pub fn within(self, party: PartyId) -> Request {
        let Self { kind, stake, seats } = self;
        Request::CreatePartyTable { party, kind, stake: stake.unwrap_or(DEFAULT_STAKE), seats }
    }
}

parameters! {
    /// A read of a party.
    PartyQuery {
        /// Seconds to wait for an event; decimals are allowed.
        #[serde(default, deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50))]
        pub wait: Option<u64>,
        /// The caller has the messages up to this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

impl PartyQuery {
    /// For this party.
    pub fn of(self, party: PartyId) -> Request {
        Request::ReadParty { party, wait_ms: self.wait.unwrap_or_default(), msgs_since: self.msgs_since }
    }
}

parameters! {
    /// A stream of a party.
    PartyStreamQuery {
        /// Continue after the event with this id, whatever other cursors say; the header `Last-Event-ID` wins.
        #[serde(default, deserialize_with = "event_id")]
        #[garde(skip)]
        #[schemars(with = "Option<String>", extend("maxLength" = 64))]
        pub after: Option<PartyCursor>,
        /// The caller has the messages up to this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

impl PartyStreamQuery {
    /// For this party.
    pub fn of(self, party: PartyId) -> Request {
        let Self { after, msgs_since } = self;
        Request::StreamParty(StreamParty { party, after, msgs_since })
    }
}
