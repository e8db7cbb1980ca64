//! The meaning of a request: the fields that were sent, and the fields that were read, in the same form.

use super::faults::TRIMMED;
use super::{Field, Fields, fields_of};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use turnstone_service::games::Level;
use turnstone_service::request::{MoveEvents, PushSubscribe, PushSubscription, ReplaySide, Request};
use turnstone_service::secret::Secret;

/// Maximum number of rows, for lists where only the description states it.
const MOST_ROWS: u64 = 100;
/// The value of a field that a patch omits.
const KEPT: &str = "(kept)";

/// The meaning of the sent fields: with defaults, without surrounding spaces, in the units of the core.
pub(super) fn meant(operation: &str, sent: &Fields) -> Value {
    let mut all = Map::new();
    for field in fields_of(operation) {
        let value = sent.get(&field.name).filter(|value| !value.is_null());
        let is_patched = operation == "edit_profile" && !["showMessenger", "ranked"].contains(&field.name.as_str());
        let meant = match value {
            _ if field.place.is_none() => value.and_then(Value::as_str).unwrap_or_default().into(),
            None if is_patched && !sent.contains_key(&field.name) => KEPT.into(),
            None => default_of(field),
            Some(value) => value_of(field, value),
        };
        all.insert(field.name.clone(), meant);
    }
    if operation == "create_table" {
        let is_there = |name: &str| sent.get(name).is_some_and(|value| !value.is_null());
        let amount = all.remove("amount").unwrap_or_default();
        if !is_there("stake") && is_there("amount") {
            all.insert("stake".into(), amount);
        }
    }
    if matches!(operation, "leaderboard" | "list_agents" | "list_duels") {
        let limit = all["limit"].as_u64().map(|limit| limit.min(MOST_ROWS));
        all.insert("limit".into(), limit.into());
    }
    // `join_messenger` treats an empty code as no code.
    if operation == "join_messenger" && all["inviteCode"] == "" {
        all.insert("inviteCode".into(), Value::Null);
    }
    Value::Object(all)
}

/// The default of a schema, or the one that its description states.
fn default_of(field: &Field) -> Value {
    if field.name == "wait" {
        return 0.into();
    }
    let reported = field.schema["description"].as_str().and_then(|text| text.split_once("Default: `"));
    let reported = reported.and_then(|(_, rest)| serde_json::from_str(rest.split_once('`')?.0).ok());
    // The default of the aggression is filled in when the agent plays.
    let reported = reported.filter(|_| field.name != "aggression");
    reported.unwrap_or_else(|| field.schema["default"].clone())
}

fn value_of(field: &Field, value: &Value) -> Value {
    let number = value.as_f64().or_else(|| value.as_str()?.parse().ok());
    match (field.name.as_str(), value) {
        ("wait", _) => whole(number.unwrap_or_default() * 1_000.0),
        ("aggression", _) => Value::from((number.unwrap_or_default() * 100.0 + 0.5).floor() as u64),
        ("seat", _) => Value::from(number.unwrap_or_default().min(255.0) as i64),
        (name, Value::String(text)) if TRIMMED.contains(&name) => text.trim().into(),
        (_, Value::String(text)) if field.schema["type"] == "integer" => text.parse::<u64>().ok().into(),
        (_, Value::Number(_)) => number.map_or(Value::Null, |number| Value::from(number as i64)),
        _ => value.clone(),
    }
}

/// Milliseconds, rounded up.
fn whole(ms: f64) -> Value {
    let nearest = ms.round();
    Value::from(if (ms - nearest).abs() < 1e-6 { nearest } else { ms.ceil() } as u64)
}

fn shown(secret: &Secret) -> Value {
    secret.reveal().into()
}

