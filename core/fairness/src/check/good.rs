//! The verdict on a table with which nothing is wrong.

use super::bundle::CheckedBundle;
use super::chain::Chain;
use super::days::{DAY_MS, DayName, Made};
use super::late::Exception;
use super::secrets::lost_in;
use super::{CheckedRecord, FairCode, FairVerdict, verdict};
use turnstone_games::{Deal, SeedOf};

pub(super) fn verdict_on(
    of: &CheckedBundle,
    record: &CheckedRecord,
    is_proven: bool,
    made: Option<Made>,
    exception: Option<Exception>,
) -> FairVerdict {
    if of.bundle.seed.is_none() && !of.is_seal_unknown {
        return verdict(FairCode::Sealed, "The seed is still sealed. Keep this bundle and verify later.");
    }
    let unknown = record.chain.as_ref().and_then(|chain| chain.unknown);
    let unknown = unknown.map(|number| format!("statement {number} is of a kind that it does not know"));
    if let Some(why) = of.unknown.clone().or(unknown) {
        return verdict(FairCode::Unknown, format!("Use a newer verifier. This one cannot check everything: {why}."));
    }
    let reveal = |why: &str| verdict(FairCode::CommitAndReveal, why);
    let Some(deal) = &of.deal else {
        return reveal(
            "The seed is the one that was committed to before the first move. How it was chosen is not shown.",
        );
    };
    let open = |why: &str| verdict(FairCode::Open, why);
    let Some(chain) = &record.chain else {
        return open("The bundle holds. The statements of the server are needed to check how its seed was chosen.");
    };
    let (day, seed_day) = (record.closed(&deal.day), record.closed(deal.seed_day()));
    if let Some(closed) = seed_day.filter(|closed| closed.secret.is_none()) {
        let era = DayName::parse(deal.seed_day()).and_then(|name| lost_in(chain, name)).unwrap_or_default();
        let (name, tables) = (deal.seed_day(), closed.tables);
        return reveal(&format!(
            "The secret of {name} was lost in era {era}, and with it the proof of {tables} tables."
        ));
    }
    for (closed, name) in [(day, deal.day.as_str()), (seed_day, deal.seed_day())] {
        if closed.is_none() {
            return open(&format!("The bundle holds. {} Verify again later.", still_open(record, name)));
        }
    }
    if !is_proven {
        return open("The seed is right. The rest needs the list of the day, or a new copy of the bundle.");
    }
    let Deal { day, number, .. } = deal;
    let seed = match &deal.seed_of {
        None => "its own seed".to_owned(),
        Some(SeedOf::Daily(_)) => "the seed of that day's challenge".to_owned(),
        Some(SeedOf::Table { day, number }) => format!("the seed of table {number} of {day}"),
    };
    let first = format!("Table {number} of {day}, with {seed}: replay, statements, secret, seed and list agree.");
    let more = facts(record, chain, deal, made, exception);
    verdict(FairCode::Holds, [vec![first], more].concat().join(" "))
}

/// That a day is not closed yet, and how many tables it waits for.
pub(super) fn still_open(record: &CheckedRecord, name: &str) -> String {
    match record.lists.running.get(name) {
        Some(1) => format!("{name} is not closed yet: 1 of its tables still runs."),
        Some(running) => format!("{name} is not closed yet: {running} of its tables still run."),
        None => format!("{name} is not closed yet."),
    }
}

/// Further facts for a reader of the verdict `holds`.
fn facts(
    record: &CheckedRecord,
    chain: &Chain,
    deal: &Deal,
    made: Option<Made>,
    exception: Option<Exception>,
) -> Vec<String> {
    let (Some(own), Some(of_seed)) = (DayName::parse(&deal.day), DayName::parse(deal.seed_day())) else {
        return Vec::new();
    };
    let stated = record.secrets.commit_of(chain, of_seed).map_or(u32::MAX, |commit| commit.number);
    let before = made.map_or(0, |made| made.at);
    let is_noted = record.notes.iter().any(|note| note.number >= stated && note.at.is_some_and(|at| at <= before));
    let noted = if is_noted {
        "A note from before the table has the statement of its secret."
    } else {
        "No note from before the table has the statement of its secret: its date is the server's own word."
    };
    let first_day = own.day.saturating_sub(1) * DAY_MS / 1000;
    let begun = chain.eras.iter().filter(|era| (first_day..first_day + 2 * DAY_MS / 1000).contains(&era.era)).count();
    let eras = match begun {
        0 => "No era began on its day or the day before.".to_owned(),
        1 => "1 era began on its day or the day before, which was a choice of deals.".to_owned(),
        _ => format!("{begun} eras began on its day or the day before: each was a choice of deals."),
    };
    let exception = exception.map(|exception| {
        let when = match exception {
            Exception::FirstDays => "the server's first days",
            Exception::Pause => "days without any table",
        };
        format!("The secret was stated less than a day ahead, because of {when}.")
    });
    let unsigned = chain.eras.iter().rev().find(|era| era.is_unsigned && era.era <= own.era);
    let key = unsigned.map(|era| format!("The key of that time is not signed by the one before it: era {}.", era.era));
    [Some(noted.to_owned()), Some(eras), exception, key].into_iter().flatten().collect()
}
