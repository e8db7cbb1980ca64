//! Opening tables, joining, declining, withdrawing, expiring.

crate::stories! {

a_table_against_the_house_plays_at_once r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":50}
ada GET /api/me | balance
# The house's first move is made.
ada GET /api/tables/t_1 | status mySeat stake seats seatsTotal visibility pace state.yourTurn state.turnDeadlineAt state.bankMs
anonymous GET /api/tables/playing
anonymous GET /api/tables/open
"##

defaults_and_bounds_of_a_new_table r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada GET /api/tables/t_1 | stake visibility pace practice
# `amount` is the old name of `stake`, which wins.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","amount":30} | tableId
ada GET /api/tables/t_2 | stake
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","amount":30,"stake":40} | tableId
ada GET /api/tables/t_3 | stake
# An integer may be written 10.0; null means absent; unknown fields are ignored; seats are clamped to the game's range.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":10.0,"pace":null,"colour":"red","seats":6} | tableId
ada GET /api/tables/t_4 | stake pace seatsTotal
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":0}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":-5}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":10.5}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":"10"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1000001}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","seats":7}
ada POST /api/tables {"kind":"chess"}
ada POST /api/tables {}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","visibility":"secret"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"weekly"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"short"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":"yes"}
anonymous POST /api/tables {"kind":"chess"}
"##

a_table_is_created_once_for_each_reference r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":10,"clientRef":"my-table-1"}
# Defaults and old names count as equal contents; the stake is debited once.
ada POST /api/tables {"clientRef":"my-table-1","kind":"tic-tac-toe-vs-house","visibility":"public","amount":10.0,"seats":4,"x":1}
ada GET /api/me | balance
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":11,"clientRef":"my-table-1"}
# References belong to the caller.
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":11,"clientRef":"my-table-1"}
# They are kept for at least a day after the table's end, and survive a restart.
restart
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"my-table-1"}
ada POST /api/tables/t_1/forfeit
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"my-table-1"}
# While the table is running the reference is kept, however old it is.
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","clientRef":"my-daily-1"} | tableId
+30h
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"my-table-1"}
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","clientRef":"my-daily-1"} | tableId
"##

a_clock_set_back_over_a_restart_continues_from_the_newest_commit r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","stake":10} | tableId
# No member joins, and the table expires by a timer alone.
+170h
restart 48h earlier
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":20} | tableId
ada GET /api/me/ledger
"##

rejects_a_repeated_creation_in_flight r##"
ada joins
together
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"my-table-1"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"my-table-1"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":11,"clientRef":"my-table-1"}
end
ada obeys
ada GET /api/me | balance
"##

an_open_table_waits_for_a_member r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":50}
anonymous GET /api/tables/open
anonymous GET /api/tables/open?gameId=tic-tac-toe | tables.#
anonymous GET /api/tables/open?gameId=blackjack | tables.#
ada GET /api/me/tables
ada GET /api/tables/t_1 | status seats seatsTotal state seedCommit seed
# The claim view of a joinable table.
bob GET /api/tables/t_1 | mySeat status
ada POST /api/tables/t_1/join
bob POST /api/tables/t_1/join
bob POST /api/tables/t_1/join
cyn POST /api/tables/t_1/join
cyn POST /api/tables/t_9/join
anonymous POST /api/tables/t_1/join
bob GET /api/me | balance
bob GET /api/me/tables | tables.*.status tables.*.yourTurn
anonymous GET /api/tables/open | tables
anonymous GET /api/tables/playing
"##

banked_kinds_cannot_be_open r##"
ada joins
ada GET /api/games | games.0.kind games.0.openEligible
anonymous GET /api/games
ada POST /api/tables {"kind":"blackjack","open":true}
"##

a_seat_is_reserved_for_an_invited_member r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"Bob","stake":50,"visibility":"public"} | tableId
ada GET /api/tables/t_1 | status visibility invitedHandle mySeat
anonymous GET /api/tables/open | tables
bob GET /api/me/invitations
bob GET /api/tables/t_1 | status mySeat invitedHandle
bob GET /api/me/tables | tables
# Other callers get 404.
cyn GET /api/tables/t_1
cyn POST /api/tables/t_1/join
cyn POST /api/tables/t_1/decline
bob POST /api/tables/t_1/join
bob GET /api/me/invitations
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"stranger"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"x"}
"##

