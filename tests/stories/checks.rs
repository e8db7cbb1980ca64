//! The order of checks, and limits.

crate::stories! {

the_order_of_the_checks r##"
# Route, method, Content-Length, credentials, limits, body, then the route's own checks.
ada joins
anonymous POST /api/nothing {"kind":7
anonymous PUT /api/tables {"kind":7
anonymous DELETE /api/me/ledger
anonymous POST /api/tables {"x":"<<65600>>"}
anonymous POST /api/tables {"kind":7
ada POST /api/tables {"kind":7
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","kind":"tic-tac-toe-vs-house"}
ada POST /api/tables [1]
ada POST /api/tables
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1e400}
ada POST /api/tables {"x":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}
ada GET /api/me/ledger?limit=ten
ada GET /api/me/ledger?colour=red | entries.#
"##

requests_are_limited_by_the_minute r##"
# A polling client never loses its move: moves have a bucket of their own.
set requests_per_minute=5 moves_per_minute=2
ada joins
bob joins
+60s
5 times ada GET /api/me | balance
ada GET /api/me
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"}
ada POST /api/tables/t_nonsense/action {"action":{}}
bob GET /api/me | balance
# A request that cannot be parsed counts too, and the limit is checked first.
4 times bob POST /api/tables {"kind":7
bob POST /api/tables {"kind":7
ada obeys
"##

anonymous_callers_are_limited_by_address r##"
set anonymous_per_minute=3 credential_per_minute=3
+60s
3 times eve GET /api/leaderboard | -
eve GET /api/leaderboard
fay GET /api/leaderboard | -
eve obeys
3 times eve POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
eve POST /api/seat-grants/claim {"claimToken":"guessed!","clientRef":"uuid-1"}
eve POST /api/join {"inviteCode":"x","handle":"eve","clientRef":"uuid-1"}
eve obeys
"##

counts_an_ipv6_64_network_as_one_address r##"
# A client with one IPv6 address has 2^64 of them.
set anonymous_per_minute=2 failed_logins=2 practice_active=1
eve comes from 2001:db8:0:1::1
fay comes from 2001:db8:0:1:ffff::2
gus comes from 2001:db8:0:2::1
hal comes from ::ffff:192.0.2.200
ida comes from 192.0.2.200
eve POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
fay POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
fay POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
gus POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
eve POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
fay POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"}
fay GET /api/leaderboard
gus GET /api/leaderboard | -
2 times hal GET /api/leaderboard | -
ida GET /api/leaderboard
"##

rejects_values_and_names_the_broken_bound r##"
ada joins
ada GET /api/me/ledger?limit=201
ada GET /api/me/ledger?limit=9007199254740993
ada GET /api/me/history?limit=99999999999999999999999
ada GET /api/leaderboard?limit=9007199254740993
ada GET /api/me/ledger?since=9007199254740993
ada GET /api/me/history?before=99999999999999999999999
# A number is never `null`: an absent parameter is left out.
ada GET /api/me/ledger?since=null
ada GET /api/me/ledger?limit=null
ada GET /api/me/history?before=null
"##

callers_are_reported_their_limits r##"
# Each limit by its name: its size, the rest, and the seconds until it is reset.
ada joins
+60s
anonymous GET /api/deployment | @ratelimit-policy @ratelimit
ada GET /api/me | @ratelimit-policy @ratelimit
+20s
ada GET /api/me | @ratelimit-policy @ratelimit
bob joins
ada meets bob for 5
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}} | @ratelimit-policy @ratelimit
# Errors have the header as well, also for an archived table.
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}} | @ratelimit
ada POST /api/tables/t_1/forfeit | ok
+11m
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":8}} | @ratelimit
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":8}} | @ratelimit
"##

a_stop_answers_all_pending_polls r##"
ada joins
bob joins
ada meets bob for 50
ada waits 30s on t_1 events_since=2 | status state.events
bob POST /api/parties | partyId
bob waits 30s on pty_1 msgs_since=0 | members
the operator stops the service
ada GET /api/me
anonymous GET /api/tables/open
# Nothing is lost.
restart
ada GET /api/tables/t_1 | status
"##

every_request_has_an_id r##"
anonymous GET /api/deployment [X-Request-Id: my-request-1] | @x-request-id
anonymous OPTIONS /api/me
"##
}
