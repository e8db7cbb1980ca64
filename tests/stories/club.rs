//! Listings and other public data.

crate::stories! {

lists_hold_a_hundred_rows r##"
set active_tables=0
ada joins
103 times ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":1} | -
anonymous GET /api/tables/open | tables.#
ada GET /api/me/tables | tables.#
"##

the_deployment_names_its_build r##"
anonymous GET /api/deployment
ada joins
ada GET /api/deployment | schemaVersion
ada GET /api/games | games.0.keys
"##
}
