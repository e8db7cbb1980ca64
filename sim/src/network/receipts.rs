//! The header of a receipt: a response has one if it accepts a move, of the newest server key, for this move.

use super::exchange::ClientResponse;
use crate::inner::{acknowledges, text_of};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use turnstone_fairness::Receipt;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{AcceptedMove, Reply};

/// Whether the receipt of a response is the right one for the reply that it was made of.
pub(super) fn fits_receipt(reply: &Reply, response: &ClientResponse, keys: &ServerKeys) -> bool {
    let accepted = reply.as_ref().ok().and_then(|replied| replied.accepted.as_deref());
    match (accepted, response.header("move-receipt")) {
        (None, None) => true,
        (Some(accepted), Some(header)) => is_right(accepted, header, keys).unwrap_or(false),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn is_right(AcceptedMove { fact, .. }: &AcceptedMove, header: &str, keys: &ServerKeys) -> Option<bool> {
    let members: BTreeMap<&str, &str> = header.split(", ").filter_map(|member| member.split_once('=')).collect();
    let number = |name: &str| members.get(name)?.parse::<u64>().ok();
    let path = members.get("path")?.strip_prefix('(')?.strip_suffix(')')?;
    let receipt = Receipt {
        index: number("index")?.try_into().ok()?,
        count: number("count")?.try_into().ok()?,
        path: path.split_whitespace().map(bytes).collect::<Option<_>>()?,
        key: bytes(members.get("key")?)?,
        signature: bytes(members.get("signature")?)?,
    };
    let named = [number("ply")?, number("seat")?, number("at")?] == [fact.ply.into(), fact.seat.into(), fact.at];
    let newest = keys.signing_keys().last()?.public();
    Some(members.len() == 8 && named && receipt.key == newest && acknowledges(&receipt, &text_of(fact)))
}

fn bytes<const N: usize>(item: &str) -> Option<[u8; N]> {
    STANDARD.decode(item.strip_prefix(':')?.strip_suffix(':')?).ok()?.try_into().ok()
}
