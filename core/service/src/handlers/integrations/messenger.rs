//! The messenger's identities: members sign in with one, link it to their account, or unlink it. An identity belongs to
//! one account for ever, linked or not.

use crate::answer::{Answer, MessengerJoinResponse, MessengerLinkChallengeResponse, Okay, True};
use crate::credentials::{SESSION_S, ServerKeys};
use crate::effects::{Issued, Replied};
use crate::handled::{Handled, HandlerResult, invalid};
use crate::handlers::accounts::{handle, invite, join, profile, session};
use crate::identity::{Identity, InApp, PROVIDER, Proof, Widget, verify};
use crate::ids::AccountId;
use crate::record::{IdentityRow, Key, LinkStateRow, Record};
use crate::rejection::{MessengerRejection as Rejected, Rejection};
use crate::request::{JoinMessenger, LinkMessenger};
use crate::secret::{same, sha256};
use crate::state::{HotState, Transaction};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::collections::BTreeMap;

/// Lifetime of a state, in seconds.
const LINK_STATE_S: u64 = 600;

/// A linked identity signs in to its account; any other identity needs an invitation and a handle.
pub(crate) fn join_messenger(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    full: bool,
    JoinMessenger { init_data, invite_code, handle }: &JoinMessenger,
) -> HandlerResult {
    messenger_is_set_up(tx)?;
    let handle = handle.as_deref().map(handle::canonical_handle).transpose()?;
    let identity = prove(tx, &InApp(init_data))?;
    let hash = hash_of(keys, &identity);
    if let Some(row) = tx.identities.get(&hash) {
        let account = row.account;
        if row.linked.is_none() || tx.is_gone(account) {
            return Err(Rejected::LinkedElsewhere.into());
        }
        link(tx, hash, account, &identity);
        return Ok(enter(tx, keys, account, false));
    }
    let invitation = invite::invitation_of(tx, invite_code.as_ref().ok_or(Rejected::InvitationRequired)?)?;
    if full {
        return Err(Rejection::Full);
    }
    let handle = handle.or_else(|| fitted(identity.username.as_deref()?));
    let problem = "is missing, and the messenger's username is not a valid handle";
    let handle = handle.ok_or(invalid("handle", problem))?;
    let account = join::admit_member(tx, keys, &handle, invitation)?;
    link(tx, hash, account, &identity);
    Ok(enter(tx, keys, account, true))
}

fn enter(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId, created: bool) -> Handled {
    let known = tx.accounts.known(account);
    let root = known.row.recovery;
    let code = created.then(|| keys.recovery_code(account, &root.salt, root.counter).reveal().to_owned());
    let answer = MessengerJoinResponse { ok: True, handle: known.handle.clone(), created, recovery_code: code };
    let issued = Some(Issued::Session { token: session::session(tx, keys, account), lasts_s: SESSION_S });
    Replied { issued, ..Replied::plain(Answer::MessengerJoined(answer)) }.into()
}

/// A state for the caller's next link. The previous one becomes invalid.
pub(crate) fn challenge_messenger(tx: &mut Transaction<'_>, account: AccountId) -> HandlerResult {
    let state = URL_SAFE_NO_PAD.encode(tx.bytes::<32>());
    let row = LinkStateRow { hash: sha256(state.as_bytes()), expires_at: tx.now.plus_s(LINK_STATE_S) };
    tx.put(Record::LinkState(account, row));
    Ok(Answer::Challenge(MessengerLinkChallengeResponse { state }).into())
}

/// Link an identity that is free or the caller's own. It replaces the identity that was linked before.
pub(crate) fn link_messenger(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    account: AccountId,
    LinkMessenger { state, init_data, messenger_auth }: &LinkMessenger,
) -> HandlerResult {
    messenger_is_set_up(tx)?;
    let counts = |row: &LinkStateRow| row.expires_at > tx.now && same(&sha256(state.reveal().as_bytes()), &row.hash);
    if !tx.identities.link_state(account).is_some_and(counts) {
        return Err(invalid("state", "is no longer valid: request another"));
    }
    // One of them is there.
    let no_fields = BTreeMap::new();
    let identity = match init_data {
        Some(init_data) => prove(tx, &InApp(init_data))?,
        None => prove(tx, &Widget(messenger_auth.as_ref().unwrap_or(&no_fields)))?,
    };
    let hash = hash_of(keys, &identity);
    let is_anothers = tx.identities.get(&hash).is_some_and(|row| row.account != account);
    if is_anothers {
        return Err(Rejected::LinkedElsewhere.into());
    }
    unlink_but(tx, account, Some(hash));
    link(tx, hash, account, &identity);
    tx.remove(Key::LinkState(account));
    Ok(profile::profile(tx, account).into())
}

