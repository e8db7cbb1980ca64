//! Clients that call tools by the Model Context Protocol: the requests of the same generator as arguments of tools, and
//! messages of the protocol that call none.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::requests::weighted;
use crate::contract::edge;
use crate::grid::{Cell, Grid};
use crate::inner::Fields;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use turnstone_mcp::MCP_PATH;
use turnstone_service::credentials::Claims;
use turnstone_service::games::SHIPPED;

/// Requests of operations that tools call, with their weights.
const OFTEN: &str = include_str!("tools.txt");

/// A tool as its description promises it.
pub(super) struct SimTool {
    pub(super) name: &'static str,
    /// The operation that it calls first. Of two, the second one if it has a body. Of three, the second one with a ticket,
    /// and the last one to leave.
    pub(super) operations: &'static [&'static str],
    /// Whether the token of a seat may be an argument.
    pub(super) takes_seat: bool,
    /// JSON pointers to the fields of its result that other people wrote.
    pub(super) untrusted: &'static [&'static str],
}

const fn tool(
    name: &'static str,
    operations: &'static [&'static str],
    takes_seat: bool,
    untrusted: &'static [&'static str],
) -> SimTool {
    SimTool { name, operations, takes_seat, untrusted }
}

const OF_TABLE: &[&str] =
    &["/table/seats/*/name", "/table/seats/*/guestName", "/table/seats/*/avatarUrl", "/table/invitedHandle"];

pub(super) const TOOLS: [SimTool; 15] = [
    tool("turnstone_games", &[], false, &[]),
    tool("turnstone_practice", &["practice"], false, OF_TABLE),
    tool("turnstone_act", &["act"], true, OF_TABLE),
    tool(WAIT_FOR_TURN, &["read_table"], true, OF_TABLE),
    tool(LEGAL_MOVES, &["read_table"], true, OF_TABLE),
    tool("turnstone_open_table", &["create_table"], false, OF_TABLE),
    tool("turnstone_list_open_tables", &["open_tables"], false, &["/tables/*/host"]),
    tool("turnstone_join_table", &["join_table"], false, OF_TABLE),
    tool(FIND_OPPONENT, &["join_queue", "read_ticket", "leave_queue"], false, &[]),
    tool("turnstone_my_tables", &["my_tables"], false, &["/invitations/*/host"]),
    tool("turnstone_me", &["me"], false, &["/hands/*/opponents/*"]),
    tool("turnstone_resign", &["forfeit"], true, &[]),
    tool("turnstone_chat", &["table_messages", "post_table_message"], false, &["/messages/*/name", "/messages/*/body"]),
    tool("turnstone_replay", &["replay"], false, &[]),
    tool("turnstone_claim_seat", &["claim_seat_grant"], false, OF_TABLE),
];

pub(super) const WAIT_FOR_TURN: &str = "turnstone_wait_for_turn";
pub(super) const FIND_OPPONENT: &str = "turnstone_find_opponent";
const LEGAL_MOVES: &str = "turnstone_legal_moves";

/// Arguments that are numbers or truth values. As text they are read as such.
pub(super) fn typed(name: &str, value: Value) -> Value {
    let Value::String(text) = &value else { return value };
    let read = serde_json::from_str::<Value>(text.trim()).ok();
    let read = match name {
        "wait" | "expectedPlies" | "eventsSince" | "stake" | "seats" | "seat" | "level" | "since" => {
            read.filter(Value::is_number)
        }
        "open" | "practice" | "daily" | "rated" | "leave" => read.filter(Value::is_boolean),
        _ => None,
    };
    read.unwrap_or(value)
}

/// Counters of the results of every tool that calls an operation.
pub(super) static TOOL_RESULTS: LazyLock<Grid> = LazyLock::new(|| {
    let all = TOOLS.iter().filter(|tool| !tool.operations.is_empty());
    all.flat_map(|tool| [false, true].map(|is_error| (counter(tool.name, is_error), Cell::Must))).collect()
});

/// The counter of the results of a tool.
pub(super) fn counter(tool: &str, is_error: bool) -> String {
    format!("network: the tool {tool} {}", if is_error { "returned an error" } else { "succeeded" })
}

/// A number of seconds, which may be sent as text.
pub(super) fn seconds(wait: &Value) -> f64 {
    wait.as_f64().or_else(|| wait.as_str()?.parse().ok()).unwrap_or_default()
}

