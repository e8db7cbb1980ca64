//! Credentials: how they are derived from the server key, written and read. Storage holds only hashes and salts: a
//! retry with the same idempotency key can get the same answer, and a stolen disk gives no access.

use crate::games::Seat;
use crate::ids::{AccountId, GrantId, TableId};
use crate::secret::{Secret, SecretKey, hmac_sha256, same, sha256};
use crate::time::{Day, Millis};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use turnstone_fairness::SigningKey;

/// Lifetime of a session token: 30 days.
pub const SESSION_S: u64 = 30 * 86_400;

const TOKEN_HEAD: &str = "tsn1";

/// The server's root secrets, oldest first; the newest signs, all are accepted.
#[derive(Clone, Debug)]
pub struct ServerKeys {
    keys: Vec<(u32, SecretKey)>,
    /// The newest key that others may know, by its id. So they may know all older ones.
    compromised: Option<u32>,
}

impl ServerKeys {
    /// Keys with their ids, oldest first. At least one.
    pub fn new(keys: Vec<(u32, SecretKey)>) -> Self {
        assert!(!keys.is_empty(), "a server without a key cannot sign");
        Self { keys, compromised: None }
    }

    /// The same keys. Others may know the one with this id and all before it.
    #[must_use]
    pub fn with_compromised(self, id: u32) -> Self {
        Self { compromised: Some(id), ..self }
    }

    /// Whether others may know a key.
    pub fn is_compromised(&self, id: u32) -> bool {
        self.compromised.is_some_and(|newest| id <= newest)
    }

    /// Whether others may know the key that was the newest one before the current ones.
    pub const fn has_compromised(&self) -> bool {
        self.compromised.is_some()
    }

    /// The secret of a day as each key gives it, with the id of the key, newest key first.
    pub fn day_secrets(&self, day: Day) -> impl Iterator<Item = (u32, [u8; 32])> {
        let text = format!("day secret\n{day}");
        self.keys.iter().rev().map(move |(id, key)| (*id, hmac_sha256(&key.0, text.as_bytes())))
    }

    /// The secret of a day as the newest key gives it.
    pub fn day_secret(&self, day: Day) -> [u8; 32] {
        self.day_secrets(day).next().expect("a server has a key").1
    }

    /// Seal 32 bytes with the newest key, whose id is also returned. A label seals one value only.
    pub(crate) fn seal(&self, label: &[u8], bytes: [u8; 32]) -> (u32, [u8; 32]) {
        let (id, key) = self.newest();
        (*id, masked(key, label, bytes))
    }

    /// Open what [`Self::seal`] returned; `None` without its key.
    pub(crate) fn unseal(&self, id: u32, label: &[u8], sealed: [u8; 32]) -> Option<[u8; 32]> {
        self.with_id(id).map(|key| masked(key, label, sealed))
    }

    fn newest(&self) -> &(u32, SecretKey) {
        self.keys.last().expect("checked at construction")
    }

    /// The key of all derivations that must never change: the oldest.
    fn root(&self) -> &SecretKey {
        &self.keys[0].1
    }

    fn with_id(&self, id: u32) -> Option<&SecretKey> {
        self.keys.iter().find(|(other, _)| *other == id).map(|(_, key)| key)
    }

    /// The recovery code of an account: 150 bits in groups of five characters.
    pub fn recovery_code(&self, account: AccountId, salt: &[u8; 16], counter: u32) -> Secret {
        let parts: [&[u8]; 4] = [b"recovery", &account.0.to_be_bytes(), salt, &counter.to_be_bytes()];
        code(&self.root().mac(&parts), 30)
    }

    /// The referral code of an account: 100 bits.
    pub fn referral_code(&self, account: AccountId, salt: &[u8; 16]) -> Secret {
        code(&self.root().mac(&[b"referral", &account.0.to_be_bytes(), salt]), 20)
    }

    /// The claim token of a seat grant: 150 bits.
    pub fn claim_token(&self, grant: GrantId, salt: &[u8; 16]) -> Secret {
        code(&self.root().mac(&[b"claim", &grant.0.to_be_bytes(), salt]), 30)
    }

    /// A hash that only this server can compute, for traces of personal data that may stay after an erasure.
    pub fn keyed_hash(&self, label: &str, text: &str) -> [u8; 32] {
        self.root().mac(&[b"keyed hash", label.as_bytes(), text.as_bytes()])
    }

    /// Bytes for the private key with which this server identifies itself to push services. Not every 32 bytes are a
    /// valid key, so there is a sequence of proposals.
    pub fn push_key(&self, proposal: u8) -> SecretKey {
        SecretKey(self.root().mac(&[b"push", &[proposal]]))
    }

    /// The keys that sign statements and receipts, oldest first. The newest signs.
    pub fn signing_keys(&self) -> Vec<SigningKey> {
        self.keys.iter().map(|(_, key)| SigningKey::from_seed(&key.mac(&[b"sign"]))).collect()
    }

