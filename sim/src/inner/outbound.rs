//! Outbound calls that were released. The story says how each returns: late, with an error, twice, or not before the
//! process dies.

use crate::inner::prelude::*;
use crate::inner::step::Answering;

#[derive(Default)]
pub(crate) struct OutboundCalls {
    /// Pending calls, oldest first.
    pub(crate) pending: BTreeMap<CallId, Call>,
    /// The last call that returned, with its result.
    answered: Option<(CallId, CallResult)>,
}

impl OutboundCalls {
    /// Return the pending call at this index. `luck` draws the details of the result. `None` if there is no such call.
    pub(crate) fn answer(&mut self, place: u32, how: Answering, luck: u64) -> Option<(CallId, CallResult)> {
        match how {
            Answering::Twice => return self.answered,
            // A number that no run reaches.
            Answering::Unasked => return Some((CallId((1 << 40) + luck % 1_000), CallResult::Delivered)),
            _ => {}
        }
        let id = *self.pending.keys().nth(place as usize)?;
        let result = result_of(&self.pending.remove(&id)?, how, luck);
        self.answered = Some((id, result));
        Some((id, result))
    }
}

/// The result of a call. Some results exist only for the model or for a browser; other calls fail instead.
fn result_of(call: &Call, how: Answering, luck: u64) -> CallResult {
    // Shorter than the pauses between tries, or longer.
    let longer = if luck.is_multiple_of(2) { 40 } else { 1 };
    let failed = CallResult::Failed { retry_after_s: luck.is_multiple_of(3).then_some(luck % 90 * longer) };
    match (how, call) {
        (Answering::Right, Call::Decide(call)) => {
            let place = (luck % (call.legal_actions.len() as u64).max(1)) as u16;
            if luck.is_multiple_of(5) { CallResult::DecidedAgain(place) } else { CallResult::Decided(place) }
        }
        (Answering::Right, Call::Push(_) | Call::Tell(_)) => CallResult::Delivered,
        (Answering::Undecided, Call::Decide(_)) => CallResult::Undecided,
        (Answering::Gone, Call::Push(_)) => CallResult::Gone,
        (Answering::Rejected, Call::Push(_)) if luck.is_multiple_of(2) => CallResult::Rejected,
        (Answering::Rejected, _) => CallResult::Refused,
        (Answering::Slow, Call::Decide(_)) => CallResult::TimedOut,
        // A result that is impossible for such a call.
        (Answering::Strange, Call::Decide(_)) if luck.is_multiple_of(2) => CallResult::Decided(u16::MAX),
        (Answering::Strange, Call::Decide(_)) => CallResult::Delivered,
        (Answering::Strange, Call::Push(_) | Call::Tell(_)) => CallResult::Decided(0),
        _ => failed,
    }
}
