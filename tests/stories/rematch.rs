//! Rematches: once more with the same people, who sit one seat further.

crate::stories! {

members_of_the_queue_play_once_more r##"
ada joins
bob joins
cyn joins
ada POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | state
bob POST /api/queue {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | state
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-3"}
bob POST /api/tables/t_1/forfeit
ada GET /api/tables/t_1 | status mySeat rematchId
cyn POST /api/tables/t_1/rematch {"clientRef":"uuid-4"}
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-3"}
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-5"}
ada GET /api/tables/t_2 | status mySeat seats.*.name free rated visibility
# Only its people know of it while it waits.
cyn GET /api/tables/t_2
cyn POST /api/tables/t_2/join
anonymous GET /api/tables/open | tables
cyn GET /api/players/ada | tables.*.id
cyn GET /api/tables/t_1 | rematchId
bob GET /api/tables/t_1 | mySeat rematchId
bob GET /api/me/invitations | invitations.*.id invitations.*.host
bob GET /api/tables/t_2 | status mySeat seats.*.name
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-6"} | seat started broughtRef
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-7"} | seat started broughtRef
bob GET /api/me/invitations | invitations
ada GET /api/tables/t_2 | status mySeat
cyn GET /api/tables/t_2 | status mySeat
# No chips move here either.
ada GET /api/me/ledger | entries.*.reason
ada POST /api/tables/t_2/forfeit
# A rematch has its own.
bob POST /api/tables/t_2/rematch {"clientRef":"uuid-8"} | tableId seat started
"##

a_rematch_costs_what_the_table_cost r##"
set rematch_s=60
ada joins
bob joins
ada POST /api/tables {"kind":"connect-four-vs-house","stake":30,"open":true,"rated":false} | tableId
bob POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-1"} | tableId seat started
bob GET /api/me | balance
ada GET /api/me/invitations | invitations.*.stake
ada POST /api/tables/t_2/join {"clientSeed":"mine"}
ada GET /api/tables/t_2 | status mySeat stake rated
ada GET /api/me | balance
ada POST /api/tables/t_2/forfeit
ada GET /api/me | balance
bob GET /api/me | balance
# It is asked for within a minute.
+1m
bob POST /api/me/pause {"duration":"24h"}
bob POST /api/tables/t_2/rematch {"clientRef":"uuid-2"}
+1s
bob POST /api/tables/t_2/rematch {"clientRef":"uuid-2"}
+10m
bob POST /api/tables/t_2/rematch {"clientRef":"uuid-2"}
"##

a_rematch_without_all_players_ends r##"
set rematch_s=60
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":30,"open":true} | tableId
bob POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
bob streams me | invitations status rematchId seats.*.name
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"} | tableId started
ada GET /api/me | balance
+1m
ada GET /api/tables/t_2 | status
ada GET /api/me | balance
# There is one rematch of a table.
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-2"}
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-3"}
"##

a_rematch_is_declined_or_withdrawn r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"dominoes","seats":3,"open":true} | tableId
bob POST /api/tables/t_1/join | started
cyn POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
cyn POST /api/tables/t_1/forfeit
ada GET /api/tables/t_1 | status
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"} | tableId seat started
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-2"} | tableId seat started
# Who sits can leave the seat, and take it again.
bob POST /api/tables/t_2/decline
bob POST /api/tables/t_2/forfeit
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-3"} | tableId seat started broughtRef
# The seat was taken by joining: no reference counts for the seed.
bob POST /api/tables/t_2/forfeit
bob POST /api/tables/t_2/join {"clientSeed":"mine"} | started
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-3"} | seat broughtRef
cyn POST /api/tables/t_2/decline
ada GET /api/tables/t_2 | status
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-2"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_3/join | started
ada POST /api/tables/t_3/forfeit
ada POST /api/tables/t_3/rematch {"clientRef":"uuid-4"} | tableId
ada POST /api/tables/t_4/forfeit
ada GET /api/tables/t_4 | status
bob GET /api/me/invitations | invitations
"##

guests_play_once_more r##"
ann POST /api/practice {"kind":"connect-four-vs-house","open":true,"name":"Ann","clientRef":"uuid-1"}
ann uses token_1
bob POST /api/tables/t_1/guest-seat {"clientRef":"uuid-2","name":"Bob"} | seat
bob uses token_2
bob POST /api/tables/t_1/forfeit
ann streams t_1 | rematchId
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-3"}
bob uses token_3
anonymous POST /api/tables/t_2/guest-seat {"clientRef":"uuid-4"}
bob POST /api/tables/t_2/fill
bob GET /api/tables/t_2 | status mySeat seats.*.guestName
ann POST /api/tables/t_1/rematch {"clientRef":"uuid-5","clientSeed":"mine"} | seat started expiresAt
ann uses token_4
ann GET /api/tables/t_2 | status mySeat seats.*.guestName state.bankMs
ann POST /api/tables/t_2/forfeit
bob GET /api/tables/t_2 | status
# Practice with the house.
cyn POST /api/practice {"kind":"connect-four-vs-house","level":2,"clientRef":"uuid-6"}
cyn uses token_5
cyn POST /api/tables/t_3/forfeit
cyn POST /api/tables/t_3/rematch {"clientRef":"uuid-7"}
cyn uses token_6
cyn GET /api/tables/t_4 | status mySeat level practice
"##

some_tables_have_no_rematch r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada POST /api/tables/t_1/forfeit
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"}
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
bob POST /api/tables/t_2/join | started
bob POST /api/tables/t_2/forfeit
ada POST /api/tables/t_2/rematch {"clientRef":"uuid-1"}
# A table that was withdrawn, and one that is long over.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables/t_3/forfeit
ada POST /api/tables/t_3/rematch {"clientRef":"uuid-1"}
+10m1s
ada GET /api/tables/t_2 | archived
ada POST /api/tables/t_2/rematch {"clientRef":"uuid-1"}
anonymous POST /api/tables/t_1/rematch {"clientRef":"uuid-1"}
ada POST /api/tables/t_1/rematch {"clientRef":"no uuid"}
ada POST /api/tables/t_99/rematch {"clientRef":"uuid-1"}
"##

a_block_keeps_players_from_a_rematch r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
ada POST /api/blocks {"handle":"bob"} | ok
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"}
# The other one does not notice.
bob POST /api/tables/t_1/rematch {"clientRef":"uuid-2"} | tableId seat started
ada GET /api/tables/t_1 | rematchId
ada GET /api/tables/t_2
ada GET /api/me/invitations | invitations
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"}
ada DELETE /api/blocks {"handle":"bob"} | ok
ada GET /api/tables/t_1 | rematchId
ada GET /api/me/invitations | invitations.*.id
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"} | tableId seat started
"##

an_erased_or_frozen_member_gets_no_rematch r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
ada POST /api/tables/t_1/rematch {"clientRef":"uuid-1"} | tableId
bob DELETE /api/me {"confirmHandle":"bob"} | ok
ada GET /api/tables/t_2 | status
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
cyn POST /api/tables/t_3/join | started
cyn POST /api/tables/t_3/forfeit
cyn DELETE /api/me {"confirmHandle":"cyn"} | ok
ada POST /api/tables/t_3/rematch {"clientRef":"uuid-2"}
"##
}
