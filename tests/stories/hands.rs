//! Operators: each act with its effect on members, and its audit record.

crate::stories! {

a_frozen_account_is_rejected_until_it_is_unfrozen r##"
set established_tables=0 established_days=0
ada joins
bob joins
cyn joins
ada meets bob for 50
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":20} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob","stake":20} | tableId
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
dan POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
dan uses token_4
ada GET /api/me/referral | code usesLeft
ada waits 30s on t_2
dan waits 30s on t_1 events_since=2
mia freezes {"whom":{"handle":"Ada"}} because reported by three members
# All her credentials are rejected with the reason; nothing is lost.
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_2"}
dan GET /api/tables/t_1
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-3"}
# No member can join her tables, and she cannot be invited.
anonymous GET /api/tables/open | tables
bob GET /api/me/invitations | invitations
cyn POST /api/tables/t_2/join
cyn POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada"}
# Running tables continue by the rules.
bob GET /api/tables/t_1 | status
+4m
bob GET /api/tables/t_1 | status state.outcome.*.result
mia freezes {"whom":{"handle":"ada"}}
mia sees {"account":{"whom":{"handle":"ada"}}}
restart
ada GET /api/me
mia unfreezes {"whom":{"handle":"ada"}} because it was a mistake
mia unfreezes {"whom":{"handle":"ada"}}
ada GET /api/me
anonymous GET /api/tables/open | tables.*.host
cyn POST /api/tables/t_2/join
mia sees {"audit":{"limit":10}} | audit.*.act audit.*.by audit.*.reason
"##

the_operator_can_end_sessions r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada waits 30s on t_1
mia ends-sessions {"whom":{"handle":"ada"}} because her laptop was stolen
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
ada uses token_2
ada GET /api/me | balance
"##

chips_are_given_and_taken_with_a_reason r##"
ada joins
mia adjusts {"whom":{"handle":"ada"},"chips":250} because the table of yesterday broke off
ada GET /api/me | balance
mia adjusts {"whom":{"handle":"ada"},"chips":-1200} because it was paid twice
ada GET /api/me | balance
ada GET /api/me/ledger | entries.*.delta entries.*.reason
# She got the daily refill like any member; a balance never goes below 0.
mia adjusts {"whom":{"handle":"ada"},"chips":-101} because it was paid twice
mia adjusts {"whom":{"handle":"ada"},"chips":50}
mia adjusts {"whom":{"handle":"ada"},"chips":0} because nothing
mia adjusts {"whom":{"handle":"ada"},"chips":5} because Ada asked for it
mia adjusts {"whom":{"handle":"eve"},"chips":5} because she asked for it
mia sees {"audit":{"limit":10}} | audit.*.chips
"##

a_voided_table_returns_every_stake r##"
ada joins
bob joins
ada meets bob for 50
mover marks 0 on t_1 | ok
bob waits 30s on t_1 events_since=9 msgs_since=0 | status state.outcome messages.*.body
mia voids {"table":"t_1"} because bob asked for it
mia voids {"table":"t_1"} because the board hung
ada GET /api/tables/t_1 | status state.terminal state.outcome state.yourTurn state.legalActions state.view.phase
ada GET /api/me | balance
bob GET /api/me | balance
ada GET /api/me/ledger | entries.*.delta entries.*.reason
# The seed is revealed; there is no replay and no card, and no result.
anonymous GET /api/tables/t_1/replay
anonymous GET /api/tables/t_1/card
ada GET /api/me/history | hands.*.result hands.*.net hands.*.opponents
anonymous GET /api/leaderboard | leaderboard
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}}
ada POST /api/tables/t_1/forfeit
ada POST /api/tables/t_1/messages {"body":"what now?"}
mia voids {"table":"t_1"}
+11m
ada GET /api/tables/t_1 | status archived state.outcome
# A waiting table is cancelled; a practice table had no chips.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":20} | tableId
mia voids {"table":"t_2"} because it was asked for
ada GET /api/tables/t_2?msgs_since=0 | status messages.*.body
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
mia voids {"table":"t_3"} because it hung
ada GET /api/tables/t_3 | status
ada GET /api/me | balance
# Against the house, whose stake is returned.
ada POST /api/tables {"kind":"blackjack","stake":20} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":20} | tableId
ada GET /api/me | balance
mia voids {"table":"t_4"} because it hung
mia voids {"table":"t_5"} because it hung
ada GET /api/me | balance
restart
ada GET /api/tables/t_5 | status state.terminal
mia sees {"audit":{"limit":2}} | audit.*.table audit.*.by
"##

