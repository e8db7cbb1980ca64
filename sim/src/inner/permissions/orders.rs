//! The causes of errors of operators' operations.

use super::agents::those;
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::Model;
use crate::inner::prelude::*;

/// The account of an operation, possibly an erased one.
pub(crate) fn account_named(model: &Model, member: &MemberSelector) -> Option<AccountId> {
    match member {
        MemberSelector::Id(id) => model.accounts.contains_key(id).then_some(*id),
        MemberSelector::Handle(handle) => model.member_named(handle),
    }
}

/// Whether an operation is an operator's.
pub(crate) fn is_for_operators(request: &Request) -> bool {
    request.operation().is_some_and(|operation| operation.about().access == Access::Operator)
}

const fn member_of(request: &Request) -> Option<&MemberSelector> {
    match request {
        Request::Freeze(MemberAct { member, .. })
        | Request::Unfreeze(MemberAct { member, .. })
        | Request::EndSessions(MemberAct { member, .. })
        | Request::Unmute(MemberAct { member, .. })
        | Request::RecoverAccount(MemberAct { member, .. })
        | Request::EraseMember(MemberAct { member, .. })
        | Request::ExportMember(MemberAct { member, .. })
        | Request::Adjust(Adjust { member, .. })
        | Request::Mute(Mute { member, .. })
        | Request::ShowAccount(ShowAccount { member })
        | Request::SearchTables(SearchTables { member: Some(member), .. }) => Some(member),
        _ => None,
    }
}

/// Whether an operation is about messages: its errors depend on rows that are queried first.
pub(super) const fn is_about_messages(request: &Request) -> bool {
    matches!(request, Request::ReadChat(_) | Request::RemoveMessage(_))
}

impl Judge {
    /// The causes that hold against an operation of operators.
    pub(crate) fn against_operation(&self, pending: &PendingRequest, now: Millis) -> Vec<&'static str> {
        let (model, request) = (&self.model, &pending.request);
        if pending.caller.operator.is_none() {
            return vec!["Auth NotSignedIn"];
        }
        let lacks = match request {
            Request::Adjust(Adjust { reason, .. }) | Request::RecoverAccount(MemberAct { reason, .. }) => {
                reason.is_none()
            }
            _ => false,
        };
        let member = member_of(request);
        let about = member.and_then(|member| account_named(model, member));
        if member.is_some() && about.is_none() {
            return vec!["NoSuchMember", "Invalid reason"];
        }
        let frozen = about.is_some_and(|account| model.is_frozen(account));
        let chips = about.map_or(0, |account| model.chips.balance(account));
        let field = match request {
            Request::Invite(input) => (input.uses == 0, "Invalid uses"),
            Request::RevokeInvitation(RevokeInvitation { invitation, .. }) => {
                let known = model.invitations.iter().find(|(hash, _)| hex::encode(hash).starts_with(invitation));
                (known.is_none_or(|(_, row)| row.uses_left == 0), "Invalid invitation")
            }
            Request::Freeze(_) => (frozen, "Invalid member"),
            Request::Unfreeze(_) => (!frozen, "Invalid member"),
            Request::Adjust(Adjust { chips: by, .. }) => {
                (*by == 0 || by.abs() > MOST_ADJUSTED || chips + by < 0, "Invalid chips")
            }
            Request::VoidTable(VoidTable { table, .. }) => match model.tables.get(table) {
                None => (true, "Table NotFound"),
                Some(table) => (!table.is_active(), "Invalid table"),
            },
            Request::Mute(Mute { for_s, .. }) => (*for_s == 0, "Invalid forS"),
            Request::Unmute(_) => (!about.is_some_and(|account| model.is_muted(account, now)), "Invalid member"),
            _ => (false, ""),
        };
        those([(lacks, "Invalid reason"), field])
    }
}