an_invitation_can_be_declined r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob","stake":50} | tableId
ada POST /api/tables/t_1/decline
ada waits 30s on t_1 msgs_since=0 | status state.terminal state.outcome messages
bob POST /api/tables/t_1/decline
bob POST /api/tables/t_1/decline
bob POST /api/tables/t_1/join
ada GET /api/me | balance
ada GET /api/me/tables | tables
# A cancelled table has neither replay nor card.
anonymous GET /api/tables/t_1/replay
anonymous GET /api/tables/t_1/card
# There is no invitation to decline at an open table or a running one.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_2/decline
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
bob POST /api/tables/t_3/join | started
bob POST /api/tables/t_3/decline
anonymous POST /api/tables/t_3/decline
# Cancelled tables are archived like settled ones.
+10m
ada GET /api/tables/t_1 | status archived state seed
bob POST /api/tables/t_1/decline
cyn GET /api/tables/t_1
anonymous GET /api/tables/t_1/card
"##

a_host_can_withdraw_a_waiting_table r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":50} | tableId
bob POST /api/tables/t_1/forfeit
bob waits 30s on t_1 | status state.terminal state.outcome mySeat seed
ada POST /api/tables/t_1/forfeit
ada GET /api/me | balance
ada POST /api/tables/t_1/forfeit
bob POST /api/tables/t_1/join
"##

polls_time_out r##"
# Live 30 minutes, with an invited member 24 hours, daily 7 days. Stakes come back.
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":10} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob","stake":20} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","stake":30} | tableId
ada GET /api/me | balance
+29m59s
ada GET /api/me/tables | tables.*.id tables.*.pace
+1s
ada GET /api/me/tables | tables.*.id
ada GET /api/tables/t_1 | status state.terminal
bob POST /api/tables/t_1/join
+23h29m59s
bob GET /api/me/invitations | invitations.*.id
+1s
bob GET /api/me/invitations | invitations.*.id
ada GET /api/me | balance
+5d23h59m59s
ada GET /api/me/tables | tables.*.id
+1s
ada GET /api/me/tables | tables.*.id
ada GET /api/me | balance
"##

tables_are_limited_by_the_day r##"
# All kinds count together, even if they are soon over.
set tables_per_day=3 active_tables=0
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
ada POST /api/tables/t_1/forfeit
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada POST /api/tables {"kind":"blackjack","stake":5000}
ada POST /api/parties | partyId
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | code
ada POST /api/tables {"kind":"blackjack","daily":true} | code
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | code
restart
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | code
# A repeated request is not rejected, and other members have their own limit.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
+1h
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | code
ada obeys
"##

active_tables_are_limited r##"
# Waiting and running tables that the member opened count, practice too; the daily challenge and other members' tables do not.
set active_tables=2
ada joins
bob joins
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables/t_1/join | started
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
+20m
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","clientRef":"one-more-1"}
# Waiting for Retry-After works: by then one of the two has ended.
ada obeys
# A pause is checked before the quota, the balance after it.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1000000}
ada POST /api/me/pause {"duration":"24h"} | paused
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"}
"##

a_settled_table_stays_for_ten_minutes_and_is_archived r##"
ada joins
bob joins
cyn joins
ada beats bob for 50
ada GET /api/tables/t_1 | status archived mySeat state.view.phase state.terminal state.outcome seed state.eventsAt
+10m
ada GET /api/tables/t_1
cyn GET /api/tables/t_1 | mySeat archived
# The poll is answered at once.
ada waits 30s on t_1 events_since=0 | archived
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":8}}
cyn POST /api/tables/t_1/action {"action":{"type":"mark","cell":8}}
ada POST /api/tables/t_1/forfeit
cyn POST /api/tables/t_1/join
cyn POST /api/tables/t_1/decline
ada POST /api/tables/t_1/messages {"body":"good game"}
ada GET /api/tables/t_1/messages | messages since
anonymous GET /api/tables/t_1/card | winnerSeat
"##

a_replay_and_a_card_are_public_when_the_table_is_over r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"visibility":"private"} | tableId
anonymous GET /api/tables/t_1/replay
ada GET /api/tables/t_1/replay
ada meets bob for 50
anonymous GET /api/tables/t_2/replay
anonymous GET /api/tables/t_2/card
anonymous GET /api/tables/t_9/card
bob POST /api/tables/t_2/forfeit
anonymous GET /api/tables/t_2/replay
anonymous GET /api/tables/t_2/card
# A caller whose copy is current gets 304.
anonymous GET /api/tables/t_2/replay [If-None-Match: etag_1]
anonymous GET /api/tables/t_2/card [If-None-Match: etag_2]
anonymous GET /api/tables/t_2/card [If-None-Match: etag_1] | -
# The tag is the same when the table is archived.
+11m
anonymous GET /api/tables/t_2/replay [If-None-Match: etag_1]
anonymous GET /api/tables/t_2/card [If-None-Match: etag_2]
"##

