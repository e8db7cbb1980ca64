//! The outside: it takes the calls that leave, and answers as the story says: late, wrongly, twice, or not before the
//! process dies.

use super::step::Answering;
use crate::prelude::*;

/// The calls that have left.
#[derive(Default)]
pub(crate) struct Outside {
    /// Those that were not answered, the oldest first.
    waiting: BTreeMap<CallId, Call>,
    /// The one that was answered last, and with what.
    answered: Option<(CallId, CallResult)>,
}

impl Outside {
    /// A call leaves.
    pub(crate) fn take(&mut self, id: CallId, call: Call) {
        self.waiting.insert(id, call);
    }

    /// The calls that wait for an answer, the oldest first.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (&CallId, &Call)> {
        self.waiting.iter()
    }

    /// Whether a call waits for its answer.
    pub(crate) fn is_asked(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Answer the call that stands at this place among those that wait, the oldest first; `luck` draws what the answer
    /// leaves open. Nothing if there is no such call.
    pub(crate) fn answer(&mut self, place: u32, how: Answering, luck: u64) -> Option<(CallId, CallResult)> {
        match how {
            Answering::Twice => return self.answered,
            // Far from the numbers that a run comes to.
            Answering::Unasked => return Some((CallId((1 << 40) + luck % 1_000), CallResult::Delivered)),
            _ => {}
        }
        let id = *self.waiting.keys().nth(place as usize)?;
        let call = self.waiting.remove(&id)?;
        let result = result_of(&call, how, luck);
        self.answered = Some((id, result));
        Some((id, result))
    }
}

/// What comes of a call. Undecided and slow is only the model, gone only a browser: any other call fails.
fn result_of(call: &Call, how: Answering, luck: u64) -> CallResult {
    // Less than the pauses between tries, or more.
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
        (Answering::Rejected, _) => CallResult::Refused,
        (Answering::Slow, Call::Decide(_)) => CallResult::TimedOut,
        // What no one can say to such a call.
        (Answering::Strange, Call::Decide(_)) if luck.is_multiple_of(2) => CallResult::Decided(u16::MAX),
        (Answering::Strange, Call::Decide(_)) => CallResult::Delivered,
        (Answering::Strange, Call::Push(_) | Call::Tell(_)) => CallResult::Decided(0),
        _ => failed,
    }
}
