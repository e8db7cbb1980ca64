use super::*;
use crate::config::Messenger;
use crate::rejection::Rejection;
use crate::secret::{Secret, hmac_sha256, sha256};
use crate::time::Millis;
use std::collections::{BTreeMap, BTreeSet};

const TOKEN: &str = "7342037359:AAHI25ES9xCOMPokpYoz-p8XVrZUdygo2J4";
const DATE: u64 = 1_800_000_000;
const USER: &str =
    r#"{"id":99281932,"first_name":"A & B = ü","username":"ada_l","photo_url":"https://a.example/1.svg"}"#;

type Pairs = Vec<(String, String)>;

fn pairs(of: &[(&str, &str)]) -> Pairs {
    of.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The published check, written independently: sorted lines, a key, a hash.
fn hash(key: &[u8], pairs: &Pairs) -> String {
    let lines: BTreeSet<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    hex::encode(hmac_sha256(key, lines.into_iter().collect::<Vec<_>>().join("\n").as_bytes()))
}

fn signed(key: &[u8], mut pairs: Pairs) -> Pairs {
    pairs.push(("hash".into(), hash(key, &pairs)));
    pairs
}

fn in_app_key(token: &str) -> [u8; 32] {
    hmac_sha256(b"WebAppData", token.as_bytes())
}

fn query(pairs: &Pairs) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

fn app_pairs() -> Pairs {
    signed(&in_app_key(TOKEN), pairs(&[("query_id", "AAF9"), ("user", USER), ("auth_date", "1800000000")]))
}

fn widget_pairs() -> Pairs {
    let own = [("id", "99281932"), ("first_name", "Ada"), ("username", "ada_l"), ("auth_date", "1800000000")];
    signed(&sha256(TOKEN.as_bytes()), pairs(&own))
}

fn problem(result: Result<Identity, Rejection>) -> &'static str {
    match result {
        Ok(_) => "none",
        Err(Rejection::Invalid { problem, .. }) => problem,
        Err(other) => panic!("{other:?}"),
    }
}

fn app_at(data: &str, token: &str, now_s: u64) -> &'static str {
    let (data, token) = (Secret::new(data.to_owned()), Secret::new(token.to_owned()));
    problem(verify(&InApp(&data), &token, &Messenger::default(), Millis(now_s * 1000)))
}

fn app(data: &str) -> &'static str {
    app_at(data, TOKEN, DATE + 5)
}

fn widget_at(pairs: &Pairs, token: &str, now_s: u64) -> &'static str {
    let fields: BTreeMap<String, Secret> =
        pairs.iter().map(|(name, value)| (name.clone(), Secret::new(value.clone()))).collect();
    let token = Secret::new(token.to_owned());
    problem(verify(&Widget(&fields), &token, &Messenger::default(), Millis(now_s * 1000)))
}

fn widget(pairs: &Pairs) -> &'static str {
    widget_at(pairs, TOKEN, DATE + 5)
}

const FORGED: &str = "was not made by the messenger for this service";
const OLD: &str = "is too old: request a new one from the messenger";
const FUTURE: &str = "is dated in the future";

/// The hash was computed with Python's hmac over the same lines.
#[test]
fn agrees_with_the_published_check() {
    let lines = "auth_date=1800000000\nid=7";
    let widget = hex::encode(hmac_sha256(&sha256(b"12:AB"), lines.as_bytes()));
    let app = hex::encode(hmac_sha256(&in_app_key("12:AB"), lines.as_bytes()));
    assert_eq!(widget, "2fd820edc574068f19ce2251d44cfbbbead9719e11f9f93863e90d694459f611");
    assert_eq!(app, "c7783c40275dfd096d786d7b1c6210b26adb4da5382a2eccd8035319813de8ba");
}

