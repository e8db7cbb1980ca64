//! Ratings, the leaderboard of the week, and the check of the numbers.

crate::stories! {

a_settled_table_changes_the_ratings_of_its_players r##"
ada joins
bob joins
ada GET /api/players/bob | ratings
ada beats bob for 50
ada GET /api/tables/t_1 | rated seats.*.rating
anonymous GET /api/tables/t_1/card | seats.*.name seats.*.result seats.*.ratingChange
ada GET /api/players/bob | ratings
bob GET /api/players/ada | ratings
# The next table shows them at its start, and keeps them when they have changed.
bob beats ada for 50
ada GET /api/tables/t_2 | seats.*.name seats.*.rating
anonymous GET /api/tables/t_2/card | seats.*.ratingChange
ada draws with bob for 50
anonymous GET /api/tables/t_3/card | seats.*.ratingChange
bob GET /api/players/ada | ratings
restart
bob GET /api/players/ada | ratings
# An archived table has them, too.
+1h
ada GET /api/tables/t_2 | archived rated seats.*.rating
anonymous GET /api/tables/t_2/card | seats.*.ratingChange
# Without a rated table the deviation grows by the day.
+240h
bob GET /api/players/ada | ratings.0.rating ratings.0.deviation
"##

only_rated_tables_of_members_change_ratings r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"rated":false} | tableId
bob POST /api/tables/t_1/join {} | started
ada GET /api/tables/t_1 | rated seats.*.rating
ada POST /api/tables/t_1/forfeit | ok
anonymous GET /api/tables/t_1/card | seats.*.ratingChange
# Against the house, in practice, at a party's table and in games that the house banks.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1} | tableId
ada GET /api/tables/t_2 | rated seats.*.name seats.*.rating
ada POST /api/tables/t_2/forfeit | ok
ada POST /api/tables {"kind":"connect-four-vs-house","practice":true,"level":2} | tableId
ada GET /api/tables/t_3 | rated seats.*.rating
ada POST /api/tables/t_3/forfeit | ok
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house","stake":1} | tableId
bob POST /api/tables/t_4/join {} | started
bob POST /api/tables/t_4/forfeit | ok
ada GET /api/players/ada | ratings
ada GET /api/players/bob | ratings
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"rated":"no"}
"##

a_pair_is_rated_some_times_a_day r##"
set pair_per_day=2
ada joins
bob joins
3 times ada beats bob for 1
ada GET /api/players/ada | ratings.0.games
anonymous GET /api/tables/t_3/card | seats.*.ratingChange
midnight
ada beats bob for 1
ada GET /api/players/ada | ratings.0.games
"##

members_of_one_referral_tree_rate_each_other_once_established r##"
set established_tables=2 established_days=0
ada joins
cyn joins
ada GET /api/me/referral | code usesLeft
bob joins by invite_1
ada beats bob for 1
ada GET /api/players/ada | ratings
cyn beats bob for 1
cyn beats ada for 1
cyn GET /api/players/bob | ratings.0.games
# Both have settled two tables.
ada beats bob for 1
cyn GET /api/players/bob | ratings.0.games
"##

test_accounts_have_no_ratings r##"
ada joins
tim joins as test
ada beats tim for 1
ada GET /api/players/ada | ratings
ada GET /api/players/tim | ratings
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people
"##

a_duel_rates_the_versions_of_agents r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"connect-four","format":"bo3","stake":10} | ok
+1s
anonymous GET /api/tables/duel_1_l1/card | seats.*.ratingChange
ada GET /api/agents | agents.*.name agents.*.ratings
bob GET /api/players/ada | ratings agents
anonymous GET /api/ratings?gameId=connect-four&of=agents
# Another version begins again.
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | version
bob GET /api/players/ada | agents.*.ratings
anonymous GET /api/ratings?gameId=connect-four&of=agents | ratings.*.name
# The house is not rated in duels.
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"agent:house","gameId":"connect-four","stake":10} | ok
+1s
anonymous GET /api/tables/duel_2/card | seats.*.ratingChange
"##

ratings_are_listed_by_game r##"
set pair_per_day=0
ada joins
bob joins
cyn joins
dan joins
anonymous GET /api/ratings?gameId=tic-tac-toe&of=house
cyn GET /api/ratings?gameId=tic-tac-toe&of=people
ada beats bob for 1
cyn draws with bob for 1
cyn GET /api/ratings?gameId=tic-tac-toe&of=people
12 times dan draws with cyn for 1
12 times dan draws with bob for 1
# A deviation of at most 110 is ranked.
dan GET /api/ratings?gameId=tic-tac-toe | ratings.*.rank ratings.*.name ratings.*.rating ratings.*.deviation nextCursor me
anonymous GET /api/ratings?gameId=tic-tac-toe&limit=2 | ratings.*.name nextCursor
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people&limit=100 | ratings.*.rank ratings.*.name ratings.*.provisional
# Without tables every rating becomes provisional again.
+2400h
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.rank ratings.*.name ratings.*.deviation
anonymous GET /api/ratings?gameId=tic-tac-toe&of=bots
anonymous GET /api/ratings?gameId=chess
anonymous GET /api/ratings
anonymous GET /api/ratings?gameId=rps&of=robots
anonymous GET /api/ratings?gameId=rps&limit=0
anonymous GET /api/ratings?gameId=rps&limit=101
anonymous GET /api/ratings?gameId=rps&cursor=nothing
"##

a_member_leaves_the_lists_and_comes_back r##"
ada joins
bob joins
ada beats bob for 5
ada GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.name me.name
ada PATCH /api/me/profile {"ranked":false} | ranked
ada GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.name me
ada GET /api/leaderboard?period=week
ada GET /api/leaderboard
ada GET /api/me/profile | ranked
restart
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.name
ada PATCH /api/me/profile {"ranked":true} | ranked
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.name
# Frozen and erased members are in no list.
mia freezes {"whom":{"handle":"bob"}} because he cheats
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.name
anonymous GET /api/leaderboard?period=week
mia unfreezes {"whom":{"handle":"bob"}} because it was a mistake
ada DELETE /api/me {"confirmHandle":"ada"} | ok
anonymous GET /api/ratings?gameId=tic-tac-toe&of=people | ratings.*.name
anonymous GET /api/tables/t_1/card | seats.*.result seats.*.ratingChange
"##

the_week_has_a_leaderboard r##"
ada joins
bob joins
cyn joins
ada beats bob for 50
ada GET /api/leaderboard?period=week
+168h
ada GET /api/leaderboard?period=week
bob beats cyn for 5
bob GET /api/leaderboard?period=week
cyn GET /api/leaderboard?period=week&limit=1
anonymous GET /api/leaderboard | leaderboard
anonymous GET /api/leaderboard?period=month
"##
}
