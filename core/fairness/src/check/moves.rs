//! Receipts that a player kept, and the moves that they acknowledge.

use super::bundle::CheckedBundle;
use super::{CheckedRecord, FairCode, FairVerdict, Kept, explained, verdict};
use crate::receipt::{MoveFact, Receipt};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use turnstone_games::canonical_hash;

/// Each receipt of this table is signed, and its move is in the log.
pub(super) fn receipts(of: &CheckedBundle, record: &CheckedRecord, kept: &Kept) -> Result<(), FairVerdict> {
    let broken = |why: String| Err(verdict(FairCode::Receipt, why));
    for line in &kept.receipts {
        let Some((table, rest)) = line.split_once(' ') else {
            return broken("A line of the receipts is invalid.".to_owned());
        };
        if table != of.bundle.session_id {
            continue;
        }
        let Some(parsed) = parse(table, rest) else {
            return broken("A line of the receipts is invalid.".to_owned());
        };
        acknowledged(&parsed, record)?;
        let (fact, _) = parsed;
        if of.bundle.seed.is_some() && !is_logged(of, &fact) {
            let why = format!("Move {} was acknowledged, and the log does not have it there.", fact.ply);
            return broken(explained(record, why, fact.at, None));
        }
    }
    Ok(())
}

/// A key of the server has acknowledged a move.
pub(super) fn acknowledged((fact, receipt): &(MoveFact, Receipt), record: &CheckedRecord) -> Result<(), FairVerdict> {
    let broken = |why: String| Err(verdict(FairCode::Receipt, why));
    let ply = fact.ply;
    if !receipt.acknowledges(fact) {
        return broken(format!("The receipt of move {ply} is not for this move, or its signature is wrong."));
    }
    if record.chain.as_ref().is_some_and(|chain| !chain.has_key(&receipt.key)) {
        let why = format!("The receipt of move {ply} is signed by a key that no statement names.");
        return broken(explained(record, why, fact.at, None));
    }
    Ok(())
}

fn is_logged(of: &CheckedBundle, fact: &MoveFact) -> bool {
    of.bundle.log.get(fact.ply as usize).is_some_and(|entry| {
        let is_same = entry.seat.0 == fact.seat && entry.at == fact.at;
        is_same && !entry.leave && canonical_hash(&entry.action) == fact.action
    })
}

/// Parses an action, a tab, and the value of a header `Move-Receipt`.
pub(super) fn parse(table: &str, text: &str) -> Option<(MoveFact, Receipt)> {
    let (action, header) = text.split_once('\t')?;
    let action = canonical_hash(&serde_json::from_str(action).ok()?);
    let members: Vec<&str> = header.split(", ").collect();
    let [ply, seat, at, index, count, path, key, signature] = *members.as_slice() else { return None };
    let path = path.strip_prefix("path=(")?.strip_suffix(')')?;
    let path = path.split(' ').filter(|item| !item.is_empty());
    let fact = MoveFact {
        table: table.to_owned(),
        ply: number(ply, "ply=")?,
        seat: number(seat, "seat=")?,
        action,
        at: number(at, "at=")?,
    };
    let receipt = Receipt {
        index: number(index, "index=")?,
        count: number(count, "count=")?,
        path: path.map(bytes).collect::<Option<_>>()?,
        key: bytes(key.strip_prefix("key=")?)?,
        signature: bytes(signature.strip_prefix("signature=")?)?,
    };
    Some((fact, receipt))
}

fn number<T: std::str::FromStr>(member: &str, name: &str) -> Option<T> {
    let digits = member.strip_prefix(name)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// A byte sequence of RFC 8941.
fn bytes<const N: usize>(item: &str) -> Option<[u8; N]> {
    let text = item.strip_prefix(':')?.strip_suffix(':')?;
    STANDARD.decode(text).ok()?.try_into().ok()
}
