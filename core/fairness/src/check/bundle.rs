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
    /// Why this build cannot replay it.
    pub(super) unknown: Option<String>,
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
    let deal = value.pointer("/config/deal").filter(|deal| !deal.is_null());
    let deal = deal.map(Deal::deserialize).transpose();
    let deal = deal.map_err(|error| broken(format!("Not a replay bundle: config.deal: {error}.")))?;
    let unknown = match games.verify(&bundle) {
        Verdict::Holds | Verdict::Sealed => None,
        Verdict::Unknown(why) => Some(why),
        Verdict::Broken(why) => return Err(broken(format!("The bundle does not hold: {why}."))),
    };
    let fair = value.get("fair").cloned().unwrap_or_default();
    Ok(CheckedBundle { bundle, deal, fair, unknown })
}

/// The digest over the members as they are, so that a member which the rules ignore changes it, too.
fn digest(value: &Value) -> String {
    let member = |name: &str| (name.to_owned(), value.get(name).cloned().unwrap_or_default());
    let members = Value::Object(DIGESTED.into_iter().map(member).collect());
    hex::encode(canonical_hash(&members))
}
