//! The operator's orders: what can be said against each.

use crate::inner::judge::{ExpectedPage, Judge, RequestStage};
use crate::inner::model::Model;
use crate::prelude::*;

/// The account that is meant, an erased one too.
pub(crate) fn account_named(model: &Model, whom: &Whom) -> Option<AccountId> {
    match whom {
        Whom::Id(id) => model.accounts.contains_key(id).then_some(*id),
        Whom::Handle(handle) => model.member_named(handle),
    }
}

/// The member that an act is about.
const fn whom_of(act: &AdminAct) -> Option<&Whom> {
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

/// The names of those causes that hold.
fn those<const N: usize>(of: [(bool, &'static str); N]) -> Vec<&'static str> {
    of.into_iter().filter(|(holds, _)| *holds).map(|(_, cause)| cause).collect()
}

/// What can be said against an order.
pub(super) fn of_order(world: &Judge, order: &Order, now: Millis) -> Vec<&'static str> {
    let unknown = |whom: Option<&Whom>| whom.is_some_and(|whom| account_named(&world.model, whom).is_none());
    match order {
        Order::Invite { .. } | Order::Drain | Order::Full(_) | Order::Limits(_) => Vec::new(),
        Order::Show(AdminQuery::Account { whom }) => those([(unknown(Some(whom)), "NoSuchMember")]),
        Order::Show(
            AdminQuery::Audit { limit, .. } | AdminQuery::Invitations { limit, .. } | AdminQuery::Members { limit, .. },
        ) => those([(*limit == 0, "Invalid limit")]),
        Order::Show(AdminQuery::Tables { limit, filter: TableFilter { member, .. }, .. }) => {
            those([(*limit == 0, "Invalid limit"), (unknown(member.as_ref()), "NoSuchMember")])
        }
        Order::Show(AdminQuery::Messages { chat, limit, .. }) => {
            those([(*limit == 0, "Invalid limit"), (has_ended(&world.model, *chat), "Party NotFound")])
        }
        Order::Act(order) => match &order.act {
            AdminAct::RemoveMessage { chat, message } => of_removal(world, order, *chat, *message),
            _ => of_act(&world.model, order, now),
        },
    }
}

fn has_ended(model: &Model, chat: ChatPlace) -> bool {
    matches!(chat, ChatPlace::Party(party) if !model.parties.contains_key(&party))
}

/// The chat and the message that an order removes.
fn removal(order: &Order) -> Option<(ChatPlace, u64)> {
    let Order::Act(order) = order else { return None };
    if let AdminAct::RemoveMessage { chat, message } = &order.act { Some((*chat, *message)) } else { None }
}

/// What can be said against a removal in its own step. What is not in memory is looked for first.
fn of_removal(world: &Judge, order: &AdminOrder, chat: ChatPlace, message: u64) -> Vec<&'static str> {
    let model = &world.model;
    let searches = world.pending.values().any(|pending| {
        let of = pending.order.as_ref().and_then(removal).map(|(chat, _)| chat);
        matches!(pending.stage, RequestStage::Searching { .. }) && of == Some(chat)
    });
    let hot = if let ChatPlace::Table(table) = chat { model.tables.get(&table) } else { None };
    let against = hot.map_or(searches, |table| is_not_removable(table.messages.get(&message)));
    those([
        (order.reason.is_none(), "Invalid reason"),
        (has_ended(model, chat), "Party NotFound"),
        (against, "Invalid message"),
    ])
}

/// Whether there are no words of a member.
fn is_not_removable(row: Option<&MessageRow>) -> bool {
    row.is_none_or(|row| row.seat < 0 || row.is_removed())
}

/// What can be said against an order once storage was read for it.
pub(super) fn of_found(world: &Judge, order: &Order, found: Option<&ExpectedPage>, now: Millis) -> Vec<&'static str> {
    let (model, removed) = (&world.model, removal(order));
    let shown = if let Order::Show(AdminQuery::Messages { chat, .. }) = order { Some(*chat) } else { None };
    let Some(chat) = removed.map(|(chat, _)| chat).or(shown) else { return Vec::new() };
    let rows = if let Some(ExpectedPage::Chat(rows)) = found { rows.as_ref() } else { None };
    let row = |id: u64| rows.into_iter().flatten().find(|(of, _)| *of == id).map(|(_, row)| row);
    let (gone, dropped, oldest) = match chat {
        ChatPlace::Party(party) => {
            (false, false, model.party_messages.get(&party).and_then(|chat| chat.keys().next()).copied())
        }
        ChatPlace::Table(table) => {
            let dropped = model.archives.get(&table).is_some_and(|row| model.is_chat_over(row, now));
            (rows.is_none() || model.is_over_practice(table, now), dropped, None)
        }
    };
    let against = |(_, id): (ChatPlace, u64)| dropped || is_not_removable(row(id)) || oldest > Some(id);
    those([
        (removed.is_some() && has_ended(model, chat), "Party NotFound"),
        (gone, "Table NotFound"),
        (removed.is_some_and(against), "Invalid message"),
    ])
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
