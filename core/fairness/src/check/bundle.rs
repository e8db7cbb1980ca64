//! The bundle by itself: its form, its digest, its commitment, and the replay of the match.

use super::{FairCode, FairVerdict, verdict};
use serde::Deserialize;
use serde_json::Value;
use turnstone_games::{Bundle, Deal, Registry, Verdict, canonical_hash};

/// The members that the digest covers.
const DIGESTED: [&str; 8] = ["config", "gameId", "log", "outcome", "seats", "seed", "sessionId", "version"];

/// A bundle that holds by itself.
pub(super) struct CheckedBundle {
    pub(super) bundle: Bundle,
    /// Its `config.deal`.
    pub(super) deal: Option<Deal>,
    /// Its member `fair`; null without one.
    pub(super) fair: Value,
    /// The number that `config.deal.pair` gives this table.
    pub(super) pair: Option<u32>,
    /// What this program does not know about it.
    pub(super) unknown: Option<String>,
    /// It does not know the reason for which the seed is sealed.
    pub(super) is_seal_unknown: bool,
    /// It does not know a member of `config.deal`.
    pub(super) is_deal_unknown: bool,
}

/// The members of `config.deal`.
const DEAL: [&str; 5] = ["day", "number", "seedOf", "brought", "pair"];

/// Two tables of a series or tournament that share a deal.
#[derive(Deserialize)]
struct Pair {
    #[serde(rename = "of")]
    _of: String,
    table: u32,
}

/// Reads and checks a bundle.
pub(super) fn read(value: &Value, games: Registry) -> Result<CheckedBundle, FairVerdict> {
    let broken = |why: String| verdict(FairCode::Bundle, why);
    let mut members = value.clone();
    // It concerns nothing that is checked.
    if let Some(sealed_until) = members.get_mut("sealedUntil") {
        *sealed_until = Value::Null;
    }
    let bundle: Bundle =
        serde_json::from_value(members).map_err(|error| broken(format!("Not a replay bundle: {error}.")))?;
    if bundle.seed.is_some() && digest(value) != bundle.digest {
        return Err(broken("The digest is not that of the bundle.".to_owned()));
    }
    let shown = value.pointer("/config/deal").filter(|deal| !deal.is_null());
    let not_a_deal = |error| broken(format!("Not a replay bundle: config.deal: {error}."));
    let deal = shown.map(Deal::deserialize).transpose().map_err(not_a_deal)?;
    let pair = shown.and_then(|deal| deal.get("pair")).filter(|pair| !pair.is_null());
    let pair = pair.map(Pair::deserialize).transpose().map_err(not_a_deal)?;
    let members = shown.and_then(Value::as_object).into_iter().flat_map(|deal| deal.keys());
    let later = members.into_iter().find(|member| !DEAL.contains(&member.as_str()));
    let unknown = match games.verify(&bundle) {
        Verdict::Holds | Verdict::Sealed => None,
        Verdict::Unknown(why) => Some(why),
        Verdict::Broken(why) => return Err(broken(format!("The bundle does not hold: {why}."))),
    };
    let fair = value.get("fair").cloned().unwrap_or_default();
    Ok(CheckedBundle {
        is_seal_unknown: unknown.is_some() && bundle.seed.is_none(),
        is_deal_unknown: later.is_some(),
        unknown: unknown.or_else(|| later.map(|member| format!("config.deal.{member}"))),
        pair: pair.map(|pair| pair.table),
        bundle,
        deal,
        fair,
    })
}

/// The digest over the members as they are, so that a member which the rules ignore changes it, too.
fn digest(value: &Value) -> String {
    let member = |name: &str| (name.to_owned(), value.get(name).cloned().unwrap_or_default());
    let members = Value::Object(DIGESTED.into_iter().map(member).collect());
    hex::encode(canonical_hash(&members))
}
