//! The operator's orders: which are done, and which are refused for what.

use super::case::those;
use super::grounds::Ground;
use crate::inner::model::Model;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, Whom};
use turnstone_service::effects::Order;
use turnstone_service::ids::AccountId;
use turnstone_service::time::Millis;

const MOST_CHIPS: i64 = 1_000_000_000;

/// The account that is meant, those that were erased too.
pub(crate) fn account_named(model: &Model, whom: &Whom) -> Option<AccountId> {
    match whom {
        Whom::Id(id) => model.accounts.contains_key(id).then_some(*id),
        Whom::Handle(handle) => model.member_named(handle),
    }
}

/// The member that an act is about.
pub(crate) const fn whom_of(act: &AdminAct) -> Option<&Whom> {
    match act {
        AdminAct::Freeze { whom }
        | AdminAct::Unfreeze { whom }
        | AdminAct::EndSessions { whom }
        | AdminAct::Adjust { whom, .. }
        | AdminAct::Mute { whom, .. }
        | AdminAct::Unmute { whom }
        | AdminAct::Erase { whom }
        | AdminAct::Export { whom } => Some(whom),
        AdminAct::Invite { .. }
        | AdminAct::RevokeInvitation { .. }
        | AdminAct::Void { .. }
        | AdminAct::RotateKey { .. } => None,
    }
}

/// What can be said against an order.
pub(super) fn grounds_of_order(model: &Model, order: &Order, now: Millis) -> Vec<Ground> {
    match order {
        Order::Invite { .. } | Order::Drain | Order::Full(_) | Order::Limits(_) => Vec::new(),
        Order::Show(AdminQuery::Account { whom }) => {
            those([(account_named(model, whom).is_none(), Ground::NoSuchMember)])
        }
        Order::Show(AdminQuery::Audit { limit, .. } | AdminQuery::Invitations { limit, .. }) => {
            those([(*limit == 0, Ground::Invalid("limit"))])
        }
        Order::Act(order) => grounds_of_act(model, order, now),
    }
}

fn grounds_of_act(model: &Model, order: &AdminOrder, now: Millis) -> Vec<Ground> {
    let lacks = order.reason.is_none() && matches!(order.act, AdminAct::Adjust { .. });
    let mut grounds = those([(lacks, Ground::Invalid("reason"))]);
    let about = match whom_of(&order.act) {
        Some(whom) => match account_named(model, whom) {
            Some(account) => Some(account),
            None => return vec![Ground::NoSuchMember, Ground::Invalid("reason")],
        },
        None => None,
    };
    let frozen = about.is_some_and(|account| model.is_frozen(account));
    let chips = about.map_or(0, |account| model.chips.balance(account));
    grounds.extend(match &order.act {
        AdminAct::Invite { uses, .. } => those([(*uses == 0, Ground::Invalid("uses"))]),
        AdminAct::RevokeInvitation { invitation } => {
            let known = model.invitations.iter().find(|(hash, _)| hex::encode(hash).starts_with(invitation));
            those([(known.is_none_or(|(_, row)| row.uses_left == 0), Ground::Invalid("invitation"))])
        }
        AdminAct::Freeze { .. } => those([(frozen, Ground::Invalid("account"))]),
        AdminAct::Unfreeze { .. } => those([(!frozen, Ground::Invalid("account"))]),
        AdminAct::Adjust { chips: by, .. } => {
            let fits = *by != 0 && by.abs() <= MOST_CHIPS && chips + by >= 0;
            those([(!fits, Ground::Invalid("chips"))])
        }
        AdminAct::Void { table } => {
            let known = model.tables.get(table);
            those([
                (known.is_none(), Ground::NoTable),
                (known.is_some_and(|table| !table.is_active()), Ground::Invalid("table")),
            ])
        }
        AdminAct::Mute { for_s, .. } => those([(*for_s == 0, Ground::Invalid("for"))]),
        AdminAct::Unmute { .. } => {
            let muted = about.is_some_and(|account| model.is_muted(account, now));
            those([(!muted, Ground::Invalid("account"))])
        }
        AdminAct::EndSessions { .. }
        | AdminAct::Erase { .. }
        | AdminAct::Export { .. }
        | AdminAct::RotateKey { .. } => Vec::new(),
    });
    grounds
}
