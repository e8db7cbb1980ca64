//! Results as text. A model reads them again with each of its own calls, so they are short: a drawn board, what has
//! happened, and the legal moves.

mod lists;
mod moves;
mod table;

pub(crate) use lists::{chat, games, invitations_and_tables, me, open_tables, replay, rules, ticket};
pub(crate) use moves::all_moves;
pub(crate) use table::TableText;

#[cfg(test)]
mod tests;

use turnstone_service::answer::Json;
use turnstone_service::time::Millis;

/// Entries of a list in a text; structured content has all of them.
const LISTED: usize = 10;

/// A note on the entries that a list leaves out.
fn left_out(all: usize) -> String {
    if all > LISTED { format!("\nand {} more: call again with full: true", all - LISTED) } else { String::new() }
}

/// A time from now, in the unit that fits.
fn time_left(now: Millis, until: Millis) -> String {
    let seconds = until.0.saturating_sub(now.0) / 1000;
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

/// JSON that the core has written.
fn parsed(json: &Json) -> serde_json::Value {
    serde_json::from_str(json.0.get()).unwrap_or_default()
}

/// A score with its unit.
fn chips(score: i64) -> String {
    format!("{score:+} {}", if score.abs() == 1 { "chip" } else { "chips" })
}
