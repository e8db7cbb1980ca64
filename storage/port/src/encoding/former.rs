//! Converts rows of former versions of the encoding.

use serde::Deserialize;
use serde_json::{Map, Value};
use turnstone_service::record::Key;

/// A setup of version 1, which stored the options of two games by position.
#[derive(Deserialize)]
struct PlacedSetup {
    kind: Option<String>,
    seats: usize,
    stake: i64,
    hands: Option<usize>,
    small_blind: Option<i64>,
    big_blind: Option<i64>,
    stacks: Option<Vec<i64>>,
}

impl PlacedSetup {
    /// The options as the games write them.
    fn options(&self) -> Vec<u8> {
        let members = [
            ("hands", self.hands.map(Value::from)),
            ("smallBlind", self.small_blind.map(Value::from)),
            ("bigBlind", self.big_blind.map(Value::from)),
            ("stacks", self.stacks.clone().map(Value::from)),
        ];
        let set = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let options: Map<String, Value> = set.collect();
        if options.is_empty() { Vec::new() } else { Value::Object(options).to_string().into_bytes() }
    }
}

/// A row of a former version as the newest version of its kind is written.
pub(super) fn of_former(key: &Key, version: u8, row: &[u8]) -> Result<Vec<u8>, postcard::Error> {
    if matches!(key, Key::Ledger(..)) {
        // Whether a stake came back is not known.
        return Ok(with_zeros(row, 1));
    }
    if matches!(key, Key::History(..) | Key::HistoryOfGame(..)) {
        // There were no free tables.
        return Ok(with_zeros(row, 1));
    }
    if matches!(key, Key::Party(_)) {
        // Former members are not known.
        return Ok(with_zeros(row, 1));
    }
    if matches!(key, Key::FairDay(_) | Key::Daily(_)) {
        // The secret is stored as it is; a challenge is of era 0.
        return Ok(with_zeros(row, if matches!(key, Key::Daily(_)) { 2 } else { 1 }));
    }
    let of_version_2 = if version == 1 { of_version_1(key, row)? } else { row.to_vec() };
    if matches!(key, Key::Duel(_)) {
        // Nothing was brought, the pair has no number; it is of era 0, and the seed is stored as it is.
        Ok(with_zeros(&of_version_2, if version == 3 { 2 } else { 4 }))
    } else if matches!(key, Key::Account(_)) {
        // No session was ended alone, and the member is in the lists.
        Ok(with_zeros(&of_version_2, if version == 3 { 1 } else { 2 }))
    } else if matches!(key, Key::Archive(_)) {
        // It has no part in ratings.
        Ok(with_zeros(&if version == 3 { of_version_2 } else { table_of_version_2(&of_version_2)? }, 1))
    } else if matches!(key, Key::Table(_)) {
        table_of_version_2(&of_version_2)
    } else {
        Ok(of_version_2)
    }
}

/// A row of version 1 as version 2 writes it.
fn of_version_1(key: &Key, row: &[u8]) -> Result<Vec<u8>, postcard::Error> {
    if matches!(key, Key::Duel(_)) {
        // No reasons and unserved decisions of two sides, and no voided leg.
        Ok(with_zeros(row, 2 * 4 + 2 + 1))
    } else if matches!(key, Key::Agent(_) | Key::DuelEntry(_) | Key::Sanction(_)) {
        // No limit of the stake; no terms; no new recovery code.
        Ok(with_zeros(row, 1))
    } else if matches!(key, Key::PushSubscription(_)) {
        // Not rejected.
        Ok(with_zeros(row, 1))
    } else if matches!(key, Key::Account(_)) {
        // The invitation is not known, and the recovery code counts as confirmed.
        Ok(with_zeros(row, 3))
    } else {
        table_of_version_1(row)
    }
}

/// A row with the fields that a version added at its end. `None` and 0 are one zero byte each.
fn with_zeros(row: &[u8], fields: usize) -> Vec<u8> {
    let mut now = row.to_vec();
    now.resize(row.len() + fields, 0);
    now
}

/// A table's row, or one that begins with it, from version 1 to 2: its game, its version, its setup, and the rest.
fn table_of_version_1(row: &[u8]) -> Result<Vec<u8>, postcard::Error> {
    let ((game, version, setup), rest) = postcard::take_from_bytes::<(String, String, PlacedSetup)>(row)?;
    let options = setup.options();
    let mut now = postcard::to_stdvec(&(game, version, (setup.kind, setup.seats, setup.stake, options)))?;
    now.extend_from_slice(rest);
    Ok(now)
}

/// A setup of version 2: its kind, seats, stake and options.
type DeallessSetup = (Option<String>, usize, i64, Vec<u8>);

/// A table's row, or one that begins with it, from version 2 to 3: its setup has no deal, and it always has a seed.
fn table_of_version_2(row: &[u8]) -> Result<Vec<u8>, postcard::Error> {
    let ((game, version, setup), rest) = postcard::take_from_bytes::<(String, String, DeallessSetup)>(row)?;
    let (kind, seats, stake, options) = setup;
    let (no_deal, a_seed) = (0u8, 1u8);
    let mut now = postcard::to_stdvec(&(game, version, kind, seats, stake, options, no_deal, a_seed))?;
    now.extend_from_slice(rest);
    Ok(now)
}
