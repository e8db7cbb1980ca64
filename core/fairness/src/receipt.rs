//! Receipts for accepted moves. Moves that became durable together share one signature.

use crate::keys::{SigningKey, is_signed};
use crate::tree::{self, Hash};

/// An accepted move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveFact {
    /// The id of the table.
    pub table: String,
    /// The index of the move in the log.
    pub ply: u32,
    /// The seat that moved.
    pub seat: u8,
    /// The sha256 of the action's canonical JSON (RFC 8785).
    pub action: Hash,
    /// When, in epoch milliseconds.
    pub at: u64,
}

impl MoveFact {
    /// The hash of this move as a leaf.
    fn leaf(&self) -> Hash {
        let Self { table, ply, seat, action, at } = self;
        tree::leaf(format!("turnstone receipt 1\n{table}\n{ply}\n{seat}\n{}\n{at}\n", hex::encode(action)).as_bytes())
    }
}

/// The receipt for a move: the proof that the owner of a key has acknowledged it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The place of the move among those that were signed together.
    pub index: u32,
    /// How many were signed together.
    pub count: u32,
    /// The path from the move to the root over all of them.
    pub path: Vec<Hash>,
    /// The public key that signed.
    pub key: [u8; 32],
    /// The signature over count and root.
    pub signature: [u8; 64],
}

fn signed_text(count: u32, root: &Hash) -> String {
    format!("turnstone receipts 1\n{count}\n{}\n", hex::encode(root))
}

/// The receipts for moves that became durable together, in their order.
pub fn receipts(moves: &[MoveFact], key: &SigningKey) -> Vec<Receipt> {
    let leaves: Vec<Hash> = moves.iter().map(MoveFact::leaf).collect();
    let count = leaves.len() as u32;
    if count == 0 {
        return Vec::new();
    }
    let signature = key.sign(&signed_text(count, &tree::root(&leaves)));
    let receipt =
        |index: u32| Receipt { index, count, path: tree::path(&leaves, index as usize), key: key.public(), signature };
    (0..count).map(receipt).collect()
}

impl Receipt {
    /// Whether its key has acknowledged this move.
    pub fn acknowledges(&self, fact: &MoveFact) -> bool {
        let root = tree::root_of_path(fact.leaf(), self.index as usize, self.count as usize, &self.path);
        root.is_some_and(|root| is_signed(&self.key, &signed_text(self.count, &root), &self.signature))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_receipt_acknowledges_its_own_move_and_no_other() {
        let key = SigningKey::from_seed(&[5; 32]);
        for count in 1..9 {
            let fact = |ply| MoveFact { table: "t".to_owned(), ply, seat: 1, action: [2; 32], at: 9 };
            let moves: Vec<MoveFact> = (0..count).map(fact).collect();
            for (receipt, own) in receipts(&moves, &key).iter().zip(&moves) {
                for other in &moves {
                    assert_eq!(receipt.acknowledges(other), other == own);
                }
                assert!(!receipt.acknowledges(&MoveFact { at: 10, ..own.clone() }));
            }
        }
        assert_eq!(receipts(&[], &key), []);
    }
}
