//! Request shapes of the section Fairness.

use super::parameters::whole;
use crate::request::Request;

parameters! {
    /// A part of a numbered list.
    FromQuery {
        /// The first number.
        #[serde(default, deserialize_with = "whole")]
        #[garde(range(min = 1, max = 2_000_000_000))]
        #[schemars(extend("default" = 1))]
        pub from: Option<u64>,
    }
}

impl FromQuery {
    /// The number that was given.
    pub fn number(&self) -> Option<u32> {
        self.from.and_then(|from| u32::try_from(from).ok())
    }
}

impl From<FromQuery> for Request {
    fn from(query: FromQuery) -> Self {
        Self::Fairness { from: query.number() }
    }
}
