//! Who may read which table.

crate::stories! {

a_public_table_can_be_watched r##"
ada joins
bob joins
cyn joins
ada meets bob for 50
ada GET /api/tables/t_1 | mySeat
bob GET /api/tables/t_1 | mySeat
cyn GET /api/tables/t_1 | mySeat state.yourTurn state.legalActions status
anonymous GET /api/tables/t_1
# Watching is allowed, playing is not.
cyn marks 0 on t_1
cyn POST /api/tables/t_1/forfeit
cyn POST /api/tables/t_1/messages {"body":"go ada"}
ada POST /api/tables/t_1/forfeit
cyn GET /api/tables/t_1 | status mySeat state.view.phase
"##

anybody_watches_a_public_game_to_its_end r##"
ada joins
bob joins
ada POST /api/tables {"kind":"holdem-open","stake":200} | tableId
# It waits: there is nothing to watch yet.
anonymous GET /api/tables/t_1/stream
bob POST /api/tables/t_1/join | started
anonymous streams t_1 msgs_since=0 | mySeat status messages state.view.seats.*.cards state.yourTurn state.legalActions
# The chat is not for spectators without an account.
ada POST /api/tables/t_1/messages {"body":"hello"} | ok
ada POST /api/tables/t_1/forfeit | ok
# Its link leads to the replay now.
anonymous GET /api/tables/t_1/stream
anonymous GET /api/tables/t_1/replay | sessionId
"##

only_public_games_are_watched_without_credentials r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"visibility":"unlisted"} | tableId
bob POST /api/tables/t_1/join | started
anonymous GET /api/tables/t_1/stream
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
bob POST /api/tables/t_2/join | started
anonymous GET /api/tables/t_2/stream
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
anonymous GET /api/tables/t_3/stream
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
anonymous GET /api/tables/t_4/stream
anonymous GET /api/tables/t_00000000000000000000000000000000/stream
# Other reads of a table need credentials.
ada meets bob for 50
anonymous GET /api/tables/t_5
anonymous GET /api/tables/t_5/messages
# Bad credentials are an error here, too.
eve uses tsn1.bad.bad
eve GET /api/tables/t_5/stream
"##

streams_without_credentials_have_a_limit_of_their_own r##"
set watch_streams=2 long_polls_total=24
ada joins
bob joins
ada meets bob for 50
eve comes from 192.0.2.1
eve streams t_1 | -
eve streams t_1 | -
eve GET /api/tables/t_1/stream
dan comes from 192.0.2.2
dan streams t_1 | -
# An eighth of all places.
fay comes from 192.0.2.3
fay GET /api/tables/t_1/stream
bob streams t_1 | -
eve hangs up
fay streams t_1 | -
"##

an_unlisted_table_is_readable_by_its_id r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"visibility":"unlisted"} | tableId
anonymous GET /api/tables/open | tables
bob GET /api/tables/t_1 | mySeat visibility
bob POST /api/tables/t_1/join | started
cyn GET /api/tables/t_1 | mySeat status
anonymous GET /api/tables/playing | tables
bob GET /api/players/ada | tables
"##

a_private_table_is_for_its_members r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
cyn GET /api/tables/t_1
cyn GET /api/tables/t_1/messages
cyn POST /api/tables/t_1/messages {"body":"hello"}
cyn marks 0 on t_1
cyn POST /api/tables/t_1/forfeit
cyn POST /api/tables/t_1/join
cyn POST /api/tables/t_1/decline
cyn POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
cyn GET /api/tables/t_1/seat-grants/current
cyn GET /api/tables/t_1/replay
anonymous GET /api/tables/t_1/card
bob POST /api/tables/t_1/join | started
cyn GET /api/tables/t_1
anonymous GET /api/tables/playing | tables
# All callers who know the id can read the end card, but not the table.
bob POST /api/tables/t_1/forfeit
cyn GET /api/tables/t_1
cyn GET /api/tables/t_1/card | winnerSeat
anonymous GET /api/tables/t_1/replay | digest
+10m
cyn GET /api/tables/t_1
bob GET /api/tables/t_1 | archived mySeat
anonymous GET /api/tables/t_1/card | winnerSeat
"##

a_practice_table_is_unlisted_and_free r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"stake":1000000} | tableId
ada GET /api/me | balance
ada GET /api/tables/t_1 | practice visibility stake seats.*.name
anonymous GET /api/tables/playing | tables
bob GET /api/tables/t_1 | mySeat
ada POST /api/tables/t_1/forfeit
ada GET /api/me/history | hands
ada GET /api/me/ledger | entries.*.reason
anonymous GET /api/leaderboard | leaderboard
anonymous GET /api/tables/t_1/card | seats.*.score winnerSeat
"##

unknown_ids_are_404 r##"
ada joins
ada GET /api/tables/t_nonsense
ada GET /api/tables/t_00000000000000000000000000000000
ada POST /api/tables/nonsense/join
ada GET /api/parties/pty_00000000000000000000000000000000
ada GET /api/parties/x
ada POST /api/tables/x/action {"action":{}}
ada GET /api/tables/x/card
"##
}
