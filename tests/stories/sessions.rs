//! Tokens, cookies, recovery codes.

crate::stories! {

a_recovery_code_is_exchanged_for_tokens r##"
ada joins
ada has no credentials
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
# Case, spaces, dashes and surrounding space are ignored.
ada POST /api/token {"handle":" ADA ","recoveryCode":"recovery_1"} | expiresInSeconds
# The response does not say which of the two is wrong.
ada POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
ada POST /api/token {"handle":"eve","recoveryCode":"recovery_1"}
ada POST /api/token {"handle":"ada","recoveryCode":"short"}
# The other route sets a cookie.
ada POST /api/recover {"handle":"ada","recoveryCode":"recovery_1"}
ada POST /api/recover {"handle":"ada","recoveryCode":"0000000000000000"}
"##

a_token_is_valid_for_thirty_days r##"
ada joins
+30d
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
ada uses token_2
ada GET /api/me | balance
"##

rejects_invalid_credentials r##"
ada joins
ada uses nonsense
ada GET /api/me
# Bad credentials are rejected even where none are needed.
ada GET /api/leaderboard
anonymous GET /api/me [Authorization: Basic YWRhOnNlY3JldA==]
# A Bearer token takes precedence.
ada uses token_1
ada GET /api/me [Cookie: service_session=nonsense] | balance
ada uses cookie nonsense
ada GET /api/me
"##

logout_ends_every_session r##"
ada joins
+1s
phone POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
phone uses cookie token_2
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada waits 30s on t_1
phone POST /api/logout
# The pending request got an error at once when its right ended.
ada GET /api/me
phone GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
ada uses token_3
ada GET /api/me | balance
"##

a_recovery_code_is_confirmed_by_word_or_by_use r##"
set credential_per_minute=0
the operator invites 9 uses
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"} | handle
ada uses cookie token_1
ada GET /api/me
ada POST /api/recovery/confirm
ada GET /api/me | recoveryConfirmed
2 times ada POST /api/recovery/confirm
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-2"} | handle recoveryCode
bob uses cookie token_2
bob GET /api/me | recoveryConfirmed
bob POST /api/recover {"handle":"bob","recoveryCode":"recovery_2"} | ok
bob GET /api/me | recoveryConfirmed
# A confirmed code is needed for a new one.
bob POST /api/recovery/rotate
anonymous POST /api/recovery/confirm
"##

the_session_of_the_join_replaces_a_code_that_was_never_kept r##"
set credential_per_minute=0
the operator invites 9 uses
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"} | handle
ada uses cookie token_1
+6d23h
ada POST /api/recovery/rotate {} | ok recoveryCode
# The session goes on in the browser, with a new cookie. The new code is asked for until it is confirmed.
ada GET /api/me
ada uses cookie token_2
ada GET /api/me | recoveryConfirmed
ada POST /api/recovery/rotate {} | ok recoveryCode
ada uses cookie token_3
ada POST /api/recovery/confirm | ok
ada GET /api/me | recoveryConfirmed
anonymous POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-2"} | handle
bob uses cookie token_4
+7d
bob POST /api/recovery/rotate
"##

rotation_replaces_the_recovery_code_and_ends_all_sessions r##"
ada joins
+1s
phone POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
phone uses token_2
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
phone waits 30s on t_1
ada POST /api/recovery/rotate {"recoveryCode":"0000000000000000"}
ada POST /api/recovery/rotate {"recoveryCode":"recovery_1"}
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_2"} | token
ada uses token_3
ada GET /api/me | balance
anonymous POST /api/recovery/rotate {"recoveryCode":"recovery_2"}
"##

signing_out_here_ends_one_session r##"
set credential_per_minute=0
ada joins
bob joins
ada meets bob for 50
+1s
phone POST /api/recover {"handle":"ada","recoveryCode":"recovery_1"} | ok
phone uses cookie token_3
phone POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/1","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}} | ok
+1s
friend POST /api/recover {"handle":"ada","recoveryCode":"recovery_1"} | ok
friend uses cookie token_4
friend POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
friend streams t_1 | -
friend POST /api/logout {"everywhere":"no"}
friend POST /api/logout {"everywhere":false}
friend GET /api/me
# The other sessions and the key of the seat go on.
phone GET /api/me | balance
ada GET /api/tables/t_1/seat-grants/current | grant.status
phone DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/send/1"}
restart
friend GET /api/me
phone GET /api/me | balance
# A new session in the same moment is another one.
friend POST /api/recover {"handle":"ada","recoveryCode":"recovery_1"} | ok
friend uses cookie token_5
friend GET /api/me | balance
phone POST /api/logout {"everywhere":true} | ok
friend GET /api/me
ada GET /api/me
"##

many_ended_sessions_end_all_of_them r##"
set credential_per_minute=0 rows=1
ada joins
+1s
phone POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
phone uses token_2
+1s
friend POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
friend uses token_3
phone POST /api/logout {"everywhere":false} | ok
ada GET /api/me | balance
friend POST /api/logout {"everywhere":false} | ok
ada GET /api/me
"##

