//! Chips: ledger, refill, history, leaderboard.

crate::stories! {

a_returned_stake_names_its_game r##"
ada joins
bob joins
ada POST /api/tables {"kind":"battleship-vs-house","invited":"bob","stake":10} | tableId
bob POST /api/tables/t_1/decline | ok
ada POST /api/tables {"kind":"dominoes","open":true,"stake":20,"seats":3} | tableId
bob POST /api/tables/t_2/join | started
bob POST /api/tables/t_2/forfeit | ok
ada POST /api/tables/t_2/forfeit | ok
ada POST /api/tables {"kind":"mancala-vs-house","open":true,"stake":30} | tableId
+30m
# A payout is none, also where it is the stake.
ada beats bob for 50
ada GET /api/me/ledger | entries
bob GET /api/me/ledger | entries.*.reason entries.*.returned
"##

every_movement_has_a_ledger_row r##"
ada joins
bob joins
ada beats bob for 50
ada draws with bob for 20
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":5} | tableId
ada POST /api/tables/t_3/forfeit
ada GET /api/me/ledger
bob GET /api/me/ledger | entries.*.delta
# Pages are selected by cursor, ascending.
ada GET /api/me/ledger?since=2&limit=2 | entries.*.id entries.*.delta
ada GET /api/me/ledger?limit=1 | entries.*.id
ada GET /api/me/ledger?since=7 | entries
ada GET /api/me/ledger?since=900 | entries
ada GET /api/me/ledger?limit=0
ada GET /api/me/ledger?limit=201
ada GET /api/me/ledger?since=-1
ada GET /api/me/ledger?since=1&since=2
anonymous GET /api/me/ledger
"##

the_refill_comes_once_a_day r##"
# A balance under 100 is raised to 100 when it falls below, once in a UTC day.
ada joins
bob joins
bob beats ada for 950
ada GET /api/me | balance
ada GET /api/me/ledger | entries.*.delta entries.*.reason
bob beats ada for 60
ada GET /api/me | balance
ada GET /api/me | balance
# The refill comes with the next day, without a request for it.
midnight
bob GET /api/me | balance
ada GET /api/me/ledger?since=4 | entries
ada GET /api/me | balance
bob beats ada for 100
ada GET /api/me | balance
+24h
ada GET /api/me | balance
# Bob's chips on a table always belonged to Bob.
bob GET /api/me/ledger | entries.*.reason
"##

chips_at_tables_count_for_the_refill r##"
# Chips at stake count: a member who stakes everything gets no refill, today or on another day.
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","stake":1000} | tableId
ada GET /api/me | balance
midnight
restart
ada GET /api/me | balance
ada POST /api/tables/t_1/forfeit
ada GET /api/me | balance
# With 40 on a table 60 are missing.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","stake":40} | tableId
bob beats ada for 960
ada GET /api/me | balance
ada POST /api/tables/t_2/forfeit
ada GET /api/me | balance
ada GET /api/me/ledger | entries.*.delta entries.*.reason
"##

the_house_has_a_daily_loss_limit_for_each_member r##"
set house_purse=25
ada joins
bob joins
# A table that could exceed the house's limit is rejected; practice is not limited.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":26}
ada POST /api/tables {"kind":"roulette","stake":26}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":26,"practice":true} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":26,"open":true} | tableId
# Chips already at stake count as a possible loss.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":20} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":6,"clientRef":"the-same-1"}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":5,"clientRef":"the-same-1"} | tableId
# The house's wins raise its limit again.
ada POST /api/tables/t_3/forfeit
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":41}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":40} | tableId
"##

open_tables_count_with_all_that_they_could_win r##"
# A number at roulette wins 35 stakes: two open tables of 10 could win 700.
set house_purse=1000
ada joins
ada POST /api/tables {"kind":"roulette","stake":10} | tableId
ada POST /api/tables {"kind":"roulette","stake":10} | tableId
ada POST /api/tables {"kind":"roulette","stake":10} | tableId
ada POST /api/tables {"kind":"roulette","stake":10}
ada POST /api/tables {"kind":"video-poker","stake":1}
# A table that is settled counts with its result.
ada POST /api/tables/t_1/forfeit
ada POST /api/tables {"kind":"roulette","stake":10} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":10}
"##

one_table_alone_may_win_more_than_the_daily_limit r##"
set house_purse=1000
ada joins
ada POST /api/tables {"kind":"video-poker","stake":10} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1}
"##

