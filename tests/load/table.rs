//! Two members play one table after another, each waiting for their turn with long-polls or by a stream.

use crate::client::Client;
use crate::process::{Server, percentile};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The results.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) matches: u64,
    pub(crate) moves: u64,
    waits: Vec<Duration>,
}

impl Figures {
    /// The time from a move sent to the opponent's view received, at this percentile.
    pub(crate) fn latency(&self, percent: usize) -> Duration {
        let mut waits = self.waits.clone();
        waits.sort();
        percentile(&waits, percent)
    }
}

/// When each ply of the present match was sent.
type Sent = Rc<RefCell<BTreeMap<u64, Instant>>>;

/// Members in pairs, signed in.
pub(crate) async fn seat_members(server: &Server, tables: usize) -> Vec<[Client; 2]> {
    let invite = server.invite(tables * 2);
    let mut pairs = Vec::new();
    for pair in 0..tables {
        let mut clients = Vec::new();
        for side in 0..2 {
            let mut client = Client::connect(server.address).await;
            let handle = format!("load-{pair}-{side}");
            let client_ref = format!("00000000-0000-4000-8000-{:012}", pair * 2 + side);
            let joined = client
                .post("/api/join", &json!({ "inviteCode": invite, "handle": handle, "clientRef": client_ref }))
                .await;
            let credentials = json!({ "handle": handle, "recoveryCode": joined["recoveryCode"] });
            let token = client.post("/api/token", &credentials).await;
            client.token = Some(token["token"].as_str().unwrap().to_owned());
            clients.push(client);
        }
        let [Some(host), Some(guest)] = [clients.pop(), clients.pop()] else { unreachable!("two were made") };
        pairs.push([host, guest]);
    }
    pairs
}

/// Every pair plays match after match until the time is over.
pub(crate) async fn play(kind: &str, members: Vec<[Client; 2]>, length: Duration, streams: bool) -> Figures {
    let end = Instant::now() + length;
    let pairs = members.into_iter().zip(0..).map(|(pair, number)| play_pair(kind, pair, (number, streams), end));
    let mut all = Figures::default();
    for figures in futures_util::future::join_all(pairs).await {
        all.matches += figures.matches;
        all.moves += figures.moves;
        all.waits.extend(figures.waits);
    }
    all
}

async fn play_pair(
    kind: &str,
    [mut host, mut guest]: [Client; 2],
    (number, streams): (u64, bool),
    end: Instant,
) -> Figures {
    let mut figures = Figures::default();
    let mut dice = [number * 2, number * 2 + 1].map(ChaCha8Rng::seed_from_u64);
    while Instant::now() < end {
        let create = json!({ "kind": kind, "open": true, "stake": 1, "visibility": "unlisted" });
        let created = host.post("/api/tables", &create).await;
        let path = format!("/api/tables/{}", created["tableId"].as_str().unwrap());
        guest.post(&format!("{path}/join"), &Value::Null).await;
        let sent = Sent::default();
        let [own, other] = &mut dice;
        let (ours, theirs) = if streams {
            tokio::join!(follow_seat(&mut host, &path, &sent, own), follow_seat(&mut guest, &path, &sent, other))
        } else {
            tokio::join!(play_seat(&mut host, &path, &sent, own), play_seat(&mut guest, &path, &sent, other))
        };
        figures.matches += 1;
        for (moves, waits) in [ours, theirs] {
            figures.moves += moves;
            figures.waits.extend(waits);
        }
    }
    figures
}

async fn play_seat(client: &mut Client, path: &str, sent: &Sent, dice: &mut ChaCha8Rng) -> (u64, Vec<Duration>) {
    let (mut moves, mut waits, mut cursor) = (0, Vec::new(), 0);
    loop {
        let mut view = client.get(&format!("{path}?wait=30&events_since={cursor}")).await;
        let plies = view["state"]["plies"].as_u64().unwrap();
        if let Some(at) = sent.borrow_mut().remove(&plies) {
            waits.push(at.elapsed());
        }
        // A seat may have several turns in a row.
        while view["state"]["yourTurn"] == true {
            let mut act = choose(&view, sent, dice);
            act["eventsSince"] = view["state"]["eventsAt"].clone();
            view = client.post(&format!("{path}/action"), &act).await["table"].clone();
            moves += 1;
        }
        if view["state"]["terminal"] == true {
            return (moves, waits);
        }
        cursor = view["state"]["eventsAt"].as_u64().unwrap();
    }
}

/// Play a seat by a stream of the table. The responses to its moves do not include the table.
async fn follow_seat(client: &mut Client, path: &str, sent: &Sent, dice: &mut ChaCha8Rng) -> (u64, Vec<Duration>) {
    let (mut moves, mut waits) = (0, Vec::new());
    let mut events = client.again().await.stream(&format!("{path}/stream?events_since=0")).await;
    while let Some(view) = events.next().await {
        let plies = view["state"]["plies"].as_u64().unwrap();
        if view["state"]["yourTurn"] == true {
            waits.extend(sent.borrow_mut().remove(&plies).map(|at| at.elapsed()));
            let act = choose(&view, sent, dice);
            client.post(&format!("{path}/action"), &act).await;
            moves += 1;
        } else if view["state"]["terminal"] == true {
            break;
        }
    }
    (moves, waits)
}

/// The body of a random move.
fn choose(view: &Value, sent: &Sent, dice: &mut ChaCha8Rng) -> Value {
    let state = &view["state"];
    let plies = state["plies"].as_u64().unwrap();
    let legal = state["legalActions"].as_array().unwrap();
    let action = &legal[dice.next_u32() as usize % legal.len()];
    sent.borrow_mut().insert(plies + 1, Instant::now());
    json!({ "action": action, "expectedPlies": plies })
}
