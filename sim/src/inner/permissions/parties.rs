//! Parties.

use super::case::{Case, those};
use super::grounds::Ground;
use turnstone_service::ids::PartyId;
use turnstone_service::record::PartyRow;
use turnstone_service::request::PartyVisibility;

impl Case<'_> {
    /// A party, if the caller is in it: to others there is none.
    fn own_party(&self, id: PartyId) -> Option<&PartyRow> {
        let row = self.world.model.parties.get(&id)?;
        row.members.iter().any(|member| self.is(Some(*member))).then_some(row)
    }

    pub(super) fn in_party(&self, id: PartyId) -> Vec<Ground> {
        those([(self.own_party(id).is_none(), Ground::NoParty)])
    }

    pub(super) fn talk_in_party(&self, id: PartyId) -> Vec<Ground> {
        those([(self.own_party(id).is_none(), Ground::NoParty), (self.is_muted(), Ground::Muted)])
    }

    /// Whoever has the link comes in, unless the roster is frozen; who is in stays in.
    pub(super) fn join_party(&self, id: PartyId) -> Vec<Ground> {
        if self.own_party(id).is_some() {
            return Vec::new();
        }
        let Some(row) = self.world.model.parties.get(&id) else { return vec![Ground::NoParty] };
        // As many as any list has rows.
        let most = self.world.settings.config().bounds.rows;
        those([
            (row.visibility == PartyVisibility::Private, Ground::PartyPrivate),
            (row.members.len() >= most, Ground::PartyFull),
        ])
    }

    pub(super) fn set_visibility(&self, id: PartyId) -> Vec<Ground> {
        let Some(row) = self.own_party(id) else { return vec![Ground::NoParty] };
        those([(!self.is(row.members.first().copied()), Ground::NotOwner)])
    }

    pub(super) fn party_table(&self, id: PartyId, kind: &str, stake: i64) -> Vec<Ground> {
        if self.own_party(id).is_none() { vec![Ground::NoParty] } else { self.open_table(kind, stake) }
    }
}
