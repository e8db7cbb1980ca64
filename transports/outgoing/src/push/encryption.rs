//! The encryption of a push message for one browser by RFC 8291, in the content coding `aes128gcm` of RFC 8188.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// Bytes of a record, and of a whole message: push services need not accept more.
const RECORD_BYTES: usize = 4096;
/// The delimiter that ends the last record, and the cipher's tag.
const RECORD_OVERHEAD: usize = 17;
/// Salt, record size, length of the key's id, and the id: an uncompressed point.
const HEAD_BYTES: usize = 16 + 4 + 1 + 65;

/// The recipient's keys.
pub(crate) struct Recipient<'a> {
    pub(crate) p256dh: &'a [u8; 65],
    pub(crate) auth: &'a [u8; 16],
}

/// The random inputs of a message: drawn again for each.
pub(crate) struct Fresh {
    pub(crate) key: SecretKey,
    pub(crate) salt: [u8; 16],
}

impl Fresh {
    pub(crate) fn draw() -> Result<Self, getrandom::Error> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt)?;
        loop {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)?;
            // All such bytes except about 2^-32 of them are a valid key.
            if let Ok(key) = SecretKey::from_slice(&bytes) {
                return Ok(Self { key, salt });
            }
        }
    }
}

/// The body of a push message. `None` if the recipient's key is invalid, or the message too long.
pub(crate) fn encrypt(message: &[u8], recipient: &Recipient<'_>, fresh: &Fresh) -> Option<Vec<u8>> {
    if HEAD_BYTES + message.len() + RECORD_OVERHEAD > RECORD_BYTES {
        return None;
    }
    let theirs = PublicKey::from_sec1_bytes(recipient.p256dh).ok()?;
    let ours = uncompressed(&fresh.key.public_key());
    let shared = fresh.key.diffie_hellman(&theirs);
    let info = [b"WebPush: info\0".as_slice(), recipient.p256dh, &ours].concat();
    let key_material: [u8; 32] = derive(recipient.auth, shared.raw_secret_bytes(), &info);
    Some(encode(message, &key_material, fresh.salt, &ours))
}

/// A public key in the form of browsers and push services.
pub(crate) fn uncompressed(key: &PublicKey) -> [u8; 65] {
    let point = p256::Sec1Point::from(key);
    point.as_bytes().try_into().expect("a point that is not at infinity has two coordinates")
}

/// RFC 8188, with everything in one record.
fn encode(content: &[u8], key_material: &[u8], salt: [u8; 16], key_id: &[u8]) -> Vec<u8> {
    let key: [u8; 16] = derive(&salt, key_material, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; 12] = derive(&salt, key_material, b"Content-Encoding: nonce\0");
    let record = [content, &[2]].concat();
    let cipher = Aes128Gcm::new(&key.into());
    let sealed =
        cipher.encrypt(&Nonce::from(nonce), record.as_slice()).expect("a record is far from the cipher's bound");
    let mut body = salt.to_vec();
    body.extend(u32::try_from(RECORD_BYTES).expect("four thousand").to_be_bytes());
    body.push(u8::try_from(key_id.len()).expect("a key's id is a point, or empty"));
    body.extend(key_id);
    body.extend(sealed);
    body
}