impl ClientRequest {
    /// A message of the protocol.
    fn message(message: &Value, auth: Auth) -> Self {
        let ask =
            Self { method: "POST", path: MCP_PATH.to_owned(), body: Some(message.to_string()), ..Self::default() };
        Self { auth, ..ask }.with("accept", "application/json, text/event-stream")
    }

    /// The message of the protocol that it carries.
    pub(super) fn as_message(&self) -> Option<Value> {
        serde_json::from_str(self.body.as_deref().filter(|_| self.path == MCP_PATH)?).ok()
    }

    /// Whether it calls the tool that calls no operation.
    pub(super) fn calls_games(&self) -> bool {
        self.as_message().is_some_and(|message| message["params"]["name"] == "turnstone_games")
    }

    /// The time that a waiting tool may wait.
    pub(super) fn tool_wait_s(&self) -> f64 {
        let Some(message) = self.as_message() else { return 0.0 };
        let wait = message.pointer("/params/arguments/wait").filter(|wait| !wait.is_null());
        let waits = |name: &Value| name == WAIT_FOR_TURN || name == FIND_OPPONENT;
        if message.pointer("/params/name").is_some_and(waits) { wait.map_or(4.0, seconds) } else { 0.0 }
    }
}

impl SimClient {
    /// Call tools, or send another message of the protocol.
    pub(super) async fn call_tools(&mut self) {
        match self.rng.below(10) {
            0 => {
                let message = self.draw_message();
                self.call(message).await;
            }
            1 | 2 => self.play_by_tools().await,
            3 => self.wait_by_tool().await,
            4 => self.meet_by_tool().await,
            _ => {
                let template = weighted(OFTEN, &mut self.rng);
                let who = self.caller();
                let Some(ask) = self.draw_tool(&who, template, 0, true) else { return };
                if self.rng.percent(4) {
                    self.hang_up_on(&ask).await;
                }
                self.call(ask).await;
            }
        }
    }

