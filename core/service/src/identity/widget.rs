//! The proof of the messenger's login widget: an object of texts.

use super::proof::{Identity, Pairs, Proof};
use crate::config::Messenger;
use crate::secret::{Secret, sha256};
use std::collections::BTreeMap;

/// The widget's fields.
pub(crate) struct Widget<'a>(pub(crate) &'a BTreeMap<String, Secret>);

impl Proof for Widget<'_> {
    fn field(&self) -> &'static str {
        "messengerAuth"
    }

    fn pairs(&self) -> Vec<(String, String)> {
        self.0.iter().map(|(name, value)| (name.clone(), value.reveal().to_owned())).collect()
    }

    fn key(&self, bot_token: &Secret) -> [u8; 32] {
        sha256(bot_token.reveal().as_bytes())
    }

    fn max_age_s(&self, config: &Messenger) -> u64 {
        config.max_age_s
    }

    fn identity(&self, pairs: &Pairs) -> Option<Identity> {
        let text = |name: &str| pairs.get(name).cloned();
        Some(Identity::new(pairs.get("id")?.parse().ok()?, text("username"), text("photo_url")))
    }
}
