//! Comparison of two states, for the simulator. A core that only absorbs batches must equal the one that made them, and
//! one that starts from storage must equal both, with all indexes. The comparison is here because the indexes are
//! private.

use super::hot::HotState;
use crate::timers::Timer;
use std::fmt::Debug;

/// The first of these parts that differs. The fields of the second list are compared in another way, or not at all.
/// Every field is named, so that a new one does not compile until it is in a list.
macro_rules! first_of {
    ($one:ident, $other:ident, [$($part:ident)+], [$($special:ident)+]) => {{
        let HotState { $($part: _,)+ $($special: _,)+ } = $one;
        None$(.or_else(|| part(&$one.$part, &$other.$part)))+
    }};
}

/// The first part that differs, as each state has it; `None` if both are equal.
pub(crate) fn first_difference(one: &HotState, other: &HotState) -> Option<[String; 2]> {
    first_of!(
        one,
        other,
        [accounts ledger invitations rosters parties days agents duels agent_days tables_made freed house_losses
         identities subscriptions notices audit_head chats_dropped kin_tables sanctions blocks fairness ratings friendly rematches queue outages restored latest],
        [config keys vault ranking weeks refs tables grants timers]
    )
    .or_else(|| part(one.ranking.compared(), other.ranking.compared()))
    .or_else(|| part(one.weeks.compared(), other.weeks.compared()))
    .or_else(|| part(one.tables.compared(), other.tables.compared()))
    .or_else(|| part(one.tables.index(), other.tables.index()))
    .or_else(|| part(one.grants.compared(), other.grants.compared()))
    .or_else(|| part(refs(one), refs(other)))
    .or_else(|| part(timers(one), timers(other)))
}

fn part<T: PartialEq + Debug>(one: T, other: T) -> Option<[String; 2]> {
    (one != other).then(|| [one, other].map(|part| format!("{part:?}")))
}

/// The retention of an idempotency key starts again with a start of the process.
fn refs(state: &HotState) -> impl PartialEq + Debug {
    state.refs.iter().map(|(hash, known)| (hash, &known.row)).collect::<Vec<_>>()
}

fn timers(state: &HotState) -> impl PartialEq + Debug {
    state.timers.iter().filter(|(_, timer)| !matches!(timer, Timer::RefEnds(_))).collect::<Vec<_>>()
}
