//! The proof of an app that the messenger opens: a query string, with the user as JSON.

use super::proof::{Identity, Pairs, Proof};
use crate::config::Messenger;
use crate::secret::{Secret, hmac_sha256};
use serde::Deserialize;

/// The app's `initData`.
pub(crate) struct InApp<'a>(pub(crate) &'a Secret);

#[derive(Deserialize)]
struct User {
    id: u64,
    username: Option<String>,
    photo_url: Option<String>,
}

impl Proof for InApp<'_> {
    fn field(&self) -> &'static str {
        "initData"
    }

    fn pairs(&self) -> Vec<(String, String)> {
        form_urlencoded::parse(self.0.reveal().as_bytes()).into_owned().collect()
    }

    fn key(&self, bot_token: &Secret) -> [u8; 32] {
        hmac_sha256(b"WebAppData", bot_token.reveal().as_bytes())
    }

    fn max_age_s(&self, config: &Messenger) -> u64 {
        config.in_app_max_age_s
    }

    fn identity(&self, pairs: &Pairs) -> Option<Identity> {
        let User { id, username, photo_url } = serde_json::from_str(pairs.get("user")?).ok()?;
        Some(Identity::new(id, username, photo_url))
    }
}
