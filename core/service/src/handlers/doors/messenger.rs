//! The messenger's identities: whoever has one comes in with it, links it to his account, or takes it off. It belongs to
//! one account for ever, linked or not.

use crate::answer::{Answer, LinkedIdentity, MessengerJoinResponse, MessengerLinkChallengeResponse, Okay, True};
use crate::credentials::SESSION_S;
use crate::effects::{Issued, Replied};
use crate::handlers::accounts::canonical_handle;
use crate::identity::{Identity, InApp, PROVIDER, Proof, Widget, verify};
use crate::ids::AccountId;
use crate::record::{IdentityRow, Key, LinkStateRow, Record};
use crate::refusal::{MessengerRefusal as Refused, Refusal};
use crate::request::{Caller, MessengerProof};
use crate::secret::{Secret, same, sha256};
use crate::state::HotState;
use crate::step::{HandlerResult, Step};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// How long a state counts, in seconds.
const LINK_STATE_S: u64 = 600;

impl Step<'_> {
    /// Whoever has an identity that is linked comes into its account; anybody else needs an invitation, and a handle.
    pub(crate) fn join_messenger(
        &mut self,
        init_data: &Secret,
        invite_code: Option<&Secret>,
        handle: Option<&str>,
    ) -> HandlerResult {
        self.messenger_is_set_up()?;
        let handle = handle.map(canonical_handle).transpose()?;
        let identity = self.prove(&InApp(init_data))?;
        let hash = self.hash_of(&identity);
        if let Some(row) = self.state.identities.get(&hash) {
            let account = row.account;
            let is_gone = self.state.accounts.known(account).is_erased() || self.state.is_frozen(account);
            if row.linked.is_none() || is_gone {
                return Err(Refused::LinkedElsewhere.into());
            }
            self.link(hash, account, &identity);
            return Ok(self.enter(account, false));
        }
        let (invitation_hash, invitation) = self.invitation(invite_code.ok_or(Refused::InvitationRequired)?)?;
        if self.full {
            return Err(Refusal::Full);
        }
        let handle = handle.or_else(|| fitted(identity.username.as_deref()?));
        let problem = "is missing, and the messenger's username does not do for one";
        let handle = handle.ok_or(Refusal::Invalid { field: "handle", problem })?;
        let account = self.admit_member(&handle, invitation_hash, invitation)?;
        self.link(hash, account, &identity);
        Ok(self.enter(account, true))
    }

    fn enter(&self, account: AccountId, created: bool) -> crate::step::Handled {
        let known = self.state.accounts.known(account);
        let root = known.row.recovery;
        let code = created.then(|| self.keys.recovery_code(account, &root.salt, root.counter).reveal().to_owned());
        let answer = MessengerJoinResponse { ok: True, handle: known.handle.clone(), created, recovery_code: code };
        let issued = Some(Issued::Session { token: self.session(account), lasts_s: SESSION_S });
        Replied { issued, ..Replied::plain(Answer::MessengerJoined(answer)) }.into()
    }

    /// A state for the caller's next link. The one before counts no more.
    pub(crate) fn challenge_messenger(&mut self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        let state = URL_SAFE_NO_PAD.encode(self.random.bytes::<32>());
        let row = LinkStateRow { hash: sha256(state.as_bytes()), expires_at: self.now.plus_s(LINK_STATE_S) };
        self.put(Record::LinkState(account, row));
        Ok(Answer::Challenge(MessengerLinkChallengeResponse { state }).into())
    }

    /// Link an identity that is nobody's, or was the caller's. One that was linked before it is taken off.
    pub(crate) fn link_messenger(&mut self, caller: &Caller, state: &Secret, proof: &MessengerProof) -> HandlerResult {
        let account = self.member(caller)?;
        self.messenger_is_set_up()?;
        let counts =
            |row: &LinkStateRow| row.expires_at > self.now && same(&sha256(state.reveal().as_bytes()), &row.hash);
        if !self.state.identities.link_state(account).is_some_and(counts) {
            return Err(Refusal::Invalid { field: "state", problem: "counts no more: ask for another" });
        }
        let identity = match proof {
            MessengerProof::InApp(init_data) => self.prove(&InApp(init_data))?,
            MessengerProof::Widget(fields) => self.prove(&Widget(fields))?,
        };
        let hash = self.hash_of(&identity);
        let is_anothers = self.state.identities.get(&hash).is_some_and(|row| row.account != account);
        if is_anothers {
            return Err(Refused::LinkedElsewhere.into());
        }
        self.unlink_but(account, Some(hash));
        self.link(hash, account, &identity);
        self.remove(Key::LinkState(account));
        self.profile(caller)
    }

    pub(crate) fn unlink_messenger(&mut self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        if !self.unlink_but(account, None) {
            return Err(Refused::NotLinked.into());
        }
        Ok(Answer::Ok(Okay::default()).into())
    }

    /// Take off what is linked to an account, but for one identity. Whether there was anything.
    fn unlink_but(&mut self, account: AccountId, kept: Option<[u8; 32]>) -> bool {
        let linked = self.state.identities.of(account).filter(|(_, row)| row.linked.is_some());
        let others: Vec<[u8; 32]> = linked.map(|(hash, _)| hash).filter(|hash| Some(*hash) != kept).collect();
        for hash in &others {
            self.put(Record::Identity(*hash, IdentityRow { account, linked: None }));
        }
        !others.is_empty()
    }

    /// Link an identity, or take over what it is called now.
    fn link(&mut self, hash: [u8; 32], account: AccountId, identity: &Identity) {
        let details = (identity.username.clone(), identity.photo_url.clone());
        let known = self.state.identities.get(&hash).and_then(|row| self.state.details_of(row));
        if known == Some(details.clone()) {
            return;
        }
        let slot = self.state.accounts.known(account).row.slot.expect("an erased member has no identity");
        let text = serde_json::to_string(&details).expect("texts are plain data");
        let linked = Some(self.state.vault.seal(slot, &text, &mut self.random));
        self.put(Record::Identity(hash, IdentityRow { account, linked }));
    }

    /// Whatever was an erased member's is nobody's: somebody else may come with it. How many identities there were.
    pub(crate) fn free_identities(&mut self, account: AccountId) -> u32 {
        let own: Vec<[u8; 32]> = self.state.identities.of(account).map(|(hash, _)| hash).collect();
        for hash in &own {
            self.remove(Key::Identity(*hash));
        }
        if self.state.identities.link_state(account).is_some() {
            self.remove(Key::LinkState(account));
        }
        own.len() as u32
    }

    fn messenger_is_set_up(&self) -> Result<(), Refusal> {
        self.state.config.messenger.bot_token.as_ref().map(drop).ok_or(Refused::NotConfigured.into())
    }

    fn prove(&self, proof: &dyn Proof) -> Result<Identity, Refusal> {
        let messenger = &self.state.config.messenger;
        let token = messenger.bot_token.as_ref().ok_or(Refused::NotConfigured)?;
        verify(proof, token, messenger, self.now)
    }

    /// Only this server can tell whose it is: ids of the messenger are easily counted through.
    fn hash_of(&self, identity: &Identity) -> [u8; 32] {
        self.keys.keyed_hash("identity", &format!("{PROVIDER} {}", identity.id))
    }
}

