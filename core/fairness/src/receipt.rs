//! Receipts for accepted moves. Moves that became durable together share one signature.

use crate::keys::{SigningKey, is_signed};
use crate::tree::{self, Hash};
use std::io::Write;

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
        let mut text = Vec::with_capacity(192);
        write!(text, "turnstone receipt 1\n{table}\n{ply}\n{seat}\n").expect("a vector takes every text");
        let start = text.len();
        text.resize(start + 2 * action.len(), 0);
        hex::encode_to_slice(action, &mut text[start..]).expect("there are two digits for each byte");
        writeln!(text, "\n{at}").expect("a vector takes every text");
        tree::leaf(&text)
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
///
/// A path shows the hashes of other leaves. An action that is hidden from its opponent could be found from the hash of its
/// move, because a seat has few legal actions. Therefore each move of several has a leaf beside it that cannot be computed
/// without the key.
pub fn receipts<'a>(moves: impl IntoIterator<Item = &'a MoveFact>, key: &SigningKey) -> Vec<Receipt> {
    let leaves: Vec<Hash> = moves.into_iter().map(MoveFact::leaf).collect();
    match leaves.as_slice() {
        [] => return Vec::new(),
        [only] => {
            let signature = key.sign(&signed_text(1, only));
            return vec![Receipt { index: 0, count: 1, path: Vec::new(), key: key.public(), signature }];
        }
        _ => {}
    }
    let count = 2 * leaves.len();
    let mut paths = Vec::with_capacity(leaves.len());
    let pair = |leaf| {
        let beside = key.beside(leaf);
        let mut path = Vec::with_capacity(count.next_power_of_two().ilog2() as usize);
        path.push(beside);
        paths.push(path);
        tree::root(&[*leaf, beside])
    };
    let pairs: Vec<Hash> = leaves.iter().map(pair).collect();
    let (root, count) = (tree::climb(&pairs, &mut paths), count as u32);
    let (public, signature) = (key.public(), key.sign(&signed_text(count, &root)));
    let receipt = |(path, place): (Vec<Hash>, u32)| Receipt { index: 2 * place, count, path, key: public, signature };
    paths.into_iter().zip(0..).map(receipt).collect()
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

    #[test]
    fn no_receipt_shows_the_hash_of_another_move() {
        let key = SigningKey::from_seed(&[5; 32]);
        let fact = |ply| MoveFact { table: "t".to_owned(), ply, seat: 1, action: [2; 32], at: 9 };
        let moves: Vec<MoveFact> = (0..8).map(fact).collect();
        // All hashes that a reader who knows the moves can compute.
        let mut known: Vec<Hash> = moves.iter().map(MoveFact::leaf).collect();
        for size in [2, 4, 8] {
            let leaves = known[..8].to_vec();
            known.extend(leaves.chunks(size).map(tree::root));
        }
        for receipt in receipts(&moves, &key) {
            assert_eq!((receipt.count, receipt.path.len()), (16, 4));
            assert!(receipt.path.iter().all(|hash| !known.contains(hash)));
        }
    }
}
