//! The cost of a move while many spectators watch the table, each with a long-poll or a stream on a connection of its
//! own.

use crate::client::Client;
use crate::process::Server;
use crate::table;
use hyper::Method;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::LocalSet;

/// Pending long-polls or streams of a member.
const EACH: usize = 6;
/// The number of moves.
const MOVES: u32 = 10;

/// What a move costs.
pub(crate) struct Figures {
    /// The server's CPU time for a move, including all notifications.
    pub(crate) cpu: Duration,
    /// From the request of a move to its view at a spectator, in order.
    pub(crate) waits: Vec<Duration>,
}

/// How many spectators have the present move, when it was sent, and how long each of them waited for theirs.
#[derive(Default)]
struct Reported {
    count: Cell<usize>,
    sent: Cell<Option<Instant>>,
    waits: RefCell<Vec<Duration>>,
}

impl Reported {
    fn hit(&self) {
        self.count.set(self.count.get() + 1);
        self.waits.borrow_mut().extend(self.sent.get().map(|sent| sent.elapsed()));
    }
}

/// Play a match of connect four with this many spectators.
pub(crate) async fn cost_of_a_move(server: &Server, spectators: usize, streams: bool) -> Figures {
    let mut members = table::seat_members(server, 1 + spectators.div_ceil(2 * EACH)).await;
    let [mut host, mut guest] = members.swap_remove(0);
    let onlookers: Vec<Client> = members.into_iter().flatten().collect();
    let create = json!({ "kind": "connect-four-vs-house", "open": true, "stake": 1, "pace": "daily" });
    let path = format!("/api/tables/{}", host.post("/api/tables", &create).await["tableId"].as_str().unwrap());
    guest.post(&format!("{path}/join"), &Value::Null).await;
    let reported = Rc::new(Reported::default());
    let local = LocalSet::new();
    let watching = local.run_until(async {
        for number in 0..spectators {
            let mut client = Client::connect(server.address).await;
            client.token.clone_from(&onlookers[number / EACH].token);
            if streams {
                tokio::task::spawn_local(follow(client, format!("{path}/stream?events_since=0"), reported.clone()));
            } else {
                tokio::task::spawn_local(watch(client, path.clone(), reported.clone()));
            }
        }
        all(&reported, spectators).await;
        // All of them are pending by now.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let before = server.cpu();
        let mut made = 0;
        while made < MOVES {
            for player in [&mut host, &mut guest] {
                let view = player.get(&path).await;
                assert_eq!(view["state"]["terminal"], false, "so few moves make no line of four");
                if view["state"]["yourTurn"] != true || made == MOVES {
                    continue;
                }
                reported.count.set(0);
                reported.sent.set(Some(Instant::now()));
                let action = json!({ "action": view["state"]["legalActions"][0] });
                player.post(&format!("{path}/action"), &action).await;
                made += 1;
                all(&reported, spectators).await;
            }
        }
        server.cpu() - before
    });
    let cpu = watching.await / MOVES;
    let mut waits = reported.waits.take();
    waits.sort();
    Figures { cpu, waits }
}

async fn all(reported: &Reported, spectators: usize) {
    while reported.count.get() < spectators {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Follow the table from its beginning by long-polls.
async fn watch(mut client: Client, path: String, reported: Rc<Reported>) {
    let mut cursor = 0;
    loop {
        let poll = format!("{path}?wait=50&events_since={cursor}");
        let Ok((200, view)) = client.try_ask(Method::GET, &poll, &Value::Null).await else { return };
        let now = view["state"]["eventsAt"].as_u64().unwrap();
        if now > cursor {
            reported.hit();
        }
        cursor = now;
    }
}

/// Follow the table from its beginning by a stream.
async fn follow(client: Client, path: String, reported: Rc<Reported>) {
    let mut events = client.stream(&path).await;
    while events.next().await.is_some() {
        reported.hit();
    }
}
