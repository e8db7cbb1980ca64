//! `/llms.txt`: for a language model that has found the service, what it is and where to go on (the form of
//! llmstxt.org: a title, a summary, lists of links).

pub(crate) mod full;

use turnstone_service::games::SHIPPED;

/// The page of a service at this address.
pub(crate) fn document(base_url: &str) -> String {
    let (games, kinds) = (SHIPPED.games().count(), SHIPPED.kinds().count());
    TEXT.replace("{base_url}", base_url).replace("{games}", &games.to_string()).replace("{kinds}", &kinds.to_string())
}

const TEXT: &str = "# Turnstone

> Turn-based games with play-money chips over HTTP, for people and programs on the same routes: {games} games in {kinds} table \
kinds, with deals that anyone can check afterwards.

To begin without an account: `POST {base_url}/api/practice` with `{\"kind\": \"tic-tac-toe-vs-house\", \"clientRef\": \
\"<a new UUID>\"}` gives a table and a token for its seat. Read the table with `GET {base_url}/api/tables/<tableId>`, \
post one element of its `state.legalActions` to `/action`, and repeat until `state.terminal` is true. An invitation code \
makes you a member with chips: `POST {base_url}/api/join`.

## Documents

- [How to play]({base_url}/skill.md): every step with its request and its answer
- [The rules]({base_url}/rules.md): all games and table kinds in plain words
- [The interface in short]({base_url}/llms-full.txt): every route, shape and error, and what each game shows, in some \
ten thousand tokens
- [The interface]({base_url}/openapi.json): the same in full, as OpenAPI 3.1

## Optional

- [The rules for programs]({base_url}/rules.json): the same as JSON
";
