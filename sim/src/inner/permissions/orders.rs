//! The causes of errors of operators' orders.

use super::agents::those;
use crate::inner::judge::Judge;
use crate::inner::model::Model;
use crate::inner::prelude::*;

/// The account of an order, possibly an erased one.
pub(crate) fn account_named(model: &Model, whom: &MemberSelector) -> Option<AccountId> {
    match whom {
        MemberSelector::Id(id) => model.accounts.contains_key(id).then_some(*id),
        MemberSelector::Handle(handle) => model.member_named(handle),
    }
}

const fn whom_of(act: &AdminAct) -> Option<&MemberSelector> {
    match act {
        AdminAct::Freeze { whom }
        | AdminAct::Unfreeze { whom }
        | AdminAct::EndSessions { whom }
        | AdminAct::Adjust { whom, .. }
        | AdminAct::Mute { whom, .. }
        | AdminAct::Unmute { whom }
        | AdminAct::Recover { whom }
        | AdminAct::Erase { whom }
        | AdminAct::Export { whom } => Some(whom),
        _ => None,
    }
}

/// Whether an order is about messages: its errors depend on rows that are queried first.
pub(super) fn is_about_messages(order: &Order) -> bool {
    matches!(order, Order::Show(AdminQuery::Messages { .. }))
        || matches!(order, Order::Act(order) if matches!(order.act, AdminAct::RemoveMessage { .. }))
}

impl Judge {
    pub(crate) fn against_order(&self, order: &Order, now: Millis) -> Vec<&'static str> {
        let unknown =
            |whom: Option<&MemberSelector>| whom.is_some_and(|whom| account_named(&self.model, whom).is_none());
        match order {
            Order::Invite { .. } | Order::Drain | Order::Full(_) | Order::Limits(_) => Vec::new(),
            Order::Show(AdminQuery::Account { whom }) => those([(unknown(Some(whom)), "NoSuchMember")]),
            Order::Show(
                AdminQuery::Audit { limit, .. }
                | AdminQuery::Invitations { limit, .. }
                | AdminQuery::Members { limit, .. },
            ) => those([(*limit == 0, "Invalid limit")]),
            Order::Show(AdminQuery::Tables { limit, filter: TableFilter { member, .. }, .. }) => {
                those([(*limit == 0, "Invalid limit"), (unknown(member.as_ref()), "NoSuchMember")])
            }
            Order::Show(AdminQuery::Messages { .. }) => Vec::new(),
            Order::Act(order) => of_act(&self.model, order, now),
        }
    }
}

fn of_act(model: &Model, order: &AdminOrder, now: Millis) -> Vec<&'static str> {
    let lacks = order.reason.is_none() && matches!(order.act, AdminAct::Adjust { .. } | AdminAct::Recover { .. });
    let whom = whom_of(&order.act);
    let about = whom.and_then(|whom| account_named(model, whom));
    if whom.is_some() && about.is_none() {
        return vec!["NoSuchMember", "Invalid reason"];
    }
    let frozen = about.is_some_and(|account| model.is_frozen(account));
    let chips = about.map_or(0, |account| model.chips.balance(account));
    let field = match &order.act {
        AdminAct::Invite { uses, .. } => (*uses == 0, "Invalid uses"),
        AdminAct::RevokeInvitation { invitation } => {
            let known = model.invitations.iter().find(|(hash, _)| hex::encode(hash).starts_with(invitation));
            (known.is_none_or(|(_, row)| row.uses_left == 0), "Invalid invitation")
        }
        AdminAct::Freeze { .. } => (frozen, "Invalid account"),
        AdminAct::Unfreeze { .. } => (!frozen, "Invalid account"),
        AdminAct::Adjust { chips: by, .. } => (*by == 0 || by.abs() > MOST_ADJUSTED || chips + by < 0, "Invalid chips"),
        AdminAct::Void { table } => match model.tables.get(table) {
            None => (true, "Table NotFound"),
            Some(table) => (!table.is_active(), "Invalid table"),
        },
        AdminAct::Mute { for_s, .. } => (*for_s == 0, "Invalid for"),
        AdminAct::Unmute { .. } => (!about.is_some_and(|account| model.is_muted(account, now)), "Invalid account"),
        _ => (false, ""),
    };
    those([(lacks, "Invalid reason"), field])
}
