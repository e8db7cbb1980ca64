//! This server's identity for push services: its key, and the signed tokens by RFC 8292 that are sent with every
//! message.

use super::encryption::uncompressed;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use turnstone_service::credentials::ServerKeys;

/// The lifetime of a token: push services accept at most a day.
const LIFE_S: u64 = 12 * 3600;
/// A token is not reused when it expires within this time: the push service's clock may differ.
const SPARE_S: u64 = 3600;
/// Tokens that are cached.
const KEPT: usize = 1000;

/// The server's signing key. Browsers subscribe with its public half, so that no other sender can use the
/// subscriptions: with another key all subscriptions are void.
#[derive(Clone)]
pub struct VapidKey(SigningKey);

impl fmt::Debug for VapidKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}

impl VapidKey {
    /// The key derived from these root secrets.
    pub fn of(keys: &ServerKeys) -> Self {
        let key = (0..=u8::MAX).find_map(|proposal| SecretKey::from_slice(&keys.push_key(proposal).0).ok());
        Self(SigningKey::from(key.expect("all but some 2^-32 of such bytes are a key")))
    }

    /// The public key for browsers: an uncompressed point, in base64url.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(uncompressed(&self.0.verifying_key().into()))
    }

    fn sign(&self, text: &str) -> String {
        let signature: Signature = self.0.sign(text.as_bytes());
        URL_SAFE_NO_PAD.encode(signature.to_bytes())
    }
}

/// Makes `Authorization` headers, one for each origin and day.
pub(crate) struct Tokens {
    key: VapidKey,
    /// The contact for push services.
    subject: Option<String>,
    made: Mutex<BTreeMap<String, Token>>,
}

#[derive(Clone)]
struct Token {
    expires_s: u64,
    header: String,
}

#[derive(Serialize)]
struct VapidClaims<'a> {
    aud: &'a str,
    exp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<&'a str>,
}

impl Tokens {
    pub(crate) fn new(key: VapidKey, subject: Option<String>) -> Self {
        Self { key, subject, made: Mutex::default() }
    }

    /// The `Authorization` value for a push service.
    pub(crate) fn header(&self, origin: &str, now_s: u64) -> String {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = made.get(origin).filter(|token| token.counts_at(now_s)) {
            return token.header.clone();
        }
        if made.len() >= KEPT {
            made.retain(|_, token| token.counts_at(now_s));
        }
        if made.len() >= KEPT {
            made.clear();
        }
        let expires_s = now_s + LIFE_S;
        let signed = unsigned(&VapidClaims { aud: origin, exp: expires_s, sub: self.subject.as_deref() });
        let header = format!("vapid t={signed}.{}, k={}", self.key.sign(&signed), self.key.public());
        made.insert(origin.to_owned(), Token { expires_s, header: header.clone() });
        header
    }
}

impl Token {
    /// After the clock was set back, a cached token may be valid for too long.
    const fn counts_at(&self, now_s: u64) -> bool {
        now_s + SPARE_S < self.expires_s && self.expires_s <= now_s + LIFE_S
    }
}

/// Head and claims of a token.
fn unsigned(claims: &VapidClaims<'_>) -> String {
    let claims = serde_json::to_vec(claims).expect("claims are plain data");
    let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
    format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;
    use turnstone_service::secret::SecretKey;

    pub(crate) fn key(byte: u8) -> VapidKey {
        VapidKey::of(&ServerKeys::new(vec![(1, SecretKey([byte; 32]))]))
    }

    /// A push service's side: the claims of the header, if its key has signed them.
    pub(crate) fn verified(header: &str) -> Option<(serde_json::Value, String)> {
        let (token, key) = header.strip_prefix("vapid t=")?.split_once(", k=")?;
        let (signed, signature) = token.rsplit_once('.')?;
        let point = URL_SAFE_NO_PAD.decode(key).ok()?;
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).ok()?).ok()?;
        VerifyingKey::from_sec1_bytes(&point).ok()?.verify(signed.as_bytes(), &signature).ok()?;
        let (head, claims) = signed.split_once('.')?;
        assert_eq!(URL_SAFE_NO_PAD.decode(head).ok()?, br#"{"typ":"JWT","alg":"ES256"}"#);
        Some((serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()?, key.to_owned()))
    }

    #[test]
    fn the_example_of_rfc_8292_section_2_4() {
        let sub = Some("mailto:push@example.com");
        let signed = unsigned(&VapidClaims { aud: "https://push.example.net", exp: 1_453_523_768, sub });
        assert_eq!(
            signed,
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1\
             YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        );
        let signature = "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
        let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        assert!(verified(&format!("vapid t={signed}.{signature}, k={key}")).is_some());
        let other = signature.replace("i3CY", "i3CZ");
        assert!(verified(&format!("vapid t={signed}.{other}, k={key}")).is_none());
    }

    #[test]
    fn a_token_is_reused_for_its_origin_and_lifetime() {
        let tokens = Tokens::new(key(1), None);
        let (at, now) = (|now_s| tokens.header("https://push.example", now_s), 1_800_000_000);
        let first = at(now);
        assert_eq!(at(now + LIFE_S - SPARE_S - 1), first);
        let next = at(now + LIFE_S - SPARE_S);
        assert_ne!(next, first);
        assert_ne!(at(now), next, "the clock was set back: {next} would count for too long");
        assert_ne!(tokens.header("https://other.example", now), at(now));
        let (claims, signer) = verified(&first).unwrap();
        let expected = serde_json::json!({ "aud": "https://push.example", "exp": now + LIFE_S });
        assert_eq!((claims, signer), (expected, key(1).public()));
        let subject = Some("https://turnstone.example".to_owned());
        let header = Tokens::new(key(1), subject).header("https://push.example", now);
        assert_eq!(verified(&header).unwrap().0["sub"], "https://turnstone.example");
    }

    #[test]
    fn the_cache_of_tokens_is_bounded() {
        let tokens = Tokens::new(key(1), None);
        for number in 0..KEPT + 5 {
            tokens.header(&format!("https://{number}.example"), 1_800_000_000);
        }
        assert!(tokens.made.lock().unwrap().len() <= KEPT);
    }

    #[test]
    fn the_key_follows_from_the_oldest_server_key_and_is_not_shown() {
        let server = |keys: &[u8]| ServerKeys::new((1..).zip(keys.iter().map(|byte| SecretKey([*byte; 32]))).collect());
        assert_eq!(VapidKey::of(&server(&[1])).public(), VapidKey::of(&server(&[1, 2])).public());
        assert_ne!(VapidKey::of(&server(&[1])).public(), VapidKey::of(&server(&[2])).public());
        let public = URL_SAFE_NO_PAD.decode(key(1).public()).unwrap();
        assert_eq!((public.len(), public[0]), (65, 4));
        assert_eq!(format!("{:?}", key(1)), "***");
    }
}
