//! Quick match: tickets, the tables that they become, and free tables.

crate::stories! {

two_members_are_matched_at_a_free_table r##"
ada joins
bob joins
anonymous GET /api/queue
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
anonymous GET /api/queue
ada GET /api/queue/tk_1?wait=30 | state tableId
+3s
# Bob's ticket is matched at once, and that of Ada, who has waited.
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | ticketId state tableId reason
anonymous GET /api/queue
ada GET /api/tables/t_1 | kind status stake free practice rated visibility seats.*.name seats.*.rating
# The nominal stake moves no chips.
ada GET /api/me | balance
ada GET /api/me/tables | tables.*.id tables.*.host
ada POST /api/tables/t_1/forfeit | ok
anonymous GET /api/tables/t_1/card | stake seats.*.score seats.*.result seats.*.rosterNet seats.*.ratingChange tablesTogether reign
ada GET /api/me | balance
ada GET /api/me/ledger | entries.*.reason
ada GET /api/me/history | hands.*.net hands.*.result hands.*.free hands.*.outcome
bob GET /api/me/history | hands.*.net hands.*.result hands.*.free hands.*.outcome
ada GET /api/players/bob | ratings.0.games ratings.0.wins chips
anonymous GET /api/leaderboard | leaderboard.*.chips
# The final state of a ticket can be read for an hour.
restart
bob GET /api/queue/tk_2 | state tableId
+1h
bob GET /api/queue/tk_2
"##

a_stake_is_taken_with_the_match r##"
ada joins
bob joins
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":30,"clientRef":"uuid-1"} | state stake
ada GET /api/me | balance
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":30,"clientRef":"uuid-2"} | state tableId
ada GET /api/tables/t_1 | stake free
ada GET /api/me | balance
bob GET /api/me | balance
ada POST /api/tables/t_1/forfeit | ok
bob GET /api/me | balance
bob GET /api/me/history | hands.*.net hands.*.result hands.*.free hands.*.outcome
# Somebody who cannot pay any more loses the ticket, and there is no table.
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":970,"clientRef":"uuid-3"} | ticketId state
ada POST /api/tables {"kind":"connect-four-vs-house","stake":10} | tableId
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":970,"clientRef":"uuid-4"} | ticketId state
+7s
ada GET /api/queue/tk_3 | state reason
bob GET /api/me | balance
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":970,"clientRef":"uuid-5"}
"##

a_ticket_is_repeated_replaced_and_ended r##"
ada joins
bob joins
ada POST /api/queue {"kind":"dominoes","seats":9,"clientRef":"uuid-1"}
ada POST /api/queue {"kind":"dominoes","seats":4,"rated":false,"opponents":"any","fallback":"house","clientRef":"uuid-1"} | seats rated opponents fallback
ada POST /api/queue {"kind":"dominoes","seats":4,"rated":false,"opponents":"any","fallback":"house","clientRef":"uuid-1"} | ticketId state
ada POST /api/queue {"kind":"dominoes","seats":3,"clientRef":"uuid-1"}
# The same fields again give the first ticket, and what it brought counts.
ada POST /api/queue {"kind":"dominoes","seats":4,"rated":false,"opponents":"any","fallback":"house","clientRef":"uuid-2","clientSeed":"mine"} | ticketId broughtRef
# Other fields replace it. Another kind has a ticket of its own.
ada POST /api/queue {"kind":"dominoes","seats":3,"clientRef":"uuid-3"} | ticketId
ada GET /api/queue/tk_1 | state reason
ada POST /api/queue {"kind":"mancala-vs-house","clientRef":"uuid-4"} | ticketId
bob GET /api/queue/tk_2
bob DELETE /api/queue/tk_2
ada DELETE /api/queue/tk_2 | ok
ada DELETE /api/queue/tk_2 | ok
ada GET /api/queue/tk_2 | state reason
# A repeated request gives the ticket's present state.
ada POST /api/queue {"kind":"dominoes","seats":3,"clientRef":"uuid-3"} | ticketId state reason
# When one ticket is matched, the others of its owner end.
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-5"} | ticketId
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-6"} | ticketId state
ada GET /api/queue/tk_3 | state reason
ada DELETE /api/queue/tk_5
ada GET /api/queue/tk_99
"##

requests_for_tickets_are_checked r##"
ada joins
ada POST /api/queue {"kind":"blackjack","clientRef":"uuid-1"}
ada POST /api/queue {"kind":"nothing","clientRef":"uuid-1"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"mine"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":-1,"clientRef":"uuid-1"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":2000,"clientRef":"uuid-1"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","opponents":"bots","clientRef":"uuid-1"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","fallback":"maybe","clientRef":"uuid-1"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","fallback":"house","stake":10,"clientRef":"uuid-1"}
ada GET /api/queue/tk_1
ada GET /api/queue/nothing
ada GET /api/queue/nothing?wait=60
anonymous POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
# A fixed buy-in takes the place of another stake.
ada POST /api/queue {"kind":"holdem-open","stake":7,"clientRef":"uuid-1"} | stake seats
# A pause bars tickets with a stake only.
ada POST /api/me/pause {"duration":"24h"} | -
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","stake":10,"clientRef":"uuid-2"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | state
"##

a_ticket_lives_while_its_owner_is_there r##"
set longest_s=60
ada joins
bob joins
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | ticketId
+14s
ada GET /api/queue/tk_1 | state
+14s
ada GET /api/queue/tk_1 | state
+20s
ada GET /api/queue/tk_1 | state reason
# A pending long-poll keeps it, but not for longer than a ticket may wait.
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | ticketId
ada GET /api/queue/tk_2?wait=50 | state reason
+40s
ada GET /api/queue/tk_2 | state
+11s
ada GET /api/queue/tk_2?wait=50 | state reason
+12s
# After a restart each ticket has its time anew.
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | ticketId
+14s
restart
+14s
bob GET /api/queue/tk_3 | state
"##

a_ticket_falls_back_to_the_house r##"
ada joins
ada POST /api/queue {"kind":"connect-four-vs-house","fallback":"house","clientRef":"uuid-1"} | ticketId state
ada GET /api/queue/tk_1?wait=50 | state tableId
+19s
+1s
ada GET /api/tables/t_1 | practice level free seats.*.name
"##

ratings_decide_who_meets r##"
set pair_per_day=0
ada joins
bob joins
cyn joins
dan joins
# Ada's rating rises, and that of Bob falls.
6 times ada beats bob for 1
ada GET /api/players/ada | ratings.0.rating
ada GET /api/players/bob | ratings.0.rating
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | ticketId
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | ticketId state
# Dan and Ada are nearer to each other than Dan and Bob, and both are too far away.
dan POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | ticketId state
+10s
ada GET /api/queue/tk_1 | state
bob GET /api/queue/tk_2 | state
dan GET /api/queue/tk_3 | state
"##

blocked_members_do_not_meet r##"
ada joins
bob joins
cyn joins
ada POST /api/blocks {"handle":"bob"} | ok
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | ticketId state
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | ticketId state
+1s
bob GET /api/queue/tk_2 | state
cyn POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | ticketId state
ada GET /api/queue/tk_1 | state
bob GET /api/queue/tk_2 | state
"##

several_members_are_matched r##"
ada joins
bob joins
cyn joins
ada POST /api/queue {"kind":"dominoes","seats":3,"clientRef":"uuid-1"} | ticketId state
bob POST /api/queue {"kind":"dominoes","seats":3,"clientRef":"uuid-2"} | ticketId state
cyn POST /api/queue {"kind":"dominoes","seats":3,"clientRef":"uuid-3"} | ticketId state tableId
anonymous GET /api/tables/playing | tables.*.id
ada GET /api/tables/t_1 | seatsTotal rated free
"##

a_table_of_the_queue_counts_for_the_quota_of_each_seat r##"
set active_tables=1
ada joins
bob joins
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | state
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | state
ada POST /api/tables {"kind":"connect-four-vs-house","practice":true}
bob POST /api/queue {"kind":"mancala-vs-house","clientRef":"uuid-3"}
"##

the_first_turn_at_a_table_of_the_queue_has_no_bank r##"
ada joins
bob joins
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | state
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | state
ada GET /api/tables/t_1 | state.turnDeadlineAt
+59s
ada GET /api/tables/t_1 | status
+1s
ada GET /api/tables/t_1 | status
"##

tickets_are_limited_by_the_hour r##"
set tickets_per_hour=2
ada joins
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | ticketId
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | ticketId
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"}
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | ticketId
+1h
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | state
"##

a_member_streams_their_tickets r##"
ada joins
bob joins
ada streams me | ticketId state reason tableId
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | state
ada POST /api/queue {"kind":"mancala-vs-house","clientRef":"uuid-2"} | state
bob POST /api/queue {"kind":"mancala-vs-house","clientRef":"uuid-3"} | state
"##
}
