//! Damage to data at rest that was synced.

use super::disk::SECTOR;
use crate::inner::machine::Machine;
use crate::inner::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    Rot,
    Zeroed,
    Stale,
    Misdirected,
    Cut,
    Gone,
}

/// All kinds with their counters.
pub(crate) const DAMAGES: [(Damage, &str); 6] = [
    (Damage::Rot, "fault: a bit was flipped at rest"),
    (Damage::Zeroed, "fault: a sector was zeroed at rest"),
    (Damage::Stale, "fault: a write that was synced was lost"),
    (Damage::Misdirected, "fault: a write was misdirected"),
    (Damage::Cut, "fault: a file was truncated at rest"),
    (Damage::Gone, "fault: a file was missing"),
];

impl Machine {
    /// Damage a file below a directory, among those that `among` accepts. Returns its name; `None` if there is no such
    /// file or nothing changed.
    pub(crate) fn damage(
        &self,
        path: &Path,
        damage: Damage,
        rng: &mut Rng,
        among: impl Fn(&str) -> bool,
    ) -> Option<String> {
        self.with_disk(|disk| {
            let mut files = disk.files(path);
            files.retain(|(name, id)| among(name) && disk.bytes(*id).is_ok_and(|bytes| !bytes.is_empty()));
            let mut former = None;
            if matches!(damage, Damage::Stale | Damage::Misdirected) {
                let is_there = |file: u64| files.iter().any(|(_, id)| *id == file);
                let written: Vec<_> = disk.former.iter().filter(|former| is_there(former.file)).collect();
                let chosen = (*rng.pick(&written)?).clone();
                files.retain(|(_, id)| *id == chosen.file);
                former = Some(chosen);
            }
            let (name, id) = rng.pick(&files)?.clone();
            let before = disk.bytes(id).ok()?.clone();
            let sector = |at: u64| {
                let start = before.len().min(at as usize);
                start..before.len().min(start + SECTOR as usize)
            };
            let any_sector = sector(rng.below((before.len() as u64).div_ceil(SECTOR)) * SECTOR);
            let any_byte = rng.below(before.len() as u64) as usize;
            if damage == Damage::Gone {
                let (directory, name_in) = disk.place(Path::new(&name)).ok()?;
                disk.rename(directory, vec![(name_in, None)]).ok()?;
                disk.sync_directory(directory).ok()?;
                return Some(name);
            }
            disk.spoil(id, |bytes| match (damage, former) {
                (Damage::Stale | Damage::Misdirected, Some(former)) => {
                    let written = sector(former.at);
                    if damage == Damage::Misdirected {
                        // To another sector of the file, if there is one.
                        let length = written.len().min(any_sector.len());
                        bytes[any_sector][..length].copy_from_slice(&before[written.clone()][..length]);
                    }
                    let mut was = former.bytes;
                    was.resize(written.len(), 0);
                    bytes[written].copy_from_slice(&was);
                }
                (Damage::Zeroed, _) => bytes[any_sector].fill(0),
                (Damage::Cut, _) => bytes.truncate(any_byte),
                (Damage::Rot | Damage::Stale | Damage::Misdirected | Damage::Gone, _) => {
                    bytes[any_byte] ^= 1 << rng.below(8);
                }
            });
            (**disk.bytes(id).ok()? != *before).then_some(name)
        })
    }
}
