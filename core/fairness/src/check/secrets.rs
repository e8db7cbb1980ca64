//! Secrets of days: what was committed to, in which era, and what lists have revealed.

use super::chain::{Chain, Stated};
use super::days::{DAY_MS, DayName};
use super::{FairCode, FairVerdict, verdict};
use crate::statement::{EraReason, Says, commitment};
use crate::tree::{Hash, root};
use std::collections::BTreeMap;

/// The commitment to a secret.
#[derive(Clone, Copy)]
pub(super) struct Commit {
    /// The era in which it was stated.
    pub(super) era: u64,
    pub(super) hash: Hash,
    /// The number of its statement, and the time since which it is stated.
    pub(super) number: u32,
    pub(super) since: u64,
}

/// What the list statement of a day says.
#[derive(Clone, Copy)]
pub(super) struct ClosedDay {
    /// `None`: the server has lost it.
    pub(super) secret: Option<[u8; 32]>,
    pub(super) tables: u32,
    pub(super) root: Hash,
}

/// The secrets of a chain, without contradictions.
#[derive(Default)]
pub(super) struct Secrets {
    /// By day, in the order of the chain.
    commits: BTreeMap<u64, Vec<Commit>>,
    /// By day and era.
    stated: BTreeMap<(u64, u64), Hash>,
    /// With the times of their statements.
    lists: BTreeMap<DayName, (ClosedDay, u64)>,
    /// The time of the newest statement.
    newest: u64,
}

impl Secrets {
    /// Each secret was committed to once in an era, is the revealed one, and was revealed after the end of its day.
    pub(super) fn read(chain: &Chain) -> Result<Self, FairVerdict> {
        let newest = chain.statements.last().map_or(0, |stated| stated.at);
        let mut secrets = Self { newest, ..Self::default() };
        let mut era = 0;
        for stated in &chain.statements {
            let name = stated.says.day();
            match &stated.says {
                Says::Secret { commit, .. } => secrets.commit(chain, name, (era, *commit), stated)?,
                &Says::List { secret, tables, root, .. } => {
                    secrets.close(chain, name, ClosedDay { secret, tables, root }, stated)?;
                }
                Says::Key(_) | Says::Era { .. } | Says::Unknown(_) => {}
            }
            era = chain.eras.iter().find(|begun| begun.number == stated.number).map_or(era, |begun| begun.era);
        }
        Ok(secrets)
    }

    fn commit(
        &mut self,
        chain: &Chain,
        name: DayName,
        (era, hash): (u64, Hash),
        stated: &Stated,
    ) -> Result<(), FairVerdict> {
        if self.stated.insert((name.day, era), hash).is_some_and(|other| other != hash) {
            return Err(broken(format!("{name} has two secrets in one era.")));
        }
        let known = self.commits.entry(name.day).or_default();
        // The same secret, stated again: the first statement counts.
        let is_known = known.last().is_some_and(|last| last.hash == hash && last.era >= chain.eras.of_secrets(era));
        if !is_known {
            known.push(Commit { era, hash, number: stated.number, since: stated.since });
        }
        Ok(())
    }

    fn close(&mut self, chain: &Chain, name: DayName, closed: ClosedDay, stated: &Stated) -> Result<(), FairVerdict> {
        let commit = self.commit_of(chain, name).copied();
        match closed.secret {
            Some(secret) if commit.is_none_or(|commit| commit.hash != commitment(&secret)) => {
                return Err(broken(format!("The list of {name} reveals another secret than the one stated before.")));
            }
            None if !commit.is_some_and(|commit| is_lost(chain, &commit, stated.number)) => {
                return Err(broken(format!("The list of {name} has no secret, and no era says that it was lost.")));
            }
            Some(_) | None => {}
        }
        if self.lists.insert(name, (closed, stated.at)).is_some() {
            return Err(broken(format!("{name} was closed twice.")));
        }
        if stated.at < name.start() + DAY_MS {
            return Err(broken(format!("The secret of {name} was revealed before the end of that day.")));
        }
        Ok(())
    }

    /// The commitment to the secret of a day in an era. A store that was salvaged without its statements states the
    /// secret again, in a later era.
    pub(super) fn commit_of(&self, chain: &Chain, name: DayName) -> Option<&Commit> {
        let oldest = chain.eras.of_secrets(name.era);
        let known = self.commits.get(&name.day)?;
        let stated = known.iter().rev().find(|commit| (oldest..=name.era).contains(&commit.era));
        stated.or_else(|| known.iter().find(|commit| chain.eras.of_secrets(commit.era) == oldest))
    }

    /// What closes a day in an era. Lists that share a secret are stated together: if another one has revealed it, and
    /// a day later this one has no list, it has no tables.
    pub(super) fn closed(&self, chain: &Chain, name: DayName) -> Option<ClosedDay> {
        let number = |name| self.commit_of(chain, name).map(|commit| commit.number);
        let is_shared = |other: DayName, at: u64| {
            number(other).is_some() && number(other) == number(name) && self.newest > at + DAY_MS
        };
        let other = || self.of_day(name.day).find(|(other, (_, at))| is_shared(**other, *at));
        let empty = |(_, (list, _)): (_, &(ClosedDay, u64))| ClosedDay { tables: 0, root: root(&[]), ..*list };
        self.lists.get(&name).map(|(list, _)| *list).or_else(|| other().map(empty))
    }

    /// The lists of a day, in all eras.
    fn of_day(&self, day: u64) -> impl Iterator<Item = (&DayName, &(ClosedDay, u64))> {
        self.lists.range(DayName { day, era: 0 }..=DayName { day, era: u64::MAX })
    }

    /// Whether no table is known to be of this day, in any era: its lists are empty and reveal all its secrets, or no
    /// secret was ever stated for it. One that an era replaced before the day began has no tables.
    pub(super) fn is_empty(&self, chain: &Chain, day: u64) -> bool {
        let current = chain.eras.of_secrets(chain.eras.at(day * DAY_MS));
        let is_replaced = |commit: &Commit| chain.eras.of_secrets(commit.era) < current;
        let reveals = |list: &ClosedDay, hash| list.secret.is_some_and(|secret| commitment(&secret) == hash);
        let is_revealed = |commit: &Commit| self.of_day(day).any(|(_, (list, _))| reveals(list, commit.hash));
        let commits = self.commits.get(&day);
        self.of_day(day).all(|(_, (list, _))| list.tables == 0)
            && commits.is_none_or(|commits| commits.iter().all(|commit| is_replaced(commit) || is_revealed(commit)))
    }
}

/// Whether an era after a commitment, and before a statement, has lost its secret.
fn is_lost(chain: &Chain, commit: &Commit, before: u32) -> bool {
    let between = commit.number..before;
    chain.eras.iter().any(|era| era.reason == Some(EraReason::Lost) && between.contains(&era.number))
}

/// The era that has lost the secret of a day.
pub(super) fn lost_in(chain: &Chain, name: DayName) -> Option<u64> {
    chain.eras.iter().find(|era| era.reason == Some(EraReason::Lost) && era.era > name.era).map(|era| era.era)
}

impl Says {
    /// The day that it is about. A valid chain names none that does not exist.
    fn day(&self) -> DayName {
        let name = match self {
            Self::Secret { day, .. } | Self::List { day, .. } => DayName::parse(day),
            Self::Key(_) | Self::Era { .. } | Self::Unknown(_) => None,
        };
        name.unwrap_or(DayName { day: 0, era: 0 })
    }
}

fn broken(why: String) -> FairVerdict {
    verdict(FairCode::Secret, why)
}
