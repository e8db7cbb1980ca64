//! Whether the secret of a table was fixed early enough.

use super::chain::{Chain, Era};
use super::days::{DAY_MS, DayName, Made};
use super::notes::Found;
use super::secrets::{Commit, Secrets};
use super::{FairCode, FairVerdict, verdict};
use crate::statement::EraReason;

/// Why a secret that was stated less than a day ahead is not late.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exception {
    FirstDays,
    Pause,
}

/// The secret with which a table of this day was dealt was stated at least a day before that day, and no note says
/// otherwise.
pub(super) fn check(
    chain: &Chain,
    secrets: &Secrets,
    notes: &[Found],
    name: DayName,
    made: Option<Made>,
) -> Result<Option<Exception>, FairVerdict> {
    let Some(commit) = secrets.commit_of(chain, name) else { return Ok(None) };
    let chosen = |era: &&Era| {
        let has_new = matches!(era.reason, Some(EraReason::Compromised | EraReason::Lost));
        let first = era.era * 1000 / DAY_MS;
        has_new && era.era <= name.era && (first..=first + 1).contains(&name.day)
    };
    if let Some(era) = chain.eras.iter().find(chosen) {
        let reason = era.reason.map_or("", EraReason::word);
        return late(format!("Era {} ({reason}) replaced the secret of {name} less than a day before it.", era.era));
    }
    let due = name.start().saturating_sub(DAY_MS);
    if notes.iter().any(|note| note.at.is_some_and(|at| at >= due) && note.number < commit.number) {
        return late(format!("A note shows that the secret of {name} was not stated a day before it."));
    }
    if commit.since <= due {
        return Ok(None);
    }
    let is_after = made.is_none_or(|made| made.at / DAY_MS != name.day || made.at >= commit.since);
    match exception(chain, secrets, name, commit).filter(|_| is_after) {
        None => {
            let why = format!("The secret of {name} was stated less than a day before that day.");
            late(restored_before(chain, commit).map_or(why.clone(), |era| format!("{why} {era}")))
        }
        some => Ok(some),
    }
}

fn exception(chain: &Chain, secrets: &Secrets, name: DayName, commit: &Commit) -> Option<Exception> {
    let first = chain.statements.first().map_or(0, |stated| stated.since / DAY_MS);
    let stated = commit.since / DAY_MS;
    if name.day <= first + 1 && stated <= first {
        return Some(Exception::FirstDays);
    }
    let is_pause = || (name.day.saturating_sub(2)..stated).all(|day| secrets.is_empty(chain, day));
    (stated <= name.day && is_pause()).then_some(Exception::Pause)
}

/// The era after a restore on whose first day the secret was stated. A store that was salvaged can lack statements: it
/// states the secrets of these days again.
fn restored_before(chain: &Chain, commit: &Commit) -> Option<String> {
    let is_before = |era: &&Era| era.reason == Some(EraReason::Restored) && era.number < commit.number;
    let era = chain.eras.iter().rfind(is_before).filter(|era| era.at / DAY_MS == commit.since / DAY_MS)?;
    Some(format!("Era {} (restored) began before on that day, perhaps without earlier statements.", era.era))
}

fn late<T>(why: String) -> Result<T, FairVerdict> {
    Err(verdict(FairCode::Late, why))
}
