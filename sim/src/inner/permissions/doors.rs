//! People of the messenger and their identities, its webhook, and browsers.

use super::case::{Case, those};
use super::grounds::Ground;
use crate::inner::knowledge::{WEBHOOK_SECRET, person_of};
use turnstone_service::ids::AccountId;
use turnstone_service::personal::Sealed;
use turnstone_service::record::IdentityRow;
use turnstone_service::request::MessengerProof;
use turnstone_service::secret::{Secret, sha256};

/// How far ahead the messenger's clock may be, in seconds.
const AHEAD_S: u64 = 60;

/// A browser's place among those that are subscribed.
pub(super) fn browser_of(endpoint: &Secret) -> [u8; 32] {
    sha256(format!("push endpoint\0{}", endpoint.reveal()).as_bytes())
}

/// What was sealed, by which it can be known again.
pub(super) fn sealed_bytes(sealed: &Sealed) -> Option<&Vec<u8>> {
    match sealed {
        Sealed::Closed { bytes, .. } => Some(bytes),
        Sealed::Open(_) => None,
    }
}

impl Case<'_> {
    /// Whom a proof names, if it is one and neither too old nor from the future.
    fn proven(&self, proof: &MessengerProof) -> Option<u64> {
        let person = person_of(proof)?;
        let messenger = self.world.settings.config().messenger;
        let lasts_s = match proof {
            MessengerProof::InApp(_) => messenger.in_app_max_age_s,
            MessengerProof::Widget(_) => messenger.max_age_s,
        };
        let now_s = self.now.0 / 1_000;
        let in_time = person.at_s.saturating_add(lasts_s) >= now_s && person.at_s <= now_s + AHEAD_S;
        (in_time && !person.forged).then_some(person.id)
    }

    fn identity(&self, id: u64) -> Option<&IdentityRow> {
        let hash = self.world.keys.keyed_hash("identity", &format!("messenger {id}"));
        self.world.model.identities.get(&hash)
    }

    pub(super) fn join_messenger(
        &self,
        init_data: &Secret,
        code: Option<&Secret>,
        handle: Option<&str>,
    ) -> Vec<Ground> {
        let Some(id) = self.proven(&MessengerProof::InApp(init_data.clone())) else {
            return vec![Ground::Invalid("initData")];
        };
        let alive = |id: AccountId| self.world.model.is_member(id);
        match (self.identity(id), code) {
            (Some(row), _) => {
                let out = !alive(row.account) || self.world.model.is_frozen(row.account);
                those([(row.linked.is_none() || out, Ground::LinkedElsewhere)])
            }
            (None, None) => vec![Ground::InvitationRequired],
            (None, Some(code)) => {
                let username = format!("user_{}", id - 1_000);
                self.newcomer(code, handle.unwrap_or(&username))
            }
        }
    }

    /// A state counts for the account that asked for it, once and for ten minutes; an identity is one account's for ever.
    pub(super) fn link(&self, state: &Secret, proof: &MessengerProof) -> Vec<Ground> {
        let model = &self.world.model;
        let known = self.member().and_then(|account| model.link_states.get(&account));
        let counts =
            known.is_some_and(|row| row.hash == sha256(state.reveal().as_bytes()) && row.expires_at > self.now);
        let field = match proof {
            MessengerProof::InApp(_) => "initData",
            MessengerProof::Widget(_) => "messengerAuth",
        };
        let person = self.proven(proof);
        let others = person.and_then(|id| self.identity(id)).is_some_and(|row| !self.is(Some(row.account)));
        those([
            (!counts, Ground::Invalid("state")),
            (person.is_none(), Ground::Invalid(field)),
            (others, Ground::LinkedElsewhere),
        ])
    }

    pub(super) fn unlink(&self) -> Vec<Ground> {
        let mut own = self.world.model.identities.values().filter(|row| self.is(Some(row.account)));
        those([(!own.any(|row| row.linked.is_some()), Ground::NotLinked)])
    }

    pub(super) fn update(&self, secret: Option<&Secret>) -> Vec<Ground> {
        let right = secret.is_some_and(|secret| secret.reveal() == WEBHOOK_SECRET);
        those([(!right, Ground::WrongSecret)])
    }

    /// A browser that is somebody else's moves only to who knows its keys.
    pub(super) fn subscribe(&self, endpoint: &Secret, p256dh: &Secret, auth: &Secret) -> Vec<Ground> {
        let Some(row) = self.world.model.subscriptions.get(&browser_of(endpoint)) else { return Vec::new() };
        let keys = sealed_bytes(&row.browser).and_then(|bytes| self.world.browser_keys.get(bytes));
        let same = keys.is_some_and(|(point, secret)| point == p256dh.reveal() && secret == auth.reveal());
        those([(!self.is(Some(row.account)) && !same, Ground::Invalid("subscription.endpoint"))])
    }

    pub(super) fn unsubscribe(&self, endpoint: &Secret) -> Vec<Ground> {
        let holder = self.world.model.subscriptions.get(&browser_of(endpoint)).map(|row| row.account);
        those([(!self.is(holder), Ground::NoSubscription)])
    }
}
