//! Practice without an account (decisions, 6).

crate::stories! {

a_guest_practises r##"
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest uses token_1
guest GET /api/tables/t_1 | mySeat practice visibility stake seats.*.name state.bankMs state.yourTurn
# A seat's credential is for watching and playing this one seat, and says what it decided on.
guest marks 4 on t_1
guest POST /api/tables/t_1/action {"action":{"type":"mark","cell":9},"expectedPlies":7}
guest GET /api/me
guest GET /api/leaderboard
guest GET /api/tables/t_1/messages
guest POST /api/tables/t_1/messages {"body":"hello"}
guest POST /api/tables/t_1/forfeit
guest GET /api/tables/t_1?msgs_since=0 | messages msgsAt
nobody GET /api/tables/playing | tables
# The cookie of the same answer does it too, at this table.
guest uses cookie token_1
guest GET /api/tables/t_1 | mySeat
"##

a_seats_cookie_that_counts_no_more_is_taken_back r##"
# Else a member who had it would be refused at this table for as long as his browser keeps it.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses cookie token_1
+15m
guest GET /api/tables/t_1 | status
+10m1s
guest GET /api/tables/t_1
"##

a_practice_reference_gives_the_same_table r##"
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"chess","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"1"}
together
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
other POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
end
other obeys
"##

guest_practice_is_limited_by_address r##"
set practice_active=2 practice_per_day=4
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
+1m
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"}
other POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | tableId
# What is known already is not refused.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-4"}
guest obeys
+20m
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-5"} | tableId
+20m
# Thirty a day, or what is set: the day has to turn.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-6"}
guest obeys
"##

a_guest_credential_has_an_end r##"
# Two hours at most, and ten minutes after the end of the table.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_1
+15m
guest GET /api/tables/t_1 | status
+9m59s
guest GET /api/tables/t_1 | status
+1s
guest GET /api/tables/t_1
"##

a_seat_credential_opens_no_other_table r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_2
guest GET /api/tables/t_1
guest POST /api/tables/t_1/action {"action":{"type":"mark","cell":4},"expectedPlies":0}
guest POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}}
"##
}
