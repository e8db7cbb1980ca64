//! The parties, by id and by member.

use crate::config::PaceConfig;
use crate::ids::{AccountId, PartyId};
use crate::record::{PartyChatRow, PartyRow};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// A party without its messages, which are cold.
#[derive(PartialEq, Debug)]
pub(crate) struct Party {
    pub(crate) row: PartyRow,
    pub(crate) chat: PartyChatRow,
    /// The digest of the erased members whom it may name; 0 if there are none.
    pub(crate) erased: u32,
}

impl Party {
    /// When it ends if nothing more happens there.
    pub(crate) fn ends_at(&self, pace: &PaceConfig) -> Millis {
        self.chat.active_at.plus_s(pace.party_kept_s)
    }
}

impl PartyRow {
    /// Those whom its view and its chat may name; some of them repeatedly.
    pub(crate) fn named(&self) -> impl Iterator<Item = AccountId> {
        let left = self.left.iter().map(|(former, _)| *former);
        let champions = self.reigns.iter().map(|(_, champion, _)| *champion);
        self.members.iter().copied().chain(left).chain(champions)
    }
}

/// All parties, by id and by member.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Parties {
    parties: BTreeMap<PartyId, Party>,
    by_member: BTreeMap<AccountId, BTreeSet<PartyId>>,
}

impl Parties {
    pub(super) fn put(&mut self, id: PartyId, row: &PartyRow, pace: &PaceConfig, timers: &mut Timers) {
        let known = self.parties.remove(&id).map(|party| {
            self.unlist(&party.row, id);
            party.chat
        });
        for member in &row.members {
            self.by_member.entry(*member).or_default().insert(id);
        }
        let silent = PartyChatRow { oldest: 1, newest: 0, active_at: row.created_at };
        let party = Party { row: row.clone(), chat: known.unwrap_or(silent), erased: 0 };
        timers.set(party.ends_at(pace), Timer::PartyEnds(id));
        self.parties.insert(id, party);
    }

    /// Put the summary of a party's chat. `None` if there is no such party.
    pub(super) fn put_chat(
        &mut self,
        id: PartyId,
        chat: PartyChatRow,
        pace: &PaceConfig,
        timers: &mut Timers,
    ) -> Option<()> {
        let party = self.parties.get_mut(&id)?;
        timers.cancel(party.ends_at(pace), Timer::PartyEnds(id));
        party.chat = chat;
        timers.set(party.ends_at(pace), Timer::PartyEnds(id));
        Some(())
    }

    pub(super) fn remove(&mut self, id: PartyId, timers: &mut Timers, pace: &PaceConfig) {
        if let Some(party) = self.parties.remove(&id) {
            timers.cancel(party.ends_at(pace), Timer::PartyEnds(id));
            self.unlist(&party.row, id);
        }
    }

    fn unlist(&mut self, row: &PartyRow, id: PartyId) {
        for member in &row.members {
            let Some(ids) = self.by_member.get_mut(member) else { continue };
            ids.remove(&id);
            if ids.is_empty() {
                self.by_member.remove(member);
            }
        }
    }

    pub(crate) fn get(&self, id: PartyId) -> Option<&Party> {
        self.parties.get(&id)
    }

    pub(crate) fn of(&self, member: AccountId) -> impl Iterator<Item = PartyId> {
        self.by_member.get(&member).into_iter().flatten().copied()
    }

    /// The parties that may name a member, who may have left them.
    pub(crate) fn naming(&self, account: AccountId) -> impl Iterator<Item = PartyId> {
        self.iter().filter(move |(_, party)| party.row.named().any(|named| named == account)).map(|(id, _)| id)
    }

    /// Set the digest of the erased members whom a party may name.
    pub(super) fn set_erased(&mut self, id: PartyId, digest: u32) {
        if let Some(party) = self.parties.get_mut(&id) {
            party.erased = digest;
        }
    }

    /// The members of all parties, once for each party.
    pub(crate) fn members(&self) -> impl Iterator<Item = AccountId> {
        self.by_member.keys().copied()
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (PartyId, &Party)> {
        self.parties.iter().map(|(id, party)| (*id, party))
    }
}