#[test]
fn accepts_a_valid_proof_in_any_order_of_its_pairs() {
    let mut shuffled = app_pairs();
    shuffled.reverse();
    for data in [query(&app_pairs()), query(&shuffled)] {
        let token = Secret::new(TOKEN.to_owned());
        let data = Secret::new(data);
        let identity = verify(&InApp(&data), &token, &Messenger::default(), Millis(DATE * 1000)).ok().unwrap();
        assert_eq!((identity.id, identity.username.as_deref()), (99_281_932, Some("ada_l")));
        assert_eq!(identity.photo_url.as_deref(), Some("https://a.example/1.svg"));
    }
    assert_eq!(widget(&widget_pairs()), "none");
}

#[test]
fn rejects_each_flipped_bit_of_the_data() {
    let data = query(&app_pairs());
    let read = |data: &[u8]| form_urlencoded::parse(data).into_owned().collect::<Pairs>();
    let mut rejected = 0;
    for at in 0..data.len() {
        for bit in 0..7 {
            let mut bytes = data.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            // Another encoding of the same pairs is the same proof.
            let same = read(&bytes).into_iter().collect::<BTreeSet<_>>() == app_pairs().into_iter().collect();
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(app(&changed), if same { "none" } else { FORGED }, "bit {bit} of byte {at}: {changed}");
            rejected += usize::from(!same);
        }
    }
    assert!(rejected > data.len() * 6, "{rejected}");
}

#[test]
fn rejects_each_flipped_bit_of_the_widgets_fields() {
    let good = widget_pairs();
    for field in 0..good.len() {
        for at in 0..good[field].1.len() {
            for bit in 0..7 {
                let mut bytes = good[field].1.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let mut changed = good.clone();
                changed[field].1 = String::from_utf8(bytes).unwrap();
                assert_eq!(widget(&changed), FORGED, "{changed:?}");
            }
        }
    }
}

#[test]
fn rejects_added_removed_doubled_renamed_or_exchanged_pairs() {
    let good = app_pairs();
    for at in 0..good.len() {
        let mut fewer = good.clone();
        fewer.remove(at);
        assert_eq!(app(&query(&fewer)), FORGED, "without {}", good[at].0);
        let mut twice = good.clone();
        twice.push(good[at].clone());
        assert_eq!(app(&query(&twice)), FORGED, "{} twice", good[at].0);
        let mut other = good.clone();
        other.push((good[at].0.clone(), "0".into()));
        assert_eq!(app(&query(&other)), FORGED, "another {}", good[at].0);
        let mut renamed = good.clone();
        renamed[at].0.push('x');
        assert_eq!(app(&query(&renamed)), FORGED, "{} renamed", good[at].0);
        let mut exchanged = good.clone();
        let next = (at + 1) % good.len();
        (exchanged[at].1, exchanged[next].1) = (good[next].1.clone(), good[at].1.clone());
        assert_eq!(app(&query(&exchanged)), FORGED, "{} exchanged", good[at].0);
        let mut added = good.clone();
        added.insert(at, ("start_param".into(), "x".into()));
        assert_eq!(app(&query(&added)), FORGED);
    }
    for empty in ["", "&", "hash", "hash=", "auth_date=1800000000", "hash=00"] {
        assert_eq!(app(empty), FORGED, "{empty}");
    }
    let mut loud = good;
    loud.last_mut().unwrap().1.make_ascii_uppercase();
    assert_eq!(app(&query(&loud)), FORGED, "a hash is lowercase");
}

