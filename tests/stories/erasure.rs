//! Erasure: what is removed, what stays, and what it ends.

crate::stories! {

an_erased_member_leaves_a_shell_account r##"
ada joins
bob joins
ada PATCH /api/me/profile {"bio":"plays to learn"} | -
ada beats bob for 50
ada POST /api/tables/t_1/messages {"body":"good game"} | message.id
ada DELETE /api/me {"confirmHandle":"bob"}
ada DELETE /api/me {}
ada DELETE /api/me {"confirmHandle":"Ada"}
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
# Her settled matches stay verifiable, under the shell account's name; her messages are gone.
anonymous GET /api/tables/t_1/card | seats.*.name
anonymous GET /api/tables/t_1/replay | digest
bob GET /api/me/history | hands.*.opponents
bob GET /api/tables/t_1/messages | messages
bob GET /api/players/ada
bob GET /api/players/gone_1
anonymous GET /api/leaderboard | leaderboard
+11m
bob GET /api/tables/t_1?msgs_since=0 | seats.*.name messages
"##

an_erasure_ends_the_members_running_tables r##"
ada joins
bob joins
cyn joins
ada meets bob for 50
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":20} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada","stake":30} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":40} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
bob waits 30s on t_1 events_since=2 | status state.outcome
ada DELETE /api/me {"confirmHandle":"ada"} | ok
bob GET /api/tables/t_2 | status
bob GET /api/tables/t_3 | status invitedHandle
bob GET /api/tables/t_4 | status
bob GET /api/me | balance
anonymous GET /api/daily | board
"##

ownership_of_a_party_passes_on r##"
ada joins
bob joins
cyn joins
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | -
cyn POST /api/parties/pty_1/join | -
ada POST /api/parties/pty_1/messages {"body":"hello"} | message.id
bob waits 30s on pty_1 msgs_since=3 | members isOwner
ada DELETE /api/me {"confirmHandle":"ada"} | ok
bob GET /api/parties/pty_1 | members isOwner messages
cyn GET /api/parties/pty_1 | isOwner
bob DELETE /api/me {"confirmHandle":"bob"} | ok
cyn DELETE /api/me {"confirmHandle":"cyn"} | ok
dan joins
dan POST /api/parties/pty_1/join
"##

an_erasure_is_news_at_tables_that_are_over r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":20,"visibility":"public"} | tableId
bob POST /api/tables/t_1/join | -
bob POST /api/tables/t_1/messages {"body":"hello"} | -
ada streams t_1 | seats.*.name
cyn streams t_1 | seats.*.name
ada streams me | id seats.*.name
bob POST /api/tables/t_1/forfeit | -
bob DELETE /api/me {"confirmHandle":"bob"} | ok
ada GET /api/tables/t_1?msgs_since=0 | seats.*.name messages
# Who has the event has all there is, also once the table is archived.
ada streams t_1 after=event_10 | seats.*.name
+11m
ada streams t_1 after=event_1 | seats.*.name archived
"##

an_erasure_is_news_in_chats_of_tables_that_the_member_left r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"dominoes","seats":3,"open":true,"stake":20,"visibility":"public"} | tableId
bob POST /api/tables/t_1/join | -
bob POST /api/tables/t_1/messages {"body":"hello"} | -
bob POST /api/tables/t_1/forfeit | -
ada streams t_1 | seats.*.name
ada streams me | id seats.*.name
ada waits 30s on t_1 events_since=0&msgs_since=2 | seats.*.name
bob DELETE /api/me {"confirmHandle":"bob"} | ok
ada GET /api/tables/t_1?msgs_since=0 | seats.*.name messages
restart
# Who has the event has all there is.
ada streams t_1 after=event_6 | seats.*.name
ada streams t_1 after=event_1 | seats.*.name
"##

an_erasure_is_news_in_chats_of_parties_that_the_member_left r##"
ada joins
bob joins
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | -
bob POST /api/parties/pty_1/messages {"body":"hello"} | -
bob POST /api/parties/pty_1/leave | -
ada streams pty_1 | id members messages.*.name
ada streams me | id members messages.*.name
ada waits 30s on pty_1 msgs_since=3 | members msgsAt
bob DELETE /api/me {"confirmHandle":"bob"} | ok
ada GET /api/parties/pty_1?msgs_since=0 | messages.*.name
restart
# Who has the event has all there is.
ada streams pty_1 after=event_6 | id members
ada streams pty_1 after=event_1 | id members
"##

an_erased_handle_is_reserved_for_thirty_days r##"
ada joins
ada DELETE /api/me {"confirmHandle":"ada"} | ok
the operator invites 9 uses
new POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
+29d23h59m59s
new POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
+1s
new POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"} | handle
"##

an_erased_member_has_no_invitations r##"
set established_tables=0 established_days=0
ada joins
ada GET /api/me/referral | code
ada DELETE /api/me {"confirmHandle":"ada"} | ok
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-1"}
"##
}
