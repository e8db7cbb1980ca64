//! The causes of errors of requests about parties. Outsiders do not see a party.

use super::Case;
use crate::inner::prelude::*;

fn party<'w>(case: &Case<'w>, request: &Request) -> Option<&'w PartyRow> {
    match request {
        Request::JoinParty { party }
        | Request::SetVisibility { party, .. }
        | Request::PartyTable { party, .. }
        | Request::Party { party, .. }
        | Request::StreamParty(StreamParty { party, .. })
        | Request::PostPartyMessage { party, .. } => case.world.model.parties.get(party),
        _ => None,
    }
}

fn is_member(case: &Case<'_>, row: &PartyRow) -> bool {
    row.members.iter().any(|member| case.is(Some(*member)))
}

pub(super) fn no_party(case: &Case<'_>, request: &Request) -> bool {
    party(case, request).is_none()
}

pub(super) fn not_in_party(case: &Case<'_>, request: &Request) -> bool {
    party(case, request).is_none_or(|row| !is_member(case, row))
}

pub(super) fn not_owner(case: &Case<'_>, request: &Request) -> bool {
    party(case, request).is_some_and(|row| !case.is(row.members.first().copied()))
}

/// A private party accepts no new members.
pub(super) fn party_is_private(case: &Case<'_>, request: &Request) -> bool {
    party(case, request).is_some_and(|row| row.visibility == PartyVisibility::Private && !is_member(case, row))
}

/// A roster has at most as many members as a list has rows.
pub(super) fn party_is_full(case: &Case<'_>, request: &Request) -> bool {
    let most = case.world.settings.config().bounds.rows;
    party(case, request).is_some_and(|row| row.members.len() >= most && !is_member(case, row))
}