/// The fields of the request that was read.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are about a place")]
pub(super) fn said(request: &Request) -> Value {
    match request {
        Request::Join(join) => {
            json!({ "inviteCode": shown(&join.invite_code), "handle": join.handle, "clientRef": join.client_ref })
        }
        Request::IssueToken(code) | Request::Recover(code) => {
            json!({ "handle": code.handle, "recoveryCode": shown(&code.recovery_code) })
        }
        Request::RotateRecovery(rotate) => json!({ "recoveryCode": rotate.recovery_code.as_ref().map(shown) }),
        Request::EraseAccount(erase) => json!({ "confirmHandle": erase.confirm_handle }),
        Request::EditProfile(edit) => {
            let patched = |field: &Option<Option<String>>| field.as_ref().map_or_else(|| json!(KEPT), |to| json!(to));
            let (bio, avatar_url) = (patched(&edit.bio), patched(&edit.avatar_url));
            json!({ "bio": bio, "avatarUrl": avatar_url, "showMessenger": edit.show_messenger, "ranked": edit.ranked })
        }
        Request::History(page) => json!({ "gameId": page.game_id, "limit": page.limit, "before": page.before }),
        Request::StreamMe(stream) => json!({ "after": stream.after.as_ref().map(ToString::to_string) }),
        Request::Ledger(page) => json!({ "since": page.since, "limit": page.limit }),
        Request::Logout(logout) => json!({ "everywhere": logout.everywhere }),
        Request::Pause(pause) => json!({ "duration": pause.duration }),
        Request::JoinMessenger(join) => json!({
            "initData": shown(&join.init_data), "inviteCode": join.invite_code.as_ref().map(shown), "handle": join.handle,
        }),
        Request::LinkMessenger(link) => {
            let texts = |fields: &BTreeMap<String, Secret>| -> BTreeMap<String, Value> {
                fields.iter().map(|(name, value)| (name.clone(), shown(value))).collect()
            };
            json!({
                "state": shown(&link.state), "initData": link.init_data.as_ref().map(shown),
                "messengerAuth": link.messenger_auth.as_ref().map(texts),
            })
        }
        Request::Practice(practice) => json!({
            "kind": practice.kind, "clientRef": practice.client_ref, "level": level(practice.level()),
            "clientSeed": practice.client_seed, "open": practice.open, "seats": practice.seats, "name": practice.name,
        }),
        Request::Leaderboard(page) => json!({ "limit": page.limit, "period": page.period }),
        Request::Ratings(page) => {
            json!({ "gameId": page.game_id, "of": page.of, "limit": page.limit, "cursor": page.cursor })
        }
        Request::OpenTables(filter) => json!({ "gameId": filter.game_id }),
        Request::ClaimSeatGrant(claim) => {
            json!({ "claimToken": shown(&claim.claim_token), "clientRef": claim.client_ref })
        }
        Request::Player(handle) => json!({ "handle": handle }),
        Request::PushSubscribe(PushSubscribe { subscription: PushSubscription { endpoint, keys } }) => {
            let keys = json!({ "p256dh": shown(&keys.p256dh), "auth": shown(&keys.auth) });
            json!({ "subscription": { "endpoint": shown(endpoint), "keys": keys } })
        }
        Request::Block(member) | Request::Unblock(member) => json!({ "handle": member.handle }),
        Request::PushUnsubscribe(browser) => json!({ "endpoint": shown(&browser.endpoint) }),
        Request::ListAgents(page) => json!({ "limit": page.limit, "cursor": page.cursor }),
        Request::SelfCheck(check) => json!({ "agentId": check.agent_id, "gameId": check.game_id }),
        Request::ReadDuel(duel) => json!({ "duelId": duel }),
        Request::ListDuels(page) => json!({ "limit": page.limit, "before": page.before }),
        Request::SaveAgent(save) => json!({
            "name": save.name, "kind": save.kind, "prompt": save.prompt.as_ref().map(shown), "policy": save.policy,
            "aggression": save.aggression, "acceptsChallenges": save.accepts_challenges,
            "stakeLimit": save.stake_limit,
        }),
        Request::Challenge(challenge) => json!({
            "agentId": challenge.agent_id, "opponentAgentId": challenge.opponent_agent_id,
            "gameId": challenge.game_id, "format": challenge.format, "stake": challenge.stake,
            "rematchOf": challenge.rematch_of, "clientRef": challenge.client_ref,
            "clientSeed": challenge.client_seed,
        }),
        Request::JoinQueue(join) => json!({
            "kind": join.kind, "stake": join.stake.unwrap_or(0), "seats": join.seats, "rated": join.rated.unwrap_or(true),
            "opponents": join.opponents, "fallback": join.fallback, "clientRef": join.client_ref,
            "clientSeed": join.client_seed,
        }),
        Request::ReadTicket(ticket, read) => json!({ "ticketId": ticket, "wait": read.wait_ms }),
        Request::LeaveQueue(ticket) => json!({ "ticketId": ticket }),
        _ => said_of_a_place(request),
    }
}

