//! The kinds of tables.

use crate::pointers;
use serde_json::json;
use std::ffi::{CStr, CString, c_char};
use std::panic::catch_unwind;
use std::ptr;
use std::sync::OnceLock;
use turnstone_games::{Encoding, Kind, Rules, SHIPPED};

/// `turnstone_kind` of the header.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct KindFacts {
    name: *const c_char,
    description: *const c_char,
    fewest_seats: usize,
    most_seats: usize,
    default_seats: usize,
    actions: usize,
    numbers: usize,
}

// SAFETY: the texts are never changed nor freed, so every thread may read them.
unsafe impl Send for KindFacts {}
// SAFETY: the same.
unsafe impl Sync for KindFacts {}

/// The kinds, in the order of the API.
fn kinds() -> &'static [KindFacts] {
    static KINDS: OnceLock<Vec<KindFacts>> = OnceLock::new();
    KINDS.get_or_init(|| SHIPPED.kinds().map(|(rules, kind)| KindFacts::of(rules, kind)).collect())
}

impl KindFacts {
    fn of(rules: &dyn Rules, kind: &Kind) -> Self {
        let (about, encoding) = (rules.about(), rules.encoding());
        Self {
            name: lasting(kind.kind.to_owned()),
            description: lasting(described(rules, kind)),
            fewest_seats: about.seats.0,
            most_seats: about.seats.1,
            default_seats: about.default_seats,
            actions: encoding.actions,
            numbers: encoding.observation_len(),
        }
    }
}

/// A text that is never freed.
fn lasting(text: String) -> *const c_char {
    CString::new(text).expect("neither names nor JSON contain NUL").into_raw()
}

fn described(rules: &dyn Rules, kind: &Kind) -> String {
    let (about, encoding) = (rules.about(), rules.encoding());
    let mut offset = 0;
    let mut part = |part: &turnstone_games::EncodingPart| {
        let from = offset;
        offset += part.len();
        json!({ "name": part.name, "offset": from, "shape": part.shape, "text": part.text })
    };
    let parts: Vec<_> = encoding.parts().map(&mut part).collect();
    let described = json!({
        "kind": kind.kind,
        "label": kind.label,
        "game": about.id,
        "version": about.version,
        "rules": about.rules,
        "actions": { "count": encoding.actions, "text": encoding.action_text },
        "observation": {
            "shape": [encoding.observation_len()],
            "type": "float32",
            "text": Encoding::TEXT,
            "parts": parts,
            "omitted": encoding.omitted,
        },
    });
    described.to_string()
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn turnstone_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version does not contain NUL"),
    };
    VERSION.as_ptr()
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn turnstone_kind_at(index: usize) -> *const KindFacts {
    catch_unwind(|| kinds().get(index)).ok().flatten().map_or(ptr::null(), ptr::from_ref)
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_kind_named(name: *const c_char) -> *const KindFacts {
    let find = || {
        // SAFETY: the caller keeps the contract of the header.
        let name = unsafe { pointers::text(name) }.ok()?.to_str().ok()?;
        let index = SHIPPED.kinds().position(|(_, kind)| kind.kind == name)?;
        kinds().get(index)
    };
    catch_unwind(find).ok().flatten().map_or(ptr::null(), ptr::from_ref)
}
