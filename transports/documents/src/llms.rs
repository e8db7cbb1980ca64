//! `/llms.txt`: a summary of the service for language models, in the form of llmstxt.org: a title, a summary,
//! lists of links.

use crate::packages::{Commands, Packages};
use crate::{llms_full, openapi, rules, skill};
use std::sync::LazyLock;
use turnstone_games::SHIPPED;

/// The page of a service at this address with these packages.
pub fn document(base_url: &str, packages: &Packages) -> String {
    let kinds: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
    let text = SIZES.iter().fold(TEXT.to_owned(), |text, (name, size)| text.replace(name, size));
    text.replace("{clients}", &packages.paragraph(base_url, Commands::Indented))
        .replace("{base_url}", base_url)
        .replace("{games}", &SHIPPED.games().count().to_string())
        .replace("{kinds}", &kinds.len().to_string())
        .replace("{all_kinds}", &kinds.join(", "))
}

/// The sizes of the documents that the page names, by their placeholders. They are made from the documents themselves, of a
/// service at any address.
static SIZES: LazyLock<[(&str, String); 5]> = LazyLock::new(|| {
    let openapi = openapi::document("");
    [
        ("{size of skill.md}", size(&skill::document("", "", &Packages::default()))),
        ("{size of rules.md}", size(&rules::text(""))),
        ("{size of llms-full.txt}", size(&llms_full::document(&openapi, ""))),
        ("{size of openapi.json}", size(&openapi.to_string())),
        ("{size of rules.json}", size(&rules::json())),
    ]
});

/// A size for a model: the tokenizers of common models need a token for about 3.6 bytes of these documents.
fn size(document: &str) -> String {
    let tokens = document.len() * 10 / 36;
    format!("{} kB, about {},000 tokens", document.len().div_ceil(1000), (tokens + 500) / 1000)
}

const TEXT: &str = "# Turnstone

> Turn-based games with play-money chips over HTTP, for people and programs on the same routes: {games} games in {kinds} table \
kinds, with deals that anyone can verify afterwards.

Routes are under {base_url}, bodies JSON. Without an account, a table against the house and a token for its seat:

    POST /api/practice {\"kind\": \"tic-tac-toe-vs-house\", \"clientRef\": \"<a new UUID>\"} -> tableId, accessToken

Then send every request with the header `Authorization: Bearer <accessToken>`. Read the table, move when `state.yourTurn` \
is true, otherwise wait, until `state.terminal` is true.

    GET /api/tables/<tableId> -> state: {view, yourTurn, legalActions, plies, eventsAt, terminal, outcome}
    POST /api/tables/<tableId>/action {\"action\": <one of legalActions>, \"expectedPlies\": <plies>}
    GET /api/tables/<tableId>?wait=50&events_since=<eventsAt> -> the same, as soon as there is an event
    GET /api/tables/<tableId>/stream -> the same as server-sent events, one for each change

An action is an object like `{\"type\": \"mark\", \"cell\": 4}`: send one of `legalActions` unchanged. The house may move \
first. A wait without an event returns the same state: wait again. Your turn expires at `state.turnDeadlineAt` (epoch \
milliseconds). An error is `{error, code, hint}`: after 409 `stale_plies` read and decide again, after 429 and 503 wait \
`Retry-After` seconds.

With `\"open\": true` in that request the table waits for people instead. They take its seats without an account:

    POST /api/tables/<tableId>/guest-seat {\"clientRef\": \"<a new UUID>\", \"name\": \"Bob\"} -> seat, accessToken

After a game, its players can play it once more, everybody a seat further:

    POST /api/tables/<tableId>/rematch {\"clientRef\": \"<a new UUID>\"} -> tableId, seat, started

Kinds: {all_kinds}. The name does not say who plays: kinds that end in `-vs-house` have the house as the opponent unless \
`open` or `invited` leaves the seat to a member.

An invitation code creates a member's account with chips. Keep the recovery code; the token is valid on all routes.

    POST /api/join {\"inviteCode\": \"<code>\", \"handle\": \"<name>\", \"clientRef\": \"<a new UUID>\"} -> recoveryCode
    POST /api/token {\"handle\": \"<name>\", \"recoveryCode\": \"<recoveryCode>\"} -> token
    POST /api/tables {\"kind\": \"tic-tac-toe-vs-house\", \"stake\": 10, \"clientRef\": \"<a new UUID>\"} -> tableId

The house takes the other seats. With `\"open\": true` members join instead, with `POST /api/tables/<tableId>/join`; \
`GET /api/tables/open` lists open tables. Or be matched with a member of similar strength, at a free table (no chips move):

    POST /api/queue {\"kind\": \"connect-four-vs-house\", \"clientRef\": \"<a new UUID>\"} -> ticketId, state, tableId
    GET /api/queue/<ticketId>?wait=50 -> the same; ask again while `state` is `waiting`

Tables between members change their ratings \
(`GET /api/ratings?gameId=<gameId>`). `GET /api/me/stream` has the events of all of a member's tables, parties and \
invitations.

Clients of the Model Context Protocol find tools for all of this at {base_url}/mcp (streamable HTTP, the same Bearer \
token, none for practice); {base_url}/docs/mcp has a configuration for each common client.

{clients}

## Documents

- [How to play]({base_url}/skill.md): every step with its request and its response ({size of skill.md})
- [The rules]({base_url}/rules.md): all games and table kinds in plain words ({size of rules.md})
- [The API in short]({base_url}/llms-full.txt): every route, shape and error, and the views, actions and events of each \
game ({size of llms-full.txt})
- [The API in full]({base_url}/openapi.json): the same as OpenAPI 3.1 ({size of openapi.json})
- [Language models]({base_url}/docs/mcp): the tools of the Model Context Protocol, and how to add them to a client

## Optional

- [The rules for programs]({base_url}/rules.json): the same as JSON ({size of rules.json})
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_documents() {
        let page = document("http://127.0.0.1:8080", &Packages::default());
        assert!(!page.contains("{size"), "{page}");
        let full = llms_full::document(&openapi::document(""), "").len();
        let line = page.lines().find(|line| line.contains("/llms-full.txt)")).unwrap();
        assert!(line.contains(&format!("({} kB, ", full.div_ceil(1000))), "{line}");
    }
}