fn level(level: Option<Level>) -> u8 {
    level.unwrap_or(Level::BEST).number()
}

/// The fields of a request about a table or a party. Empty for a request without fields.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others take nothing, or were looked at before")]
fn said_of_a_place(request: &Request) -> Value {
    match request {
        Request::CreateTable(create) => json!({
            "kind": create.kind, "visibility": create.visibility, "open": create.open, "seats": create.seats,
            "pace": create.pace, "invited": create.invited, "stake": create.stake(), "clientRef": create.client_ref,
            "daily": create.daily, "practice": create.practice, "rated": create.rated.unwrap_or(true), "level": level(create.level()),
            "clientSeed": create.client_seed,
        }),
        Request::ReadTable(table, read) => json!({
            "id": table, "wait": read.wait_ms, "events_since": read.events_since, "msgs_since": read.msgs_since,
        }),
        Request::StreamTable(table, stream) => json!({
            "id": table, "after": stream.after.map(|after| after.to_string()),
            "events_since": stream.events_since, "msgs_since": stream.msgs_since,
        }),
        Request::StreamParty(party, stream) => json!({
            "id": party, "after": stream.after.map(|after| after.to_string()), "msgs_since": stream.msgs_since,
        }),
        Request::Act(table, act) => json!({
            "id": table, "action": act.action, "expectedPlies": act.expected_plies,
            "eventsSince": act.events.map(|events| match events {
                MoveEvents::After(since) => json!(since),
                MoveEvents::OfMove => json!("of the move"),
            }),
        }),
        Request::Forfeit(table)
        | Request::Decline(table)
        | Request::EndCard(table)
        | Request::CurrentSeatGrant(table) => json!({ "id": table }),
        Request::GuestSeat(table, guest) => json!({
            "id": table, "clientRef": guest.client_ref, "name": guest.name, "clientSeed": guest.client_seed,
        }),
        Request::Rematch(table, rematch) => json!({
            "id": table, "clientRef": rematch.client_ref, "clientSeed": rematch.client_seed,
        }),
        Request::FillTable(table, fill) => json!({ "id": table, "level": fill.level }),
        Request::JoinTable(table, join) => json!({ "id": table, "clientSeed": join.client_seed }),
        Request::Fairness(page) => json!({ "from": page.from }),
        Request::FairnessDay(day, page) => json!({ "date": day.to_string(), "from": page.from }),
        Request::FairnessEraDay(day, era, page) => {
            json!({ "date": day.to_string(), "era": era.to_string(), "from": page.from })
        }
        Request::TableMessages(table, page) => json!({ "id": table, "since": page.since }),
        Request::PostTableMessage(table, message) => {
            json!({ "id": table, "body": message.body, "clientId": message.client_id })
        }
        Request::Replay(table, replay) => {
            let seat = replay.seat.map(|side| match side {
                ReplaySide::Seat(seat) => i64::from(seat.0),
                ReplaySide::Spectator => -1,
            });
            json!({ "id": table, "seat": seat })
        }
        Request::IssueSeatGrant(table, issue) => {
            json!({ "id": table, "clientRef": issue.client_ref, "expiresInSeconds": issue.expires_in_seconds })
        }
        Request::RevokeSeatGrant(table, grant) => json!({ "id": table, "grantId": grant }),
        Request::JoinParty(party) | Request::LeaveParty(party) | Request::PartyInvitation(party) => {
            json!({ "id": party })
        }
        Request::SetPartyVisibility(party, set) => json!({ "id": party, "visibility": set.visibility }),
        Request::CreatePartyTable(party, create) => {
            json!({ "id": party, "kind": create.kind, "stake": create.stake, "seats": create.seats })
        }
        Request::ReadParty(party, read) => {
            json!({ "id": party, "wait": read.wait_ms, "msgs_since": read.msgs_since })
        }
        Request::PostPartyMessage(party, message) => {
            json!({ "id": party, "body": message.body, "clientId": message.client_id })
        }
        _ => json!({}),
    }
}
