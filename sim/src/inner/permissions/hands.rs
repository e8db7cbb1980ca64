//! The operator's orders: which are done, and which are refused for what.

use super::case::those;
use super::grounds::Ground;
use crate::inner::judge::{Judge, PendingRequest, RequestStage};
use crate::inner::model::Model;
use crate::inner::oracles::ExpectedPage;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, ChatPlace, TableFilter, Whom};
use turnstone_service::effects::Order;
use turnstone_service::ids::AccountId;
use turnstone_service::record::MessageRow;
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
        | AdminAct::Recover { whom }
        | AdminAct::Erase { whom }
        | AdminAct::Export { whom } => Some(whom),
        AdminAct::Invite { .. }
        | AdminAct::RevokeInvitation { .. }
        | AdminAct::Void { .. }
        | AdminAct::RemoveMessage { .. }
        | AdminAct::RotateKey { .. } => None,
    }
}

/// What can be said against an order.
pub(super) fn grounds_of_order(world: &Judge, order: &Order, now: Millis) -> Vec<Ground> {
    let model = &world.model;
    match order {
        Order::Invite { .. } | Order::Drain | Order::Full(_) | Order::Limits(_) => Vec::new(),
        Order::Show(AdminQuery::Account { whom }) => {
            those([(account_named(model, whom).is_none(), Ground::NoSuchMember)])
        }
        Order::Show(
            AdminQuery::Audit { limit, .. }
            | AdminQuery::Invitations { limit, .. }
            | AdminQuery::Members { limit, .. }
            | AdminQuery::Tables { limit, filter: TableFilter { member: None, .. }, .. },
        ) => those([(*limit == 0, Ground::Invalid("limit"))]),
        Order::Show(AdminQuery::Tables { limit, filter: TableFilter { member: Some(whom), .. }, .. }) => those([
            (*limit == 0, Ground::Invalid("limit")),
            (account_named(model, whom).is_none(), Ground::NoSuchMember),
        ]),
        Order::Show(AdminQuery::Messages { chat, limit, .. }) => {
            those([(*limit == 0, Ground::Invalid("limit")), (has_ended(model, *chat), Ground::NoParty)])
        }
        Order::Act(order) => {
            if let AdminAct::RemoveMessage { chat, message } = &order.act {
                grounds_of_removal(world, order, *chat, *message)
            } else {
                grounds_of_act(model, order, now)
            }
        }
    }
}

fn has_ended(model: &Model, chat: ChatPlace) -> bool {
    matches!(chat, ChatPlace::Party(party) if !model.parties.contains_key(&party))
}

/// What can be said against a removal in its own step. What is not in memory is looked for first.
fn grounds_of_removal(world: &Judge, order: &AdminOrder, chat: ChatPlace, message: u64) -> Vec<Ground> {
    let model = &world.model;
    let is_same = |pending: &PendingRequest| {
        let waits = matches!(pending.stage, RequestStage::Searching { .. });
        let act = if let Some(Order::Act(order)) = &pending.order { Some(&order.act) } else { None };
        waits && matches!(act, Some(AdminAct::RemoveMessage { chat: other, .. }) if *other == chat)
    };
    let hot = if let ChatPlace::Table(table) = chat { model.tables.get(&table) } else { None };
    let against = match hot {
        Some(table) => is_not_removable(table.messages.get(&message)),
        None => world.pending.values().any(is_same),
    };
    those([
        (order.reason.is_none(), Ground::Invalid("reason")),
        (has_ended(model, chat), Ground::NoParty),
        (against, Ground::Invalid("message")),
    ])
}

/// Whether there are no words of a member.
fn is_not_removable(row: Option<&MessageRow>) -> bool {
    row.is_none_or(|row| row.seat < 0 || row.is_removed())
}

/// What can be said against an order once storage was read for it.
pub(super) fn grounds_of_found(world: &Judge, order: &Order, found: Option<&ExpectedPage>, now: Millis) -> Vec<Ground> {
    let (chat, removed) = if let Order::Show(AdminQuery::Messages { chat, .. }) = order {
        (*chat, None)
    } else if let Order::Act(order) = order
        && let AdminAct::RemoveMessage { chat, message } = &order.act
    {
        (*chat, Some(*message))
    } else {
        return Vec::new();
    };
    let rows = if let Some(ExpectedPage::Chat(rows)) = found { rows.as_ref() } else { None };
    let row = |id: u64| rows.into_iter().flatten().find(|(of, _)| *of == id).map(|(_, row)| row);
    let oldest = match chat {
        ChatPlace::Party(party) => world.model.party_messages.get(&party).and_then(|chat| chat.keys().next()).copied(),
        ChatPlace::Table(_) => None,
    };
    let dropped = matches!(chat, ChatPlace::Table(table)
        if world.model.archives.get(&table).is_some_and(|row| world.model.is_chat_over(row, now)));
    let over = matches!(chat, ChatPlace::Table(table) if rows.is_none() || world.model.is_over_practice(table, now));
    those([
        (removed.is_some() && has_ended(&world.model, chat), Ground::NoParty),
        (over, Ground::NoTable),
        (
            removed.is_some_and(|id| dropped || is_not_removable(row(id)) || oldest > Some(id)),
            Ground::Invalid("message"),
        ),
    ])
}

fn grounds_of_act(model: &Model, order: &AdminOrder, now: Millis) -> Vec<Ground> {
    let lacks = order.reason.is_none() && matches!(order.act, AdminAct::Adjust { .. } | AdminAct::Recover { .. });
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
        | AdminAct::Recover { .. }
        | AdminAct::RemoveMessage { .. }
        | AdminAct::RotateKey { .. } => Vec::new(),
    });
    grounds
}
