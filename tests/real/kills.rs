//! kill -9 under load, repeatedly: every acknowledged change is still there afterwards.

use crate::client::Client;
use crate::process::Server;
use hyper::Method;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

const KILLS: u64 = 20;
const MEMBERS_AT_ONCE: u64 = 4;

/// Changes that the server has acknowledged to one member.
#[derive(Default)]
pub(crate) struct Acknowledged {
    handle: String,
    recovery_code: String,
    tables: Vec<Played>,
}

/// Changes that it has acknowledged at a table.
#[derive(Default)]
struct Played {
    table: String,
    plies: u64,
    /// Ids and texts.
    messages: Vec<(u64, String)>,
}

pub(crate) type Ledger = Rc<RefCell<Vec<Acknowledged>>>;

#[test]
fn acknowledged_changes_survive_twenty_kills() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, async {
        let ledger = Ledger::default();
        for round in 0..KILLS {
            let server = Server::turnstone(crate::binary().as_ref(), &data, "sync");
            let invite = server.invite(10_000);
            let members = (0..MEMBERS_AT_ONCE).map(|member| {
                let (ledger, invite) = (Rc::clone(&ledger), invite.clone());
                let address = server.address;
                tokio::task::spawn_local(async move {
                    let client = Client::connect(address).await;
                    // The loop ends only with the server.
                    play_until_it_ends(client, &invite, round * MEMBERS_AT_ONCE + member, &ledger).await
                })
            });
            let members: Vec<_> = members.collect();
            // Kills come at other moments of a commit each time.
            tokio::time::sleep(Duration::from_millis(120 + round * 37 % 200)).await;
            drop(server);
            for member in members {
                assert!(member.await.unwrap().is_err(), "the server was killed");
            }
        }
        let ledger = ledger.take();
        let moves: u64 = ledger.iter().flat_map(|member| &member.tables).map(|played| played.plies).sum();
        assert!(ledger.len() as u64 > KILLS && moves > KILLS, "the kills came under load");
        let server = Server::turnstone(crate::binary().as_ref(), &data, "sync");
        let mut client = Client::connect(server.address).await;
        for member in ledger.iter() {
            is_all_there(&mut client, member).await;
        }
    });
}

/// Join and play, again and again, until the server is gone.
pub(crate) async fn play_until_it_ends(
    mut client: Client,
    invite: &str,
    number: u64,
    ledger: &Ledger,
) -> std::io::Result<()> {
    for again in 0_u64.. {
        client.token = None;
        let handle = format!("member-{number}-{again}");
        let client_ref = format!("00000000-0000-4000-8000-{:012}", number * 1_000_000 + again);
        let join = json!({ "inviteCode": invite, "handle": handle, "clientRef": client_ref });
        let joined = post(&mut client, "/api/join", join).await?;
        let recovery_code = joined["recoveryCode"].as_str().unwrap().to_owned();
        let at = ledger.borrow().len();
        let new = Acknowledged { handle: handle.clone(), recovery_code: recovery_code.clone(), tables: Vec::new() };
        ledger.borrow_mut().push(new);
        let token = post(&mut client, "/api/token", json!({ "handle": handle, "recoveryCode": recovery_code })).await?;
        client.token = Some(token["token"].as_str().unwrap().to_owned());
        for _ in 0..5 {
            play_a_table(&mut client, ledger, at).await?;
        }
    }
    Ok(())
}

async fn play_a_table(client: &mut Client, ledger: &Ledger, at: usize) -> std::io::Result<()> {
    let created = post(client, "/api/tables", json!({ "kind": "connect-four-vs-house", "stake": 1 })).await?;
    let table = created["tableId"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}");
    ledger.borrow_mut()[at].tables.push(Played { table, ..Played::default() });
    let (_, mut view) = client.try_ask(Method::GET, &path, &Value::Null).await?;
    for turn in 0.. {
        let state = &view["state"];
        if state["terminal"] == true {
            break;
        }
        let act = json!({ "action": state["legalActions"][0], "expectedPlies": state["plies"], "eventsSince": 0 });
        let acted = post(client, &format!("{path}/action"), act).await?;
        view = acted["table"].clone();
        ledger.borrow_mut()[at].tables.last_mut().unwrap().plies = view["state"]["plies"].as_u64().unwrap();
        let body = format!("turn {turn}");
        let posted = post(client, &format!("{path}/messages"), json!({ "body": body })).await?;
        let id = posted["message"]["id"].as_u64().unwrap();
        ledger.borrow_mut()[at].tables.last_mut().unwrap().messages.push((id, body));
    }
    Ok(())
}

async fn post(client: &mut Client, path: &str, body: Value) -> std::io::Result<Value> {
    let (status, answer) = client.try_ask(Method::POST, path, &body).await?;
    // A member may have fewer chips than a stake; no other error is allowed.
    assert_eq!(status, 200, "POST {path}: {answer}");
    Ok(answer)
}

/// Everything that was acknowledged to a member is there.
pub(crate) async fn is_all_there(client: &mut Client, member: &Acknowledged) {
    client.token = None;
    let credentials = json!({ "handle": member.handle, "recoveryCode": member.recovery_code });
    let token = client.post("/api/token", &credentials).await;
    client.token = Some(token["token"].as_str().unwrap().to_owned());
    for Played { table, plies, messages } in &member.tables {
        let view = client.get(&format!("/api/tables/{table}?msgs_since=0")).await;
        assert!(view["state"]["plies"].as_u64().unwrap() >= *plies, "{table}: a move is lost");
        let said: Vec<(u64, String)> = view["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|message| (message["id"].as_u64().unwrap(), message["body"].as_str().unwrap().to_owned()))
            .collect();
        assert!(messages.iter().all(|message| said.contains(message)), "{table}: a message is lost");
    }
}
