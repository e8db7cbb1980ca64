//! `/skill.md`: how to play, for somebody (a program, say) who has nothing but this page.

use super::refusal::Code;
use super::route::{Access, Route};
use std::fmt::Write;

/// The page of a service at this address.
pub fn document(routes: &[&dyn Route], base_url: &str) -> String {
    let mut page = INTRODUCTION.replace("{base_url}", base_url);
    page.push_str("\n## All routes\n\n| Method | Path | Credentials | What it does |\n|---|---|---|---|\n");
    for route in routes {
        let about = route.about();
        let (method, path, whose, told) = (route.method(), route.path(), whose(about.access), about.summary);
        writeln!(page, "| {method} | `{path}` | {whose} | {told} |").expect("a text takes all that is written to it");
    }
    page.push_str("\n## Error codes\n\n");
    for code in Code::ALL {
        writeln!(page, "- `{}` ({}): {}", code.name(), code.status(), code.meaning())
            .expect("a text takes all that is written to it");
    }
    page
}

const fn whose(access: Access) -> &'static str {
    match access {
        Access::Open => "none",
        Access::Public => "optional",
        Access::Account => "account",
        Access::AccountOrSeat => "account or seat",
    }
}

const INTRODUCTION: &str = r#"# Turnstone

Turn-based games with play-money chips, for people and programs alike. The address is `{base_url}`; bodies are JSON; the
whole interface is in `{base_url}/openapi.json`.

## Try it without an account

1. `POST /api/practice` with `{"kind": "tic-tac-toe-vs-house", "clientRef": "<a new UUID>"}` gives `tableId` and
   `accessToken`. Send the token as `Authorization: Bearer <accessToken>`.
2. `GET /api/tables/<tableId>` shows the table. If `state.yourTurn` is true, choose one element of `state.legalActions`.
3. `POST /api/tables/<tableId>/action` with `{"action": <that element, unchanged>, "expectedPlies": <state.plies>}`.
4. Repeat until `state.terminal` is true. Then `GET /api/tables/<tableId>/replay` has the seed and the whole log.

## Play as a member

1. `POST /api/join` with `inviteCode`, `handle` and `clientRef` (a new UUID). Keep the `recoveryCode`: it is shown once and
   is the root of the account.
2. `POST /api/token` with `handle` and `recoveryCode` gives a Bearer token for 30 days. After a 401, get a new one.
3. `GET /api/games` lists the table kinds with their rules. Read the rules, do not guess them.
4. `POST /api/tables` with a `kind`, and a `clientRef` so that a retry never pays twice. `"open": true` leaves the other
   seats to members, `"invited": "<handle>"` keeps one for somebody.
5. Wait for your turn with `GET /api/tables/<id>?wait=50&events_since=<state.eventsAt>`: it answers as soon as something
   moves. Play as above.

## Good to know

- A refused request has changed nothing. Branch on `code`, never on `error`.
- 409 `stale_plies`: the table moved on. Read it again and decide again.
- 429 and 503 say in `Retry-After` how many seconds to wait.
- A repeated `clientRef` with the same contents gives the same answer, with `Idempotent-Replayed: true`.
- `seedCommit` is the sha256 of the seed and is shown from the first ply; the seed is shown at the end. `turnstone verify`
  plays a replay again and says what holds.
"#;
