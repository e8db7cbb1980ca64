//! Days, their names in eras, and the times of ids.

use crate::statement::{day_name, split_day_name};
use std::fmt;
use time::{Date, Month};

pub(super) const DAY_MS: u64 = 86_400_000;
/// Eras begin before this time, in seconds since 1970. Every reader of JSON has such numbers exactly.
pub(super) const LAST_ERA: u64 = 1_000_000_000_000;

/// A day in an era.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct DayName {
    /// Days since 1970.
    pub(super) day: u64,
    pub(super) era: u64,
}

impl DayName {
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (day, era) = split_day_name(name)?;
        (era < LAST_ERA).then_some(Self { day: start_of(day)? / DAY_MS, era })
    }

    /// The start of the day.
    pub(super) const fn start(self) -> u64 {
        self.day * DAY_MS
    }
}

impl fmt::Display for DayName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&day_name(&date(self.day), self.era))
    }
}

/// A day as year-month-day.
pub(super) fn date(day: u64) -> String {
    let julian = i32::try_from(day).ok().and_then(|day| day.checked_add(epoch().to_julian_day()));
    julian.and_then(|julian| Date::from_julian_day(julian).ok()).map_or_else(|| format!("day {day}"), |d| d.to_string())
}

fn epoch() -> Date {
    Date::from_calendar_date(1970, Month::January, 1).expect("it is a date")
}

/// The start of a day, written as year-month-day, in epoch milliseconds; `None` if there is no such day since 1970.
fn start_of(day: &str) -> Option<u64> {
    let is_shaped = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, date] = *parts.as_slice() else { return None };
    if !is_shaped || year.len() != 4 || month.len() != 2 {
        return None;
    }
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    let date = Date::from_calendar_date(year.parse().ok()?, month, date.parse().ok()?).ok()?;
    let days = u64::try_from(date.to_julian_day() - epoch().to_julian_day()).ok()?;
    Some(days * DAY_MS)
}

/// What the id of a table says about its creation.
#[derive(Clone, Copy)]
pub(super) struct Made {
    /// When the table was created; of a leg, its duel.
    pub(super) at: u64,
    /// Whether it is a leg of a duel, which may be dealt on a later day.
    pub(super) is_leg: bool,
}

impl Made {
    /// Reads the UUIDv7 of an id.
    pub(super) fn of(id: &str) -> Option<Self> {
        let (is_leg, uuid) = match (id.strip_prefix("t_"), id.strip_prefix("duel_")) {
            (Some(uuid), _) => (false, uuid),
            (None, Some(leg)) => {
                (true, leg.split_once("_l").filter(|(_, leg)| is_leg(leg)).map_or(leg, |(duel, _)| duel))
            }
            (None, None) => return None,
        };
        let is_hex = uuid.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let is_version_7 = uuid.len() == 32 && is_hex && uuid.as_bytes()[12] == b'7';
        let is_of_rfc = is_version_7 && matches!(uuid.as_bytes()[16], b'8' | b'9' | b'a' | b'b');
        is_of_rfc.then(|| u64::from_str_radix(&uuid[..12], 16).ok()).flatten().map(|at| Self { at, is_leg })
    }
}

fn is_leg(number: &str) -> bool {
    !number.starts_with('0') && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_a_date_since_1970() {
        assert_eq!(start_of("1970-01-01"), Some(0));
        assert_eq!(start_of("2026-11-25"), Some(1_795_564_800_000));
        for none in ["", "2026-1-25", "2026-02-30", "2026-13-01", "26-11-25", "1969-12-31", "+026-11-25", "2026-11-025"]
        {
            assert_eq!(start_of(none), None, "{none}");
        }
    }

    #[test]
    fn a_name_reads_back_from_its_text() {
        for text in ["2026-11-25", "2026-11-25/1795600800", "1970-01-01"] {
            assert_eq!(DayName::parse(text).unwrap().to_string(), text);
        }
        for none in ["2026-11-25/1000000000000", "2026-11-31/7", "2026-11-25/0"] {
            assert_eq!(DayName::parse(none), None, "{none}");
        }
    }

    #[test]
    fn an_id_has_the_time_of_its_creation() {
        let uuid = "019f5e2b3c4d7b3ab7e1a04c4d1f2a90";
        let read = |id: &str| Made::of(id).map(|made| (made.at, made.is_leg));
        let at = 0x019f_5e2b_3c4d;
        assert_eq!(read(&format!("t_{uuid}")), Some((at, false)));
        assert_eq!(read(&format!("duel_{uuid}")), Some((at, true)));
        assert_eq!(read(&format!("duel_{uuid}_l12")), Some((at, true)));
        let upper = uuid.to_uppercase();
        let others = [format!("t_{uuid}_l1"), format!("duel_{uuid}_l0"), format!("t_{upper}"), format!("x_{uuid}")];
        for none in others.into_iter().chain([format!("t_{}", uuid.replace("7b3a", "4b3a")), "t_".to_owned()]) {
            assert_eq!(read(&none), None, "{none}");
        }
    }
}