impl HotState {
    /// What is linked to a member, as he sees it.
    pub(crate) fn doors_of(&self, account: AccountId) -> Vec<LinkedIdentity> {
        let details = self.identities.of(account).filter_map(|(_, row)| self.details_of(row));
        let door = |(username, photo_url)| LinkedIdentity { provider: PROVIDER.to_owned(), username, photo_url };
        details.map(door).collect()
    }

    /// Username and picture, while it is linked.
    fn details_of(&self, row: &IdentityRow) -> Option<(Option<String>, Option<String>)> {
        let slot = self.accounts.get(row.account)?.row.slot;
        serde_json::from_str(&self.vault.open(slot, row.linked.as_ref()?)?).ok()
    }
}

/// A handle like a username, if it can be made one.
fn fitted(username: &str) -> Option<String> {
    let name = username.trim_start_matches(|first: char| !first.is_ascii_alphabetic());
    canonical_handle(name.get(..20).unwrap_or(name)).ok()
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn a_username_becomes_a_handle_where_it_can() {
        let handle = |name: &str| fitted(name).unwrap_or_default();
        assert_eq!(handle("Ada_Lovelace"), "ada_lovelace");
        assert_eq!(handle("__1ada"), "ada");
        assert_eq!(handle("abcdefghijklmnopqrstuvwxyz"), "abcdefghijklmnopqrst");
        assert_eq!(handle("x1"), "");
        assert_eq!(handle("1234"), "");
    }
}