    /// Wait at a table, or withdraw a call that waits.
    async fn wait_by_tool(&mut self) {
        let Some(table) = self.own_table() else { return };
        let (name, wait) = (self.name.clone(), self.rng.one(&["0.4", "2", "6", "12"]));
        let template = format!(r#"read_table {{"id":"$table:#","wait":{wait},"events_since":"?-|0|$events"}}"#);
        let Some(ask) = self.draw_tool(&name, &template, table, false) else { return };
        if self.rng.percent(40) {
            self.hang_up_on(&ask).await;
            self.host.hit("network: a waiting tool was withdrawn");
        } else {
            self.call(ask).await;
        }
    }

    /// Wait for an opponent until there is a table, and sometimes stop before.
    async fn meet_by_tool(&mut self) {
        const JOIN: &str = r#"join_queue {"kind":"tic-tac-toe-vs-house","fallback":"?-|-|house","wait":"?-|0|3|9","clientRef":"?-|$ref"}"#;
        const WAIT: &str = r#"read_ticket {"ticketId":"$ticket:#","wait":"?-|2|9|20"}"#;
        const LEAVE: &str = r#"leave_queue {"ticketId":"$ticket:#"}"#;
        let name = self.name.clone();
        let Some(mut ask) = self.draw_tool(&name, JOIN, 0, false) else { return };
        let step = ask.step();
        for _ in 0..4 {
            let Some(response) = self.call(ask).await else { return };
            // Without structured content its text names the ticket.
            let text = response.json.pointer("/result/content/0/text").and_then(Value::as_str);
            if !text.is_some_and(|text| text.starts_with("ticketId: ")) {
                return;
            }
            let line = if self.rng.percent(15) { LEAVE } else { WAIT };
            let Some(next) = self.draw_tool(&name, line, step, false) else { return };
            ask = next;
        }
    }

    /// Play some moves of a table by tools alone, and sometimes give up.
    async fn play_by_tools(&mut self) {
        const ACT: &str = r#"act {"id":"$table:#","action":"?$action:0|$action:1|$action:5|$action:19","expectedPlies":"$plies","eventsSince":"?-|$events"}"#;
        const WAIT: &str = r#"read_table {"id":"$table:#","wait":"?0|5","events_since":"?-|$events"}"#;
        let Some((table, who)) = self.table_to_play().await else { return };
        let mut is_turn = false;
        for _ in 0..self.rng.between(3, 16) {
            let Some(ask) = self.draw_tool(&who, if is_turn { ACT } else { WAIT }, table, false) else { return };
            let Some(response) = self.call(ask).await else { return };
            let Some(state) = response.json.pointer("/result/structuredContent/table/state") else { break };
            if state["terminal"] == true {
                return;
            }
            is_turn = state["yourTurn"] == true;
        }
        let resign = self.draw_tool(&who, r#"forfeit {"id":"$table:#"}"#, table, false);
        if let Some(resign) = resign.filter(|_| self.rng.percent(30)) {
            self.call(resign).await;
        }
    }

    /// The call of the tool for a request about a table or a grant, perhaps with what is wrong in some calls: an argument
    /// at the edge of its range, or the token of no seat.
    pub(super) fn draw_tool(
        &mut self,
        who: &str,
        template: &str,
        about: u32,
        may_be_wrong: bool,
    ) -> Option<ClientRequest> {
        let host = self.host.clone();
        let step = host.next_number() as u32;
        let judge = host.judge();
        let (who, operation, mut fields) = self.generator.request(&*judge, (step, who), template, about)?;
        if may_be_wrong && self.rng.percent(20) {
            fields = edge(operation, fields, &mut self.rng)?;
        }
        let moves = operation == "read_table" && may_be_wrong && self.rng.percent(25);
        if moves {
            fields.retain(|name, _| name == "id");
        }
        let mut tools = TOOLS.iter().filter(|tool| tool.operations.contains(&operation));
        let tool = tools.find(|tool| !moves || tool.name == LEGAL_MOVES)?;
        let name = |name: &str| match name {
            "id" => "tableId".to_owned(),
            "events_since" => "eventsSince".to_owned(),
            name => name.to_owned(),
        };
        let fields = judge.known.resolve(step, &who, &fields);
        let mut arguments: Fields = fields.into_iter().map(|(own, value)| (name(&own), value)).collect();
        if let Some(action) = arguments.get_mut("action") {
            self.rewrite(action);
        }
        for name in ["expectedPlies", "eventsSince", "stake", "level"] {
            if let Some(value) = arguments.get_mut(name).filter(|value| value.is_number() && self.rng.percent(10)) {
                *value = json!(value.to_string());
            }
        }
        if self.rng.percent(85) {
            arguments.insert("full".to_owned(), json!(true));
        }
        if operation == "leave_queue" {
            arguments.insert("leave".to_owned(), json!(true));
        }
        if moves && self.rng.percent(60) {
            let start = self.rng.one(&["play", " Fold", "c", "1", "a", "rock", "shoot b", "nothing"]);
            arguments.insert("startsWith".to_owned(), json!(start));
        }
        // Clients send null for what their model left out.
        for name in ["eventsSince", "wait", "level", "seats", "seatToken", "startsWith", "body", "since", "clientRef"] {
            if self.rng.percent(8) && !arguments.contains_key(name) {
                arguments.insert(name.to_owned(), Value::Null);
            }
        }
        let claims = judge.known.caller(&who).claims;
        let token = claims.as_ref().map(|claims| judge.keys.token(claims).reveal().to_owned());
        let is_seat = matches!(claims, Some(Claims::Seat { .. }));
        let mut auth = token.clone().map_or(Auth::Anonymous, Auth::Bearer);
        if tool.takes_seat && is_seat && self.rng.percent(80) {
            arguments.insert("seatToken".to_owned(), json!(token));
            auth = Auth::Anonymous;
        } else if tool.takes_seat && may_be_wrong && self.rng.percent(6) {
            let wrong = [json!(7), json!("nonsense"), json!(token)];
            arguments.insert("seatToken".to_owned(), self.rng.pick(&wrong).cloned().unwrap_or_default());
        }
        let params = json!({ "name": tool.name, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": step, "method": "tools/call", "params": params });
        Some(ClientRequest { caller: Some((who, step)), ..ClientRequest::message(&message, auth) })
    }

    /// Write an action as its text, or as JSON in a text, in some calls.
    fn rewrite(&mut self, action: &mut Value) {
        if !action.is_object() {
            return;
        }
        match self.rng.below(4) {
            0 => *action = json!(action.to_string()),
            1 => {
                if let Some(text) = SHIPPED.games().find_map(|rules| rules.move_text(action)) {
                    *action = json!(text);
                }
            }
            _ => {}
        }
    }

    /// A message that calls no operation.
    fn draw_message(&mut self) -> ClientRequest {
        let client = json!({ "name": "simulator", "version": "1" });
        let initialize = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let unknown = self.rng.one(&["tools", "act ", "erase_account"]);
        let messages = [
            ("initialize", initialize),
            ("ping", json!({})),
            ("tools/list", json!({})),
            ("resources/list", json!({})),
            ("resources/read", json!({ "uri": "turnstone://rules/tic-tac-toe" })),
            ("resources/read", json!({ "uri": "turnstone://rules/none" })),
            ("prompts/get", json!({ "name": "play", "arguments": { "kind": "roulette" } })),
            ("tools/call", json!({ "name": "games" })),
            ("tools/call", json!({ "name": "turnstone_games", "arguments": { "full": true } })),
            ("tools/call", json!({ "name": "turnstone_games", "arguments": { "kind": "roulette", "full": "true" } })),
            ("tools/call", json!({ "name": "turnstone_games", "arguments": "{}" })),
            ("tools/call", json!({ "name": "turnstone_games", "arguments": { "kind": null, "full": true } })),
            ("resources/read", json!({ "uri": "turnstone://rules/rps" })),
            ("tools/call", json!({ "name": unknown, "arguments": {} })),
            ("tools/erase", json!({})),
        ];
        let (method, params) = self.rng.pick(&messages).cloned().unwrap_or_default();
        let mut message = json!({ "jsonrpc": "2.0", "id": "m", "method": method, "params": params });
        if self.rng.percent(10) {
            message = self.rng.pick(&[json!([message]), json!("ping"), Value::Null]).cloned().unwrap_or_default();
        }
        let auth = match self.own_auth() {
            Auth::Cookie(_) => Auth::Anonymous,
            auth => auth,
        };
        ClientRequest::message(&message, auth)
    }
}

/// The error in the response to a message, for what the protocol alone decides.
pub(super) fn wrong_message(ask: &ClientRequest, response: &ClientResponse) -> Option<&'static str> {
    let message = ask.as_message().filter(|_| response.status == 200)?;
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    match (message.as_array().map(Vec::as_slice), body.as_array().map(Vec::as_slice)) {
        (Some([message]), Some([body])) => wrong_answer(message, body),
        (Some(_), _) | (_, Some(_)) => Some("not the responses to a batch"),
        (None, None) => wrong_answer(&message, &body),
    }
}

fn wrong_answer(message: &Value, body: &Value) -> Option<&'static str> {
    let (name, params) = (message["method"].as_str().unwrap_or_default(), &message["params"]);
    let tool = params["name"].as_str().map(|name| if name == "games" { "turnstone_games" } else { name });
    let called = TOOLS.iter().find(|own| name == "tools/call" && tool == Some(own.name));
    let due = match name {
        "tools/erase" => Some(-32601),
        "tools/call" if called.is_none() || params["arguments"].is_string() => Some(-32602),
        "resources/read" if params["uri"] == "turnstone://rules/none" => Some(-32002),
        _ => None,
    };
    let names = |list: &Value| list.as_array().into_iter().flatten().map(|one| one["name"].clone()).collect::<Vec<_>>();
    let games = body.pointer("/result/structuredContent/games").and_then(Value::as_array);
    let kind = params.pointer("/arguments/kind").filter(|kind| !kind.is_null());
    let uri = params["uri"].as_str().unwrap_or_default();
    // A resource has the rules of its own game: each names its kinds.
    let told = body.pointer("/result/contents/0/text").and_then(Value::as_str).unwrap_or_default();
    let game = uri.strip_prefix("turnstone://rules/").and_then(|game| SHIPPED.newest(game));
    let is_told = |kind: &str| told.contains(&format!("`{kind}`"));
    let is_right = |game: &Map<String, Value>| match kind {
        Some(kind) => game.get("kind") == Some(kind) && game.contains_key("rules"),
        None => game.contains_key("kind") && !game.contains_key("rules"),
    };
    let rules = [
        (
            "not the rules of the resource's game",
            name == "resources/read"
                && game.is_some_and(|game| !game.about().kinds.iter().all(|kind| is_told(kind.kind))),
        ),
        ("not a response of the protocol", body["jsonrpc"] != "2.0" || body["id"] != message["id"]),
        ("a wrong error of the protocol", body["error"]["code"].as_i64() != due),
        ("neither a result nor an error", body.get("result").is_some() == body.get("error").is_some()),
        ("other tools", name == "tools/list" && names(&body["result"]["tools"]) != TOOLS.map(|tool| json!(tool.name))),
        (
            "a wrong list of games",
            due.is_none()
                && called.is_some_and(|tool| tool.name == "turnstone_games")
                && !games.is_some_and(|games| {
                    kind.is_none_or(|_| games.len() == 1) && games.iter().filter_map(Value::as_object).all(is_right)
                }),
        ),
    ];
    rules.into_iter().find(|(_, broken)| *broken).map(|(what, _)| what)
}