delegated_seats_return_after_a_logout r##"
# Whether it is claimed or not, the agent's poll is answered, its token is void, and the owner can play again.
ada joins
bob joins
ada meets bob for 50
ada meets bob for 60
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
ada POST /api/tables/t_2/seat-grants {"clientRef":"uuid-2"} | claimToken
bob POST /api/tables/t_2/seat-grants {"clientRef":"uuid-2"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-3"} | accessToken
agent uses token_3
other POST /api/seat-grants/claim {"claimToken":"claim_3","clientRef":"uuid-3"} | accessToken
other uses token_4
agent waits 50s on t_1 events_since=2
other waits 50s on t_2 events_since=2
# Signing in on a second device does not end the first session.
+1s
phone POST /api/recover {"handle":"ada","recoveryCode":"recovery_1"} | ok
ada POST /api/logout
agent GET /api/tables/t_1
agent POST /api/tables/t_1/action {"action":{"type":"mark","cell":4},"expectedPlies":0}
late POST /api/seat-grants/claim {"claimToken":"claim_2","clientRef":"uuid-4"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
ada uses token_6
ada GET /api/tables/t_1 | mySeat
ada GET /api/tables/t_1/seat-grants/current
ada GET /api/tables/t_2/seat-grants/current
# Other members' agents stay, also after a restart.
restart
agent GET /api/tables/t_1
other GET /api/tables/t_2 | mySeat
ada GET /api/tables/t_1 | mySeat
"##

delegated_seats_return_after_a_rotation r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
agent uses token_3
agent waits 50s on t_1 events_since=2
ada POST /api/recovery/rotate {"recoveryCode":"0000000000000000"}
ada POST /api/recovery/rotate {"recoveryCode":"recovery_1"} | recoveryCode
agent GET /api/tables/t_1
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_3"} | token
ada uses token_4
ada GET /api/tables/t_1 | mySeat
"##

wrong_codes_lock_only_their_address r##"
set credential_per_minute=0
ada joins
10 times eve POST /api/token {"handle":"ada","recoveryCode":"0000000000000000"}
# Even the right code is rejected: the address has to wait.
eve POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
eve obeys
"##

rejects_changes_by_cookie_from_other_pages r##"
ada joins
ada uses cookie token_1
ada PATCH /api/me/profile [Content-Type: text/plain] {"bio":"x"}
ada PATCH /api/me/profile [Origin: https://evil.example] {"bio":"x"}
ada PATCH /api/me/profile [Sec-Fetch-Site: cross-site] {"bio":"x"}
ada PATCH /api/me/profile [Origin: https://turnstone.example] {"bio":"x"} | bio
ada GET /api/me [Origin: https://evil.example] | balance
# Browsers do not send a Bearer token by themselves: it is allowed.
ada uses token_1
ada PATCH /api/me/profile [Origin: https://evil.example] {"bio":"y"} | bio
ada uses cookie token_1
ada POST /api/logout
"##

rejects_sign_in_from_foreign_pages r##"
# A form of another site can send a body that is not JSON and needs no credentials: its visitor would play as another account.
ada joins
visitor POST /api/recover [Content-Type: text/plain] [Origin: https://evil.example] {"handle":"ada","recoveryCode":"recovery_1"}
visitor POST /api/recover [Origin: null] {"handle":"ada","recoveryCode":"recovery_1"}
visitor POST /api/recover [Sec-Fetch-Site: cross-site] {"handle":"ada","recoveryCode":"recovery_1"}
visitor POST /api/join [Origin: https://evil.example] {"inviteCode":"x","handle":"eve","clientRef":"uuid-1"}
visitor POST /api/practice [Origin: https://evil.example] {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
visitor POST /api/seat-grants/claim [Content-Type: text/plain] [Origin: https://evil.example] {"claimToken":"guessed!","clientRef":"uuid-1"}
# Before any other check, and with credentials too.
visitor POST /api/recover [Origin: https://evil.example] {"handle":7
ada POST /api/recover [Origin: https://evil.example] {"handle":"ada","recoveryCode":"recovery_1"}
# The service's own pages may, and clients that are not browsers.
visitor POST /api/recover [Origin: https://turnstone.example] [Sec-Fetch-Site: same-origin] {"handle":"ada","recoveryCode":"recovery_1"}
visitor POST /api/recover [Content-Type: text/plain] {"handle":"ada","recoveryCode":"recovery_1"}
# A response without a cookie signs no visitor in.
visitor POST /api/token [Origin: https://evil.example] {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
"##

of_two_cookies_the_session_counts_at_its_accounts_table r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":600} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
# Bob's browser has claimed Ada's seat, and Bob also has a seat there.
anonymous GET /api/tables/t_1 [Cookie: service_session=token_2; service_seat=token_3] | mySeat
# A member without a seat there plays the claimed seat.
cyn joins
anonymous GET /api/tables/t_1 [Cookie: service_session=token_4; service_seat=token_3] | mySeat
anonymous GET /api/me [Cookie: service_session=token_4; service_seat=token_3] | account.handle
# Neither an ended seat nor a session prevents it.
anonymous GET /api/tables/t_1 [Cookie: service_session=nonsense; service_seat=token_3] | mySeat
+10m
anonymous GET /api/tables/t_1 [Cookie: service_session=token_4; service_seat=token_3] | mySeat
anonymous GET /api/tables/t_1 [Cookie: service_seat=token_3]
"##

rejects_second_authorization_header r##"
ada joins
anonymous GET /api/me [Authorization: Bearer token_1] [Authorization: Bearer token_1]
anonymous POST /api/token [Authorization: Bearer x] [Authorization: Bearer y] {"handle":"ada","recoveryCode":"recovery_1"}
anonymous GET /api/me [Authorization: Bearer token_1] | balance
"##
}
