//! Whether a table is of the day and the era that its deal names.

use super::bundle::CheckedBundle;
use super::days::{DAY_MS, DayName, Made, date};
use super::{CheckedRecord, FairCode, FairVerdict, explained, verdict};

/// The id of a table says when it was created: on that day, in that era, and before all its moves. A leg of a duel has
/// the time of its duel, and can be dealt later. Returns that time; `None` for a table without a deal.
pub(super) fn check(of: &CheckedBundle, record: &CheckedRecord) -> Result<Option<Made>, FairVerdict> {
    let broken = |why: String| Err(verdict(FairCode::Day, why));
    let Some(deal) = &of.deal else { return Ok(None) };
    let Some(made) = Made::of(&of.bundle.session_id) else {
        return broken("The table's id does not say when it was created.".to_owned());
    };
    let Some(name) = DayName::parse(&deal.day) else { return broken(format!("{} is no day.", deal.day)) };
    let day = made.at / DAY_MS;
    if name.day != day && !(made.is_leg && name.day > day) {
        return broken(format!("The table was created on {}, and is dealt as one of {name}.", date(day)));
    }
    if let Some(chain) = &record.chain {
        let era = chain.eras.at(made.at);
        let is_later = made.is_leg && name.era > era && chain.eras.has(name.era);
        if name.era != era && !is_later {
            let why = format!("The table was created in era {era}, and is dealt as one of {name}.");
            let is_known = chain.eras.has(name.era);
            return broken(if is_known { why } else { explained(record, why, made.at, None) });
        }
    }
    if of.bundle.log.iter().any(|entry| entry.at < made.at) {
        return broken("A move is dated before the table was created.".to_owned());
    }
    Ok(Some(made))
}
