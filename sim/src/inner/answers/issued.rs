//! What goes around an answer: the credential that a door keeps for its caller, whether it is a repetition, and what is
//! left of the caller's window.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::prelude::*;

impl Judge {
    /// The account of the session that an answer brought.
    pub(super) fn session_of(&self, step: &AnsweredStep<'_>) -> Result<AccountId, Violation> {
        let Some(Issued::Session { token, .. }) = &step.replied.issued else {
            return Err(step.broken("it brings no session"));
        };
        match self.keys.read_token(token.reveal()) {
            Some(Claims::Account { account, .. }) => Ok(account),
            Some(Claims::Seat { .. }) | None => Err(step.broken("its session has no member")),
        }
    }

    /// What a door is given to keep for its caller: the session of who came in, the seat of who plays one, and of
    /// anybody else nothing.
    pub(crate) fn check_issued(&self, step: &AnsweredStep<'_>) -> CheckResult {
        let issued = step.replied.issued.as_ref();
        match (&step.pending.request, step.answer()) {
            (Request::Join { handle, .. } | Request::Recover { handle, .. }, _) => {
                let account = self.model.member_named(handle).ok_or_else(|| step.broken("no member has the handle"))?;
                self.check_door_session(step, account)
            }
            (Request::JoinMessenger { .. }, Answer::MessengerJoined(joined)) => {
                let account = self.model.member_named(&joined.handle);
                self.check_door_session(step, account.ok_or_else(|| step.broken("no member has the handle"))?)
            }
            (_, Answer::Practice(practice)) => {
                let reported = (&practice.access_token, practice.table_id, GUEST_SEAT_S);
                let kept = matches!(issued, Some(Issued::Seat { token, table, lasts_s })
                    if (&token.reveal().to_owned(), *table, *lasts_s) == reported);
                step.must(kept, || format!("a door keeps {issued:?}"))
            }
            (_, Answer::Claimed(claimed)) => {
                let kept = matches!(issued, Some(Issued::Seat { token, table, lasts_s })
                    if token.reveal() == claimed.access_token && *table == claimed.table_id
                        && self.lasts(claimed.expires_at, *lasts_s, step));
                step.must(kept, || format!("a door keeps {issued:?}"))
            }
            _ => step.must(issued.is_none(), || format!("a door keeps {issued:?}")),
        }
    }

    fn check_door_session(&self, step: &AnsweredStep<'_>, account: AccountId) -> CheckResult {
        let Some(Issued::Session { token, lasts_s }) = &step.replied.issued else {
            return Err(step.broken("it brings no session"));
        };
        step.must(*lasts_s == SESSION_S, || format!("a session lasts {lasts_s} s"))?;
        self.check_session(step, account, token.reveal())
    }

    /// Whether this many seconds end when a claimed seat does; those of a repetition count from the claim.
    fn lasts(&self, expires_at: Millis, lasts_s: u64, step: &AnsweredStep<'_>) -> bool {
        step.replied.replayed || lasts_s == expires_at.since(self.now()) / 1_000
    }
}
