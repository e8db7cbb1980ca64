//! The Model Context Protocol of the real binary: over HTTP, and by `turnstone mcp` on standard input and output.

use crate::turnstone::{Answer, Home, LONG, Serving, eventually, stderr};
use serde_json::{Value, json};
use std::fs::Permissions;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

const ACCEPT: (&str, &str) = ("Accept", "application/json, text/event-stream");

/// Send a message with this token.
fn send(server: &Serving, token: Option<&str>, message: &Value) -> Answer {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers = vec![ACCEPT];
    headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
    server.ask("POST", "/mcp", &headers, &message.to_string())
}

fn message(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn tool(id: u64, name: &str, arguments: Value) -> Value {
    message(id, "tools/call", json!({ "name": name, "arguments": arguments }))
}

/// The result of a tool that succeeds.
fn call(server: &Serving, token: Option<&str>, name: &str, arguments: Value) -> Value {
    let answer = send(server, token, &tool(1, name, arguments));
    assert_eq!(answer.status, 200, "{}", answer.body);
    let result = answer.json()["result"].clone();
    assert_eq!(result["isError"], false, "{name}: {result}");
    result["structuredContent"].clone()
}

#[test]
fn a_conversation_goes_on_after_a_restart() {
    let home = Home::new();
    let server = home.serve("data");
    let opened = send(
        &server,
        None,
        &message(
            1,
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } }),
        ),
    );
    assert_eq!(opened.header("content-type"), Some("application/json"), "{}", opened.body);
    assert_eq!(opened.header("mcp-session-id"), None, "there are no sessions");
    assert_eq!(opened.header("cache-control"), Some("no-store"));
    assert_eq!(opened.json()["result"]["protocolVersion"], "2025-11-25");
    let notice = send(&server, None, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    assert_eq!((notice.status, notice.body.as_str()), (202, ""));
    let seat = call(&server, None, "practice", json!({ "kind": "tic-tac-toe-vs-house" }));
    server.stop();

    let server = home.serve("data");
    let state = &seat["table"]["state"];
    let action = json!({
        "tableId": seat["tableId"],
        "seatToken": seat["seatToken"],
        "action": state["legalActions"][0],
        "expectedPlies": state["plies"],
    });
    let moved = call(&server, None, "act", action);
    assert!(moved["table"]["state"]["plies"].as_u64() > state["plies"].as_u64(), "{moved}");
    server.stop();
}

#[test]
fn logs_contain_no_message_at_any_level() {
    let home = Home::new();
    let server = home.serve_with("data", &[("RUST_LOG", "trace")]);
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let seat = call(&server, None, "practice", json!({ "kind": "tic-tac-toe-vs-house" }));
    let made = json!({ "kind": "tic-tac-toe-vs-house", "open": true });
    let table = call(&server, Some(&ada.token), "open_table", made);
    let said = json!({ "tableId": table["tableId"], "body": "a canary in the chat" });
    call(&server, Some(&ada.token), "chat", said);
    let wrong = json!({ "tableId": table["tableId"], "seatToken": "tsn1.a-canary-of-a-token" });
    let rejected = send(&server, None, &tool(1, "wait_for_turn", wrong)).json();
    assert_eq!(rejected["result"]["isError"], true);
    send(&server, None, &message(1, "canary/method", json!({})));
    eventually(|| server.has_logged("\"route\":\"/mcp\""));
    server.terminate();
    let (_, log) = server.ended();
    let log = log.join("\n");
    for secret in [seat["seatToken"].as_str().unwrap(), &ada.token, "canary"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
    assert!(!log.contains("\"rmcp"), "the SDK logs");
    assert!(log.contains("\"target\":\"turnstone::security\"") && log.contains("\"credential\""), "{log}");
}

/// `turnstone mcp` with its messages.
struct Forwarder {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
}

impl Forwarder {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let (sender, output) = channel();
        std::thread::spawn(move || lines.for_each(|line| drop(sender.send(serde_json::from_str(&line).unwrap()))));
        let input = child.stdin.take();
        Self { child, input, output }
    }

    fn say(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
    }

    fn next(&self) -> Value {
        self.output.recv_timeout(LONG).unwrap()
    }

    fn ask(&mut self, message: &Value) -> Value {
        self.say(message);
        self.next()
    }

    fn ends(mut self) {
        self.input = None;
        assert!(self.child.wait().unwrap().success());
    }
}

fn forwarder(home: &Home, server: &Serving) -> Command {
    home.bare(&["mcp", "--url", &format!("http://{}", server.address)])
}

