//! Friendly tables: practice with people who have no account.

crate::stories! {

a_member_plays_with_a_guest r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"open":true} | tableId
ada GET /api/tables/t_1 | status practice visibility seats state.turnDeadlineAt
anonymous POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1","name":"  Bob  "}
ada GET /api/tables/t_1 | status seats
guest uses token_2
guest GET /api/tables/t_1 | mySeat seats state.bankMs
# The guest is known by the name at this table only.
guest GET /api/tables/t_1?msgs_since=0 | messages msgsAt
guest POST /api/tables/t_1/messages {"body":"hello"}
guest GET /api/me
guest POST /api/tables/t_1/forfeit
ada GET /api/tables/t_1 | status state.outcome seats.*.guestName
ada GET /api/tables/t_1/card | seats.*.name
# No chips have moved, and no history is kept.
ada GET /api/me/ledger | entries.*.reason
ada GET /api/me/history | hands
+10m1s
ada GET /api/tables/t_1 | seats.*.guest seats.*.guestName
guest GET /api/tables/t_1
"##

guests_play_with_each_other r##"
ann POST /api/practice {"kind":"connect-four-vs-house","open":true,"name":"Ann","clientRef":"uuid-1"}
ann uses token_1
ann GET /api/tables/t_1 | status mySeat seats practice level
bob POST /api/tables/t_1/guest-seat {"clientRef":"uuid-2"} | seat started
bob uses token_2
bob GET /api/tables/t_1 | mySeat seats.*.name seats.*.guestName
# A table with two people has the pace of two people.
ann GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs
bob POST /api/tables/t_1/forfeit
ann GET /api/tables/t_1 | status state.outcome.0.result
"##

a_seat_is_given_once_for_each_reference r##"
ada joins
ada POST /api/tables {"kind":"president","seats":4,"practice":true,"open":true} | tableId
bob POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1","name":"Bob"} | seat started accessToken
bob POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1","name":"Bob"} | seat started accessToken
bob POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1","name":"Rob"}
cyn POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1"}
cyn POST /api/tables/t_1/guest-seat {"clientRef":"uuid-2","name":"Bob"} | seat started accessToken
together
dan POST /api/tables/t_1/guest-seat {"clientRef":"uuid-3"} | seat started
eve POST /api/tables/t_1/guest-seat {"clientRef":"uuid-4"} | seat started
end
cyn POST /api/tables/t_1/guest-seat {"clientRef":"uuid-2","name":"Bob"} | seat started accessToken
# Only friendly tables have seats for guests.
ada POST /api/tables {"kind":"president","open":true} | tableId
bob POST /api/tables/t_2/guest-seat {"clientRef":"uuid-5"}
bob POST /api/tables/t_99/guest-seat {"clientRef":"uuid-5"}
bob POST /api/tables/t_1/guest-seat {"clientRef":"00000000-0000-0000-0000-000000000000"}
"##

a_guest_leaves_and_another_comes r##"
ada joins
ada POST /api/tables {"kind":"president","seats":3,"practice":true,"open":true} | tableId
anonymous POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1","name":"Bob"} | seat accessToken
bob uses token_2
bob POST /api/tables/t_1/forfeit
bob GET /api/tables/t_1
ada GET /api/tables/t_1 | status seats.*.seat
anonymous POST /api/tables/t_1/guest-seat {"clientRef":"uuid-2","name":"Cyn"} | seat accessToken
cyn uses token_3
cyn GET /api/tables/t_1 | mySeat
# The first guest cannot come back with the old credential.
bob GET /api/tables/t_1
anonymous POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1","name":"Bob"} | seat accessToken
# The host withdraws the table.
ada POST /api/tables/t_1/forfeit
cyn GET /api/tables/t_1 | status
"##

a_guest_withdraws_their_own_table r##"
ann POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-1"} | tableId
ann POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-1"} | tableId
ann POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
ann uses token_1
ann POST /api/tables/t_1/forfeit
ann GET /api/tables/t_1 | status
anonymous POST /api/tables/t_1/guest-seat {"clientRef":"uuid-2"}
"##