a_voided_daily_challenge_is_off_the_board r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
anonymous GET /api/daily | board.*.handle
mia voids {"table":"t_1"} because it hung
ada GET /api/daily | board mine
# The deal has been seen: there is no second attempt, and its seed stays sealed while others play it.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada GET /api/tables/t_1 | status seed
+11m
ada GET /api/daily | board mine.status
midnight
ada GET /api/tables/t_1 | status archived
"##

a_voided_leg_ends_its_duel_without_a_winner r##"
set model=1
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"prompt","prompt":"win"} | agentId
bob POST /api/agents {"name":"pawn","kind":"prompt","prompt":"win too"} | agentId
the model is silent
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":50,"clientRef":"duel-0001"}
anonymous GET /api/tables/playing | tables.*.id
mia voids {"table":"duel_1_l1"} because the model hung
ada GET /api/me | balance
bob GET /api/me | balance
ada GET /api/agents | agents.*.wins agents.*.losses agents.*.versionDuels
ada GET /api/duels | duels.*.outcome
"##

a_muted_member_cannot_write r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/parties | partyId
mia mutes {"whom":{"handle":"ada"},"forS":3600} because three members reported it
ada POST /api/tables/t_1/messages {"body":"hello"}
ada POST /api/parties/pty_1/messages {"body":"hello"}
ada GET /api/tables/t_1/messages | messages
bob POST /api/tables/t_1/messages {"body":"hello"} | message.body
mia mutes {"whom":{"handle":"ada"},"forS":0}
+59m
ada POST /api/parties/pty_1/messages {"body":"hello"}
+1m
ada POST /api/parties/pty_1/messages {"body":"hello"} | message.body
mia mutes {"whom":{"handle":"ada"},"forS":3600}
mia unmutes {"whom":{"handle":"ada"}} because she said sorry
ada POST /api/parties/pty_1/messages {"body":"sorry"} | message.body
mia unmutes {"whom":{"handle":"ada"}}
mia sees {"audit":{"limit":10}} | audit.*.act audit.*.until
"##

an_erasure_by_the_operator_equals_the_members_own r##"
ada joins
bob joins
ada PATCH /api/me/profile {"bio":"plays to learn"} | -
ada beats bob for 50
mia mutes {"whom":{"handle":"ada"},"forS":3600} because three members reported it
mia freezes {"whom":{"handle":"ada"}} because three members reported it
mia erases {"whom":{"handle":"ada"}} because ada wrote a letter
mia erases {"whom":{"handle":"ada"}} because a letter came
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
bob GET /api/players/ada
anonymous GET /api/tables/t_1/card | seats.*.name
# The audit identifies her only by her id.
mia sees {"audit":{"limit":10}} | audit.*.act audit.*.account audit.*.reason
mia sees {"account":{"whom":{"id":"acc_1"}}} | handle erased frozenAt mutedUntil balance
mia freezes {"whom":{"id":"acc_1"}}
"##

an_export_has_all_stored_data_of_a_member r##"
ada joins
bob joins
ada PATCH /api/me/profile {"bio":"plays to learn"} | -
ada POST /api/agents {"name":"rook","kind":"prompt","prompt":"win"} | agentId
ada meets bob for 50
ada POST /api/tables/t_1/messages {"body":"good luck"} | -
bob POST /api/tables/t_1/messages {"body":"and you"} | -
mia mutes {"whom":{"handle":"ada"},"forS":60} because three members reported it | id
# Other members appear by their ids, without their messages.
mia exports {"whom":{"handle":"Ada"}} because she asked for it
mia exports {"whom":{"handle":"eve"}} because she asked for it
mia sees {"audit":{"limit":5}} | audit.*.act audit.*.account audit.*.by audit.*.reason
# Of an erased member only the remaining data is exported, without personal data.
mia erases {"whom":{"handle":"ada"}} because she asked for it | id
mia exports {"whom":{"id":"acc_1"}} because a letter came
mia sees {"audit":{"limit":1}} | audit.*.act audit.*.account audit.*.reason
"##

