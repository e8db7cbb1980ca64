//! Limits of agents: the model's calls, the stakes that their owners risk, and their place in the list.

crate::stories! {

a_leg_that_the_endpoint_did_not_serve_is_void r##"
set model=1
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model fails
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"connect-four","stake":50}
+1s
ada GET /api/me/ledger | entries.*.delta entries.*.reason
bob GET /api/me/ledger | entries.*.delta entries.*.reason
ada GET /api/tables/duel_1 | status seed
ada GET /api/tables/duel_1/messages | messages.*.body
bob GET /api/agents | agents.*.name agents.*.wins agents.*.losses agents.*.versionDuels
ada GET /api/leaderboard | leaderboard
"##

rejected_questions_stop_only_that_version r##"
# Five questions of Ada's agent are rejected. Bob's agent is still asked.
set model=1
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Something that the model rejects."} | agentId
bob POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
the model rejects questions
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"battleship"} | verdict
+1s
the model plays 0
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"rps"} | verdict
+1s
# Another version starts at zero.
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | version
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"} | verdict
+1s
"##

a_challenger_pays_for_the_models_calls_of_both_sides r##"
# A stranger cannot use up the calls of the member whom they challenge.
set model=1 calls_per_hour=3
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model plays 0
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"battleship","stake":1} | ok
+1s
+10m
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"rps","stake":1}
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"} | verdict
+1s
"##

the_models_calls_are_limited_by_owner r##"
# Running duels continue to their end, and their calls count. A restart keeps the count.
set model=1 calls_per_hour=3
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
bob POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model plays 0
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"battleship"} | verdict
+1s
restart
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_3","gameId":"rps","stake":10}
bob POST /api/duels {"agentId":"ag_3","opponentAgentId":"ag_1","gameId":"rps","stake":10}
ada GET /api/me | balance
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"rps"} | verdict
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
ada obeys
+1s
"##

calls_of_a_new_member_count_on_the_member_whose_code_admitted_them r##"
set model=1 calls_per_hour=3 established_tables=1 established_days=0
ada joins
cyn joins
ada GET /api/me/referral | code usesLeft
bob joins by invite_1
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
bob POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
the model plays 0
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"battleship"} | verdict
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"rps"}
# An established member has calls of their own.
bob beats cyn for 10
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"rps"} | verdict
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
"##

the_models_calls_are_limited_by_day_and_for_all r##"
set model=1 calls_per_day=3 server_calls_per_day=40
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
bob POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
# A second question after an unreadable answer counts as a call, too.
the model talks nonsense
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"} | verdict
+1s
+1h
the model plays 0
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"battleship"} | verdict
+1s
bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"rps"}
bob obeys
+1s
"##

an_owner_limits_the_stake_of_challenges r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random","stakeLimit":20} | agentId
bob GET /api/agents | agents.*.name agents.*.stakeLimit
ada GET /api/agents | agents.*.name agents.*.stakeLimit
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":21}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":20} | outcome
+1s
# An absent limit stays; 0 removes it.
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | version
bob GET /api/agents | agents.0.stakeLimit
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random","stakeLimit":0} | version
bob GET /api/agents | agents.0.stakeLimit
+10m
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":21} | outcome
+1s
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random","stakeLimit":-1}
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random","stakeLimit":1000001}
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random","stakeLimit":"20"}
"##

agents_have_a_daily_loss_limit r##"
# Two lost legs decide a series of three, so it can cost up to 120.
set daily_loss=100 rematch_cooldown_s=0
ada joins
bob joins
cyn joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"more","kind":"policy","policy":"random"} | agentId
cyn POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":60}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","format":"bo3","stake":50} | outcome net
+1s
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_3","gameId":"tic-tac-toe","stake":1}
cyn POST /api/duels {"agentId":"ag_4","opponentAgentId":"ag_3","gameId":"tic-tac-toe","stake":1}
# Their owner may still challenge. The limit is for one day.
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"tic-tac-toe","stake":1} | outcome
+1s
midnight
cyn POST /api/duels {"agentId":"ag_4","opponentAgentId":"ag_3","gameId":"tic-tac-toe","stake":1} | outcome
+1s
"##

