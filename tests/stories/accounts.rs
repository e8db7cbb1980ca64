//! Joining, profiles, pause, referrals.

crate::stories! {

joining_takes_an_invitation_once r##"
# An invitation has a number of uses. The handle is kept in lowercase; the recovery code is shown once.
the operator invites 1 use
ada POST /api/join {"inviteCode":"invite_1","handle":"Ada","clientRef":"uuid-1"}
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-2"}
bob POST /api/join {"inviteCode":"no such code","handle":"bob","clientRef":"uuid-2"}
# The response's cookie is a session, like the Bearer token for the recovery code.
ada uses cookie token_1
ada GET /api/me
+1s
ada POST /api/token {"handle":"ADA","recoveryCode":"recovery_1"}
ada uses token_2
ada GET /api/me
"##

joining_again_with_the_same_reference_gives_the_same_answer r##"
the operator invites 5 uses
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
# The same signup again: the same response byte for byte, and no second use of the invitation.
ada POST /api/join {"clientRef":"uuid-1","handle":"ADA","inviteCode":"invite_1","more":"ignored"}
# Another signup with a used reference.
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-1"}
# A new reference does not bring the handle back.
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-2"}
# A rejected signup leaves its reference unused.
ada POST /api/join {"inviteCode":"invite_1","handle":"ada2","clientRef":"uuid-2"}
# After 24 hours the code is no longer returned, and the reference stays used.
+24h1s
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
"##

a_rotated_recovery_code_is_not_shown_again r##"
the operator invites 5 uses
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
ada uses cookie token_1
ada POST /api/recovery/rotate {"recoveryCode":"recovery_1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
"##

two_concurrent_signups_create_one_account r##"
# The second arrives before the first is durable.
the operator invites 1 use
together
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
ada2 POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-2"}
end
ada2 obeys
"##

the_order_of_the_checks_of_a_signup r##"
# Order: body, replay, invitation, handle.
ada joins
the operator invites 1 use
bob POST /api/join {"inviteCode":"wrong","handle":"b","clientRef":"uuid-1"}
bob POST /api/join {"inviteCode":"wrong","handle":"ada","clientRef":"uuid-1"}
bob POST /api/join {"inviteCode":"wrong","handle":"house","clientRef":"uuid-1"}
bob POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"}
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-1"}
"##

rejects_reserved_and_malformed_handles r##"
set credential_per_minute=0
the operator invites 1 use
ada POST /api/join {"inviteCode":"invite_1","handle":"house","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"Gone-Girl","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"me","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"9lives","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"ada lovelace","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"<<21>>","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"ad_a-9","clientRef":"not a uuid"}
ada POST /api/join {"inviteCode":"invite_1","handle":"ad_a-9"}
# Space around a handle is ignored.
ada POST /api/join {"inviteCode":"invite_1","handle":"  a  ","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"  ad_a-9-ad_a-9-ad_a-9-a  ","clientRef":"uuid-1"}
ada POST /api/join {"inviteCode":"invite_1","handle":"  ad_a-9-ad_a-9-ad_a  ","clientRef":"uuid-1"} | handle
"##

an_invitation_can_expire r##"
the operator invites 2 uses for 1h
ada POST /api/join {"inviteCode":"invite_1","handle":"ada","clientRef":"uuid-1"} | handle
+1h
bob POST /api/join {"inviteCode":"invite_1","handle":"bob","clientRef":"uuid-2"}
"##

a_profile_is_patched r##"
# Absent fields stay, null clears. The handle cannot be changed here.
ada joins
ada GET /api/me/profile
ada PATCH /api/me/profile {"bio":" plays to learn ","avatarUrl":"https://example.org/ada.png","handle":"eve"}
ada PATCH /api/me/profile {"showMessenger":true} | bio avatarUrl showMessenger
ada PATCH /api/me/profile {"bio":null} | bio avatarUrl
ada PATCH /api/me/profile {"bio":"<<281>>"}
ada PATCH /api/me/profile {"avatarUrl":"http://example.org/ada.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://"}
ada PATCH /api/me/profile {"avatarUrl":"https://example.org:65536/ada.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://example.org/ädä.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://example.org/\"onerror="}
ada PATCH /api/me/profile {"bio":7}
ada PATCH /api/me/profile {"showMessenger":null} | showMessenger
ada PATCH /api/me/profile {"bio":"<<280>>"} | -
"##

a_member_is_seen_by_members r##"
ada joins
bob joins
ada PATCH /api/me/profile {"bio":"plays to learn"} | -
ada meets bob for 50
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"visibility":"unlisted"} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
# Only her public tables are shown.
bob GET /api/players/Ada
bob GET /api/players/unknown-member
anonymous GET /api/players/ada
"##

a_pause_can_be_extended_never_shortened r##"
ada joins
bob joins
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada GET /api/me/pause
ada POST /api/me/pause {"duration":"7d"}
ada POST /api/me/pause {"duration":"24h"}
# A paused member cannot stake: no table, no seat, no daily challenge, no party table.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"}
ada POST /api/tables/t_1/join
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true}
ada POST /api/parties
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"}
# Practice and reading stay allowed.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada GET /api/tables/t_1 | mySeat status
+6d
ada POST /api/me/pause {"duration":"24h"}
+24h
ada GET /api/me/pause
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/me/pause {"duration":"1h"}
ada POST /api/me/pause {"duration":"30d"}
"##

a_referral_is_rewarded_at_the_fifth_settled_table r##"
set referral_cap=1 referral_uses=2 established_tables=0 established_days=0
ada joins
# The first request creates the code, which then stays.
ada GET /api/me/referral
ada GET /api/me/referral | code
bob joins by invite_1
cyn joins
ada GET /api/me/referral | usesLeft invited rewarded
bob beats cyn for 10
bob beats cyn for 10
bob beats cyn for 10
cyn beats bob for 10
ada GET /api/me | balance
# Practice and cancelled tables do not count; a lost table does.
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
bob POST /api/tables/t_5/forfeit
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_6/forfeit
ada GET /api/me | balance
cyn beats bob for 10
ada GET /api/me | balance
ada GET /api/me/ledger | entries.*.reason entries.*.delta
ada GET /api/me/referral | usesLeft invited rewarded cap
# Referral rewards do not count as score.
ada GET /api/leaderboard | leaderboard me
# The cap is for all time: a second invitee brings no reward, and the code is used up.
dan joins by invite_1
dan beats cyn for 10
dan beats cyn for 10
dan beats cyn for 10
dan beats cyn for 10
dan beats cyn for 10
ada GET /api/me/referral | usesLeft invited rewarded cap
ada GET /api/me | balance
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-3"}
"##

a_new_member_invites_two_others_early r##"
set established_tables=1 established_days=0 referral_uses=3
ada joins
cyn joins
ada GET /api/me/referral | code usesLeft tablesNeeded
bob joins by invite_1
ada GET /api/me/referral | usesLeft
dan joins by invite_1
ada GET /api/me/referral | usesLeft invited
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-3"}
# A member who came early has no early uses.
bob GET /api/me/referral | code usesLeft
eve POST /api/join {"inviteCode":"invite_2","handle":"eve","clientRef":"uuid-3"}
# Later all uses count, the early ones included.
ada beats cyn for 10
bob beats cyn for 10
ada GET /api/me/referral | usesLeft
bob GET /api/me/referral | usesLeft
eve joins by invite_1
ada GET /api/me/referral | usesLeft invited
# Eve came when Ada was established.
eve GET /api/me/referral | usesLeft
"##

a_referral_code_has_uses_once_its_owner_is_established r##"
set established_tables=2 established_days=3 early_uses=0
ada joins
bob joins
ada GET /api/me/referral
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-3"}
ada beats bob for 10
bob beats ada for 10
# She has settled enough tables, but has not been a member long enough.
ada GET /api/me/referral | usesLeft tablesNeeded waitsUntil
+2d23h59m
ada GET /api/me/referral | usesLeft
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-4"}
+1m
ada GET /api/me/referral | usesLeft tablesNeeded waitsUntil treeLeft
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-4"} | handle
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-4"} | handle
"##

a_referral_tree_holds_a_limited_number_of_accounts r##"
set established_tables=0 established_days=0 referral_tree=3
ada joins
ada GET /api/me/referral | code usesLeft treeLeft
bob joins by invite_1
bob GET /api/me/referral | code usesLeft treeLeft
cyn joins by invite_2
# The tree is full: it has the member whom the operator invited, and all who joined by referral, directly or indirectly.
ada GET /api/me/referral | usesLeft treeLeft invited
bob GET /api/me/referral | usesLeft treeLeft invited
dan POST /api/join {"inviteCode":"invite_1","handle":"dan","clientRef":"uuid-3"}
dan POST /api/join {"inviteCode":"invite_2","handle":"dan","clientRef":"uuid-3"}
# An erased account keeps its place, and a start finds the same trees.
cyn DELETE /api/me {"confirmHandle":"cyn"} | ok
restart
ada GET /api/me/referral | usesLeft treeLeft
# Another tree has room of its own.
eve joins
eve GET /api/me/referral | usesLeft treeLeft
"##

wins_within_a_referral_tree_count_between_established_members r##"
set established_tables=3 established_days=0
ada joins
dan joins
ada beats dan for 10
ada beats dan for 10
ada beats dan for 10
ada GET /api/me/referral | code
bob joins by invite_1
ada beats bob for 50
# She keeps the chips; the leaderboard does not count them.
ada GET /api/me | balance
ada GET /api/leaderboard | leaderboard me
bob GET /api/players/bob | chips
# Other members' losses to Bob count.
bob beats dan for 10
bob GET /api/players/bob | chips
# Bob is established after the third table: the next one counts.
ada beats bob for 50
ada GET /api/leaderboard | leaderboard
ada beats bob for 50
ada GET /api/leaderboard | leaderboard
"##

wins_between_members_of_one_invitation_count_like_those_of_one_tree r##"
# One invitation of the operator may admit many accounts of one person.
set established_tables=3 established_days=0
the operator invites 9 uses
ada joins by invite_1
bob joins by invite_1
cyn joins
ada beats bob for 50
ada beats cyn for 10
ada GET /api/leaderboard | leaderboard
# A start finds the same.
restart
ada beats bob for 50
ada GET /api/leaderboard | leaderboard
bob beats cyn for 10
ada beats bob for 50
ada GET /api/leaderboard | leaderboard
"##

tables_within_a_referral_tree_bring_no_reward r##"
set established_tables=5 established_days=0
ada joins
cyn joins
ada beats cyn for 1
ada beats cyn for 1
ada beats cyn for 1
ada beats cyn for 1
ada beats cyn for 1
ada GET /api/me/referral | code
bob joins by invite_1
bob beats ada for 10
bob beats ada for 10
bob beats cyn for 10
bob beats cyn for 10
bob beats cyn for 10
bob beats cyn for 10
# Six tables, of which four count.
ada GET /api/me/referral | rewarded
bob beats cyn for 10
ada GET /api/me/referral | rewarded
"##

test_accounts_are_not_listed r##"
set established_tables=0 established_days=0
# They are played like any other table.
tom joins as test
ada joins
tom beats ada for 50
tom GET /api/me | balance
anonymous GET /api/leaderboard
tom GET /api/leaderboard
tom POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
anonymous GET /api/tables/open
tom POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
anonymous GET /api/tables/playing
# A table with one of them is not listed either.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
anonymous GET /api/tables/open | tables.*.id
tom POST /api/tables/t_4/join | started
anonymous GET /api/tables/playing
tom POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
tom GET /api/daily | mine board
# Members invited by a test account are test accounts, too.
tom GET /api/me/referral | code
tim joins by invite_1
tim beats ada for 10
anonymous GET /api/leaderboard
"##
}
