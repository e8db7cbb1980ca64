//! `/skill.md`: how to play, for an agent that has only this page.

use crate::packages::{Commands, Packages};
use crate::routes::ROUTES;
use crate::status::status_of;
use std::fmt::Write;
use turnstone_api::code::Code;
use turnstone_api::operation::{Access, Case};

/// The page of a service at this address with these packages.
pub fn document(base_url: &str, push_key: &str, packages: &Packages) -> String {
    let key = if push_key.is_empty() { "(none yet)" } else { push_key };
    let clients = packages.paragraph(base_url, Commands::Fenced);
    let page = INTRODUCTION.replace("{clients}", &clients).replace("{base_url}", base_url);
    let mut page = page.replace("{push_key}", key);
    page.push_str("\n## All routes\n\n| Method | Path | Credentials | What it does |\n|---|---|---|---|\n");
    for route in ROUTES {
        let about = route.about();
        let (method, path, whose, reported) = (route.method(), route.path(), whose(about.access), about.summary);
        writeln!(page, "| {method} | `{path}` | {whose} | {reported} |").expect("writing to a String cannot fail");
    }
    page.push_str("\n## Error codes\n\n");
    for code in Code::ALL {
        writeln!(page, "- `{}` ({}{}): {}", code.name(), status_of(*code), as_faults(*code), code.meaning())
            .expect("writing to a String cannot fail");
    }
    page
}

/// The routes at which a code has the status 400 instead of its own.
fn as_faults(code: Code) -> String {
    let is_fault = |case: &Case| matches!(case, Case::Fault(own) if *own == code) && status_of(code) != 400;
    let those = ROUTES.iter().filter(|route| route.about().cases.iter().any(is_fault));
    let names: Vec<String> = those.map(|route| format!("`{} {}`", route.method(), route.path())).collect();
    if names.is_empty() { String::new() } else { format!("; 400 at {}", names.join(", ")) }
}

/// How a table is played; other pages include this text.
pub(crate) fn play() -> &'static str {
    let (_, reported) = INTRODUCTION.split_once("\n## Play\n").expect("the page contains it");
    reported.split("\n## ").next().unwrap_or_default().trim()
}

const fn whose(access: Access) -> &'static str {
    match access {
        Access::Open => "none",
        Access::Public => "optional",
        Access::Account => "account",
        Access::AccountOrGuest => "account or guest",
        Access::AccountOrSeat => "account or seat",
        Access::SpectatorOrSeat => "optional, or seat",
        Access::Webhook => "webhook secret",
        Access::Operator => "operator",
    }
}

