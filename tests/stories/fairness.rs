//! Fair deals: secrets that are committed to ahead, running numbers, and lists of closed days. Stories begin at 18:00.

crate::stories! {

a_seed_follows_from_what_all_seats_bring r##"
ada joins
bob joins
# The secrets of today and of the next 100 days are fixed, signed and chained.
anonymous GET /api/fairness?from=101 | statements.*.number statements.*.text next
anonymous GET /api/fairness/newest
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"adas-table","clientSeed":"0123456789abcdef"} | tableId
# The deal is not known yet, because it depends on those who join.
ada GET /api/tables/t_1 | status seedCommit
bob POST /api/tables/t_1/join {"clientSeed":""}
bob POST /api/tables/t_1/join {"clientSeed":"fedcba9876543210"}
bob GET /api/tables/t_1 | status seed
ada POST /api/tables/t_1/forfeit
anonymous GET /api/tables/t_1/replay | config fair @cache-control
"##

a_seat_can_bring_nothing r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_1/join
ada POST /api/tables/t_1/forfeit
anonymous GET /api/tables/t_1/replay | config.deal
"##

a_guest_brings_a_seed_too r##"
anonymous POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1","clientSeed":"a"} | tableId
# The same reference with another seed is another request.
anonymous POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1","clientSeed":"b"}
anonymous POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
"##

a_day_is_closed_when_its_last_table_is_archived r##"
ada joins
bob joins
ada beats bob for 50
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"visibility":"unlisted"} | tableId
anonymous GET /api/fairness/days/2030-03-12 | running
ada POST /api/tables/t_2/forfeit
anonymous GET /api/fairness/days/2030-03-12 | closed tables running entries
+5h50m
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
midnight
# Its tables are over, and wait to be archived.
anonymous GET /api/fairness/days/2030-03-12 | closed running entries
+10m
# All tables are in the list, and the secret is revealed.
anonymous GET /api/fairness/days/2030-03-12
anonymous GET /api/fairness?from=103 | statements.*.text next
anonymous GET /api/fairness/days/2030-03-12?from=3 | entries.*.number next
anonymous GET /api/tables/t_1/replay | fair @cache-control
anonymous GET /api/tables/t_3/replay | config.deal fair.statement.number
anonymous GET /api/fairness/days/2030-03-12?from=0
anonymous GET /api/fairness/days/yesterday
anonymous GET /api/fairness/days/2020-02-02
anonymous GET /api/fairness/days/2030-03-12/1899000000
anonymous GET /api/fairness/days/2030-03-12/0
restart
anonymous GET /api/fairness/days/2030-03-12 | entries.#
"##

a_long_table_keeps_its_own_day_open_and_no_other r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join
midnight
ada beats bob for 5
midnight
+10m
anonymous GET /api/fairness/days/2030-03-12 | closed running
anonymous GET /api/fairness/days/2030-03-13 | closed tables running
restart
anonymous GET /api/fairness/days/2030-03-12 | closed running
ada POST /api/tables/t_1/forfeit
+10m
anonymous GET /api/fairness/days/2030-03-12 | closed tables
"##

the_legs_of_a_duel_share_a_seed_and_have_their_own_numbers r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":1,"clientRef":"duel-0001","clientSeed":"mine"}
+1s
anonymous GET /api/tables/duel_1_l1/replay | seed config.deal
anonymous GET /api/tables/duel_1_l2/replay | seed config.deal
"##

}
