//! Moves, forfeits, deadlines and time banks.

crate::stories! {

a_match_from_first_to_last_move r##"
ada joins
bob joins
ada meets bob for 50
mover GET /api/tables/t_1 | state.yourTurn state.legalActions state.plies
idle GET /api/tables/t_1 | state.yourTurn state.legalActions
mover POST /api/tables/t_1/action {"action":{"cell":0,"type":"mark"},"expectedPlies":0}
# The next move comes back with the fresh view and the events after a cursor.
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":3},"expectedPlies":1,"eventsSince":2}
mover marks 1 on t_1
mover marks 4 on t_1
mover marks 2 on t_1
# With any expectedPlies: the match is over.
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":8},"expectedPlies":4}
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":8},"expectedPlies":5}
ada GET /api/tables/t_1 | status state.view.line state.outcome state.terminal seed state.seed
ada GET /api/me | balance
bob GET /api/me | balance
"##

rejects_invalid_moves r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada marks 0 on t_1
bob POST /api/tables/t_1/join | started
idle marks 0 on t_1
mover marks 9 on t_1
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":0,"force":true}}
mover POST /api/tables/t_1/action {"action":"mark"}
mover POST /api/tables/t_1/action {}
# An action that is not an object does not parse.
mover POST /api/tables/t_1/action {"action":null}
mover POST /api/tables/t_1/action {"action":7}
mover POST /api/tables/t_1/action {"action":true}
mover POST /api/tables/t_1/action {"action":[{"type":"mark","cell":0}]}
mover POST /api/tables/t_1/action {"action":{}}
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":0},"expectedPlies":-1}
mover marks 4 on t_1
mover marks 4 on t_1
# A stale expectedPlies is checked before the rules.
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":4},"expectedPlies":0}
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":0},"expectedPlies":2}
# Callers without a seat who may read.
cyn marks 0 on t_1
cyn POST /api/tables/t_1/forfeit
anonymous marks 0 on t_1
ada POST /api/tables/t_1/forfeit
ada marks 0 on t_1
"##

of_two_racing_moves_one_wins r##"
ada joins
bob joins
ada meets bob for 50
together
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":0},"expectedPlies":0}
ada POST /api/tables/t_1/action {"action":{"type":"mark","cell":1},"expectedPlies":0}
bob POST /api/tables/t_1/action {"action":{"type":"mark","cell":2},"expectedPlies":0}
bob POST /api/tables/t_1/action {"action":{"type":"mark","cell":3},"expectedPlies":0}
end
ada GET /api/tables/t_1 | state.plies
"##

a_seat_can_give_up r##"
ada joins
bob joins
ada meets bob for 50
idle POST /api/tables/t_1/forfeit
bob GET /api/tables/t_1?events_since=0 | status state.outcome state.events
ada POST /api/tables/t_1/forfeit
anonymous POST /api/tables/t_1/forfeit
ada GET /api/me | balance
bob GET /api/me | balance
"##

a_live_turn_ends_with_its_bank r##"
# One minute for each turn, and a bank of two minutes for each seat and the whole table.
ada joins
bob joins
ada meets bob for 50
ada GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs
+70s
mover marks 0 on t_1
ada GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs
+10s
mover marks 1 on t_1
ada GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs
bob waits 50s on t_1 events_since=4 | status state.events
+50s
bob waits 50s on t_1 events_since=4 | status state.events
+50s
bob waits 50s on t_1 events_since=4 | status state.events
+50s
bob waits 50s on t_1 events_since=4 | status state.events state.outcome
+20s
ada GET /api/me | balance
bob GET /api/me | balance
"##

solo_turns_are_longer r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":50} | tableId
ada GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs
+14m59s
ada GET /api/tables/t_1 | status
+1s
ada GET /api/tables/t_1 | status state.outcome
ada GET /api/me | balance
"##

a_daily_turn_has_two_days r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join | started
ada GET /api/tables/t_1 | pace state.turnDeadlineAt state.bankMs
+47h59m
mover marks 0 on t_1
ada GET /api/tables/t_1 | state.turnDeadlineAt
+48h
ada GET /api/tables/t_1 | status archived
anonymous GET /api/tables/t_1/replay | log.*.seat log.*.leave outcome
"##

deadlines_pass_in_their_order_over_a_restart r##"
# Time limits run independently of readers; a power failure does not change them.
ada joins
bob joins
ada meets bob for 50
+10s
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":5} | tableId
+1m
mover marks 0 on t_1
restart
ada GET /api/tables/t_1 | state.turnDeadlineAt state.bankMs state.plies
+1h
ada GET /api/tables/t_2 | status archived
anonymous GET /api/tables/t_1/card | settledAt
ada GET /api/me/ledger | entries.*.delta entries.*.createdAt
"##
}