another_server_key_signs_from_the_next_start_on r##"
ada joins
ada GET /api/me/referral | code
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
mia rotates-key {"key":2} because somebody may have read the old one
restart
# Signatures of an older key stay valid, and codes derived from the oldest key do not change.
ada GET /api/me | balance
ada GET /api/me/referral | code
dan POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
ada uses token_3
ada GET /api/me | balance
mia rotates-key {"key":3} because it is done every year | id key
restart
ada GET /api/me | balance
# Ending her sessions voids all her tokens, signed by either key.
mia ends-sessions {"whom":{"handle":"ada"}} because somebody may have read a key | id
ada GET /api/me
ada uses token_1
ada GET /api/me
mia sees {"audit":{"limit":5}} | audit.*.act audit.*.key audit.*.by audit.*.reason
"##

rejects_reasons_that_name_a_member r##"
ada joins
bob joins
twice joins
mia adjusts {"whom":{"handle":"ada"},"chips":-5} because Ada was paid too much
mia adjusts {"whom":{"handle":"ada"},"chips":-5} because @bob saw what she was paid
mia adjusts {"whom":{"handle":"ada"},"chips":-5} because of a mistake (@Bob's)
# A handle may be an ordinary word: without an @, only the subjects of the action are looked for.
mia adjusts {"whom":{"handle":"ada"},"chips":-5} because she was paid twice, see the letter to mia@example.org | reason
mia adjusts {"whom":{"handle":"twice"},"chips":-5} because she was paid twice
"##

invitations_are_listed_and_revoked r##"
the operator invites 3 uses
the operator invites 1 use for 1h
mia sees {"invitations":{"limit":1}} | invitations.*.usesLeft
mia sees {"invitations":{"limit":10}} | invitations.*.usesLeft after
ada joins by invite_1
mia revokes {"invitation":"c"}
mia revokes {"invitation":"0000000000000000"}
+1h
mia sees {"invitations":{"limit":10}} | invitations.*.usesLeft invitations.*.expiresAt
# The audit also records who created one; the code is shown only to that operator.
mia invites {"uses":2,"test":false} because the club meets | uses
mia invites {"uses":0,"test":false}
mia sees {"audit":{"limit":10}} | audit.*.act audit.*.uses audit.*.by audit.*.reason
"##

members_are_searched_page_by_page r##"
ada joins
+1h
adam joins
+1h
bob joins
tess joins as test
ada GET /api/me | balance
mia adjusts {"whom":{"handle":"bob"},"chips":500} because the club gave a prize | id
mia freezes {"whom":{"handle":"adam"}} because three members reported it | id
mia mutes {"whom":{"handle":"bob"},"forS":3600} because three members reported it | id
mia sees {"members":{"limit":10}}
mia sees {"members":{"filter":{"handle":"Ad"},"limit":10}} | members.*.handle
mia sees {"members":{"filter":{"status":"frozen"},"limit":10}} | members.*.handle
mia sees {"members":{"filter":{"status":"muted"},"limit":10}} | members.*.handle
mia sees {"members":{"filter":{"status":"test"},"limit":10}} | members.*.handle
mia sees {"members":{"filter":{"status":"active","balanceMin":1001},"limit":10}} | members.*.handle
mia sees {"members":{"filter":{"balanceMax":1000},"limit":2}} | members.*.handle before
mia sees {"members":{"filter":{"balanceMax":1000},"before":"acc_2","limit":2}} | members.*.handle before
# Dates: `since` is within a range, `until` is not.
mia sees {"members":{"filter":{"joinedSince":1899572400000},"limit":10}} | members.*.handle
mia sees {"members":{"filter":{"joinedUntil":1899572400000},"limit":10}} | members.*.handle
# `seenAt` is the newest request since the start of the server; before that, a stored time.
+2h
ada GET /api/me | balance
mia sees {"members":{"filter":{"seenSince":1899583200000},"limit":10}} | members.*.handle
restart
mia sees {"members":{"filter":{"seenSince":1899583200000},"limit":10}} | members.*.handle
ada GET /api/me | balance
mia sees {"account":{"whom":{"handle":"ada"}}} | handle joinedAt seenAt
# An erased member can only be found by the shell account.
mia erases {"whom":{"handle":"bob"}} because a letter came | id
mia sees {"members":{"filter":{"status":"erased"},"limit":10}} | members.*.id members.*.seenAt members.*.balance
mia sees {"members":{"filter":{"handle":"bob"},"limit":10}} | members
mia sees {"members":{"limit":0}}
"##

tables_are_searched_in_memory_and_in_storage r##"
ada joins
bob joins
ada beats bob for 50
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables {"kind":"dominoes","open":true} | tableId
mia sees {"tables":{"limit":10}} | tables.*.id tables.*.status tables.*.players
+11m
# The first one is archived by now.
mia sees {"tables":{"limit":1}}
mia sees {"tables":{"before":"t_2","limit":10}}
mia sees {"tables":{"filter":{"kind":"dominoes"},"limit":10}} | tables.*.id
mia sees {"tables":{"filter":{"kind":"tic-tac-toe"},"limit":10}} | tables.*.id
mia sees {"tables":{"filter":{"status":"settled"},"limit":10}} | tables.*.id tables.*.archived
mia sees {"tables":{"filter":{"member":{"handle":"ada"}},"limit":10}} | tables.*.id
mia sees {"tables":{"filter":{"member":{"handle":"ada"},"status":"waiting"},"limit":10}} | tables.*.id
mia sees {"tables":{"filter":{"createdSince":4000000000000},"limit":10}}
mia sees {"tables":{"filter":{"createdUntil":4000000000000},"limit":10}} | tables.*.id
mia sees {"tables":{"filter":{"createdUntil":1},"limit":10}} | tables before
mia sees {"tables":{"filter":{"member":{"handle":"eve"}},"limit":10}}
mia sees {"tables":{"limit":1001}}
"##

a_removed_message_leaves_a_placeholder r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/messages {"body":"you are a cheat","clientId":"nonce-1"} | message.id
bob POST /api/tables/t_1/messages {"body":"I am not"} | message.id
ada POST /api/parties | partyId
ada POST /api/parties/pty_1/messages {"body":"bob is a cheat"} | message.id
mia sees {"messages":{"chat":{"table":"t_1"},"limit":10}}
mia sees {"messages":{"chat":{"table":"t_1"},"limit":1}} | messages.*.body after
mia sees {"messages":{"chat":{"table":"t_1"},"after":1,"limit":1}} | messages.*.body after
mia sees {"messages":{"chat":{"party":"pty_1"},"limit":10}} | messages.*.body messages.*.name
mia removes {"chat":{"table":"t_1"},"message":1}
mia removes {"chat":{"table":"t_1"},"message":1} because Ada insults others
mia removes {"chat":{"table":"t_1"},"message":1} because it is an insult
mia removes {"chat":{"table":"t_1"},"message":1} because it is an insult
mia removes {"chat":{"table":"t_1"},"message":9} because it is an insult
# Ids and cursors stay, for readers and for long-polls; the sender's clientId is removed with the text.
ada GET /api/tables/t_1/messages
bob GET /api/tables/t_1?msgs_since=0 | messages.*.body messages.*.removed msgsAt
bob waits 30s on t_1 events_since=9 msgs_since=0 | messages.*.body messages.*.removed msgsAt
mia removes {"chat":{"party":"pty_1"},"message":1} because it is an insult
ada GET /api/parties/pty_1?msgs_since=0 | messages msgsAt
restart
bob GET /api/tables/t_1/messages | messages.*.body messages.*.removed since
ada GET /api/parties/pty_1?msgs_since=0 | messages.*.body
# System messages cannot be removed.
mover marks 0 on t_1 | ok
mia voids {"table":"t_1"} because it hung | id
mia removes {"chat":{"table":"t_1"},"message":3} because it is wrong
+11m
mia removes {"chat":{"table":"t_1"},"message":2} because it was asked for
bob GET /api/tables/t_1/messages | messages.*.body messages.*.removed since
mia removes {"chat":{"table":"t_1"},"message":2} because it was asked for
mia removes {"chat":{"table":"t_00000000000070008000000000000009"},"message":1} because it was asked for
mia sees {"messages":{"chat":{"party":"pty_00000000000070008000000000000009"},"limit":10}}
mia exports {"whom":{"handle":"ada"}} because she asked for it | messages
# The placeholder is not personal data: it stays after its author's erasure.
mia erases {"whom":{"handle":"ada"}} because she asked for it | id
mia sees {"messages":{"chat":{"table":"t_1"},"limit":10}} | messages.*.name messages.*.body
mia sees {"audit":{"limit":10}} | audit.*.act audit.*.account audit.*.table audit.*.party audit.*.message audit.*.reason
"##

a_lost_recovery_code_is_replaced r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
ada waits 30s on t_1 events_since=9
mia recovers {"whom":{"handle":"ada"}}
mia recovers {"whom":{"handle":"eve"}} because she showed her card
mia recovers {"whom":{"handle":"ada"}} because she showed her card
# The former code, all sessions and her delegated seats are void.
ada GET /api/me
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
dan POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_2"} | token
ada uses token_2
# The operator has seen the code: she sees a notice until she creates one of her own.
ada GET /api/me
restart
ada GET /api/me | recoveredAt
mia sees {"account":{"whom":{"handle":"ada"}}} | recoveredAt
ada POST /api/recovery/rotate {"recoveryCode":"recovery_2"} | recoveryCode
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_3"} | token
ada uses token_3
ada GET /api/me
mia sees {"audit":{"limit":10}}
# A frozen member may get one for later; an erased member cannot.
mia freezes {"whom":{"handle":"ada"}} because three members reported it | id
mia recovers {"whom":{"handle":"ada"}} because she showed her card | act
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_4"}
mia erases {"whom":{"handle":"ada"}} because a letter came | id
mia recovers {"whom":{"id":"acc_1"}} because a letter came
"##

the_audit_is_read_newest_first_page_by_page r##"
ada joins
mia mutes {"whom":{"handle":"ada"},"forS":60} because one
mia mutes {"whom":{"handle":"ada"},"forS":60} because two
noa mutes {"whom":{"handle":"ada"},"forS":60} because three
restart
mia sees {"audit":{"limit":2}}
mia sees {"audit":{"before":2,"limit":2}}
mia sees {"audit":{"limit":0}}
mia sees {"account":{"whom":{"handle":"eve"}}}
"##

}

/// The revoked invitation is named by its id.
#[test]
fn rejects_a_revoked_invitation() {
    let mut teller = crate::Teller::new();
    teller.go_on("the operator invites 3 uses\nada joins by invite_1");
    let code = teller.labels().real("invite_1").unwrap().to_owned();
    let id = hex::encode(turnstone_service::credentials::code_hash(&code));
    teller.go_on(&format!(r#"mia revokes {{"invitation":"{}"}} because it was posted"#, &id[..8]));
    teller.go_on(&format!(r#"mia revokes {{"invitation":"{id}"}}"#));
    let body =
        format!(r#"{{"inviteCode":"{code}","handle":"eve","clientRef":"00000000-0000-4000-8000-000000000001"}}"#);
    let (status, reported) = teller.ask("eve", "POST", "/api/join", Some(body));
    assert_eq!((status, reported.at("code").to_string().trim_matches('"')), (400, "invalid_invite"));
}