#[test]
fn the_forwarder_carries_messages_and_a_token() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let file = home.path("token");
    std::fs::write(&file, format!("{}\n", ada.token)).unwrap();
    let mut command = forwarder(&home, &server);
    command.arg("--token-file").arg(&file);
    let mut client = Forwarder::start(command);
    let opens = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    assert_eq!(client.ask(&message(1, "initialize", opens))["result"]["protocolVersion"], "2025-06-18");
    client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    assert!(client.ask(&message(2, "tools/list", json!({})))["result"]["tools"].as_array().unwrap().len() > 7);
    let made = json!({ "kind": "tic-tac-toe-vs-house", "open": true });
    let opened = client.ask(&tool(3, "open_table", made));
    let table = opened["result"]["structuredContent"]["tableId"].clone();
    assert!(table.is_string(), "{opened}");
    // A client that asks for it hears that a tool waits, before its result.
    let mut waits = tool(7, "turnstone_wait_for_turn", json!({ "tableId": table, "wait": 3 }));
    waits["params"]["_meta"] = json!({ "progressToken": "t" });
    let progress = client.ask(&waits);
    assert_eq!(progress["method"], "notifications/progress", "{progress}");
    assert_eq!(progress["params"]["progressToken"], "t");
    let waited = std::iter::repeat_with(|| client.next()).find(|message| message.get("id").is_some()).unwrap();
    assert_eq!((waited["id"].clone(), waited["result"]["isError"].clone()), (json!(7), json!(false)), "{waited}");
    // A wait does not hold up other messages, and a cancelled one leaves no response and no pending long-poll.
    client.say(&tool(4, "wait_for_turn", json!({ "tableId": table, "wait": 50 })));
    assert_eq!(client.ask(&message(5, "ping", json!({})))["id"], 5);
    client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 4 } }));
    // A line that is not UTF-8 gets an error, and the next one is answered.
    let input = client.input.as_mut().unwrap();
    input.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":{\"x\":\"\xff\"}}\n").unwrap();
    let line = client.next();
    assert_eq!((line["id"].clone(), line["error"]["code"].clone()), (Value::Null, json!(-32_700)));
    assert_eq!(client.ask(&tool(6, "my_tables", json!({})))["id"], 6);
    client.ends();
    server.stop();
}

#[test]
fn the_forwarder_fetches_tokens_with_a_recovery_code() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let file = home.path("recovery");
    std::fs::write(&file, format!("{}\n", ada.recovery_code)).unwrap();
    let command = || {
        let mut command = forwarder(&home, &server);
        command.args(["--handle", "ada", "--recovery-file"]).arg(&file);
        command
    };
    // A file that others can read is not used.
    std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    let output = command().output().unwrap();
    assert!(stderr(&output).contains("chmod 600"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    let mut client = Forwarder::start(command());
    let me = |answer: &Value| answer["result"]["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(me(&client.ask(&tool(1, "turnstone_me", json!({})))).starts_with("You are ada"));
    // The end of all sessions is the end of the token, and the forwarder fetches another one.
    ada.post(&server, "/api/logout", &json!({}));
    assert!(me(&client.ask(&tool(2, "turnstone_me", json!({})))).starts_with("You are ada"));
    client.ends();
    server.stop();
}

#[test]
fn the_forwarder_reports_what_the_server_cannot() {
    let home = Home::new();
    let server = home.serve("data");
    let mut command = forwarder(&home, &server);
    command.env("TURNSTONE_TOKEN", "nonsense");
    let mut client = Forwarder::start(command);
    let rejected = client.ask(&tool(1, "my_tables", json!({})));
    assert!(rejected["error"]["message"].as_str().unwrap().contains("sign"), "{rejected}");
    let large = client.ask(&tool(2, "my_tables", json!({ "x": "a".repeat(70_000) })));
    assert!(large["error"]["message"].as_str().unwrap().contains("64 KiB"), "{large}");
    server.stop();
    let gone = client.ask(&tool(3, "my_tables", json!({})));
    assert!(gone["error"]["message"].as_str().unwrap().starts_with("no connection to 127.0.0.1:"), "{gone}");
    client.ends();

    for (url, token) in [("ftp://127.0.0.1", "x"), ("http://127.0.0.1:1", "")] {
        let output = home.bare(&["mcp", "--url", url]).env("TURNSTONE_TOKEN", token).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{url}: {}", stderr(&output));
    }
}