a_long_shot_is_paid_and_reaches_the_daily_limit r##"
set house_purse=25
ada joins
bob joins
ada POST /api/tables {"kind":"president","invited":"bob","stake":5} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":21} | tableId
# There are 4 left for bob.
bob POST /api/tables/t_1/join
bob POST /api/tables/t_2/forfeit
ada POST /api/tables {"kind":"roulette","stake":10} | tableId
ada POST /api/tables/t_3/action {"action":{"type":"bet","bet":"straight","numbers":[32]}} | ok
ada GET /api/tables/t_3 | state.view.number state.outcome.*.score
ada GET /api/me | balance
# From now on this member can win no more chips from the house today, not even at a table that she opened before.
restart
ada POST /api/tables {"kind":"roulette","stake":1}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true}
bob POST /api/tables/t_1/join
# For other members nothing has changed.
bob POST /api/tables {"kind":"roulette","stake":25} | tableId
ada beats bob for 25
midnight
# At the waiting table she could win the stakes of the house's two seats.
ada POST /api/tables {"kind":"roulette","stake":16}
ada POST /api/tables {"kind":"roulette","stake":15} | tableId
"##

rejects_stakes_over_the_balance r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":1001}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":1000} | tableId
ada GET /api/me | balance
ada POST /api/tables/t_1/forfeit
ada GET /api/me | balance
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":950} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":100} | tableId
bob POST /api/tables/t_2/join
# A rejected request leaves its reference unused.
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":5000,"clientRef":"my-table-1"}
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":50,"clientRef":"my-table-1"} | tableId
"##

rake_is_taken_from_the_winner_between_members r##"
set rake_basis_points=500
ada joins
bob joins
ada beats bob for 50
ada GET /api/me/ledger | entries.*.delta entries.*.reason
anonymous GET /api/tables/t_1/card | seats.*.score
ada GET /api/me/history | hands.*.net
ada draws with bob for 50
ada GET /api/me | balance
"##

rake_is_not_taken_from_uncontested_chips r##"
# Each put ten of two hundred chips into the pot: the rake is a tenth of twenty.
set rake_basis_points=1000
ada joins
bob joins
ada POST /api/tables {"kind":"holdem-open"} | tableId
bob POST /api/tables/t_1/join | started
mover POST /api/tables/t_1/action {"action":{"type":"call"}} | ok
bob POST /api/tables/t_1/forfeit | ok
anonymous GET /api/tables/t_1/card | seats.*.score
ada GET /api/me/ledger | entries.*.delta entries.*.reason
"##

a_history_lists_settled_tables_newest_first r##"
ada joins
bob joins
ada beats bob for 50
+1m
bob beats ada for 20
+1m
ada draws with bob for 10
+1m
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_4/forfeit
ada GET /api/me/history
# Practice and cancelled tables are in no history.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada POST /api/tables/t_5/forfeit
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables/t_6/forfeit
ada GET /api/me/history?limit=2 | hands.*.tableId hands.*.settledAt
ada GET /api/me/history?before=@+2m | hands.*.tableId
ada GET /api/me/history?gameId=tic-tac-toe&limit=1 | hands.*.tableId
ada GET /api/me/history?gameId=chess | hands
ada GET /api/me/history?limit=51
bob GET /api/me/history | hands.*.result
"##

tables_of_one_millisecond_stay_on_one_page r##"
# A page exceeds its limit for rows with equal times, so that `before` misses none.
ada joins
bob joins
ada beats bob for 1
+1s
ada beats bob for 2
ada beats bob for 3
ada beats bob for 4
+1s
ada beats bob for 5
ada GET /api/me/history?limit=2 | hands.*.net hands.*.settledAt
ada GET /api/me/history?limit=2&before=@+1s | hands.*.net
"##

the_leaderboard_ranks_by_net_chips_won r##"
ada joins
bob joins
cyn joins
dan joins
anonymous GET /api/leaderboard
ada beats bob for 50
+1s
cyn beats dan for 50
+1s
ada draws with dan for 10
# Of equal scores the earlier one comes first; granted chips do not count; the caller sees their own place.
anonymous GET /api/leaderboard
bob GET /api/leaderboard?limit=1
eve joins
eve GET /api/leaderboard | me
anonymous GET /api/leaderboard?limit=0
# The member card shows the same number.
eve GET /api/players/ada | chips
"##
}
