//! Agents that play by a prompt, from the challenge to the model and back, with kills in between.

use crate::outside::{Heard, Outside, Said, counted};
use crate::turnstone::{Answer, Home, METRICS, Member, Serving, eventually};
use serde_json::{Value, json};

fn says(content: &str) -> Said {
    Said::Answer(200, json!({ "choices": [{ "message": { "role": "assistant", "content": content } }] }).to_string())
}

/// The last number of the list that it was given.
fn last_action(heard: &Heard) -> Said {
    let asked: Value = serde_json::from_slice(&heard.body).unwrap();
    let user = asked["messages"][1]["content"].as_str().unwrap();
    says(&format!("<think>1?</think> I play {}.", user.trim_end_matches('.').rsplit(' ').next().unwrap()))
}

struct World {
    home: Home,
    model: Outside,
}

impl World {
    fn new(answers: impl Fn(&Heard) -> Said + Send + Sync + 'static) -> Self {
        Self { home: Home::new(), model: Outside::start(answers) }
    }

    fn serve(&self, timeout_s: &str) -> Serving {
        let url = self.model.url("/v1/chat/completions");
        let settings = [
            METRICS,
            ("TURNSTONE_MODEL__URL", url.as_str()),
            ("TURNSTONE_MODEL__KEY", "sk-51277"),
            ("TURNSTONE_MODEL__TIMEOUT_S", timeout_s),
        ];
        self.home.serve_with("data", &settings)
    }

    /// Ada, and the id of her agent.
    fn ada(&self, server: &Serving) -> (Member, String) {
        let invite = self.home.invited("data", &["invite"]);
        let ada = server.join(invite.trim(), "ada");
        let agent = json!({ "name": "muse", "kind": "prompt", "prompt": "prompt-5353: take the middle" });
        let agent = ada.post(server, "/api/agents", &agent)["agentId"].as_str().unwrap().to_owned();
        (ada, agent)
    }
}

fn challenge(server: &Serving, ada: &Member, agent: &str) -> Answer {
    let duel = json!({
        "agentId": agent, "opponentAgentId": "agent:house", "gameId": "tic-tac-toe", "format": "bo3", "stake": 10,
        "clientRef": "duel-0001",
    });
    ada.ask(server, "POST", "/api/duels", &duel)
}

fn balance(server: &Serving, ada: &Member) -> i64 {
    ada.get(server, "/api/me").json()["balance"].as_i64().unwrap()
}

#[test]
fn a_prompt_plays_a_duel_through_the_model() {
    let world = World::new(last_action);
    let server = world.serve("20");
    let (ada, agent) = world.ada(&server);
    let before = balance(&server, &ada);
    let fought = challenge(&server, &ada, &agent);
    assert_eq!(fought.status, 200, "{}", fought.body);
    let fought = fought.json();
    assert_eq!(fought["fallbacks"], 0, "{fought}");
    assert_eq!(balance(&server, &ada), before + fought["net"].as_i64().unwrap());
    let heard = world.model.heard();
    assert!(heard.len() >= 4, "a duel of at least two legs has more decisions than {}", heard.len());
    counted(&server, "decide", "decided", heard.len() as u64);
    assert!(heard.iter().all(|heard| heard.headers["authorization"] == "Bearer sk-51277"));
    server.terminate();
    let log = server.ended().1.join("\n");
    assert!(!log.contains("51277") && !log.contains("5353"), "{log}");
    world.home.reported("data", &["check"]);
}

#[test]
fn tokens_that_the_model_reports_are_counted() {
    let world = World::new(|heard| {
        let Said::Answer(status, body) = last_action(heard) else { unreachable!() };
        let mut body: Value = serde_json::from_str(&body).unwrap();
        body["usage"] = json!({ "prompt_tokens": 100, "completion_tokens": 2, "total_tokens": 102 });
        Said::Answer(status, body.to_string())
    });
    let server = world.serve("20");
    let (ada, agent) = world.ada(&server);
    assert_eq!(challenge(&server, &ada, &agent).status, 200);
    let questions = world.model.heard();
    let limits = |heard: &Heard| serde_json::from_slice::<Value>(&heard.body).unwrap()["max_tokens"].clone();
    assert!(questions.iter().all(|heard| limits(heard) == 16));
    let metrics = crate::turnstone::ask(server.metrics(), "GET", "/metrics", &[], "").body;
    for (name, each) in [
        ("questions_total", 1),
        ("tokens_total{direction=\"prompt\"}", 100),
        ("tokens_total{direction=\"completion\"}", 2),
    ] {
        let line = format!("turnstone_outgoing_model_{name} {}\n", each * questions.len());
        assert!(metrics.contains(&line), "{line} is missing in {metrics}");
    }
}

