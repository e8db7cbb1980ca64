//! Two members play one table after another, or some at the same time, and wait for their turns with long-polls or by
//! streams.

use crate::Wait;
use crate::client::Client;
use crate::events::Events;
use crate::process::{Server, percentile};
use futures_util::future::{Either, join, join_all};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
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
    fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.moves += other.moves;
        self.waits.extend(other.waits);
    }

    /// A seat has received the view after the ply before its turn.
    fn heard(&mut self, sent: &Sent, view: &Value) {
        let plies = view["state"]["plies"].as_u64().unwrap();
        self.waits.extend(sent.borrow_mut().remove(&plies).map(|at| at.elapsed()));
    }

    /// The time from a move sent to the opponent's view received, at this percentile.
    pub(crate) fn latency(&self, percent: usize) -> Duration {
        let mut waits = self.waits.clone();
        waits.sort();
        percentile(&waits, percent)
    }
}

/// How the members of a run play.
pub(crate) struct Plan {
    pub(crate) kind: String,
    /// Tables of a pair at the same time.
    pub(crate) each: usize,
    /// The mean time before a move, in seconds.
    pub(crate) think: f64,
    pub(crate) wait: Wait,
    pub(crate) length: Duration,
}

impl Plan {
    fn time_to_think(&self, dice: &mut ChaCha8Rng) -> Duration {
        let share = f64::from(dice.next_u32()) / f64::from(u32::MAX);
        Duration::from_secs_f64(2.0 * share * self.think)
    }

    async fn think(&self, dice: &mut ChaCha8Rng) {
        if self.think > 0.0 {
            tokio::time::sleep(self.time_to_think(dice)).await;
        }
    }
}

/// When each ply of a match was sent.
type Sent = Rc<RefCell<BTreeMap<u64, Instant>>>;

/// Members in pairs, signed in at a server.
pub(crate) async fn seat_members(server: &Server, tables: usize) -> Vec<[Client; 2]> {
    seat_members_at([server.address; 2], &server.invite(tables * 2), tables, 0).await
}

/// Members in pairs, signed in: the hosts at the first address, the others at the second one. Members of another series have
/// other names.
pub(crate) async fn seat_members_at(
    addresses: [SocketAddr; 2],
    invite: &str,
    tables: usize,
    series: u32,
) -> Vec<[Client; 2]> {
    let mut pairs = Vec::new();
    for pair in 0..tables {
        let mut clients = Vec::new();
        for (address, side) in addresses.into_iter().zip(0..) {
            let mut client = Client::new(address);
            let handle = format!("load-{series}-{pair}-{side}");
            let client_ref = format!("{series:08}-0000-4000-8000-{:012}", pair * 2 + side);
            let joined = client
                .post("/api/join", &json!({ "inviteCode": invite, "handle": handle, "clientRef": client_ref }))
                .await;
            let credentials = json!({ "handle": handle, "recoveryCode": joined["recoveryCode"] });
            let token = client.post("/api/token", &credentials).await;
            client.token = Some(token["token"].as_str().unwrap().to_owned());
            // The server would close an idle connection, perhaps in the middle of a later request.
            clients.push(client.again());
        }
        pairs.push(clients.try_into().unwrap_or_else(|_| unreachable!("two were made")));
    }
    pairs
}

/// Every pair plays match after match until the time is over.
pub(crate) async fn play(plan: &Plan, members: Vec<[Client; 2]>) -> Figures {
    let end = Instant::now() + plan.length;
    let mut playing = Vec::new();
    for (pair, number) in members.into_iter().zip(0..) {
        if plan.wait == Wait::MemberStreams {
            playing.push(Either::Left(play_together(plan, pair, number, end)));
            continue;
        }
        for table in 1..plan.each as u64 {
            let again = [pair[0].again(), pair[1].again()];
            playing.push(Either::Right(play_pair(plan, again, number + (table << 32), end)));
        }
        playing.push(Either::Right(play_pair(plan, pair, number, end)));
    }
    let mut all = Figures::default();
    for figures in join_all(playing).await {
        all.add(figures);
    }
    all
}

/// The host opens a table, and the guest joins it. Returns its id.
async fn open(plan: &Plan, [host, guest]: &mut [Client; 2]) -> String {
    let create = json!({ "kind": plan.kind, "open": true, "stake": 1, "visibility": "unlisted" });
    let created = host.post("/api/tables", &create).await;
    let table = created["tableId"].as_str().unwrap();
    guest.post(&format!("/api/tables/{table}/join"), &Value::Null).await;
    table.to_owned()
}

async fn play_pair(plan: &Plan, mut pair: [Client; 2], number: u64, end: Instant) -> Figures {
    let mut figures = Figures::default();
    let mut dice = [number * 2, number * 2 + 1].map(ChaCha8Rng::seed_from_u64);
    while Instant::now() < end {
        let path = format!("/api/tables/{}", open(plan, &mut pair).await);
        let sent = Sent::default();
        let ([host, guest], [own, other]) = (&mut pair, &mut dice);
        let (ours, theirs) = if plan.wait == Wait::Streams {
            join(follow_seat(plan, host, &path, &sent, own), follow_seat(plan, guest, &path, &sent, other)).await
        } else {
            join(play_seat(plan, host, &path, &sent, own), play_seat(plan, guest, &path, &sent, other)).await
        };
        figures.matches += 1;
        figures.add(ours);
        figures.add(theirs);
    }
    figures
}

