//! Secrets are shown to one caller only, and no seed before it is revealed. What a granted request hands over is known.

use crate::inner::callers::{account_in, base, key_of};
use crate::inner::judge::{Judge, PendingRequest, account_of};
use crate::inner::permissions::{browser_of, sealed_bytes};
use crate::inner::prelude::*;

impl Judge {
    /// An answer contains no secret of another caller, and no seed before it is revealed.
    pub(super) fn check_secrets(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        let viewer = match (self.account_reported(pending, replied), base(&pending.who)) {
            (Some(account), _) => account.to_string(),
            // A stranger is identified by the idempotency key.
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
        for secret in own_secrets(&text, replied) {
            let unsure = &mut self.unsure;
            let owner = self.secrets.entry(secret.clone()).or_insert_with(|| {
                unsure.push(secret);
                viewer.clone()
            });
            must!(*owner == viewer, "a secret is sent to one caller only", "{viewer} got {owner}'s")?;
        }
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.')) {
            if word.len() == 64 {
                self.check_seed(word, &viewer)?;
            } else if word.len() >= SHORTEST
                && let Some(owner) = self.secrets.get(word)
            {
                must!(*owner == viewer, "a secret is sent to one caller only", "{viewer} got {owner}'s")?;
            }
        }
        Ok(())
    }

    /// The account of an answer: the caller's, or the one that was signed in to.
    fn account_reported(&self, pending: &PendingRequest, replied: &Replied) -> Option<AccountId> {
        let token = match (&replied.issued, &replied.answer) {
            (Some(Issued::Session { token, .. }), _) => token.reveal(),
            (_, Answer::Token(answer)) => answer.token.as_str(),
            _ => return account_of(pending),
        };
        account_in(self.settings.keys().read_token(token).as_ref())
    }

    fn check_seed(&mut self, word: &str, viewer: &str) -> CheckResult {
        let mut bytes = [0; 32];
        if hex::decode_to_slice(word, &mut bytes).is_err() {
            return Ok(());
        }
        let open = self.model.fairness.is_secret(&bytes);
        must!(!open, "no secret of a day is shown before the day is closed", "{viewer} got {word}")?;
        match self.model.is_revealed(bytes, self.now) {
            Some(true) => {
                self.counts.hit("premise: a seed was revealed");
                Ok(())
            }
            Some(false) => must!(false, "no seed is shown before it is revealed", "{viewer} got {word}"),
            None => Ok(()),
        }
    }

    /// The handle of an erased member is reserved from now on, and a subscribed browser is known with its keys.
    pub(super) fn note_handed(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        changes: &[Change],
    ) -> CheckResult {
        let erased = match (&replied.answer, &pending.request) {
            (Answer::Erased(_), Request::EraseAccount(erase)) => account_of(pending).zip(Some(&erase.confirm_handle)),
            (Answer::Audited(done), Request::EraseMember(MemberAct { member: MemberSelector::Handle(handle), .. })) => {
                done.account.zip(Some(handle))
            }
            (Answer::Ok(_), Request::PushSubscribe(PushSubscribe { subscription })) => {
                let PushSubscription { endpoint, keys: PushKeys { p256dh, auth } } = subscription;
                let row = self.model.subscriptions.get(&browser_of(endpoint));
                let bytes = row.and_then(|row| sealed_bytes(&row.browser)).cloned();
                let keys = (p256dh.reveal().to_owned(), auth.reveal().to_owned());
                self.browser_keys.extend(bytes.map(|bytes| (bytes, keys)));
                None
            }
            _ => None,
        };
        let Some((account, handle)) = erased else { return Ok(()) };
        self.freed.insert(account, (handle.trim().to_lowercase(), self.now.plus_s(HANDLE_REST_S)));
        let rests = changes.iter().any(|change| matches!(change, Change::Put(Record::Freed(..))));
        must!(rests, "the handle of an erased member is reserved", "{} {:?}", pending.who, pending.request)
    }
}

/// The fields of answers with secrets, and the minimum length of a secret.
const SECRETS: [&str; 7] = ["recoveryCode", "state", "token", "accessToken", "claimToken", "code", "inviteCode"];
const SHORTEST: usize = 23;

/// The secrets of an answer and of its session.
fn own_secrets(text: &str, replied: &Replied) -> Vec<String> {
    let mut secrets = Vec::new();
    for mark in SECRETS.map(|field| format!(r#""{field}":""#)) {
        let found = text.split(&mark).skip(1).filter_map(|rest| rest.split('"').next());
        secrets.extend(found.filter(|secret| secret.len() >= SHORTEST).map(str::to_owned));
    }
    if let Some(Issued::Session { token, .. } | Issued::Seat { token, .. }) = &replied.issued {
        secrets.push(token.reveal().to_owned());
    }
    secrets
}
