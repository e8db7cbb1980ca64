//! Delegating a seat.

crate::stories! {

a_seat_is_delegated_and_taken_back r##"
ada joins
bob joins
ada meets bob for 50
ada GET /api/tables/t_1/seat-grants/current
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
ada GET /api/tables/t_1/seat-grants/current
# Until it is claimed the owner can play.
ada GET /api/tables/t_1 | mySeat
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"}
ada GET /api/tables/t_1/seat-grants/current | grant.state
# While delegated, the owner's reads, moves and forfeits are rejected. She can still chat.
ada GET /api/tables/t_1
ada marks 4 on t_1
ada POST /api/tables/t_1/forfeit
ada POST /api/tables/t_1/join
ada POST /api/tables/t_1/decline
ada POST /api/tables/t_1/messages {"body":"my agent plays"} | message.name
agent uses token_3
agent GET /api/tables/t_1?msgs_since=0 | mySeat messages
agent marks 4 on t_1
agent POST /api/tables/t_1/action {"action":{"type":"mark","cell":8},"expectedPlies":0}
agent GET /api/tables/t_1/messages
agent POST /api/tables/t_1/forfeit
agent GET /api/me
# Control returns to the owner at once; repeating the request is allowed.
ada DELETE /api/tables/t_1/seat-grants/grant_1
ada DELETE /api/tables/t_1/seat-grants/grant_1
agent GET /api/tables/t_1
ada GET /api/tables/t_1 | mySeat
ada GET /api/tables/t_1/seat-grants/current
"##

a_claim_token_is_used_once r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"}
# Only the reference that succeeded returns the response again.
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"}
thief POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-3"}
thief POST /api/seat-grants/claim {"claimToken":"guessed!","clientRef":"uuid-3"}
thief POST /api/seat-grants/claim {"claimToken":"guess","clientRef":"uuid-3"}
"##

a_grant_is_created_once_for_each_reference r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":1800}
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":60}
# One active grant for each seat.
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-2"}
# The other seat has its own.
bob POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | grantId seat
bob DELETE /api/tables/t_1/seat-grants/grant_1
ada DELETE /api/tables/t_1/seat-grants/grant_9
ada DELETE /api/tables/t_1/seat-grants/grant_1 | ok
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-2"} | grantId
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-3"}
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-9","expiresInSeconds":59}
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-9","expiresInSeconds":7201}
anonymous POST /api/tables/t_1/seat-grants {"clientRef":"uuid-9"}
"##

rejects_delegation_of_ineligible_seats r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
bob POST /api/tables/t_1/join | started
cyn POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada POST /api/tables/t_2/seat-grants {"clientRef":"uuid-1"}
bob POST /api/tables/t_1/forfeit
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
ada GET /api/tables/t_1/seat-grants/current
"##

a_grant_expires r##"
# The expiry holds for the claim and the credential.
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join | started
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":60} | expiresAt
+60s
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"}
ada GET /api/tables/t_1/seat-grants/current
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-2","expiresInSeconds":60} | expiresAt
agent POST /api/seat-grants/claim {"claimToken":"claim_2","clientRef":"uuid-3"} | accessToken expiresAt
agent uses token_3
agent waits 50s on t_1 events_since=2
+30s
agent hangs up
agent waits 50s on t_1 events_since=2
+30s
ada GET /api/tables/t_1 | mySeat
agent GET /api/tables/t_1
"##

a_grant_ends_with_its_table r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
agent uses token_3
bob POST /api/tables/t_1/forfeit
# The end can be read for ten minutes, by both.
agent GET /api/tables/t_1 | status mySeat
ada GET /api/tables/t_1 | status mySeat
ada GET /api/tables/t_1/seat-grants/current
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"}
+10m
agent GET /api/tables/t_1
"##

a_reference_returns_the_same_response_for_a_day r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join | started
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":7200}
+1h
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
bob POST /api/tables/t_1/forfeit | ok
+22h
# The table is over and archived: the same responses, with tokens that are no longer valid.
ada GET /api/tables/t_1 | archived
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":7200}
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":60}
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-3"}
ada GET /api/tables/t_1/seat-grants/current
ada DELETE /api/tables/t_1/seat-grants/grant_1
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
agent uses token_3
agent GET /api/tables/t_1
thief POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-4"}
# Other callers get 404.
cyn joins
cyn GET /api/tables/t_1/seat-grants/current
cyn POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
restart
+1h59m
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | tableId
+1m
# A day after the request and a day after the claim both references are forgotten.
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | tableId
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":7200}
"##
}