the_house_fills_the_open_seats r##"
ada joins
bob joins
ada POST /api/tables {"kind":"connect-four-vs-house","practice":true,"open":true,"level":2} | tableId
bob POST /api/tables/t_1/fill {}
anonymous POST /api/tables/t_1/fill {}
ada POST /api/tables/t_1/fill
ada GET /api/tables/t_1 | status level seats.*.name
# Alone against the house, a turn has no bank.
ada GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs
ada POST /api/tables/t_1/fill
guest POST /api/practice {"kind":"dominoes","seats":4,"open":true,"clientRef":"uuid-1"} | tableId
anonymous POST /api/tables/t_2/guest-seat {"clientRef":"uuid-2","name":"Cyn"} | seat
guest uses token_3
cyn uses token_4
cyn POST /api/tables/t_2/fill {"level":1}
guest POST /api/tables/t_2/fill {"level":6}
guest POST /api/tables/t_2/fill {"level":1}
cyn GET /api/tables/t_2 | status level seats.*.name
ada POST /api/tables {"kind":"rps-vs-house","practice":true,"open":true} | tableId
ada POST /api/tables/t_3/fill {"level":1}
# A table that is not friendly is not filled.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables/t_4/fill
"##

a_member_takes_a_seat_without_chips r##"
ada joins
bob joins
guest POST /api/practice {"kind":"holdem-open","open":true,"name":"Ann","clientRef":"uuid-1"} | tableId
bob POST /api/me/pause {"duration":"24h"} | paused
bob POST /api/tables/t_1/join
bob GET /api/tables/t_1 | mySeat practice seats.*.name seats.*.guestName
bob GET /api/me/ledger | entries.*.reason
bob POST /api/tables/t_1/forfeit
bob GET /api/me/history | hands
"##

a_friendly_table_is_of_a_kind_for_people r##"
ada joins
ada POST /api/tables {"kind":"blackjack","practice":true,"open":true}
guest POST /api/practice {"kind":"blackjack","open":true,"clientRef":"uuid-1"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"open":true,"pace":"daily"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"invited":"ada"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"open":true,"daily":true}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","name":"Bob","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"rps-vs-house","open":true,"level":1,"clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"name":"a  b","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"name":"@bob","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"name":"abcdefghijklmnopqrstu","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"name":" ","clientRef":"uuid-1"}
# The same text in two forms is one name.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"name":"Zoe\u0308","clientRef":"uuid-1"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"name":"Zo\u00eb","clientRef":"uuid-1"} | tableId
"##

friendly_tables_are_limited_by_address r##"
set friendly_tables=1 friendly_tables_total=2
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-1"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-2"}
# Practice against the house is counted apart.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | tableId
other POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-4"} | tableId
third POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-5"}
# A seat does not count for the guest who takes it.
third POST /api/tables/t_1/guest-seat {"clientRef":"uuid-6"} | seat
third POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-5"}
third obeys
"##

a_friendly_table_waits_as_long_as_another r##"
ann POST /api/practice {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"uuid-1"} | tableId
ann uses token_1
ann GET /api/tables/t_1?wait=20&events_since=0 | status
+30m
ann GET /api/tables/t_1 | status
+10m1s
ann GET /api/tables/t_1
"##

a_guests_credential_ends_with_its_time r##"
set guest_seat_s=300
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"open":true} | tableId
bob POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1"} | expiresAt
bob uses token_2
+4m59s
bob GET /api/tables/t_1 | mySeat
+1s
bob GET /api/tables/t_1
"##

a_blocked_member_takes_no_friendly_seat r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"open":true} | tableId
ada POST /api/blocks {"handle":"bob"} | ok
bob POST /api/tables/t_1/join
anonymous POST /api/tables/t_1/guest-seat {"clientRef":"uuid-1"} | seat started
"##

}