/// HKDF with SHA-256.
fn derive<const N: usize>(salt: &[u8], key_material: &[u8], info: &[u8]) -> [u8; N] {
    let mut derived = [0; N];
    Hkdf::<Sha256>::new(Some(salt), key_material).expand(info, &mut derived).expect("at most 32 bytes are asked for");
    derived
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    pub(crate) fn unbase64<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).unwrap().try_into().unwrap()
    }

    /// A browser's side: decrypts a message with its own key, or fails.
    pub(crate) fn decrypt(body: &[u8], key: &SecretKey, auth: &[u8; 16]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_first_chunk::<16>()?;
        let (size, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first()?;
        let (theirs, sealed) = rest.split_at_checked(usize::from(*length))?;
        if sealed.len() > u32::from_be_bytes(*size) as usize {
            return None;
        }
        let shared = key.diffie_hellman(&PublicKey::from_sec1_bytes(theirs).ok()?);
        let info = [b"WebPush: info\0".as_slice(), &uncompressed(&key.public_key()), theirs].concat();
        let key_material: [u8; 32] = derive(auth, shared.raw_secret_bytes(), &info);
        open(sealed, &key_material, *salt)
    }

    fn open(sealed: &[u8], key_material: &[u8], salt: [u8; 16]) -> Option<Vec<u8>> {
        let key: [u8; 16] = derive(&salt, key_material, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derive(&salt, key_material, b"Content-Encoding: nonce\0");
        let mut record = Aes128Gcm::new(&key.into()).decrypt(&Nonce::from(nonce), sealed).ok()?;
        while record.last() == Some(&0) {
            record.pop();
        }
        (record.pop() == Some(2)).then_some(record)
    }

    const MESSAGE: &[u8] = b"When I grow up, I want to be a watermelon";
    const UA_PUBLIC: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const UA_PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const AS_PUBLIC: &str = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const AS_PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";

    fn fresh() -> Fresh {
        Fresh { key: SecretKey::from_slice(&unbase64::<32>(AS_PRIVATE)).unwrap(), salt: unbase64(SALT) }
    }

    #[test]
    fn the_example_of_rfc_8291_section_5() {
        let recipient = Recipient { p256dh: &unbase64(UA_PUBLIC), auth: &unbase64(AUTH) };
        assert_eq!(
            URL_SAFE_NO_PAD.encode(encrypt(MESSAGE, &recipient, &fresh()).unwrap()),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru\
             3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn the_steps_of_rfc_8291_appendix_a() {
        let (ours, theirs) = (fresh().key, PublicKey::from_sec1_bytes(&unbase64::<65>(UA_PUBLIC)).unwrap());
        assert_eq!(uncompressed(&ours.public_key()), unbase64(AS_PUBLIC));
        let shared = ours.diffie_hellman(&theirs);
        let secret: [u8; 32] = (*shared.raw_secret_bytes()).into();
        assert_eq!(secret, unbase64("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"));
        let info = [b"WebPush: info\0".as_slice(), &unbase64::<65>(UA_PUBLIC), &unbase64::<65>(AS_PUBLIC)].concat();
        let key_material: [u8; 32] = derive(&unbase64::<16>(AUTH), &secret, &info);
        assert_eq!(key_material, unbase64("S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"));
        let salt: [u8; 16] = unbase64(SALT);
        let key: [u8; 16] = derive(&salt, &key_material, b"Content-Encoding: aes128gcm\0");
        assert_eq!(key, unbase64("oIhVW04MRdy2XN9CiKLxTg"));
        let nonce: [u8; 12] = derive(&salt, &key_material, b"Content-Encoding: nonce\0");
        assert_eq!(nonce, unbase64("4h_95klXJ5E_qnoN"));
        let body = encode(MESSAGE, &key_material, salt, &unbase64::<65>(AS_PUBLIC));
        let sealed = "8pfeW0KbunFT06SuDKoJH9Ql87S1QUrdirN6GcG7sFz1y1sqLgVi1VhjVkHsUoEsbI_0LpXMuGvnzQ";
        assert_eq!(URL_SAFE_NO_PAD.encode(&body[HEAD_BYTES..]), sealed);
    }

    #[test]
    fn the_example_of_rfc_8188_section_3_1() {
        let key_material: [u8; 16] = unbase64("yqdlZ-tYemfogSmv7Ws5PQ");
        let salt = unbase64("I1BsxtFttlv3u_Oo94xnmw");
        let body = encode(b"I am the walrus", &key_material, salt, b"");
        let expected = "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg";
        assert_eq!(URL_SAFE_NO_PAD.encode(&body), expected);
        assert_eq!(open(&body[21..], &key_material, salt).unwrap(), b"I am the walrus");
    }

    #[test]
    fn a_message_has_the_maximum_length_of_push_services() {
        let recipient = Recipient { p256dh: &unbase64(UA_PUBLIC), auth: &unbase64(AUTH) };
        let longest = RECORD_BYTES - HEAD_BYTES - RECORD_OVERHEAD;
        assert_eq!(encrypt(&vec![b'x'; longest], &recipient, &fresh()).unwrap().len(), RECORD_BYTES);
        assert!(encrypt(&vec![b'x'; longest + 1], &recipient, &fresh()).is_none());
        assert!(encrypt(MESSAGE, &Recipient { p256dh: &[4; 65], auth: &[0; 16] }, &fresh()).is_none());
    }

    proptest! {
        #[test]
        fn only_the_recipient_reads_what_is_encrypted(message: Vec<u8>, flipped in 0_usize..8 * 100) {
            let key = SecretKey::from_slice(&unbase64::<32>(UA_PRIVATE)).unwrap();
            let (p256dh, auth) = (uncompressed(&key.public_key()), unbase64(AUTH));
            let recipient = Recipient { p256dh: &p256dh, auth: &auth };
            let mut body = encrypt(&message, &recipient, &Fresh::draw().unwrap()).unwrap();
            prop_assert_eq!(decrypt(&body, &key, &auth), Some(message.clone()));
            prop_assert_eq!(decrypt(&body, &key, &[7; 16]), None);
            prop_assert_eq!(decrypt(&body, &fresh().key, &auth), None);
            // The record's size is not authenticated by itself; every other byte is.
            if !(16 * 8..20 * 8).contains(&flipped) {
                body[flipped / 8] ^= 1 << (flipped % 8);
                prop_assert_eq!(decrypt(&body, &key, &auth), None);
            }
        }
    }
}
