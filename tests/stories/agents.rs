//! Agents and self-checks.

crate::stories! {

agents_are_saved_by_name r##"
ada joins
bob joins
ada POST /api/agents {"name":" Rook ","kind":"policy","policy":"minimax"}
# Another spelling renames it and keeps its version; another policy makes a new version.
ada POST /api/agents {"name":"ROOK","kind":"policy","policy":"minimax","aggression":0.5}
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax","aggression":0.9,"acceptsChallenges":false}
ada POST /api/agents {"name":"rook","kind":"prompt","prompt":"Open in the middle.\nThen be patient."}
ada POST /api/agents {"name":"rook","kind":"prompt","prompt":"Open in the middle.\nThen be patient."} | version
# Names are unique for each owner.
bob POST /api/agents {"name":"rook","kind":"policy","policy":"random","prompt":"of no effect"}
ada GET /api/agents
# Only the owner can read the prompt.
bob GET /api/agents | agents.*.id agents.*.name agents.*.ownerHandle agents.*.mine agents.*.prompt
bob GET /api/players/ada | agents
"##

rejects_invalid_agents r##"
ada joins
ada POST /api/agents {"name":"a","kind":"policy","policy":"random"}
ada POST /api/agents {"name":"<<25>>","kind":"policy","policy":"random"}
ada POST /api/agents {"kind":"policy","policy":"random"}
ada POST /api/agents {"name":"rook","kind":"policy"}
ada POST /api/agents {"name":"rook","kind":"policy","policy":"house"}
ada POST /api/agents {"name":"rook","kind":"oracle"}
ada POST /api/agents {"name":"rook","kind":"prompt"}
ada POST /api/agents {"name":"rook","kind":"prompt","prompt":"  "}
ada POST /api/agents {"name":"rook","kind":"prompt","prompt":"<<2001>>"}
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random","aggression":1.01}
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random","aggression":"0.5"}
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random","acceptsChallenges":"yes"}
anonymous POST /api/agents {"name":"rook","kind":"policy","policy":"random"}
anonymous GET /api/agents
ada GET /api/agents | agents.*.id rankingThreshold
"##

an_agent_self_checks_against_the_house r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"minimax"} | agentId
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"tic-tac-toe"}
# One at a time.
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"tic-tac-toe"}
+1s
# No chips were staked, and no result counts.
ada GET /api/me | balance
ada GET /api/me/history | hands
ada GET /api/me/tables | tables
ada GET /api/tables/t_1 | kind practice visibility mySeat status seats.*.name state.yourTurn state.bankMs
anonymous GET /api/tables/t_1/replay | seed config log.#
bob GET /api/agents | agents.*.versionDuels
ada GET /api/duels | duels
# Alone against the bank, and with several seats.
ada POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
ada POST /api/agents/self-check {"agentId":"ag_2","gameId":"dominoes"}
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"chess"}
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
bob POST /api/agents/self-check {"agentId":"ag_1"}
ada POST /api/agents/self-check {"agentId":"agent:house"}
ada POST /api/agents/self-check {"agentId":"x"}
"##

self_checks_are_limited_to_ten_an_hour r##"
set selfchecks_per_hour=2
ada joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"} | tableId
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"} | tableId
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"} | tableId
ada obeys
+1s
"##

an_agent_with_a_prompt_asks_the_model r##"
set model=1
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
the model plays 0
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"tic-tac-toe"}
+1s
# Its answer is used if it is one of the legal actions; otherwise the agent falls back to a random action, which is reported.
the model talks nonsense
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"tic-tac-toe"}
+1s
+31s
the model cannot count
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"tic-tac-toe"}
+1s
# Alone against the bank.
+31s
the model plays 1
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"roulette"}
+1s
"##

a_silent_model_times_out r##"
set model=1
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
the model is silent
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"tic-tac-toe"}
+59s
+10m
"##

a_self_check_has_a_time_limit r##"
# After the time limit the model is not asked any more: random play finishes the match.
set model=1 duel_s=90
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
the model is silent
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"battleship"} | verdict
+10m
"##

a_failing_model_is_paused r##"
# After five failures in a row it is not asked for a while.
set model=1
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
the model fails
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"battleship"} | verdict
+1s
ada POST /api/agents/self-check {"agentId":"ag_1","gameId":"rps"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"rps"}
ada GET /api/me | balance
the model plays 0
ada obeys
+1s
ada GET /api/me/ledger | entries.*.delta
"##

rejects_prompts_without_a_model r##"
ada joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Take the middle."} | agentId
ada POST /api/agents/self-check {"agentId":"ag_1"}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","clientRef":"duel-0001"}
ada GET /api/me | balance
"##
}

#[test]
fn a_member_has_fifty_agents_at_most() {
    let mut teller = crate::teller::Teller::new();
    teller.go_on("ada joins");
    let mut save = |name: String| {
        let body = format!(r#"{{"name":"{name}","kind":"policy","policy":"random"}}"#);
        teller.ask("ada", "POST", "/api/agents", Some(body)).0
    };
    assert!((0..50).all(|number| save(format!("agent-{number}")) == 200));
    assert_eq!(save("agent-50".to_owned()), 400);
    assert_eq!(save("AGENT-49".to_owned()), 200, "one of them is changed");
}
