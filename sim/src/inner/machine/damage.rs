//! What a disk does to what lies on it, although it promised to keep it.

use super::disk::SECTOR;
use super::system::Machine;
use crate::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A broken promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Damage {
    /// A bit is another.
    Rot,
    /// A sector reads as zeros.
    Zeroed,
    /// A sector is as it was before it was written, and synced, the last time.
    Stale,
    /// What was written to one sector went to another.
    Misdirected,
    /// A file ends too early.
    Cut,
    /// A file is gone.
    Gone,
}

pub(crate) const DAMAGES: [Damage; 6] =
    [Damage::Rot, Damage::Zeroed, Damage::Stale, Damage::Misdirected, Damage::Cut, Damage::Gone];

impl Damage {
    /// Its name among the counters.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Rot => "fault: a bit rotted at rest",
            Self::Zeroed => "fault: a sector was zeroed at rest",
            Self::Stale => "fault: a write that was synced was lost",
            Self::Misdirected => "fault: a write was misdirected",
            Self::Cut => "fault: a file was cut at rest",
            Self::Gone => "fault: a file was gone",
        }
    }
}

impl Machine {
    /// Do damage to a file below a directory, of those that `among` takes. Returns its name; nothing if there is no
    /// such file, or if it is as it was.
    pub(crate) fn damage(
        &self,
        path: &Path,
        damage: Damage,
        rng: &mut Rng,
        among: impl Fn(&str) -> bool,
    ) -> Option<String> {
        self.with_disk(|disk| {
            let files = disk.files(path);
            let full = |(name, id): &(String, u64)| {
                among(name) && disk.contents(*id).is_ok_and(|contents| !contents.current.is_empty())
            };
            let mut files: Vec<(String, u64)> = files.into_iter().filter(full).collect();
            let written: Vec<_> =
                disk.former().iter().filter(|it| files.iter().any(|(_, id)| *id == it.file)).collect();
            let former = if matches!(damage, Damage::Stale | Damage::Misdirected) { rng.pick(&written) } else { None };
            let former = former.map(|former| (*former).clone());
            if let Some(former) = &former {
                files.retain(|(_, id)| *id == former.file);
            } else if matches!(damage, Damage::Stale | Damage::Misdirected) {
                return None;
            }
            let (name, id) = rng.pick(&files)?.clone();
            let before = disk.contents(id).ok()?.current.clone();
            let length = before.len() as u64;
            if damage == Damage::Gone {
                let (directory, name_in) = disk.place(Path::new(&name)).ok()?;
                disk.rename(directory, vec![(name_in, None)]).ok()?;
                disk.sync_directory(directory).ok()?;
                return Some(name);
            }
            disk.spoil(id, |bytes| match (damage, former) {
                (Damage::Stale | Damage::Misdirected, Some(former)) => {
                    let end = bytes.len().min((former.at + SECTOR) as usize);
                    let start = (former.at as usize).min(end);
                    let written = bytes[start..end].to_vec();
                    if damage == Damage::Misdirected {
                        // It went to another sector of the file, if there is one.
                        let other = rng.below(length.div_ceil(SECTOR)) * SECTOR;
                        let to = bytes.len().min(other as usize + written.len());
                        let from = (other as usize).min(to);
                        bytes[from..to].copy_from_slice(&written[..to - from]);
                    }
                    let mut was = former.bytes;
                    was.resize(end - start, 0);
                    bytes[start..end].copy_from_slice(&was);
                }
                (Damage::Zeroed, _) => {
                    let start = (rng.below(length.div_ceil(SECTOR)) * SECTOR) as usize;
                    let end = bytes.len().min(start + SECTOR as usize);
                    bytes[start..end].fill(0);
                }
                (Damage::Cut, _) => bytes.truncate(rng.below(length) as usize),
                (Damage::Rot | Damage::Stale | Damage::Misdirected | Damage::Gone, _) => {
                    let at = rng.below(length) as usize;
                    bytes[at] ^= 1 << rng.below(8);
                }
            });
            let is_another = *disk.contents(id).ok()?.current != *before;
            is_another.then_some(name)
        })
    }
}
