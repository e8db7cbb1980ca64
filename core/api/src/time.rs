//! Time as it comes in with commands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A time in epoch milliseconds, UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl From<u64> for Millis {
    fn from(ms: u64) -> Self {
        Self(ms)
    }
}

/// A UTC day, counted from the epoch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Day(pub u32);

const DAY_MS: u64 = 86_400_000;
/// The Julian day of the epoch.
const EPOCH_JULIAN_DAY: i32 = 2_440_588;

impl Millis {
    /// The time `seconds` later.
    #[must_use]
    pub const fn plus_s(self, seconds: u64) -> Self {
        self.plus_ms(seconds.saturating_mul(1000))
    }

    /// The time `ms` milliseconds later.
    #[must_use]
    pub const fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this time; 0 if it is not earlier.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The UTC day of this time.
    pub const fn day(self) -> Day {
        Day((self.0 / DAY_MS) as u32)
    }

    /// Whole seconds from `now` to this time, rounded up, at least 1: how long to wait before a retry.
    pub const fn seconds_from(self, now: Self) -> u64 {
        let seconds = self.since(now).div_ceil(1000);
        if seconds == 0 { 1 } else { seconds }
    }
}

impl std::fmt::Display for Millis {
    /// For people, to the minute and never too early: 2026-11-27 13:05 UTC.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let minutes = self.0.div_ceil(60_000);
        let (day, minute) = (minutes / (24 * 60), minutes % (24 * 60));
        write!(out, "{} {:02}:{:02} UTC", Day(day as u32), minute / 60, minute % 60)
    }
}

impl Day {
    /// Its first millisecond.
    pub const fn start(self) -> Millis {
        Millis(self.0 as u64 * DAY_MS)
    }

    /// Parses a date as it is written; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let (year, month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse::<u8>().ok()?, parts.next()?);
        let month = time::Month::try_from(month).ok()?;
        let date = time::Date::from_calendar_date(year, month, day.parse().ok()?).ok()?;
        let parsed = Self(u32::try_from(date.to_julian_day() - EPOCH_JULIAN_DAY).ok()?);
        (parsed.to_string() == text).then_some(parsed)
    }

    /// The next day.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl std::fmt::Display for Day {
    /// The API's `dateKey`: year-month-day.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let date = time::Date::from_julian_day(EPOCH_JULIAN_DAY + self.0 as i32).map_err(|_| std::fmt::Error)?;
        let (year, month, day) = date.to_calendar_date();
        write!(out, "{year:04}-{:02}-{day:02}", u8::from(month))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_its_date() {
        assert_eq!(Day(0).to_string(), "1970-01-01");
        assert_eq!(Millis(951_782_400_000).day().to_string(), "2000-02-29");
        assert_eq!(Millis(1_795_219_200_000).day().to_string(), "2026-11-21");
    }

    #[test]
    fn a_day_reads_back_from_its_date_and_from_no_other_text() {
        for day in [0, 11_016, 20_778] {
            assert_eq!(Day::parse(&Day(day).to_string()), Some(Day(day)));
        }
        for text in ["", "2026-11", "2026-11-31", "2026-1-1", "+2026-11-21", "1969-12-31", "2026-11-21T00", "x-11-21"] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_wait_is_at_least_a_second_and_rounded_up() {
        assert_eq!(Millis(1500).seconds_from(Millis(0)), 2);
        assert_eq!(Millis(0).seconds_from(Millis(1500)), 1);
    }
}
