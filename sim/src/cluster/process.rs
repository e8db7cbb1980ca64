//! The process of a node: it follows and leads in turn, as the server does it, without its sockets.

use super::connection::ms;
use super::executor::WORLD;
use super::place::{SimNodeDirectory, SimPeers};
use super::world::{Cluster, Live, Submitted};
use crate::rng::{Rng, mix};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use turnstone_cluster::{LoggedStorage, Node, NodeStanding, keep_lease, resign};
use turnstone_engine::env::{Clock, Env};
use turnstone_engine::{Broken, GroupBounds, GroupCommits};
use turnstone_service::config::{Config, Limits};
use turnstone_service::effects::Stamp;
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_storage::{AppendError, Storage, load};

/// The longest wait of the loop.
const NAP: Duration = Duration::from_secs(1);

/// Less than the time before the end of its lease at which a node stops to lead.
const MARGIN: Duration = ms(900);

type Callers = BTreeMap<RequestId, oneshot::Sender<super::world::NodeReply>>;

/// The configuration of the core. Limits would only hide what the clients do.
pub(super) fn config() -> Config {
    let limits = Limits {
        requests_per_minute: 0,
        moves_per_minute: 0,
        anonymous_per_minute: 0,
        credential_per_minute: 0,
        failed_logins: 0,
        active_tables: 0,
        ..Limits::default()
    };
    Config { limits, base_url: "https://turnstone.example".to_owned(), ..Config::default() }
}

/// Start the process of a node, if it has none.
pub(super) fn start(cluster: &Arc<Cluster>, node: usize) {
    if !cluster.begin_process(node) {
        return;
    }
    let own = cluster.clone();
    cluster.executor.spawn(node, async move {
        let stop = Arc::new(Notify::new());
        let is_stopped = tokio::select! {
            biased;
            () = stop.notified() => true,
            () = run(own.clone(), node, stop.clone()) => false,
        };
        own.slot(node).inbox = None;
        if let Some(live) = own.live(node) {
            let env = own.clock(node);
            if is_stopped {
                resign(&live.standing, &env, &mut own.connection(node)).await;
            }
            if let Err(failure) = live.storage.close() {
                own.fail_of(node, "a node stops in order", &failure.to_string());
            }
        }
        // The process ends: its other tasks, too.
        let (world, at) = (own.clone(), own.executor.clone());
        at.spawn(WORLD, async move { world.end_process(node, None) });
    });
}

async fn run(cluster: Arc<Cluster>, node: usize, stop: Arc<Notify>) {
    let (env, connection) = (cluster.clock(node), cluster.connection(node));
    let peers = SimPeers { cluster: cluster.clone(), own: node };
    let directory = Arc::new(SimNodeDirectory(cluster.machine(node)));
    let opened = Node::open((env.clone(), connection, peers), directory, cluster.settings(node)).await;
    let mut opened = match opened {
        Ok(opened) => opened,
        Err(error) => return cluster.node_ended(node, &error),
    };
    let standing = opened.standing();
    cluster.slot(node).live = Some(Live { storage: opened.storage(), standing: standing.clone(), stop });
    let (client, keys) = opened.lease_parts();
    env.spawn(keep_lease(standing.clone(), env.clone(), client, keys));
    loop {
        match opened.follow().await {
            Ok(storage) => {
                cluster.hit("premise: a node began to lead");
                if !lead(&cluster, node, storage, &standing).await {
                    return;
                }
                cluster.hit("premise: a leader was fenced");
            }
            Err(error) => return cluster.node_ended(node, &error),
        }
    }
}

