//! Secrets: known to one caller alone, and no seed before its time.

use super::account_of;
use crate::inner::bugs::Bug;
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::knowledge::{base, key_of};
use crate::inner::model::{CheckResult, must};
use turnstone_service::answer::{AdminAnswer, Answer, TableView};
use turnstone_service::credentials::Claims;
use turnstone_service::effects::{Effects, Issued, Replied};
use turnstone_service::games::{Seat, Seed, Sight};
use turnstone_service::ids::AccountId;

impl Judge {
    /// Planted bugs that need to know what is hidden.
    pub(crate) fn spoil_views(&self, effects: &mut Effects) {
        if self.bug.is_none() {
            return;
        }
        for (_, reply) in &mut effects.replies {
            let Ok(Replied { answer: Answer::Table(view), .. }) = reply else { continue };
            let Some(known) = self.model.tables.get(&view.id) else { continue };
            let mut spoiled = TableView::clone(view);
            if self.bug == Some(Bug::SeedShown) {
                spoiled.seed = Some(Seed::from_bytes(known.row.seed).to_hex());
            }
            if let (Some(Bug::SpectatorSeesSeat), Some(board), true) = (self.bug, &known.board, view.my_seat < 0) {
                spoiled.state.view = Some(board.view(Sight::of(Seat(0))).into());
            }
            *view = spoiled.into();
        }
    }

    /// Nothing in an answer is somebody else's secret, and no seed is in it before its time.
    pub(super) fn check_secrets(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        let viewer = match (self.account_told(pending, replied), base(&pending.who)) {
            (Some(account), _) => account.to_string(),
            // A stranger is known by the reference.
            (None, "stranger") => match key_of(&pending.request) {
                Some(key) => format!("stranger with {key}"),
                None => format!("stranger of {}", pending.origin),
            },
            (None, name) => name.to_owned(),
        };
        let mut text = serde_json::to_string(&replied.answer).expect("answers are plain data");
        if let Some(Issued::Session { token, .. } | Issued::Seat { token, .. }) = &replied.issued {
            text.push(' ');
            text.push_str(token.reveal());
        }
        for secret in own_secrets(replied) {
            let unsure = &mut self.unsure;
            let owner = self.secrets.entry(secret.to_owned()).or_insert_with(|| {
                unsure.push(secret.to_owned());
                viewer.clone()
            });
            must(*owner == viewer, "a secret is sent to one caller only", || format!("{viewer} was told {owner}'s"))?;
        }
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.')) {
            if word.len() == 64 {
                self.check_seed(word, &viewer)?;
            } else if word.len() >= 23
                && let Some(owner) = self.secrets.get(word)
            {
                must(*owner == viewer, "a secret is sent to one caller only", || {
                    format!("{viewer} was told {owner}'s")
                })?;
            }
        }
        Ok(())
    }

    /// Whose account an answer is about: the caller's, or the one that was just signed in to.
    fn account_told(&self, pending: &PendingRequest, replied: &Replied) -> Option<AccountId> {
        let token = match (&replied.issued, &replied.answer) {
            (Some(Issued::Session { token, .. }), _) => token.reveal(),
            (_, Answer::Token(answer)) => answer.token.as_str(),
            _ => return account_of(pending),
        };
        match self.keys.read_token(token)? {
            Claims::Account { account, .. } => Some(account),
            Claims::Seat { .. } => None,
        }
    }

    fn check_seed(&mut self, word: &str, viewer: &str) -> CheckResult {
        let mut bytes = [0; 32];
        if hex::decode_to_slice(word, &mut bytes).is_err() {
            return Ok(());
        }
        match self.model.is_revealed(bytes, self.now()) {
            Some(true) => {
                self.counts.hit("premise: a seed was revealed");
                Ok(())
            }
            Some(false) => must(false, "no seed is shown before its time", || format!("{viewer} was told {word}")),
            None => Ok(()),
        }
    }
}

/// The secrets that an answer is there to tell.
#[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
fn own_secrets(replied: &Replied) -> Vec<&str> {
    let mut secrets = match &replied.answer {
        Answer::Joined(answer) => vec![answer.recovery_code.as_str()],
        Answer::MessengerJoined(answer) => answer.recovery_code.iter().map(String::as_str).collect(),
        Answer::Challenge(answer) => vec![answer.state.as_str()],
        Answer::Rotated(answer) => vec![answer.recovery_code.as_str()],
        Answer::Admin(AdminAnswer::Recovered(answer)) => vec![answer.recovery_code.as_str()],
        Answer::Token(answer) => vec![answer.token.as_str()],
        Answer::Practice(answer) => vec![answer.access_token.as_str()],
        Answer::Claimed(answer) => vec![answer.access_token.as_str()],
        Answer::Granted(answer) => vec![answer.claim_token.as_str()],
        Answer::Referral(answer) => vec![answer.code.as_str()],
        Answer::Invited(answer) => vec![answer.invite_code.as_str()],
        _ => Vec::new(),
    };
    if let Some(Issued::Session { token, .. } | Issued::Seat { token, .. }) = &replied.issued {
        secrets.push(token.reveal());
    }
    secrets
}