async fn play_seat(plan: &Plan, client: &mut Client, path: &str, sent: &Sent, dice: &mut ChaCha8Rng) -> Figures {
    let (mut figures, mut cursor) = (Figures::default(), 0);
    loop {
        let mut view = client.get(&format!("{path}?wait=30&events_since={cursor}")).await;
        figures.heard(sent, &view);
        // A seat may have several turns in a row.
        while view["state"]["yourTurn"] == true {
            plan.think(dice).await;
            let mut act = choose(&view, sent, dice);
            act["eventsSince"] = view["state"]["eventsAt"].clone();
            view = client.post(&format!("{path}/action"), &act).await["table"].clone();
            figures.moves += 1;
        }
        if view["state"]["terminal"] == true {
            return figures;
        }
        cursor = view["state"]["eventsAt"].as_u64().unwrap();
    }
}

/// Play a seat by a stream of the table. The responses to its moves do not include the table.
async fn follow_seat(plan: &Plan, client: &mut Client, path: &str, sent: &Sent, dice: &mut ChaCha8Rng) -> Figures {
    let mut figures = Figures::default();
    let mut events = client.again().stream(&format!("{path}/stream?events_since=0")).await;
    while let Some((_, view)) = events.next().await {
        if view["state"]["yourTurn"] == true {
            figures.heard(sent, &view);
            plan.think(dice).await;
            let act = choose(&view, sent, dice);
            client.post(&format!("{path}/action"), &act).await;
            figures.moves += 1;
        } else if view["state"]["terminal"] == true {
            break;
        }
    }
    figures
}

/// When each ply of the tables of a pair was sent, and the number of tables that are still played.
#[derive(Default)]
struct Together {
    sent: RefCell<BTreeMap<String, Sent>>,
    open: Cell<usize>,
}

impl Together {
    fn sent_at(&self, table: &str) -> Sent {
        self.sent.borrow_mut().entry(table.to_owned()).or_default().clone()
    }
}

/// Play some tables at the same time, each member by their own stream.
async fn play_together(plan: &Plan, mut pair: [Client; 2], number: u64, end: Instant) -> Figures {
    let together = Together::default();
    let streams = [pair[0].again().stream("/api/me/stream").await, pair[1].again().stream("/api/me/stream").await];
    for _ in 0..plan.each {
        open(plan, &mut pair).await;
    }
    together.open.set(plan.each);
    let [mut host, mut guest] = pair;
    let mut opening = [host.again(), guest.again()];
    let [ours, theirs] = streams;
    let (mut figures, other) = join(
        follow_member(plan, &mut host, ours, &together, (number * 2, Some((&mut opening, end)))),
        follow_member(plan, &mut guest, theirs, &together, (number * 2 + 1, None)),
    )
    .await;
    figures.add(other);
    figures
}

/// The connections to open the next table with, until the time is over.
type Opening<'a> = Option<(&'a mut [Client; 2], Instant)>;

async fn follow_member(
    plan: &Plan,
    client: &mut Client,
    mut events: Events,
    together: &Together,
    (seed, mut opening): (u64, Opening<'_>),
) -> Figures {
    let (mut figures, mut dice) = (Figures::default(), ChaCha8Rng::seed_from_u64(seed));
    // The turns that it thinks about, by the time of the move.
    let mut turns: BTreeMap<(Instant, String), Value> = BTreeMap::new();
    while together.open.get() > 0 {
        while let Some(turn) = turns.first_entry().filter(|turn| turn.key().0 <= Instant::now()) {
            let ((_, table), view) = turn.remove_entry();
            let act = choose(&view, &together.sent_at(&table), &mut dice);
            client.post(&format!("/api/tables/{table}/action"), &act).await;
            figures.moves += 1;
        }
        // The other member may end the last match.
        let soon = Instant::now() + Duration::from_secs(1);
        let until = turns.first_key_value().map_or(soon, |((at, _), _)| *at);
        let Ok(event) = tokio::time::timeout_at(until.into(), events.next()).await else { continue };
        let (name, view) = event.expect("a member's stream lasts");
        let Some(table) = view["id"].as_str().filter(|_| name == "table").map(str::to_owned) else { continue };
        let sent = together.sent_at(&table);
        if view["state"]["yourTurn"] == true {
            figures.heard(&sent, &view);
            turns.insert((Instant::now() + plan.time_to_think(&mut dice), table), view);
        } else if view["state"]["terminal"] == true
            && let Some((pair, end)) = &mut opening
        {
            figures.matches += 1;
            if Instant::now() < *end {
                open(plan, pair).await;
            } else {
                together.open.set(together.open.get() - 1);
            }
        }
    }
    figures
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
