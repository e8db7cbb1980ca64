//! A repetition of a request with an idempotency key gets the same answer again.

use crate::inner::judge::{Judge, PendingRequest, account_of};
use crate::inner::knowledge::is_keyed;
use crate::prelude::*;

impl Judge {
    pub(crate) fn check_repetition(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        if !is_keyed(&pending.request) {
            return Ok(());
        }
        let mut answer = replied.answer.clone();
        if let Answer::Challenged(ended) = &mut answer {
            let marked = ended.replayed.take() == replied.replayed.then_some(true);
            must(marked, "a duel that was not fought again says so", || format!("{ended:?}"))?;
        }
        let text = serde_json::to_string(&answer).expect("answers are plain data");
        if pending.origin == u32::MAX {
            return Ok(());
        }
        let made_at = self.first_tries.get(&pending.origin).copied().unwrap_or_default();
        let account = account_of(pending);
        if let Some((first, by)) = self.answers.get(&pending.origin)
            && *by == account
            && self.now().since(made_at) < REFERENCE_S * 1_000
        {
            self.counts.hit("premise: a request with an idempotency key was repeated");
            let same = *first == text || self.settings.server_keys > 1 && self.differ_by_key(first, &text);
            must(same, "a repetition gets the same answer", || format!("{first}, then {text}"))?;
            return must(replied.replayed, "a repetition is marked", || text);
        }
        // What was another step's first may be forgotten before a day has passed since this one.
        if !replied.replayed {
            self.answers.insert(pending.origin, (text, account));
        }
        Ok(())
    }

    /// Whether two answers are the same but for the server key that signed their seat's token.
    fn differ_by_key(&self, first: &str, again: &str) -> bool {
        let parts = |text: &str| {
            let mut answer: serde_json::Value = serde_json::from_str(text).ok()?;
            let token = answer.as_object_mut()?.remove("accessToken")?;
            Some((answer, self.settings.keys().read_token(token.as_str()?)))
        };
        let (Some((first, before)), Some((again, after))) = (parts(first), parts(again)) else { return false };
        // One whose key is gone does not read any more.
        first == again && after.is_some() && (before.is_none() || before == after)
    }
}
