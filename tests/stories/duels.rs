//! Duels between agents.

crate::stories! {

two_agents_fight_a_duel r##"
ada joins
bob joins
cyn joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":50,"clientRef":"duel-0001"}
+1s
# A repeated request gets the same response without a new duel.
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":50,"clientRef":"duel-0001"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":51,"clientRef":"duel-0001"}
ada GET /api/me/ledger | entries.*.delta entries.*.reason entries.*.tableId
bob GET /api/me/ledger | entries.*.delta entries.*.reason entries.*.tableId
ada GET /api/me/history | hands
# Its table is like any other, but no member can play at it.
ada GET /api/tables/duel_1 | id kind status mySeat visibility seats.*.name state.turnDeadlineAt state.bankMs seed
cyn GET /api/tables/duel_1 | mySeat seed
anonymous GET /api/tables/duel_1/replay | sessionId seed sealedReason config digest
anonymous GET /api/tables/duel_1/card | id kind seats.*.name winnerSeat
ada GET /api/leaderboard | leaderboard
# It counts in the record of both agents, and is in the list of duels.
cyn GET /api/agents | agents.*.name agents.*.wins agents.*.losses agents.*.versionDuels agents.*.provisional
cyn GET /api/players/ada | agents tables
bob GET /api/duels
cyn GET /api/duels | duels.*.mine
"##

legs_of_a_series_share_deals_in_pairs r##"
# The stakes of all legs are taken at once; the first two legs share a deal, with the seats swapped.
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo5","stake":10}
ada GET /api/me | balance
bob GET /api/me | balance
+1s
ada GET /api/me/ledger | entries.*.delta entries.*.tableId
anonymous GET /api/tables/duel_1_l1/replay | sessionId seed log.0.seat
anonymous GET /api/tables/duel_1_l2/replay | sessionId seed log.0.seat
anonymous GET /api/tables/duel_1_l3/replay | sessionId seed
anonymous GET /api/tables/duel_1_l1/card | seats.*.name
anonymous GET /api/tables/duel_1_l2/card | seats.*.name
ada GET /api/me/history?limit=5 | hands.*.tableId
ada GET /api/tables/duel_1_l9
ada GET /api/tables/duel_1
"##

a_leg_is_sealed_until_its_twin_is_over r##"
set model=1
ada joins
bob joins
cyn joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model is silent
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"holdem","format":"bo3","stake":100,"clientSeed":"1"} | outcome
# The first leg is over, the second waits for the model.
+2m1s
ada GET /api/duels | duels
ada GET /api/tables/duel_1_l1 | status seed state.outcome.*.seat state.view.seats.*.cards state.view.undealtBoard
bob GET /api/tables/duel_1_l1 | mySeat seed state.view.seats.*.cards
cyn GET /api/tables/duel_1_l1 | mySeat seed visibility state.view.seats.*.cards
anonymous GET /api/tables/duel_1_l1/replay | seed log seedHash sealedUntil sealedReason outcome.#
anonymous GET /api/tables/duel_1_l1/card | winnerSeat
cyn GET /api/tables/duel_1_l2 | status mySeat seed seedCommit state.yourTurn
ada GET /api/tables/duel_1_l2 | status mySeat seedCommit state.yourTurn state.legalActions state.turnDeadlineAt
# No member can play an agent's seat.
ada POST /api/tables/duel_1_l2/action {"action":{"type":"fold"}}
ada POST /api/tables/duel_1_l2/forfeit
cyn POST /api/tables/duel_1_l2/forfeit
ada POST /api/tables/duel_1_l2/seat-grants {"clientRef":"uuid-1"}
ada GET /api/me/tables | tables
cyn GET /api/tables/playing | tables.*.id tables.*.kind
cyn GET /api/tables/open | tables
anonymous GET /api/tables/duel_1_l2/replay
the model plays 0
+2m
anonymous GET /api/tables/duel_1_l1/replay | seed sealedReason
ada GET /api/duels | duels.*.outcome
"##

a_duel_survives_its_caller_and_a_restart r##"
set model=1
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model is silent
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":10,"clientRef":"duel-0001"}
+1s
ada hangs up
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":10,"clientRef":"duel-0001"}
restart
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":10,"clientRef":"duel-0001"}
ada GET /api/me | balance
the model plays 0
+2m
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":10,"clientRef":"duel-0001"}
"##

a_stop_rejects_the_caller_and_keeps_the_duel r##"
set model=1
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
the model is silent
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","stake":10,"clientRef":"duel-0001"}
+1s
the operator stops the service
restart
the model plays 0
+2m
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","stake":10,"clientRef":"duel-0001"} | duelId outcome replayed
"##

a_duel_against_the_house r##"
# The house's stake is on the house's account.
ada joins
ada POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"connect-four","format":"bo3","stake":100}
+1s
ada GET /api/me | balance
anonymous GET /api/tables/duel_1_l1/card | seats.*.name seats.*.score
ada GET /api/agents | agents.*.name agents.*.wins agents.*.losses
"##

