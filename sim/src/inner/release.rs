//! Replies that are released, and the trace of the run.

use crate::inner::callers::{CallerState, base};
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;

/// Update the state of a caller from an error. `newest` if it was sent with the newest token.
pub(crate) fn learn_rejection(
    known: &mut CallerState,
    who: &str,
    newest: bool,
    request: &Request,
    rejection: &Rejection,
) {
    match (rejection, request) {
        (Rejection::Auth(Auth::NotSignedIn), _) if newest => known.lose_token(who),
        (
            Rejection::Auth(Auth::WrongCredentials),
            Request::IssueToken(RecoveryCode { recovery_code, .. })
            | Request::Recover(RecoveryCode { recovery_code, .. })
            | Request::RotateRecovery(RotateRecovery { recovery_code: Some(recovery_code) }),
        ) => {
            // After a rotation or an erasure whose reply was lost, no known code opens this account.
            known.person(base(who)).code.take_if(|own| recovery_code.reveal().eq_ignore_ascii_case(own));
        }
        _ => {}
    }
}

impl SimWorld {
    /// A reply leaves: its peer learns from it, and what it acknowledges must stay.
    pub(super) fn release(&mut self, id: RequestId, reply: Reply) -> CheckResult {
        let Some(pending) = self.judge.released(id, &reply) else { return Ok(()) };
        match reply {
            Ok(replied) => {
                self.judge.counts.hit("replies: granted");
                if matches!(pending.request, Request::Logout(_) | Request::RotateRecovery(_)) {
                    self.known.lose_token(&pending.who);
                }
                if pending.origin != u32::MAX {
                    if let turnstone_service::answer::Answer::Invited(invited) = &replied.answer {
                        self.known.codes.insert(pending.step, invited.invite_code.clone());
                    }
                    self.known.learn(&self.driver.keys.clone(), pending.origin, &pending.who, &replied);
                }
                if let ReplyPlace::Event(event) = &replied.place {
                    self.known.take_event(&pending.who, &pending.request, event);
                }
            }
            Err(rejected) => {
                self.judge.counts.hit("replies: rejected");
                let newest = match &pending.caller.claims {
                    Some(Claims::Account { account, .. }) => {
                        Some(*account) == self.known.account_of(&pending.who) && !pending.who.ends_with("/old")
                    }
                    Some(Claims::Seat { .. }) | None => false,
                };
                learn_rejection(&mut self.known, &pending.who, newest, &pending.request, &rejected.rejection);
            }
        }
        Ok(())
    }

    pub(super) fn note(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.trace = (self.trace ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Add a reply to the trace: replies have an order.
    pub(super) fn note_reply(&mut self, id: RequestId, reply: &Reply) {
        self.note(&id.0.to_le_bytes());
        match reply {
            Ok(replied) => {
                self.note(serde_json::to_string(&replied.answer).expect("answers are plain data").as_bytes());
                let token = match &replied.issued {
                    Some(Issued::Session { token, .. } | Issued::Seat { token, .. }) => token.reveal(),
                    None => "",
                };
                self.note(token.as_bytes());
                self.note(&[u8::from(replied.replayed)]);
            }
            Err(rejected) => self.note(format!("{rejected:?}").as_bytes()),
        }
    }

    /// Add an outbound call to the trace.
    pub(super) fn note_call(&mut self, id: CallId, call: &Call) {
        self.note(&id.0.to_le_bytes());
        match call {
            Call::Push(push) => self.note(push.payload.as_bytes()),
            Call::Tell(message) => self.note(message.text.as_bytes()),
            Call::Decide(ask) => self.note(ask.view.0.get().as_bytes()),
        }
    }
}
