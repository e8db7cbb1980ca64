//! Backup files: a restore creates a complete data directory from one, or nothing.

use crate::change::{cut, cuts};
use crate::{cases, golden};
use proptest::prelude::*;
use proptest::sample::Index;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use turnstone_directory::StorageEngine;
use turnstone_fjall::FJALL;

pub(crate) static BACKUP: LazyLock<Vec<u8>> = LazyLock::new(|| std::fs::read(golden("storage/1/backup")).unwrap());

const HEAD_LINE: &[u8] = b"turnstone backup 1\n";
const END: u8 = 5;

/// The parts of a backup, without its end: each a kind and bytes.
pub(crate) fn parts(backup: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut rest = backup.strip_prefix(HEAD_LINE).unwrap();
    let mut parts = Vec::new();
    while let Some((head, after)) = rest.split_first_chunk::<5>() {
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
        parts.push((head[0], after[..length].to_vec()));
        rest = &after[length..];
    }
    assert_eq!(parts.pop().unwrap().0, END);
    parts
}

/// A backup of these parts whose hash is right.
pub(crate) fn sealed(parts: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut backup = HEAD_LINE.to_vec();
    let push = |backup: &mut Vec<u8>, kind: u8, bytes: &[u8]| {
        backup.push(kind);
        backup.extend_from_slice(&u32::try_from(bytes.len()).unwrap().to_be_bytes());
        backup.extend_from_slice(bytes);
    };
    parts.iter().for_each(|(kind, bytes)| push(&mut backup, *kind, bytes));
    let hash = Sha256::digest(&backup);
    push(&mut backup, END, &hash);
    backup
}

/// Whether it is restored. A rejected file leaves nothing behind.
fn restores(bytes: &[u8]) -> bool {
    let home = tempfile::tempdir().unwrap();
    let (file, data) = (home.path().join("backup"), home.path().join("data"));
    std::fs::write(&file, bytes).unwrap();
    match FJALL.restore(&file, &data) {
        Ok(_) => true,
        Err(rejected) => {
            assert!(!data.exists(), "{rejected}: a rejected backup created a data directory");
            false
        }
    }
}

#[test]
fn mutations_preserve_unchanged_values() {
    assert_eq!(sealed(&parts(&BACKUP)), *BACKUP);
    assert!(restores(&BACKUP));
}

/// A high number of a slot would make a file of many gigabytes.
#[test]
fn a_backup_whose_personal_keys_are_not_those_of_its_members_is_rejected() {
    const PERSONAL_KEYS: u8 = 3;
    let parts = parts(&BACKUP);
    let place = parts.iter().position(|(kind, bytes)| *kind == PERSONAL_KEYS && !bytes.is_empty()).unwrap();
    for slot in [u32::MAX, 3_000_000_000, 1 << 26, 12_345] {
        let mut changed = parts.clone();
        changed[place].1[..4].copy_from_slice(&slot.to_be_bytes());
        assert!(!restores(&sealed(&changed)), "{slot}");
    }
    let mut without = parts.clone();
    without.remove(place);
    assert!(!restores(&sealed(&without)), "none of them");
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_changed_backup_is_rejected(cuts in cuts()) {
        let changed = cut(BACKUP.clone(), &cuts);
        prop_assert!(changed == *BACKUP || !restores(&changed));
    }

    #[test]
    fn a_changed_part_under_a_right_hash_ends_nothing(
        at in any::<Index>(),
        kind in proptest::option::of(0..8_u8),
        cuts in cuts(),
    ) {
        let mut parts = parts(&BACKUP);
        let at = at.index(parts.len());
        let (own, bytes) = parts[at].clone();
        parts[at] = (kind.unwrap_or(own), cut(bytes, &cuts));
        restores(&sealed(&parts));
    }
}