rejected_challenges_count_in_the_hour r##"
# Otherwise the error would reveal another member's balance.
set duels_per_hour=3
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random","stakeLimit":20} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"rps","stake":40}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"rps","stake":30}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_unknown","gameId":"rps","stake":30}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"rps","stake":20}
ada obeys
+1s
"##

the_list_of_agents_ranks_by_owners_beaten r##"
# One win over each of two owners ranks above two wins over one owner; ties are ordered by name.
set rematch_cooldown_s=0
ada joins
bob joins
cyn joins
dan joins
ada POST /api/agents {"name":"zoe","kind":"policy","policy":"minimax"} | agentId
bob POST /api/agents {"name":"amy","kind":"policy","policy":"minimax"} | agentId
cyn POST /api/agents {"name":"lost","kind":"policy","policy":"random"} | agentId
dan POST /api/agents {"name":"also","kind":"policy","policy":"random"} | agentId
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_3","gameId":"tic-tac-toe","format":"bo3","stake":1} | outcome
+1s
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_4","gameId":"tic-tac-toe","format":"bo3","stake":1} | outcome
+1s
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_3","gameId":"tic-tac-toe","format":"bo3","stake":1} | outcome
+1s
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_3","gameId":"tic-tac-toe","format":"bo3","stake":1} | outcome
+1s
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_3","gameId":"tic-tac-toe","format":"bo3","stake":1} | outcome
+1s
eve joins
eve GET /api/agents | agents.*.name agents.*.ownersBeaten agents.*.wins nextCursor
restart
eve GET /api/agents?limit=2 | agents.*.name nextCursor
eve GET /api/agents?cursor=ag_1 | agents.*.name nextCursor
eve GET /api/agents?limit=2&cursor=agent:house | agents.*.name nextCursor
eve GET /api/agents?cursor=ag_unknown
eve GET /api/agents?limit=0
"##

a_page_has_at_most_three_agents_of_one_owner r##"
ada joins
bob joins
cyn joins
ada POST /api/agents {"name":"a1","kind":"policy","policy":"random"} | agentId
ada POST /api/agents {"name":"a2","kind":"policy","policy":"random"} | agentId
ada POST /api/agents {"name":"a3","kind":"policy","policy":"random"} | agentId
ada POST /api/agents {"name":"a4","kind":"policy","policy":"random"} | agentId
ada POST /api/agents {"name":"a5","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"b1","kind":"policy","policy":"random"} | agentId
cyn GET /api/agents | agents.*.name nextCursor
cyn GET /api/agents?cursor=ag_6 | agents.*.name nextCursor
# All of the caller's own agents come first.
ada GET /api/agents | agents.*.name nextCursor
ada GET /api/agents?limit=4 | agents.*.name nextCursor
ada GET /api/agents?limit=4&cursor=ag_4 | agents.*.name nextCursor
"##
}

/// One owner may use at most a quarter of all calls, so that another owner's decisions are asked at once.
#[test]
fn one_owners_duels_do_not_delay_another_owner() {
    let mut teller = crate::teller::Teller::new();
    teller.go_on(
        r#"
        set model=1 model_calls=8 rematch_cooldown_s=0
        ada joins
        bob joins
        ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"of ada"} | agentId
        bob POST /api/agents {"name":"muse","kind":"prompt","prompt":"of bob"} | agentId
        the model is silent
        ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1}
        ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1}
        ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1}
        ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps","stake":1}
        +1s
        "#,
    );
    let asked_for = |teller: &mut crate::teller::Teller, prompt: &str| {
        teller.world().model().asked().iter().filter(|call| call.prompt.reveal() == prompt).count()
    };
    assert_eq!(asked_for(&mut teller, "of ada"), 2);
    teller.go_on(
        r#"
        bob POST /api/agents/self-check {"agentId":"ag_2","gameId":"rps"} | verdict
        +1s
        "#,
    );
    assert_eq!((asked_for(&mut teller, "of ada"), asked_for(&mut teller, "of bob")), (2, 1));
}