#[test]
fn a_model_that_fails_costs_a_move_and_no_chips() {
    let wrongs: [fn(&Heard) -> Said; 4] =
        [|_| says("99"), |_| says("I resign."), |_| Said::Answer(200, "no JSON".to_owned()), |_| Said::Silence];
    for wrong in wrongs {
        let world = World::new(wrong);
        let server = world.serve("1");
        let (ada, agent) = world.ada(&server);
        let before = balance(&server, &ada);
        let fought = challenge(&server, &ada, &agent);
        let after = balance(&server, &ada);
        // It was fought with fallbacks only, or aborted before any chips were taken.
        match fought.status {
            200 => {
                let fought = fought.json();
                assert!(fought["fallbacks"].as_u64().unwrap() > 0, "{fought}");
                assert_eq!(after, before + fought["net"].as_i64().unwrap());
            }
            status => assert_eq!((status, after), (503, before), "{}", fought.body),
        }
        server.stop();
        world.home.reported("data", &["check"]);
    }
}

#[test]
fn a_duel_continues_after_a_kill_at_each_decision() {
    for answered in [0, 1, 3] {
        let world = World::new(last_action);
        let server = world.serve("20");
        let (ada, agent) = world.ada(&server);
        let before = balance(&server, &ada);
        let count = std::sync::atomic::AtomicUsize::new(0);
        world.model.answers(move |heard| {
            let number = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            if number < answered { last_action(heard) } else { Said::Silence }
        });
        std::thread::scope(|scope| {
            let address = server.address;
            let bearer = ada.bearer();
            let duel = json!({
                "agentId": agent, "opponentAgentId": "agent:house", "gameId": "tic-tac-toe", "format": "bo3",
                "stake": 10, "clientRef": "duel-0001",
            });
            // Without a response the server dies.
            scope.spawn(move || {
                std::panic::catch_unwind(|| {
                    crate::turnstone::ask(
                        address,
                        "POST",
                        "/api/duels",
                        &[("Authorization", &bearer)],
                        &duel.to_string(),
                    )
                })
            });
            world.model.heard_at_least(answered + 1);
            drop(server);
        });
        world.model.answers(last_action);
        let server = world.serve("20");
        let mut fought = None;
        eventually(|| {
            let answer = challenge(&server, &ada, &agent);
            let is_over = answer.status == 200;
            assert!(
                is_over || (answer.status, answer.code().as_deref()) == (409, Some("in_flight")),
                "{}",
                answer.body
            );
            fought = Some(answer);
            is_over
        });
        let fought = fought.unwrap().json();
        assert_eq!((&fought["replayed"], &fought["fallbacks"]), (&json!(true), &json!(0)), "{fought}");
        assert_eq!(balance(&server, &ada), before + fought["net"].as_i64().unwrap(), "after {answered} answers");
        let duels = ada.get(&server, "/api/duels").json();
        assert_eq!(duels["duels"].as_array().unwrap().len(), 1, "{duels}");
        server.stop();
        world.home.reported("data", &["check"]);
    }
}

#[test]
fn a_policy_agent_does_not_ask_the_model() {
    let world = World::new(|_| Said::Silence);
    let server = world.serve("20");
    let invite = world.home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let agent = json!({ "name": "rook", "kind": "policy", "policy": "minimax" });
    let agent = ada.post(&server, "/api/agents", &agent)["agentId"].as_str().unwrap().to_owned();
    assert_eq!(challenge(&server, &ada, &agent).status, 200);
    assert!(world.model.heard().is_empty());
}