pub(crate) fn unlink_messenger(tx: &mut Transaction<'_>, account: AccountId) -> HandlerResult {
    if !unlink_but(tx, account, None) {
        return Err(Rejected::NotLinked.into());
    }
    Ok(Answer::Ok(Okay::default()).into())
}

/// Unlink all identities of an account except one. Returns whether there were any.
fn unlink_but(tx: &mut Transaction<'_>, account: AccountId, kept: Option<[u8; 32]>) -> bool {
    let linked = tx.identities.of(account).filter(|(_, row)| row.linked.is_some());
    let others: Vec<[u8; 32]> = linked.map(|(hash, _)| hash).filter(|hash| Some(*hash) != kept).collect();
    for hash in &others {
        tx.put(Record::Identity(*hash, IdentityRow { account, linked: None }));
    }
    !others.is_empty()
}

/// Link an identity, or update its username and picture.
fn link(tx: &mut Transaction<'_>, hash: [u8; 32], account: AccountId, identity: &Identity) {
    let details = (identity.username.clone(), identity.photo_url.clone());
    let known = tx.identities.get(&hash).and_then(|row| tx.details_of(row));
    if known == Some(details.clone()) {
        return;
    }
    let slot = tx.accounts.known(account).row.slot.expect("an erased member has no identity");
    let text = serde_json::to_string(&details).expect("texts are plain data");
    let linked = Some(tx.seal(slot, &text));
    tx.put(Record::Identity(hash, IdentityRow { account, linked }));
}

/// Free the identities of an erased member, so that they can be linked again. Returns how many there were.
pub(crate) fn free_identities(tx: &mut Transaction<'_>, account: AccountId) -> u32 {
    let own: Vec<[u8; 32]> = tx.identities.of(account).map(|(hash, _)| hash).collect();
    for hash in &own {
        tx.remove(Key::Identity(*hash));
    }
    if tx.identities.link_state(account).is_some() {
        tx.remove(Key::LinkState(account));
    }
    own.len() as u32
}

fn messenger_is_set_up(state: &HotState) -> Result<(), Rejection> {
    state.config.messenger.bot_token.as_ref().map(drop).ok_or(Rejected::NotConfigured.into())
}

fn prove(tx: &Transaction<'_>, proof: &dyn Proof) -> Result<Identity, Rejection> {
    let messenger = &tx.config.messenger;
    let token = messenger.bot_token.as_ref().ok_or(Rejected::NotConfigured)?;
    verify(proof, token, messenger, tx.now)
}

/// The hash is keyed, because ids of the messenger can be enumerated.
fn hash_of(keys: &ServerKeys, identity: &Identity) -> [u8; 32] {
    keys.keyed_hash("identity", &format!("{PROVIDER} {}", identity.id))
}

/// A handle made from the username, if possible.
fn fitted(username: &str) -> Option<String> {
    let name = username.trim_start_matches(|first: char| !first.is_ascii_alphabetic());
    handle::canonical_handle(name.get(..20).unwrap_or(name)).ok()
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn makes_a_handle_from_a_username_if_possible() {
        let handle = |name: &str| fitted(name).unwrap_or_default();
        assert_eq!(handle("Ada_Lovelace"), "ada_lovelace");
        assert_eq!(handle("__1ada"), "ada");
        assert_eq!(handle("abcdefghijklmnopqrstuvwxyz"), "abcdefghijklmnopqrst");
        assert_eq!(handle("x1"), "");
        assert_eq!(handle("1234"), "");
    }
}
