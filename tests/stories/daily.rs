//! The daily challenge. Stories begin at 18:00 of a day that plays tic-tac-toe.

crate::stories! {

the_daily_challenge_is_the_same_for_all r##"
ada joins
bob joins
anonymous GET /api/daily
# Kind and stake are the day's; one table a member and day.
# It can be played only for chips, not as practice.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"practice":true}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"stake":500} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada GET /api/me | balance
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"clientRef":"today-01"} | tableId
ada GET /api/tables/t_1 | kind stake seedCommit seed visibility
bob GET /api/tables/t_2 | kind stake seedCommit seed state.plies
ada GET /api/daily
bob POST /api/tables/t_2/forfeit
bob GET /api/daily | mine board
# Another day, another deal.
midnight
bob GET /api/daily | dateKey seedHash mine board
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"clientRef":"today-01"} | tableId
"##

the_deal_is_sealed_until_midnight r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
# It is in no listing, and others get 404.
anonymous GET /api/tables/playing | tables
bob GET /api/players/ada | tables
bob GET /api/tables/t_1
bob GET /api/tables/t_1/card
ada POST /api/tables/t_1/forfeit
ada GET /api/tables/t_1 | status state.outcome seed state.seed
bob GET /api/tables/t_1
# Card and replay are public; the replay is sealed.
bob GET /api/tables/t_1/card | seats.*.name winnerSeat
anonymous GET /api/tables/t_1/replay
+5h59m59s
ada GET /api/tables/t_1 | archived seed
anonymous GET /api/tables/t_1/replay | seed log
+1s
ada GET /api/tables/t_1 | seed
bob GET /api/tables/t_1 | mySeat archived
anonymous GET /api/tables/t_1/replay | seed seedHash seedCommit sealedUntil sealedReason digest log.*.leave
"##

the_daily_challenge_ends_at_midnight r##"
# Unfinished attempts expire at midnight; before that the seed is not revealed.
ada joins
bob joins
+5h50m
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
bob POST /api/tables/t_1/forfeit
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada GET /api/tables/t_2 | state.turnDeadlineAt
+9m30s
anonymous GET /api/tables/t_1/replay | seed log sealedUntil
ada waits 50s on t_2 events_since=2 | status seed state.events.*.type
+30s
anonymous GET /api/tables/t_1/replay | seed log.#
anonymous GET /api/tables/t_2/replay | seed sealedUntil log.*.leave
ada GET /api/daily | dateKey mine
"##

the_daily_challenge_cannot_be_daily_pace_or_played_by_guests r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"pace":"daily"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"open":true}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true,"invited":"bob"}
ada GET /api/daily | mine
"##

the_daily_board_is_ordered r##"
# Win before draw before loss, then score, then fewer plies, then the earlier; unfinished last.
ada joins
bob joins
cyn joins
dan joins
dan POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
cyn POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
+1s
cyn marks 4 on t_2
cyn POST /api/tables/t_2/forfeit
+1s
bob POST /api/tables/t_4/forfeit
+1s
ada POST /api/tables/t_3/forfeit
anonymous GET /api/daily | board
"##

a_turn_of_the_daily_challenge_expires r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada GET /api/tables/t_1 | pace state.turnDeadlineAt
+15m
ada GET /api/daily | mine
"##
}