/// Two signed pairs cannot be sent as one, nor one as two.
#[test]
fn rejects_a_line_break_within_a_pair() {
    let key = in_app_key(TOKEN);
    let own = pairs(&[("auth_date", "1800000000"), ("chat", "x\nuser={\"id\":1}")]);
    let split = [("auth_date", "1800000000"), ("chat", "x"), ("user", r#"{"id":1}"#)];
    let hash = hash(&key, &own);
    let mut split = pairs(&split);
    split.push(("hash".into(), hash));
    assert_eq!(app(&query(&split)), "none", "the messenger itself would have to send an end of a line");
    assert_eq!(app(&query(&signed(&key, own))), FORGED);
    let merged = pairs(&[("auth_date", "1800000000\nuser={\"id\":1}")]);
    assert_eq!(app(&query(&signed(&key, merged))), FORGED);
}

#[test]
fn rejects_another_bots_token_and_the_key_of_another_kind_of_proof() {
    assert_eq!(app_at(&query(&app_pairs()), "7342037359:other", DATE), FORGED);
    assert_eq!(widget_at(&widget_pairs(), "7342037359:other", DATE), FORGED);
    let (app_own, widget_own) = (app_pairs(), widget_pairs());
    let unsigned = |pairs: &Pairs| pairs.iter().filter(|(name, _)| name != "hash").cloned().collect::<Pairs>();
    assert_eq!(app(&query(&signed(&sha256(TOKEN.as_bytes()), unsigned(&app_own)))), FORGED);
    assert_eq!(widget(&signed(&in_app_key(TOKEN), unsigned(&widget_own))), FORGED);
    // A valid signature of one kind of proof is invalid for the other.
    assert_eq!(app(&query(&widget_own)), FORGED);
    assert_eq!(widget(&app_own), FORGED);
}

#[test]
fn rejects_expired_proofs_and_proofs_from_the_future() {
    let data = query(&app_pairs());
    let Messenger { max_age_s, in_app_max_age_s, .. } = Messenger::default();
    for (now, expected) in [
        (DATE - 61, FUTURE),
        (DATE - 60, "none"),
        (DATE + in_app_max_age_s, "none"),
        (DATE + in_app_max_age_s + 1, OLD),
    ] {
        assert_eq!(app_at(&data, TOKEN, now), expected, "{now}");
    }
    for (now, expected) in
        [(DATE - 61, FUTURE), (DATE - 60, "none"), (DATE + max_age_s, "none"), (DATE + max_age_s + 1, OLD)]
    {
        assert_eq!(widget_at(&widget_pairs(), TOKEN, now), expected, "{now}");
    }
    for date in ["", "soon", "-1", "1e9", "99999999999999999999"] {
        let own = signed(&in_app_key(TOKEN), pairs(&[("user", USER), ("auth_date", date)]));
        assert_eq!(app(&query(&own)), "does not say when it was made", "{date}");
    }
    assert_eq!(app(&query(&signed(&in_app_key(TOKEN), pairs(&[("user", USER)])))), "does not say when it was made");
}

#[test]
fn rejects_a_proof_without_a_user() {
    for user in ["", "7", "[]", "{}", r#"{"id":"7"}"#, r#"{"id":-7}"#, r#"{"id":7.5}"#, r#"{"id":7,"username":8}"#] {
        let own = signed(&in_app_key(TOKEN), pairs(&[("user", user), ("auth_date", "1800000000")]));
        assert_eq!(app(&query(&own)), "names no user", "{user}");
    }
    for id in ["", "ada", "-7", "7.0"] {
        let own = signed(&sha256(TOKEN.as_bytes()), pairs(&[("id", id), ("auth_date", "1800000000")]));
        assert_eq!(widget(&own), "names no user", "{id}");
    }
}

#[test]
fn leaves_out_malformed_names_and_addresses() {
    let shown = |name: &str, url: &str| {
        let Identity { username, photo_url, .. } = Identity::new(7, Some(name.into()), Some(url.into()));
        (username.is_some(), photo_url.is_some())
    };
    assert_eq!(shown("ada_l", "https://a.example/1.svg"), (true, true));
    assert_eq!(shown("", "http://a.example/1.svg"), (false, false));
    assert_eq!(shown("a\u{202e}b", "https://a.example/ 1"), (false, false));
    assert_eq!(shown(&"a".repeat(65), &format!("https://{}", "a".repeat(2048))), (false, false));
}
