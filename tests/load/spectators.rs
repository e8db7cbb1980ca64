//! The cost of a move while many spectators watch the table, each with a long-poll on a connection of its own.

use crate::client::Client;
use crate::process::Server;
use crate::table;
use hyper::Method;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;
use tokio::task::LocalSet;

/// Pending long-polls of a member.
const EACH: usize = 6;
/// The number of moves.
const MOVES: u32 = 10;

/// Play a match of mancala with this many spectators: the server's CPU time for a move, including all notifications.
pub(crate) async fn cost_of_a_move(server: &Server, spectators: usize) -> Duration {
    let mut members = table::seat_members(server, 1 + spectators.div_ceil(2 * EACH)).await;
    let [mut host, mut guest] = members.swap_remove(0);
    let onlookers: Vec<Client> = members.into_iter().flatten().collect();
    let create = json!({ "kind": "mancala-vs-house", "open": true, "stake": 1, "pace": "daily" });
    let path = format!("/api/tables/{}", host.post("/api/tables", &create).await["tableId"].as_str().unwrap());
    guest.post(&format!("{path}/join"), &Value::Null).await;
    let reported = Rc::new(Cell::new(0));
    let local = LocalSet::new();
    let watching = local.run_until(async {
        for number in 0..spectators {
            let mut client = Client::connect(server.address).await;
            client.token.clone_from(&onlookers[number / EACH].token);
            tokio::task::spawn_local(watch(client, path.clone(), reported.clone()));
        }
        all(&reported, spectators).await;
        // All of them are pending by now.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let before = server.cpu();
        let mut made = 0;
        while made < MOVES {
            for player in [&mut host, &mut guest] {
                let view = player.get(&path).await;
                assert_eq!(view["state"]["terminal"], false, "a match of mancala is longer than this");
                if view["state"]["yourTurn"] != true || made == MOVES {
                    continue;
                }
                reported.set(0);
                let action = json!({ "action": view["state"]["legalActions"][0] });
                player.post(&format!("{path}/action"), &action).await;
                made += 1;
                all(&reported, spectators).await;
            }
        }
        server.cpu() - before
    });
    watching.await / MOVES
}

async fn all(reported: &Cell<usize>, spectators: usize) {
    while reported.get() < spectators {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Follow the table from its beginning.
async fn watch(mut client: Client, path: String, reported: Rc<Cell<usize>>) {
    let mut cursor = 0;
    loop {
        let poll = format!("{path}?wait=50&events_since={cursor}");
        let Ok((200, view)) = client.try_ask(Method::GET, &poll, &Value::Null).await else { return };
        let now = view["state"]["eventsAt"].as_u64().unwrap();
        if now > cursor {
            reported.set(reported.get() + 1);
        }
        cursor = now;
    }
}
