//! Every accepted move has one receipt, of the newest server key, for the move as the log has it. No other reply has one.

use crate::inner::judge::Judge;
use crate::inner::prelude::*;
use turnstone_fairness::{MoveFact, Receipt, is_signed};

const RULE: &str = "an accepted move has one receipt, which acknowledges it as the log has it";

impl Judge {
    /// The reply to this request accepts the move that is the entry `ply` of its table's log.
    pub(super) fn expect_receipt(&mut self, id: RequestId, table: TableId, (ply, row): (u64, PlyRow), action: &Value) {
        // The fields of an object are sorted, and the numbers of actions are whole.
        let hash = sha256(action.to_string().as_bytes());
        let text = text(&table.to_string(), ply, row.seat.0, hash, row.at.0);
        self.moves.insert(id, (text, action.clone()));
    }

    pub(crate) fn check_receipts(&mut self, released: &Released) -> CheckResult {
        let mut key = None;
        for (id, reply) in &released.replies {
            let expected = self.moves.remove(id);
            let accepted = reply.as_ref().ok().and_then(|replied| replied.accepted.as_deref());
            let said = || format!("{id:?} {expected:?}: {accepted:?}");
            let (Some((expected, action)), Some(AcceptedMove { fact, receipt })) = (&expected, accepted) else {
                must(expected.is_none() && accepted.is_none(), RULE, said)?;
                continue;
            };
            let key = *key.get_or_insert_with(|| newest_key(self));
            let receipt = receipt.as_ref().filter(|receipt| receipt.key == key);
            accepted.iter().for_each(|accepted| self.pocket.keep(action, accepted));
            let signed = receipt.is_some_and(|receipt| acknowledges(receipt, expected));
            must(signed && text_of(fact) == *expected, RULE, said)?;
            if receipt.is_some_and(|receipt| receipt.count > 1) {
                self.counts.hit("premise: moves shared a signature");
            }
        }
        Ok(())
    }
}

/// The public key with which the service signs.
fn newest_key(judge: &Judge) -> [u8; 32] {
    judge.settings.keys().signing_keys().last().expect("a server has a key").public()
}

/// The text of a move that its receipt acknowledges.
pub(crate) fn text_of(fact: &MoveFact) -> String {
    text(&fact.table, fact.ply.into(), fact.seat, fact.action, fact.at)
}

fn text(table: &str, ply: u64, seat: u8, action: [u8; 32], at: u64) -> String {
    format!("turnstone receipt 1\n{table}\n{ply}\n{seat}\n{}\n{at}\n", hex::encode(action))
}

/// Whether a receipt acknowledges the move with this text: the algorithm of RFC 9162, section 2.1.3.2, and a signature.
pub(crate) fn acknowledges(receipt: &Receipt, text: &str) -> bool {
    let hash = |kind: u8, parts: [&[u8]; 2]| sha256(&[&[kind], parts[0], parts[1]].concat());
    let (mut place, Some(mut last)) = (receipt.index, receipt.count.checked_sub(1)) else { return false };
    let mut root = hash(0, [text.as_bytes(), &[]]);
    if place > last {
        return false;
    }
    for sibling in &receipt.path {
        if last == 0 {
            return false;
        }
        if place % 2 == 1 || place == last {
            root = hash(1, [sibling, &root]);
            while place.is_multiple_of(2) && place > 0 {
                (place, last) = (place / 2, last / 2);
            }
        } else {
            root = hash(1, [&root, sibling]);
        }
        (place, last) = (place / 2, last / 2);
    }
    let signed = format!("turnstone receipts 1\n{}\n{}\n", receipt.count, hex::encode(root));
    last == 0 && is_signed(&receipt.key, &signed, &receipt.signature)
}