rejects_impossible_challenges r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
ada POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"shy","kind":"policy","policy":"random","acceptsChallenges":false} | agentId
bob POST /api/agents {"name":"bold","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_3","gameId":"tic-tac-toe"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe"}
ada POST /api/duels {"agentId":"ag_4","opponentAgentId":"ag_1","gameId":"tic-tac-toe"}
ada POST /api/duels {"agentId":"agent:house","opponentAgentId":"ag_4","gameId":"tic-tac-toe"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_unknown","gameId":"tic-tac-toe"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"roulette"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"rps"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"chess"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","format":"bo7"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","stake":0}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","clientRef":"short"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","rematchOf":"duel_1"}
ada POST /api/duels {"opponentAgentId":"ag_4"}
anonymous POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4"}
# A duel begins only if all legs are paid for.
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"tic-tac-toe","format":"bo3","stake":334}
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":950} | tableId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"tic-tac-toe","stake":51}
bob POST /api/me/pause {"duration":"24h"} | paused
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"tic-tac-toe","stake":1}
bob POST /api/duels {"agentId":"ag_4","opponentAgentId":"ag_1","gameId":"tic-tac-toe","stake":1}
ada GET /api/me | balance
ada GET /api/duels | duels
"##

the_houses_daily_limit_bounds_duels_too r##"
set house_purse=100
ada joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","format":"bo3","stake":34}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","format":"bo3","stake":33} | outcome
+1s
"##

the_challenged_side_may_challenge_back_at_once r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":20} | duelId
+1s
# This does not hold for the challenging side, without naming the duel, or with another agent.
bob POST /api/agents {"name":"third","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_3","gameId":"tic-tac-toe","stake":1}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","rematchOf":"duel_1"}
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1"}
# A rematch has the game, format and stake of the first duel.
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","rematchOf":"duel_1"} | duelId gameId format
+1s
bob GET /api/duels | duels.*.stake duels.*.challenger
# Now there is a newer duel.
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","rematchOf":"duel_1"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","rematchOf":"duel_2"} | duelId
+10m
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"tic-tac-toe","stake":1} | duelId
+1s
"##

duels_are_limited_by_the_hour r##"
set duels_per_hour=2 rematch_cooldown_s=0
ada joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1} | duelId
+1s
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1} | duelId
+1s
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1} | duelId
ada obeys
+1s
"##

an_agent_is_ranked_after_the_threshold_of_duels r##"
set ranking_threshold=2 rematch_cooldown_s=0
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1} | duelId
+1s
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1} | duelId
+1s
bob GET /api/agents | agents.*.versionDuels agents.*.provisional rankingThreshold
# A new version starts at zero; the agent's wins stay.
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random","aggression":0.1} | version
bob GET /api/agents | agents.*.versionDuels agents.*.provisional
"##

the_list_of_duels_has_pages r##"
set rematch_cooldown_s=0
ada joins
eve joins as test
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
eve POST /api/agents {"name":"test","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1} | duelId
+1s
eve POST /api/duels {"agentId":"ag_2","opponentAgentId":"agent:house","gameId":"rps","stake":2} | duelId
+1s
eve POST /api/duels {"agentId":"ag_2","opponentAgentId":"agent:house","gameId":"rps","stake":3} | duelId
+1s
# Agents of test accounts are visible only to their owners, and leave no gaps in a page.
ada GET /api/duels?limit=1 | duels.*.id
eve GET /api/duels?limit=1 | duels.*.id
eve GET /api/duels?limit=2&before=@+2s | duels.*.id
ada GET /api/agents | agents.*.name
ada GET /api/duels?limit=0
ada GET /api/duels?before=now
anonymous GET /api/duels
"##

an_erased_owners_duels_continue r##"
set model=1
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model is silent
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"tic-tac-toe","format":"bo5","stake":10}
+1s
ada DELETE /api/me {"confirmHandle":"ada"}
bob GET /api/me | balance
bob GET /api/agents | agents.*.name
bob GET /api/duels
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"tic-tac-toe"}
"##

a_logout_ends_pending_polls r##"
set model=1
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
the model is silent
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe","stake":10}
+1s
ada POST /api/logout
+10m
"##
}

/// Rules, view, actions and the owner's text: no names or texts of other members.
#[test]
fn questions_to_the_model_have_no_names_and_no_chat() {
    let mut teller = crate::teller::Teller::new();
    teller.go_on(
        r#"
        set model=1
        canary-ada joins
        canary-bob joins
        canary-ada POST /api/agents {"name":"canary-muse","kind":"prompt","prompt":"own words"} | agentId
        canary-bob POST /api/agents {"name":"canary-dice","kind":"policy","policy":"random"} | agentId
        the model is silent
        canary-ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":10}
        +1s
        canary-bob POST /api/tables/duel_1/messages {"body":"canary-words"}
        the model plays 0
        +10m
        "#,
    );
    let asked = teller.world().model().asked();
    assert!(asked.len() > 2, "it was called");
    for call in asked {
        let reported = format!("{} {} {} {:?}", call.label, call.rules, call.view.0, call.legal_actions);
        assert!(!reported.contains("canary") && !call.legal_actions.is_empty(), "{reported}");
        assert_eq!(call.prompt.reveal(), "own words");
    }
}

/// Only this many decisions at a time; the others wait in the queue.
#[test]
fn concurrent_questions_to_the_model_are_limited() {
    let mut teller = crate::teller::Teller::new();
    teller.go_on(
        r#"
        set model=1 model_calls=2
        ada joins
        bob joins
        cyn joins
        ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"own words"} | agentId
        bob POST /api/agents {"name":"muse","kind":"prompt","prompt":"own words"} | agentId
        cyn POST /api/agents {"name":"muse","kind":"prompt","prompt":"own words"} | agentId
        the model is silent
        ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"memory"} | verdict
        bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"memory"} | verdict
        cyn POST /api/agents/self-check {"agentId":"ag_3","gameId":"memory"} | verdict
        +5s
        "#,
    );
    assert_eq!(teller.world().model().asked().len(), 2);
    teller.go_on("+56s");
    assert!(teller.world().model().asked().len() > 2, "the waiting requests were served");
}