/// Lead until another node may. False if the process ends.
async fn lead(cluster: &Arc<Cluster>, node: usize, mut storage: LoggedStorage, standing: &NodeStanding) -> bool {
    let env = cluster.clock(node);
    let Some(keys) = cluster.live(node).and_then(|live| live.storage.server_keys()) else { return false };
    let service = load(&mut storage, |vault, records| Service::open(config(), keys, vault, records));
    let service = match service {
        Ok(Ok(service)) => service,
        Ok(Err(damage)) => return ended(cluster, node, &damage.to_string()),
        Err(failure) => return ended(cluster, node, &failure.to_string()),
    };
    let term = storage.term();
    let mut dice = Rng::new(mix(&[cluster.seed, 0xd1ce, term]));
    let bytes = if cluster.seed.is_multiple_of(3) { 4 << 10 } else { GroupBounds::default().bytes };
    let mut rounds = GroupCommits::new(service, storage).bounded(GroupBounds { commands: 4, bytes });
    let wake = Arc::new(Notify::new());
    let own = wake.clone();
    rounds.storage().when_known(Box::new(move || own.notify_one()));
    cluster.slot(node).inbox = Some((Vec::new(), wake.clone()));
    let mut callers = Callers::new();
    let result = loop {
        take(cluster, node, &mut rounds, &mut callers);
        let at = env.now();
        match rounds.run(|_| Stamp { at, entropy: dice.bytes() }) {
            Ok(released) => {
                // Another thread sends them, which may be slow. The margin of the lease covers that.
                let late = cluster.executor.now() + MARGIN;
                if !released.replies.is_empty() && dice.percent(3) {
                    env.sleep(ms(dice.below(800))).await;
                }
                // A thread that was paused meanwhile sends what was right when it was asked for.
                let is_late = released.replies.is_empty() || cluster.executor.now() > late;
                let is_unaware = is_late || check_release(cluster, node, term, rounds.storage());
                for (id, reply) in released.replies {
                    if let Some(caller) = callers.remove(&id) {
                        // The caller may have given up.
                        let _ = caller.send((reply, is_unaware));
                    }
                }
            }
            Err(Broken::Write(AppendError::Fenced | AppendError::Unknown(_))) if !standing.is_leading() => break true,
            Err(broken) => break ended(cluster, node, &broken.to_string()),
        }
        if rounds.is_durable() && !rounds.is_idle() {
            env.sleep(Duration::from_micros(50)).await;
            continue;
        }
        let due = rounds.next_deadline().filter(|_| rounds.is_durable());
        let nap = due.map_or(NAP, |due| NAP.min(ms(due.at.since(env.now()).max(1))));
        tokio::select! {
            biased;
            () = wake.notified() => {}
            () = env.sleep(nap) => {}
            // In a server, another thread ends the loop.
            () = standing.lost_lead(&env) => break true,
        }
    };
    // Dropping the callers rejects what waits.
    cluster.slot(node).inbox = None;
    result
}

fn ended(cluster: &Cluster, node: usize, why: &str) -> bool {
    cluster.fail_of(node, "the core of a leader goes on", why);
    false
}

/// Take the commands that wait.
fn take(cluster: &Cluster, node: usize, rounds: &mut GroupCommits<LoggedStorage>, callers: &mut Callers) {
    let waiting = cluster.slot(node).inbox.as_mut().map(|(waiting, _)| std::mem::take(waiting));
    for Submitted { id, command, reply } in waiting.unwrap_or_default() {
        callers.insert(id, reply);
        rounds.push(command);
    }
}

/// Replies leave: what they depend on is in the log, and no later term has begun. True if etcd ended the lease of this node
/// early, so that the node could not know of a later term. Then it has written nothing since.
fn check_release(cluster: &Cluster, node: usize, term: u64, storage: &LoggedStorage) -> bool {
    let head = storage.head();
    let network = cluster.etcd.lock();
    let truth = &network.store.truth;
    if truth.is_frozen {
        return true;
    }
    let (is_logged, newest) = (truth.commits.get(&head.n) == Some(&head), truth.head().term);
    let is_unaware = truth.leases.get(&term).is_some_and(|lease| truth.ended_early.contains(lease));
    drop(network);
    if !is_logged {
        cluster.fail("a reply leaves after its commit is in the log", format!("node {node} at {head:?}"));
    }
    if newest > term && !is_unaware {
        let seen = format!("node {node} leads in term {term}, and term {newest} has begun");
        cluster.fail("no reply leaves a leader that was replaced", seen);
    }
    is_unaware
}