const INTRODUCTION: &str = r#"---
name: turnstone
description: Play turn-based games (hold'em, blackjack, tic-tac-toe, connect four, battleship and more) with play-money chips on a Turnstone server over HTTP, as a guest, as a member, or as an agent that plays a seat for somebody. Use it when asked to play, watch or verify a game at {base_url}.
---

# Turnstone

Turn-based games with play-money chips, for people and programs alike. The address is `{base_url}`. Bodies are JSON; a
credential is sent as `Authorization: Bearer <token>`. The rules of every game are in `{base_url}/rules.md`, every route
with its shapes in `{base_url}/openapi.json`. Read the rules, do not guess them.

A client of the Model Context Protocol connects to `{base_url}/mcp` (streamable HTTP) instead, or runs
`turnstone mcp --url {base_url}`: its tools play without further knowledge of this page. Practice needs no token; a member's
or a seat's is sent in the same header.

{clients}

## Practice without an account

```http
POST /api/practice
{"kind": "tic-tac-toe-vs-house", "clientRef": "<a new UUID>"}
```
```json
{"tableId": "t_018bcfe568007b3ab7e1a04c4d1f2a90", "accessToken": "tsn1...", "tokenType": "Bearer", "expiresAt": 1700007200000}
```

`clientRef` is a new random UUID, made for this request and kept secret. The token is for this one seat and valid for two
hours. No chips are at stake.
Play as described below; give up with `POST /api/tables/<tableId>/forfeit`. A member plays for practice with `"practice": true`
in `POST /api/tables`. In both, `"level"` from 1 to 5 says how well the house plays: `/rules.json` has each level's strength.
A kind's name does not say who plays it: `-vs-house` kinds have the house as the opponent unless a table has `"open": true`
or `"invited"`.

With `"open": true`, practice is a friendly table: it waits for people to whom you give its id. A member joins it, and a person
without an account takes a seat with `POST /api/tables/<tableId>/guest-seat {"clientRef": "<a new UUID>", "name": "Bob"}`, which
answers with a token for that seat. The one who made it can give the open seats to the house: `POST /api/tables/<tableId>/fill`.

For ten minutes after a game, `POST /api/tables/<tableId>/rematch {"clientRef": "<a new UUID>"}` makes the same table once more,
everybody a seat further, and answers with your seat there. It begins when all players have sent it.

## Play

1. `GET /api/tables/<tableId>` shows the table. If `state.yourTurn` is true, choose one element of `state.legalActions`.
2. Send it back unchanged, with the `state.plies` on which your decision is based (required with a seat's token):

```http
POST /api/tables/t_018bcfe568007b3ab7e1a04c4d1f2a90/action
{"action": {"type": "mark", "cell": 4}, "expectedPlies": 7, "eventsSince": 12}
```

3. Wait for your next turn with `GET /api/tables/<tableId>?wait=50&events_since=<state.eventsAt>`: the response is sent
   as soon as there is a new event. With `eventsSince`, the response to a move contains the table, too.
4. Repeat until `state.terminal` is true. `state.outcome` has the results. `GET /api/tables/<tableId>/replay` has the
   seed and the whole log; with `?seat=0` also the view of seat 0 after each entry.

A turn ends at `state.turnDeadlineAt` (epoch milliseconds). A seat that has not moved by then gives up, as by `forfeit`,
and loses its stake. At live pace a turn is one minute, unless the operator has set another time, and each seat has a
time bank of two more minutes for the whole table (`state.bankMs` is the rest of it, and the deadline includes it).
Alone against the house a turn is 15 minutes, and at daily pace two days, without a time bank. Time in which the service did
not run is not thinking time: when it is back after more than 2 seconds, the running turn begins anew, with the time bank
that its seat had then; at daily pace at least an hour is left. A turn is renewed three times at most. Waiting tables and
invitations wait for as much longer. The daily challenge still ends at midnight.

## Follow a table by a stream

Instead of long-polls, a program can keep one response open: `GET /api/tables/<tableId>/stream` has server-sent events
(`text/event-stream`). Each event `table` has in `data` the response that a long-poll would have got then, and in `id` a
cursor. With `?events_since=0` the first event has all events so far, with `&msgs_since=0` there are messages, too. After
a broken connection send the last `id` as the header `Last-Event-ID` or as `?after=`: the stream continues without a gap
or a repeat. A comment follows every 15 seconds without an event. The last event is `end` with a `reason`: connect again
after `slow`, `draining` and `unavailable`, and not after the others. A stream counts as one long-poll.
Without credentials, the stream of a public table (`GET /api/tables/playing`) shows its game to spectators, without the chat,
and ends with `over`; any other table is 404. Then `GET /api/tables/<tableId>/replay` has the game.
`GET /api/parties/<partyId>/stream` is the same for a party.

`GET /api/me/stream` is one stream of all that concerns a member, and counts as one long-poll, too. `me`, `tables`,
`invitations` and `duel` have the responses of `GET /api/me`, `/api/me/tables`, `/api/me/invitations` and, for a running
duel, `/api/duels/<duelId>`: first of now, then whenever they have changed. `queue` has a ticket of quick match
when its state has changed. `table` and `party` are the events of the streams of the member's tables and parties, with their
`id`. The first event of a table is without its earlier events and
messages, and the last one has `archived`. A table that leaves `tables` without an event of its own is not the member's any
more. Tables are covered up to the newest 90, parties and duels up to the newest 24.

## Join

An invitation code creates an account with 1000 chips. A handle has 3 to 20 characters: a letter, then letters, digits,
`_` or `-`. It is kept in lower case.

```http
POST /api/join
{"inviteCode": "7M2QX-0ABCD-EFGHJ-KMNPQ", "handle": "ada", "clientRef": "<a new UUID>"}
```
```json
{"ok": true, "handle": "ada", "recoveryCode": "00000-11111-22222-33333-44444-55555"}
```

Keep the recovery code: it is shown once and is the account's root credential. Using it, or `POST /api/recovery/confirm`, says
that you have it. Exchange it for a token that is valid for
30 days, and for a new one after a 401.

```http
POST /api/token
{"handle": "ada", "recoveryCode": "00000-11111-22222-33333-44444-55555"}
```
```json
{"token": "tsn1...", "expiresInSeconds": 2592000}
```

## Open or join a table

```http
POST /api/tables
{"kind": "tic-tac-toe-vs-house", "stake": 10, "clientRef": "my-first-table"}
```
```json
{"tableId": "t_018bcfe568007b3ab7e1a04c4d1f2a90"}
```

`clientRef` here is a text of your own, of 8 to 64 characters. The buy-in is taken at once. It is `stake`, unless the
kind defines it (`GET /api/games`: `fixedBuyIn` is the buy-in for every stake, such as hold'em's 200; `buyInPerAmount`
multiplies the stake). Unknown fields are ignored, so a misspelt field is not an error: check the table's `stake` and
`status`.

The house takes the other seats, unless `"open": true` leaves them to members or `"invited": "<handle>"` reserves one
for a member; `holdem-open` always waits for members. `GET /api/tables/open` lists tables with a free seat, and
`POST /api/tables/<tableId>/join` takes it. `"daily": true` plays the daily challenge, which has the same deal for all.

Quick match finds an opponent of similar strength: `POST /api/queue` with a kind and a `clientRef` (a new UUID) makes a ticket,
and `GET /api/queue/<ticketId>?wait=50`, repeated while its `state` is `waiting`, waits until it is `matched` and has a
`tableId`. Without a `stake` the table is free: no chips move, and it counts for ratings only.

A table that members fill changes their ratings in its game (Glicko-2; `"rated": false` excludes it).
`GET /api/ratings?gameId=<gameId>` lists them, and `GET /api/leaderboard?period=week` the chips won since Monday.

## Chips and the refill

`GET /api/me` shows your balance, `GET /api/me/ledger` every movement. The refill is automatic: once a UTC day, if your
balance and the chips of your seats at tables are together under 100, a `grant` raises them to 100 at once. A 402
`insufficient_chips` reports the missing chips: stake less, or play for practice.

## Delegate your seat to an agent, or play a delegated seat

The owner of a seat at a running table creates a token for it and passes it on, but never in a URL:

```http
POST /api/tables/t_018bcfe568007b3ab7e1a04c4d1f2a90/seat-grants
{"clientRef": "<a new UUID>", "expiresInSeconds": 1800}
```
```json
{"grantId": "grant_018bcfe568007b3ab7e1a04c4d1f2a90", "claimToken": "00000-11111-22222-33333-44444-55555", "tableId": "t_018bcfe568007b3ab7e1a04c4d1f2a90", "seat": 0, "expiresAt": 1700001800000}
```

The agent needs no account. It claims the seat once:

```http
POST /api/seat-grants/claim
{"claimToken": "00000-11111-22222-33333-44444-55555", "clientRef": "<a new UUID>"}
```
```json
{"accessToken": "tsn1...", "tokenType": "Bearer", "tableId": "t_018bcfe568007b3ab7e1a04c4d1f2a90", "seat": 0, "expiresAt": 1700001800000}
```

With this token it reads the table and moves as described under Play, always with `expectedPlies`; it can neither chat
nor give up. Meanwhile the owner gets 409 `seat_delegated` there, until the grant expires, the table ends, or the owner
takes the seat back:

```http
DELETE /api/tables/t_018bcfe568007b3ab7e1a04c4d1f2a90/seat-grants/grant_018bcfe568007b3ab7e1a04c4d1f2a90
```

## Sign in with a messenger, and get notified of your turn

An app that the messenger opens signs in with the `initData` that the messenger gave it; `inviteCode` is needed only the
first time.

```http
POST /api/join/messenger
{"initData": "auth_date=1700000000&user=%7B%22id%22%3A7%7D&hash=00", "inviteCode": "7M2QX-0ABCD-EFGHJ-KMNPQ"}
```

A member links an identity with a state from `POST /api/identities/messenger/challenge`; the identity then belongs to
that account for ever. At daily tables a turn lasts 48 hours, and a browser is notified by web push. `GET /api/push/key`
has the key to subscribe with, `{push_key}`; send the result of the browser's `PushManager.subscribe`:

```http
POST /api/push/subscribe
{"subscription": {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/AAAA", "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}}
```

A notification is `{"type", "tableId", "title", "body", "url"}`, where `url` is the page of the table. The type is
`your_move` when a turn begins and again after three quarters of it, or `invitation_declined`.

## Let an agent duel

An agent is stored on the server and decides there: by a built-in policy (`/rules.json` lists the policies of each game
and the effect of `aggression`), or by a model that gets your prompt. Save it under a name; saving the same name again
changes it. `stakeLimit` is the highest stake per leg at which others may challenge it. `GET /api/agents` lists yours, the
house's and other members' agents in pages: send `nextCursor` as `cursor`.

```http
POST /api/agents
{"name": "rook", "kind": "policy", "policy": "minimax"}
```
```json
{"ok": true, "agentId": "ag_018bcfe568007b3ab7e1a04c4d1f2a90", "version": 1, "versionId": "agv_018bcfe568007b3ab7e1a04c4d1f2a91"}
```

Test it without chips. The verdict `fell-back` means that the model did not make all decisions. `fallbackReasons` counts
why: `timeOut`, `unreadable` answers, `refused` questions, or an unavailable `host`.

```http
POST /api/agents/self-check
{"agentId": "ag_018bcfe568007b3ab7e1a04c4d1f2a90", "gameId": "tic-tac-toe"}
```
```json
{"ok": true, "tableId": "t_018bcfe568007b3ab7e1a04c4d1f2a92", "plies": 9, "fallbacks": 0, "fallbackReasons": {"timeOut": 0, "unreadable": 0, "refused": 0, "host": 0}, "verdict": "clean"}
```

Then challenge another agent that accepts challenges, or `agent:house`. The stake is for each leg and side. The stakes
of all legs are taken when the duel begins, and unused stakes are returned.

```http
POST /api/duels
{"agentId": "ag_018bcfe568007b3ab7e1a04c4d1f2a90", "opponentAgentId": "agent:house", "gameId": "tic-tac-toe", "format": "bo3", "stake": 10, "clientRef": "my-first-duel"}
```
```json
{"ok": true, "duelId": "duel_018bcfe568007b3ab7e1a04c4d1f2a93", "outcome": "draw", "net": 0, "plies": 27, "legs": {"challenger": 0, "defender": 0, "drawn": 3}, "voidedLegs": 0, "fallbacks": 0, "fallbackReasons": {"timeOut": 0, "unreadable": 0, "refused": 0, "host": 0}, "gameId": "tic-tac-toe", "format": "bo3"}
```

The response is sent when the series is over, which takes minutes with a model. Send a `clientRef`, and if the
connection breaks, repeat the request with it. 409 `in_flight` means that the duel is still running; afterwards the
response is the same, with `"replayed": true`. Each leg is a table with a replay: `<duelId>` in a `bo1`, otherwise
`<duelId>_l1` and so on. A leg is void and its stakes are returned if the model was unavailable for more than a quarter
of a side's decisions. After a duel there is a cooldown between agents of the same two owners, but the owner of the
challenged agent may challenge back at once with `"rematchOf": "<duelId>"`. Rejected challenges count
toward your hourly limit of duels. `GET /api/duels/{duelId}` shows one duel.

## Further rules

- A rejected request has changed nothing. An error is `{"error", "code", "field", "hint"}`: branch on `code`, never on
  `error`; `field` is a JSON pointer into the body or the name of a parameter, `hint` says what to do next.
- Some errors have no `code`, only a status: 404 for a table, party, member or route that does not exist; 405; 403 for a
  pause, a mute, a private party and actions of an owner; 409 for the replay of a running table and for an invitation
  that you do not have; 503 when the server cannot answer now.
- The operator sets turn times, limits and lifetimes: use the values in the responses.
- 409 `stale_plies`: the table moved on. Read it again and decide again.
- 429 and 503 have `Retry-After`, the number of seconds to wait.
- A repeated `clientRef` with the same contents returns the same response, with `Idempotent-Replayed: true`: use it for
  retries.
- A server of several nodes answers with `Commit`, a number. Send the highest one that you have seen as `Min-Commit`: then no
  node shows you an earlier state. Drop it after a 400 whose `field` is `Min-Commit`, and when a response has an earlier `Commit`.
- The response to an accepted move has the header `Move-Receipt`, with which the server has signed for it.
- `seedCommit` is the sha256 of the seed and is shown before the first ply; the seed is revealed at the end.
  `turnstone verify` replays a match and reports which checks pass. "#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_response_of_the_page_is_json() {
        let page = document("http://127.0.0.1:8080", "", &Packages::default());
        let answers = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        let answers: Vec<serde_json::Value> = answers.map(|answer| serde_json::from_str(answer).unwrap()).collect();
        assert_eq!(answers.len(), 9);
    }

    #[test]
    fn the_page_begins_as_a_skill_of_an_agent() {
        let page = document("http://127.0.0.1:8080", "", &Packages::default());
        let (front, _) = page.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let fields: Vec<(&str, &str)> = front.lines().map(|line| line.split_once(": ").unwrap()).collect();
        assert_eq!(fields.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["name", "description"]);
        assert_eq!(fields[0].1, "turnstone");
        // A plain scalar of YAML: it must not contain a colon followed by a space.
        assert!(fields[1].1.len() <= 1024 && !fields[1].1.contains(": ") && !fields[1].1.contains(" #"));
    }
}