    /// A fingerprint of each key, with its id, oldest first. No key can be derived from it.
    pub fn fingerprints(&self) -> Vec<(u32, [u8; 32])> {
        self.keys.iter().map(|(id, key)| (*id, key.mac(&[b"fingerprint", &id.to_be_bytes()]))).collect()
    }

    /// Write a token with these claims.
    pub fn token(&self, claims: &Claims) -> Secret {
        let (id, key) = self.newest();
        let payload = postcard::to_stdvec(&(*id, claims)).expect("claims are plain data");
        let signed = format!("{TOKEN_HEAD}.{}", URL_SAFE_NO_PAD.encode(payload));
        let mac = key.mac(&[b"token", signed.as_bytes()]);
        Secret::new(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac)))
    }

    /// The claims of a token that this server wrote. The core decides whether they are still valid.
    pub fn read_token(&self, token: &str) -> Option<Claims> {
        let (signed, mac) = token.rsplit_once('.')?;
        let payload = URL_SAFE_NO_PAD.decode(signed.strip_prefix(TOKEN_HEAD)?.strip_prefix('.')?).ok()?;
        let (id, claims) = postcard::from_bytes(&payload).ok()?;
        let expected = self.with_id(id)?.mac(&[b"token", signed.as_bytes()]);
        same(&URL_SAFE_NO_PAD.decode(mac).ok()?, &expected).then_some(claims)
    }
}

/// The bytes with a mask that only this key and label give. Masking twice gives the bytes.
fn masked(key: &SecretKey, label: &[u8], mut bytes: [u8; 32]) -> [u8; 32] {
    let mask = key.mac(&[b"seal", label]);
    bytes.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    bytes
}

/// What a token claims about its bearer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Claims {
    /// A member.
    Account {
        /// Who.
        account: AccountId,
        /// The session epoch in which it was issued.
        epoch: u32,
        /// When it was issued.
        issued_at: Millis,
        /// When it ends.
        expires_at: Millis,
    },
    /// The player of one seat.
    Seat {
        table: TableId,
        seat: Seat,
        /// The grant it came from; none for guest practice.
        grant: Option<GrantId>,
        /// When it ends at the latest.
        expires_at: Millis,
    },
}

impl Claims {
    /// When it ends at the latest.
    pub const fn expires_at(&self) -> Millis {
        let (Self::Account { expires_at, .. } | Self::Seat { expires_at, .. }) = self;
        *expires_at
    }
}

/// A code for people to type, from random or derived bytes: `length` characters (a multiple of 5, at most 50) of
/// Crockford's base 32, five bits each.
pub fn code(bytes: &[u8; 32], length: usize) -> Secret {
    let text = base32::encode(base32::Alphabet::Crockford, bytes);
    let groups: Vec<&str> = (0..length / 5).map(|group| &text[group * 5..group * 5 + 5]).collect();
    Secret::new(groups.join("-"))
}

/// The hash by which a typed code is looked up or compared. Case, spaces and dashes are ignored, and letters that look
/// like digits are read as digits.
pub fn code_hash(typed: &str) -> [u8; 32] {
    let plain = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    });
    sha256(plain.collect::<String>().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> ServerKeys {
        ServerKeys::new(vec![(1, SecretKey([1; 32])), (2, SecretKey([2; 32]))])
    }

    fn claims() -> Claims {
        let account = AccountId::new(Millis(5), [3; 10]);
        Claims::Account { account, epoch: 7, issued_at: Millis(5), expires_at: Millis(9) }
    }

    #[test]
    fn a_token_reads_back_and_every_changed_character_is_rejected() {
        let token = keys().token(&claims());
        assert_eq!(keys().read_token(token.reveal()), Some(claims()));
        for at in 0..token.reveal().len() {
            let mut bytes = token.reveal().as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(keys().read_token(&changed), None, "character {at}");
        }
    }

    #[test]
    fn a_token_of_an_older_key_is_still_read_and_one_of_a_dropped_key_is_not() {
        let old = ServerKeys::new(vec![(1, SecretKey([1; 32]))]).token(&claims());
        assert!(keys().read_token(old.reveal()).is_some());
        assert!(ServerKeys::new(vec![(2, SecretKey([2; 32]))]).read_token(old.reveal()).is_none());
    }

    #[test]
    fn a_recovery_code_is_typed_in_any_case_with_or_without_dashes() {
        let code = keys().recovery_code(AccountId::new(Millis(5), [3; 10]), &[4; 16], 0);
        assert_eq!(code.reveal().len(), 35);
        let sloppy = code.reveal().to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
        assert_eq!(code_hash(&sloppy), code_hash(code.reveal()));
        assert_eq!(format!("{code:?}"), "***");
    }
}
