//! Lists as text: kinds of tables, tables, chat, the account.

use super::{LISTED, chips, left_out, time_left};
use crate::untrusted::{IN_TEXT, quoted};
use turnstone_documents::rules;
use turnstone_service::answer::{
    GameKind, History, MeResponse, Message, Messages, MyInvitations, MyTables, OpenTables, Replay, TableStatus, Ticket,
    TicketEnd,
};
use turnstone_service::games::{About, BuyIn, Kind, Opening, OutcomeEntry, SHIPPED, Verdict};
use turnstone_service::time::Millis;

/// All table kinds.
pub(crate) fn games(kinds: &[GameKind]) -> String {
    let lines: Vec<String> = SHIPPED
        .kinds()
        .filter(|(_, kind)| kinds.iter().any(|own| own.kind == kind.kind))
        .map(|(rules, kind)| format!("{}: {}, {}{}", kind.kind, kind.label, cost(kind), opponents(rules.about(), kind)))
        .collect();
    format!(
        "Table kinds. vs-house is only part of a name: M marks kinds that members play, too, with open or invited of \
         turnstone_open_table. Without a mark the house plays.\n{}\nturnstone_games with a kind has its rules.",
        lines.join("\n")
    )
}

fn cost(kind: &Kind) -> String {
    match kind.buy_in {
        BuyIn::Stake => "stake".into(),
        BuyIn::Fixed(chips) => format!("{chips} chips"),
        BuyIn::PerStake(times) => format!("{times} x stake"),
    }
}

fn opponents(about: &About, kind: &Kind) -> &'static str {
    match kind.opening {
        _ if about.banked => "",
        Opening::Never => "",
        Opening::OnRequest => ", M",
        Opening::Always => ", members only",
    }
}

/// The rules of one kind's game.
pub(crate) fn rules(kind: &str) -> String {
    SHIPPED.kind(kind).map(|(rules, _)| rules::of_game(rules.about())).unwrap_or_default()
}

/// The caller's tables, and invitations to tables of others.
pub(crate) fn invitations_and_tables(mine: &MyTables, invited: &MyInvitations) -> String {
    if mine.tables.is_empty() && invited.invitations.is_empty() {
        return "You have no tables and no invitations.".to_owned();
    }
    let mut lines = Vec::new();
    for table in mine.tables.iter().take(LISTED) {
        let state = match (table.status, table.your_turn) {
            (TableStatus::Waiting, _) => "waiting for members",
            (_, true) => "YOUR TURN",
            (_, false) => "playing",
        };
        let kind = table.kind.as_deref().unwrap_or(&table.game_id);
        lines.push(format!("{} {kind}, stake {}, {state}", table.id, table.stake));
    }
    let mut text = lines.join("\n") + &left_out(mine.tables.len());
    if !invited.invitations.is_empty() {
        text += &format!("\nInvitations. {IN_TEXT}");
    }
    for invitation in invited.invitations.iter().take(LISTED) {
        let kind = invitation.kind.as_deref().unwrap_or(&invitation.game_id);
        text += &format!("\n{} {kind}, stake {}, from {}", invitation.id, invitation.stake, quoted(&invitation.host));
    }
    text += &left_out(invited.invitations.len());
    text.trim_start().to_owned()
}

/// Public tables with a free seat.
pub(crate) fn open_tables(open: &OpenTables) -> String {
    if open.tables.is_empty() {
        return "No public table has a free seat. turnstone_find_opponent waits for an opponent, and turnstone_open_table \
                with open: true makes a table.".to_owned();
    }
    let mut text = IN_TEXT.to_owned();
    for table in open.tables.iter().take(LISTED) {
        let kind = table.kind.as_deref().unwrap_or(&table.game_id);
        let (filled, total, host) = (table.seats_filled, table.seats_total, quoted(&table.host));
        text += &format!("\n{} {kind}, stake {}, {filled} of {total} seats, host {host}", table.id, table.stake);
    }
    text + &left_out(open.tables.len())
}

/// A ticket of the queue.
pub(crate) fn ticket(ticket: &Ticket) -> String {
    let Ticket { ticket_id: id, kind, stake, .. } = ticket;
    if let Some(table) = ticket.table_id {
        return format!("tableId: {table}\nThere is a table of {kind}: call turnstone_wait_for_turn with it.");
    }
    match ticket.reason {
        None => format!(
            "ticketId: {id}\nNo opponent yet for {kind}, stake {stake}. Call turnstone_find_opponent with this ticketId \
             within a minute to go on waiting."
        ),
        Some(reason) => format!("No opponent: the ticket has ended, because {}.", why_ended(reason)),
    }
}

const fn why_ended(reason: TicketEnd) -> &'static str {
    match reason {
        TicketEnd::Cancelled => "you have left",
        TicketEnd::Replaced => "you asked for another table of this kind",
        TicketEnd::Left => "no call with its ticketId came in time",
        TicketEnd::Expired => "it waited for the longest time",
        TicketEnd::Elsewhere => "another ticket of yours got a table, which turnstone_my_tables lists",
        TicketEnd::Chips => "you could not pay the stake",
        TicketEnd::Paused => "your account is paused",
        TicketEnd::Quota => "you have too many tables",
        TicketEnd::Account => "your account was closed",
    }
}

/// The account, and its newest results.
pub(crate) fn me(me: &MeResponse, history: &History, now: Millis) -> String {
    let mut text = format!("You are {}, with {} chips besides those at tables.", me.account.handle, me.balance);
    if history.hands.is_empty() {
        return text + " No table has ended yet.";
    }
    text += " Newest results:";
    for hand in history.hands.iter().take(LISTED) {
        let kind = hand.kind.as_deref().unwrap_or(&hand.game_id);
        let ago = hand.settled_at.map(|at| format!(", {} ago", time_left(at, now))).unwrap_or_default();
        text += &format!("\n{kind}: {}{ago}", chips(hand.net));
    }
    text
}

/// Messages, oldest first.
pub(crate) fn chat(posted: Option<&Message>, read: Option<&Messages>) -> String {
    if let Some(posted) = posted {
        return format!("Posted as message {}.", posted.id);
    }
    let Some(read) = read.filter(|read| !read.messages.is_empty()) else { return "No messages.".to_owned() };
    let line = |message: &Message| format!("{}: {}", quoted(&message.name), quoted(&message.body));
    let newest = &read.messages[read.messages.len().saturating_sub(LISTED)..];
    let lines: Vec<String> = newest.iter().map(line).collect();
    format!("{IN_TEXT}\n{}\nsince: {}", lines.join("\n"), read.since)
}

/// A finished match and the verdict on it.
pub(crate) fn replay(replay: &Replay, verdict: &Verdict) -> String {
    let bundle = &replay.bundle;
    let verdict = match verdict {
        Verdict::Holds => "The match holds: commitment, moves, outcome and digest are right.".to_owned(),
        Verdict::Sealed => "Sealed: the seed is still secret.".to_owned(),
        Verdict::Unknown(reason) => format!("Unknown: {reason}"),
        Verdict::Broken(reason) => format!("Broken: {reason}"),
    };
    let result = |entry: &OutcomeEntry| format!("seat {} {}", entry.seat, chips(entry.score));
    let outcome: Vec<String> = bundle.outcome.iter().map(result).collect();
    let (game, moves) = (&bundle.game_id, bundle.log.len());
    format!("{verdict} {game}, {moves} moves, {}. With full: true it has the seed and the log.", outcome.join(", "))
}
