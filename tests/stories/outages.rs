//! Times in which the service did not run are no thinking time.

crate::stories! {

an_outage_is_no_thinking_time r##"
ada joins
bob joins
ada meets bob for 50
# The mover uses some of their bank before the outage. Their turn begins anew with the bank that it began with.
+1m40s
restart 10m later
mover GET /api/tables/t_1 | status state.yourTurn state.turnDeadlineAt state.bankMs
# The next outage begins the same turn anew. The bank pays for what follows it alone.
+70s
mover marks 0 on t_1
idle GET /api/tables/t_1 | status state.turnDeadlineAt state.bankMs
restart 3h later
mover GET /api/tables/t_1 | status state.yourTurn state.turnDeadlineAt state.bankMs
# A start reads the same clocks from the records.
restart
mover GET /api/tables/t_1 | status state.yourTurn state.turnDeadlineAt state.bankMs
+3m
ada GET /api/tables/t_1 | status
anonymous GET /api/tables/t_1/replay | log.*.seat log.*.leave
"##

a_stream_shows_the_time_left_after_an_outage r##"
ada joins
bob joins
ada meets bob for 50
ada streams t_1 | state.turnDeadlineAt
restart 10m later
# The event from before has the former clock: the next one comes at once.
ada streams t_1 after=event_1 | state.turnDeadlineAt
restart
ada streams t_1 after=event_2 | state.turnDeadlineAt
"##

a_turn_is_renewed_three_times r##"
ada joins
bob joins
ada meets bob for 50
restart 10m later
restart 10m later
restart 10m later
ada GET /api/tables/t_1 | status state.turnDeadlineAt
restart 10m later
ada GET /api/tables/t_1 | status state.outcome
"##

a_short_restart_renews_nothing r##"
ada joins
bob joins
ada meets bob for 50
ada GET /api/tables/t_1 | state.turnDeadlineAt
restart 2s later
ada GET /api/tables/t_1 | state.turnDeadlineAt
restart 3s later
ada GET /api/tables/t_1 | state.turnDeadlineAt
"##

a_turn_of_days_has_an_hour_left_after_an_outage r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join
ada GET /api/tables/t_1 | state.turnDeadlineAt
# Enough is left.
restart 20h later
ada GET /api/tables/t_1 | state.turnDeadlineAt
restart 40h later
ada GET /api/tables/t_1 | status state.turnDeadlineAt
+59m
mover marks 0 on t_1 | ok
mover GET /api/tables/t_1 | status state.yourTurn state.turnDeadlineAt
"##

a_waiting_table_waits_longer_by_the_outage r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
+1m
restart 2d later
bob GET /api/me/invitations | invitations.*.id
bob GET /api/tables/open | tables.*.id
bob POST /api/tables/t_1/join | started
+23h
bob GET /api/tables/t_2 | status
+2h
bob GET /api/tables/t_2 | status
"##

the_daily_challenge_ends_at_midnight_whatever_happens r##"
ada joins
ada GET /api/daily | kind
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
restart 1d later
ada GET /api/tables/t_1 | status
"##

a_member_is_reminded_of_the_time_after_an_outage r##"
set push_key=1
ada joins
bob joins
ada subscribes fcm.googleapis.com/a
bob subscribes fcm.googleapis.com/b
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join
restart 50h later
+1s
"##

a_duel_goes_on_after_an_outage r##"
set model=1
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
the model is silent
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","stake":10,"clientRef":"duel-0001"}
+1s
# The model is asked again, although the duel is older than it may become.
the model plays 0
restart 5h later
+2m
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","stake":10,"clientRef":"duel-0001"} | outcome fallbacks
"##
}
