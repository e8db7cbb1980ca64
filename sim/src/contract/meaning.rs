//! The meaning of a request: the fields that were sent, and the fields that were read, in the same form.

use super::faults::TRIMMED;
use super::{Field, Fields, fields_of};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use turnstone_service::games::Level;
use turnstone_service::request::{MessengerProof, MoveEvents, ReplaySide, Request};
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
        let is_patched = operation == "edit_profile" && field.name != "showMessenger";
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
        Request::Join { invite_code, handle, client_ref } => {
            json!({ "inviteCode": shown(invite_code), "handle": handle, "clientRef": client_ref })
        }
        Request::IssueToken { handle, recovery_code } | Request::Recover { handle, recovery_code } => {
            json!({ "handle": handle, "recoveryCode": shown(recovery_code) })
        }
        Request::RotateRecovery { recovery_code } => json!({ "recoveryCode": recovery_code.as_ref().map(shown) }),
        Request::EraseAccount { confirm_handle } => json!({ "confirmHandle": confirm_handle }),
        Request::EditProfile { bio, avatar_url, show_messenger } => {
            let patched = |field: &Option<Option<String>>| field.as_ref().map_or_else(|| json!(KEPT), |to| json!(to));
            json!({ "bio": patched(bio), "avatarUrl": patched(avatar_url), "showMessenger": show_messenger })
        }
        Request::History { game_id, limit, before } => {
            json!({ "gameId": game_id, "limit": limit, "before": before })
        }
        Request::StreamMe { after } => json!({ "after": after.as_ref().map(ToString::to_string) }),
        Request::Ledger { since, limit } => json!({ "since": since, "limit": limit }),
        Request::Logout { everywhere } => json!({ "everywhere": everywhere }),
        Request::Pause { duration } => json!({ "duration": duration }),
        Request::JoinMessenger { init_data, invite_code, handle } => {
            json!({ "initData": shown(init_data), "inviteCode": invite_code.as_ref().map(shown), "handle": handle })
        }
        Request::LinkMessenger { state, proof } => linked(state, proof),
        Request::Practice { kind, client_ref, level, client_seed } => json!({
            "kind": kind, "clientRef": client_ref, "level": level.unwrap_or(Level::BEST).number(),
            "clientSeed": client_seed,
        }),
        Request::Leaderboard { limit } => json!({ "limit": limit }),
        Request::OpenTables { game_id } => json!({ "gameId": game_id }),
        Request::ClaimSeatGrant { claim_token, client_ref } => {
            json!({ "claimToken": shown(claim_token), "clientRef": client_ref })
        }
        Request::Player { handle } => json!({ "handle": handle }),
        Request::PushSubscribe { endpoint, p256dh, auth } => {
            let keys = json!({ "p256dh": shown(p256dh), "auth": shown(auth) });
            json!({ "subscription": { "endpoint": shown(endpoint), "keys": keys } })
        }
        Request::PushUnsubscribe { endpoint } => json!({ "endpoint": shown(endpoint) }),
        Request::ListAgents { limit, cursor } => json!({ "limit": limit, "cursor": cursor }),
        Request::SelfCheck { agent_id, game_id } => json!({ "agentId": agent_id, "gameId": game_id }),
        Request::ReadDuel { duel } => json!({ "duelId": duel }),
        Request::ListDuels { limit, before } => json!({ "limit": limit, "before": before }),
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
        _ => said_of_a_place(request),
    }
}

fn linked(state: &Secret, proof: &MessengerProof) -> Value {
    let mut said = json!({ "state": shown(state), "initData": null, "messengerAuth": null });
    match proof {
        MessengerProof::InApp(data) => said["initData"] = shown(data),
        MessengerProof::Widget(pairs) => {
            let pairs: BTreeMap<&String, &str> = pairs.iter().map(|(name, value)| (name, value.reveal())).collect();
            said["messengerAuth"] = json!(pairs);
        }
    }
    said
}

/// The fields of a request about a table or a party. Empty for a request without fields.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others take nothing, or were looked at before")]
fn said_of_a_place(request: &Request) -> Value {
    match request {
        Request::CreateTable(create) => json!({
            "kind": create.kind, "visibility": create.visibility, "open": create.open, "seats": create.seats,
            "pace": create.pace, "invited": create.invited, "stake": create.stake, "clientRef": create.client_ref,
            "daily": create.daily, "practice": create.practice, "level": create.level.unwrap_or(Level::BEST).number(),
            "clientSeed": create.client_seed,
        }),
        Request::ReadTable(read) => json!({
            "id": read.table, "wait": read.wait_ms, "events_since": read.events_since, "msgs_since": read.msgs_since,
        }),
        Request::StreamTable(stream) => json!({
            "id": stream.table, "after": stream.after.map(|after| after.to_string()),
            "events_since": stream.events_since, "msgs_since": stream.msgs_since,
        }),
        Request::StreamParty(stream) => json!({
            "id": stream.party, "after": stream.after.map(|after| after.to_string()), "msgs_since": stream.msgs_since,
        }),
        Request::Act(act) => json!({
            "id": act.table, "action": act.action, "expectedPlies": act.expected_plies,
            "eventsSince": act.events.map(|events| match events {
                MoveEvents::After(since) => json!(since),
                MoveEvents::OfMove => json!("of the move"),
            }),
        }),
        Request::Forfeit { table }
        | Request::Decline { table }
        | Request::EndCard { table }
        | Request::CurrentSeatGrant { table } => json!({ "id": table }),
        Request::JoinTable { table, client_seed } => json!({ "id": table, "clientSeed": client_seed }),
        Request::Fairness { from } => json!({ "from": from.unwrap_or(1) }),
        Request::FairnessDay { day, from } => json!({ "date": day.to_string(), "from": from.unwrap_or(1) }),
        Request::FairnessEraDay { day, era, from } => {
            json!({ "date": day.to_string(), "era": era.to_string(), "from": from.unwrap_or(1) })
        }
        Request::TableMessages { table, since } => json!({ "id": table, "since": since }),
        Request::PostTableMessage { table, body, client_id } => {
            json!({ "id": table, "body": body, "clientId": client_id })
        }
        Request::Replay { table, steps_of } => {
            let seat = steps_of.map(|side| match side {
                ReplaySide::Seat(seat) => i64::from(seat.0),
                ReplaySide::Spectator => -1,
            });
            json!({ "id": table, "seat": seat })
        }
        Request::IssueSeatGrant { table, client_ref, expires_in_s } => {
            json!({ "id": table, "clientRef": client_ref, "expiresInSeconds": expires_in_s })
        }
        Request::RevokeSeatGrant { table, grant } => json!({ "id": table, "grantId": grant }),
        Request::JoinParty { party } | Request::LeaveParty { party } | Request::PartyInvitation { party } => {
            json!({ "id": party })
        }
        Request::SetPartyVisibility { party, visibility } => json!({ "id": party, "visibility": visibility }),
        Request::CreatePartyTable { party, kind, stake, seats } => {
            json!({ "id": party, "kind": kind, "stake": stake, "seats": seats })
        }
        Request::ReadParty { party, wait_ms, msgs_since } => {
            json!({ "id": party, "wait": wait_ms, "msgs_since": msgs_since })
        }
        Request::PostPartyMessage { party, body, client_id } => {
            json!({ "id": party, "body": body, "clientId": client_id })
        }
        _ => json!({}),
    }
}