a_replay_shows_each_step_as_a_seat_saw_it r##"
# A seat sees its own cards, and the other's when they are shown; a spectator sees neither before.
ada joins
bob joins
ada POST /api/tables {"kind":"holdem-open"} | tableId
bob POST /api/tables/t_1/join | -
anonymous GET /api/tables/t_1/replay?seat=0
mover POST /api/tables/t_1/action {"action":{"type":"call"}} | -
mover POST /api/tables/t_1/action {"action":{"type":"check"}} | -
mover POST /api/tables/t_1/forfeit | -
ada GET /api/tables/t_1 | state.plies state.view
anonymous GET /api/tables/t_1/replay | log.# steps
anonymous GET /api/tables/t_1/replay?seat=0 | log.# steps.#
anonymous GET /api/tables/t_1/replay?seat=0 | steps.*.view.phase steps.*.view.hand steps.*.view.seats.*.cards
anonymous GET /api/tables/t_1/replay?seat=1 | steps.*.view.hand steps.*.view.seats.*.cards
anonymous GET /api/tables/t_1/replay?seat=-1 | steps.*.view.hand steps.*.view.seats.*.cards
anonymous GET /api/tables/t_1/replay?seat=-1 | steps.0.events steps.3.events
anonymous GET /api/tables/t_1/replay?seat=1 | steps.3.view
# A seat number that the table does not have is an error that names the field.
anonymous GET /api/tables/t_1/replay?seat=2
anonymous GET /api/tables/t_1/replay?seat=-2
anonymous GET /api/tables/t_1/replay?seat=ada
anonymous GET /api/tables/t_1/replay?seat=0&seat=1
# The same from the archive, with the same caching as the replay.
+11m
ada GET /api/tables/t_1 | archived
anonymous GET /api/tables/t_1/replay?seat=-1 | steps.# steps.0.events
anonymous GET /api/tables/t_1/replay?seat=2
"##

a_sealed_replay_has_no_steps r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada POST /api/tables/t_1/forfeit | -
anonymous GET /api/tables/t_1/replay?seat=0 | sealedReason log steps
anonymous GET /api/tables/t_1/replay?seat=7
+13h
anonymous GET /api/tables/t_1/replay?seat=0 | seed log.# steps.#
anonymous GET /api/tables/t_1/replay?seat=0 | steps.*.events.*.type
"##

an_end_card_counts_for_the_exact_roster r##"
# rosterNet, reign and tablesTogether are as of that table's end; the house counts as a player.
ada joins
bob joins
cyn joins
ada beats bob for 50
bob GET /api/tables/t_1/card | seats.*.rosterNet winnerSeat reign tablesTogether
ada beats bob for 20
bob GET /api/tables/t_2/card | seats.*.rosterNet winnerSeat reign tablesTogether
# The seated players matter, not who opened the table.
ada beats cyn for 5
bob GET /api/tables/t_3/card | seats.*.rosterNet winnerSeat reign tablesTogether
ada draws with bob for 10
bob GET /api/tables/t_4/card | seats.*.rosterNet winnerSeat reign tablesTogether
bob beats ada for 10
bob GET /api/tables/t_5/card | seats.*.name seats.*.rosterNet winnerSeat reign tablesTogether
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":7} | tableId
ada POST /api/tables/t_6/forfeit
bob GET /api/tables/t_6/card | seats.*.name seats.*.rosterNet winnerSeat reign tablesTogether
# Practice does not count.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada POST /api/tables/t_7/forfeit
bob GET /api/tables/t_7/card | seats.*.score seats.*.rosterNet winnerSeat reign tablesTogether
# An old card does not change.
bob GET /api/tables/t_1/card | seats.*.rosterNet reign tablesTogether
"##

the_house_counts_in_the_roster_of_its_tables r##"
# At a banked table the house has no seat: such tables of any kind have the member alone.
ada joins
ada POST /api/tables {"kind":"roulette","stake":7} | tableId
ada POST /api/tables/t_1/forfeit
anonymous GET /api/tables/t_1/card | seats.*.name seats.*.rosterNet tablesTogether
ada POST /api/tables {"kind":"baccarat","stake":5} | tableId
ada POST /api/tables/t_2/forfeit
anonymous GET /api/tables/t_2/card | seats.*.rosterNet tablesTogether
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":3} | tableId
ada POST /api/tables/t_3/forfeit
anonymous GET /api/tables/t_3/card | seats.*.name seats.*.rosterNet tablesTogether
ada POST /api/tables {"kind":"blackjack","stake":2} | tableId
ada POST /api/tables/t_4/forfeit
anonymous GET /api/tables/t_4/card | seats.*.rosterNet tablesTogether
"##
}
