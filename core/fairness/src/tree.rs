//! The Merkle tree of RFC 6962, section 2.1, with sha256.

use sha2::{Digest, Sha256};

/// A hash of a leaf or of a subtree.
pub type Hash = [u8; 32];

/// The hash of a leaf with these bytes.
pub fn leaf(bytes: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(bytes).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The root over hashes of leaves, or over the roots of equal, full subtrees of which only the last may be smaller. Of
/// nothing, it is the sha256 of nothing.
pub fn root(hashes: &[Hash]) -> Hash {
    match hashes {
        [] => Sha256::digest([]).into(),
        [only] => *only,
        _ => {
            let (left, right) = hashes.split_at(split(hashes.len()));
            node(&root(left), &root(right))
        }
    }
}

/// The largest power of two below `count`, which is at least 2.
const fn split(count: usize) -> usize {
    count.next_power_of_two() / 2
}

/// The path from the leaf at `index` to the root, as in section 2.1.1: the sibling of the leaf first. Like [`root`], it
/// also takes the roots of subtrees.
pub fn path(hashes: &[Hash], index: usize) -> Vec<Hash> {
    if hashes.len() < 2 {
        return Vec::new();
    }
    let (left, right) = hashes.split_at(split(hashes.len()));
    let (mut path, sibling) = if index < left.len() {
        (path(left, index), root(right))
    } else {
        (path(right, index - left.len()), root(left))
    };
    path.push(sibling);
    path
}

/// The root. To the path of each hash is added the rest of its way to the root.
pub(crate) fn climb(hashes: &[Hash], paths: &mut [Vec<Hash>]) -> Hash {
    if hashes.len() < 2 {
        return root(hashes);
    }
    let middle = split(hashes.len());
    let ((left, right), (left_paths, right_paths)) = (hashes.split_at(middle), paths.split_at_mut(middle));
    let (left, right) = (climb(left, left_paths), climb(right, right_paths));
    left_paths.iter_mut().for_each(|path| path.push(right));
    right_paths.iter_mut().for_each(|path| path.push(left));
    node(&left, &right)
}

/// The root to which a path leads from the leaf at `index` of `count` leaves; `None` if the path has another length.
pub fn root_of_path(leaf: Hash, index: usize, count: usize, path: &[Hash]) -> Option<Hash> {
    if index >= count {
        return None;
    }
    if count == 1 {
        return path.is_empty().then_some(leaf);
    }
    let (sibling, rest) = path.split_last()?;
    let left = split(count);
    if index < left {
        Some(node(&root_of_path(leaf, index, left, rest)?, sibling))
    } else {
        Some(node(sibling, &root_of_path(leaf, index - left, count - left, rest)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn leaves(count: usize) -> Vec<Hash> {
        (0..count).map(|at| leaf(&at.to_be_bytes())).collect()
    }

    #[test]
    fn the_root_of_the_examples_of_certificate_transparency() {
        // The eight inputs with which implementations of RFC 6962 are compared.
        let inputs =
            ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
        let hashes: Vec<Hash> = inputs.iter().map(|input| leaf(&hex::decode(input).unwrap())).collect();
        let root = |count| hex::encode(root(&hashes[..count]));
        assert_eq!(root(0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(root(1), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
        assert_eq!(root(3), "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77");
        assert_eq!(root(8), "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
    }

    proptest! {
        #[test]
        fn a_path_leads_to_the_root_and_to_no_other((count, index) in (1usize..200).prop_flat_map(|count| (Just(count), 0..count))) {
            let hashes = leaves(count);
            let way = path(&hashes, index);
            prop_assert_eq!(root_of_path(hashes[index], index, count, &way), Some(root(&hashes)));
            let mut ways = vec![Vec::new(); count];
            prop_assert_eq!((climb(&hashes, &mut ways), &ways[index]), (root(&hashes), &way));
            prop_assert_ne!(root_of_path(leaf(b"other"), index, count, &way), Some(root(&hashes)));
            for changed in 0..way.len() {
                let mut other = way.clone();
                other[changed][0] ^= 1;
                prop_assert_ne!(root_of_path(hashes[index], index, count, &other), Some(root(&hashes)));
            }
            prop_assert_eq!(root_of_path(hashes[index], index, count, &[way.as_slice(), &[[0; 32]]].concat()), None);
        }

        #[test]
        fn a_tree_over_pages_is_the_tree_over_their_leaves(count in 1usize..900, page in 0u32..6) {
            let (hashes, page) = (leaves(count), 1usize << page);
            let pages: Vec<Hash> = hashes.chunks(page).map(root).collect();
            prop_assert_eq!(root(&pages), root(&hashes));
            let index = count / 2;
            let inner = hashes.chunks(page).nth(index / page).unwrap();
            let by_pages = [path(inner, index % page), path(&pages, index / page)].concat();
            prop_assert_eq!(by_pages, path(&hashes, index));
        }
    }
}
