//! Replies that leave: what their callers learn from them, and what is acknowledged by them.

use super::known::base;
use super::model::Verdict;
use super::world::{Asked, World};
use turnstone_core::credentials::Claims;
use turnstone_core::effects::Reply;
use turnstone_core::refusal::{Auth, Refusal};
use turnstone_core::request::{Request, RequestId};

impl World {
    /// A reply leaves: its peer learns from it, and what it acknowledges must stay.
    pub(super) fn release(&mut self, id: RequestId, reply: Reply) -> Verdict {
        let Some(asked) = self.asked.remove(&id).filter(|asked| !asked.gone) else { return Ok(()) };
        self.note_reply(&reply);
        match reply {
            Ok(replied) => {
                self.counts.hit("replies: granted");
                self.acknowledge(&asked, &replied)?;
                if asked.origin != u32::MAX {
                    if let turnstone_core::answer::Answer::Invited(invited) = &replied.answer {
                        self.known.codes.insert(asked.deed, invited.invite_code.clone());
                    }
                    let keys = self.driver.keys().clone();
                    self.known.learn(&keys, asked.origin, &asked.who, &asked.request, &replied);
                }
                if matches!(asked.request, Request::Logout | Request::Rotate { .. }) {
                    self.known.lose_token(&asked.who);
                }
            }
            Err(refused) => {
                self.counts.hit("replies: refused");
                self.disappoint(&asked, &refused.refusal);
            }
        }
        Ok(())
    }

    /// What a refusal tells its peer.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "it looks at the few requests and refusals that it knows something about"
    )]
    fn disappoint(&mut self, asked: &Asked, refusal: &Refusal) {
        let own = self.known.account_of(&asked.who);
        let newest = match &asked.caller.claims {
            Some(Claims::Account { account, .. }) => Some(*account) == own && !asked.who.ends_with("/old"),
            Some(Claims::Seat { .. }) | None => false,
        };
        match refusal {
            Refusal::Auth(Auth::NotSignedIn) if newest => self.known.lose_token(&asked.who),
            Refusal::Auth(Auth::WrongCredentials) => {
                let honest = match &asked.request {
                    Request::Token { recovery_code, .. }
                    | Request::Recover { recovery_code, .. }
                    | Request::Rotate { recovery_code } => !recovery_code.reveal().ends_with("-WRONG"),
                    _ => false,
                };
                if honest && asked.origin == asked.deed {
                    // A rotation or erasure of which the answer was lost: nothing opens this account any more.
                    self.known.person(base(&asked.who)).code = None;
                }
            }
            _ => {}
        }
    }

    pub(super) fn note(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.trace = (self.trace ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn note_reply(&mut self, reply: &Reply) {
        match reply {
            Ok(replied) => {
                let text = serde_json::to_string(&replied.answer).expect("answers are plain data");
                self.note(text.as_bytes());
            }
            Err(refused) => self.note(format!("{refused:?}").as_bytes()),
        }
    }
}
