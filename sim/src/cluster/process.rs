//! The process of a node: its core follows and leads in turn, as in a server.

use super::listeners::Listeners;
use super::shared::{PREFIX, SECRET};
use super::world::{Cluster, Live};
use crate::inner::unlimited;
use crate::parts::LoopWaker;
use crate::rng::{Rng, mix};
use crate::world::ms;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use turnstone_cluster::{ForwardedHttp, LinkedNode, Node, NodeError, NodeLinks, NodeSettings, keep_lease, resign};
use turnstone_engine::env::Env;
use turnstone_engine::{
    Commits, Engine, GroupBounds, GroupCommits, Handle, LoopError, NotConnectedError, Orders, Turn,
};
use turnstone_etcd::EtcdSettings;
use turnstone_link::SharedKey;
use turnstone_service::service::Service;
use turnstone_storage::{AppendError, Commit, Storage, load, read_core};

/// Less than the time before the end of its lease at which a node stops to lead.
const MARGIN: Duration = ms(900);

const OPENS: &str = "the state of a node opens";

/// Start the process of a node, if it has none.
pub(super) fn start(cluster: &Arc<Cluster>, node: usize) {
    if !std::mem::replace(&mut cluster.slot(node).runs, true) {
        cluster.net.start(node);
    }
}

/// The process of a node, from its start until it stops in order or cannot go on.
pub(super) async fn run_process(cluster: Arc<Cluster>, node: usize) {
    let stop = Arc::new(Notify::new());
    let is_stopped = tokio::select! {
        biased;
        () = stop.notified() => true,
        () = run(cluster.clone(), node, stop.clone()) => false,
    };
    cluster.slot(node).front = None;
    if let Some(live) = cluster.live(node) {
        if is_stopped {
            resign(&live.standing, &cluster.clock(node), &mut cluster.connection(node)).await;
        }
        if let Err(failure) = live.storage.close() {
            cluster.fail_of(node, "a node stops in order", &failure.to_string());
        }
    }
    // The process ends: its other tasks, too.
    drop(cluster.net.spawn(cluster.members, {
        let cluster = cluster.clone();
        async move { cluster.end_process(node, None) }
    }));
}

async fn run(cluster: Arc<Cluster>, node: usize, stop: Arc<Notify>) {
    let (env, connection) = (cluster.clock(node), cluster.connection(node));
    let settings = NodeSettings {
        node: Cluster::name(node),
        address: Cluster::address(node),
        etcd: EtcdSettings::default(),
        prefix: PREFIX.to_owned(),
        key: SharedKey::new(SECRET),
        bounds: cluster.bounds,
    };
    let opened = Node::open(env.clone(), connection, cluster.directory(node), settings).await;
    let mut opened = match opened {
        Ok(opened) => opened,
        Err(error) => return cluster.node_ended(node, &error),
    };
    let (standing, storage) = (opened.standing(), opened.storage());
    cluster.slot(node).live = Some(Live { storage: storage.clone(), standing: standing.clone(), stop });
    let (client, keys) = opened.lease_parts();
    env.spawn(keep_lease(standing.clone(), env.clone(), client, keys));
    let link = LinkedNode { machine: env.clone(), node: Cluster::name(node), key: SharedKey::new(SECRET) };
    let links = NodeLinks { link, storage, standing: standing.clone(), forwarded_http: ForwardedHttp::default() };
    let listeners = match Listeners::open(&cluster, node, links).await {
        Ok(listeners) => listeners,
        Err(error) => return cluster.fail_of(node, "a node listens", &error.to_string()),
    };
    let mut needs_snapshot = false;
    loop {
        // No loop is behind it: it forwards all requests.
        listeners.serve(&cluster, node, &Handle::new(LoopWaker(Arc::default())), false);
        needs_snapshot |= !standing.is_installed();
        if let Err(error) = opened.catch_up().await {
            return cluster.node_ended(node, &error);
        }
        if std::mem::take(&mut needs_snapshot) {
            cluster.hit("premise: a snapshot was sent");
        }
        let wake = Arc::<Notify>::default();
        let handle = Handle::new(LoopWaker(wake.clone()));
        let (core, orders) = Commits::new(handle.clone());
        let core = Arc::new(core);
        opened.serve(core.clone());
        let looping = pin!(turns(&cluster, node, (handle, wake), orders, &listeners));
        let following = async {
            let storage = opened.follow().await?;
            cluster.hit("premise: a node began to lead");
            core.lead(Box::new(storage)).await?;
            standing.lost_lead(&env).await;
            cluster.hit("premise: a leader was fenced");
            Ok(())
        };
        let ended = tokio::select! {
            biased;
            () = looping => Ok(()),
            ended = following => ended,
        };
        listeners.links.forwarded_http.reject();
        match ended {
            Ok(()) => {}
            Err(NodeError::NeedsSnapshot) => needs_snapshot = true,
            Err(error) => return cluster.node_ended(node, &error),
        }
    }
}

/// The loop of a core, which follows until it is ordered to lead. It ends when another node may lead.
async fn turns(
    cluster: &Arc<Cluster>,
    node: usize,
    (handle, wake): (Handle, Arc<Notify>),
    orders: Orders<Box<dyn Storage>>,
    listeners: &Listeners,
) {
    let (env, live) = (cluster.clock(node), cluster.live(node));
    let Some((live, keys)) = live.and_then(|live| live.storage.server_keys().map(|keys| (live, keys))) else { return };
    let mut storage: Box<dyn Storage> = Box::new(live.storage);
    let service = load(storage.as_mut(), |vault, records| Service::follow(unlimited(), keys, vault, records));
    let service = match service {
        Ok(Ok(service)) => service,
        Ok(Err(damage)) => return cluster.fail_of(node, OPENS, &damage.to_string()),
        Err(failure) => return cluster.fail_of(node, OPENS, &failure.to_string()),
    };
    let bytes = if cluster.seed.is_multiple_of(3) { 4 << 10 } else { GroupBounds::default().bytes };
    let rounds = GroupCommits::following(service, storage).bounded(GroupBounds { commands: 4, bytes });
    let begun = cluster.net.now().as_micros() as u64;
    let mut dice = Rng::new(mix(&[cluster.seed, 0xd1ce, node as u64, begun]));
    let mut luck = Rng::new(dice.bits());
    let mut engine = Engine::new(rounds, handle.clone(), env.clone(), move |_| dice.bytes(), NotConnectedError);
    engine.obey(orders);
    listeners.serve(cluster, node, &handle, true);
    let standing = &listeners.links.standing;
    loop {
        let turn = engine.turn();
        cluster.look(node);
        let longest = match turn {
            Ok(Turn::Again) => Duration::from_micros(50),
            Ok(Turn::Sleep(longest)) => longest.max(ms(1)),
            Ok(Turn::Over) => return,
            Err(LoopError::Write(AppendError::Fenced | AppendError::Unknown(_)))
                if !handle.is_following() && !standing.is_leading() =>
            {
                return cluster.hit("premise: a leader was fenced");
            }
            Err(broken) => return cluster.fail_of(node, "the core of a node goes on", &broken.to_string()),
        };
        if luck.percent(1) {
            compare_core(cluster, node, engine.rounds());
        }
        if !handle.is_following() {
            let storage = engine.rounds().storage();
            let (head, term) = (storage.head(), storage.term());
            check_release(cluster, node, term, head);
            if luck.percent(3) {
                // Another thread sends the replies, which may be slow. The margin of the lease covers that.
                let (own, late, pause) = (cluster.clone(), cluster.net.now() + MARGIN, env.sleep(ms(luck.below(800))));
                env.spawn(async move {
                    pause.await;
                    // A thread that was paused meanwhile sends what was right when it was asked for. A stop in order waits.
                    if own.net.now() <= late && own.slot(node).front.is_some() {
                        check_release(&own, node, term, head);
                    }
                });
                env.sleep(ms(luck.below(400))).await;
            }
        }
        tokio::select! {
            biased;
            () = wake.notified() => {}
            () = env.sleep(longest) => {}
        }
    }
}

/// The core of a node is the one that its records make, whether it has absorbed or made them.
fn compare_core(cluster: &Cluster, node: usize, rounds: &mut GroupCommits<Box<dyn Storage>>) {
    if !rounds.is_durable() {
        return;
    }
    let state = rounds.storage().state();
    let Some(keys) = cluster.live(node).and_then(|live| live.storage.server_keys()) else { return };
    match read_core(state.as_ref(), |vault, records| Service::follow(unlimited(), keys, vault, records)) {
        Ok((Ok(core), _)) => {
            // Not in the comparison of states: before a start has destroyed them, storage may have keys that no member has.
            let slots = state.personal_keys().map(|keys| keys.into_keys().collect::<Vec<_>>());
            let own = rounds.service().personal_slots();
            if !slots.as_ref().is_ok_and(|slots| *slots == own) {
                cluster.fail_of(node, "a core has the personal keys of its storage", &format!("{own:?}, {slots:?}"));
            }
            if let Some([own, made]) = rounds.service().first_difference(&core) {
                cluster.fail_of(node, "a core is the one that its records make", &format!("{own}, and not {made}"));
            }
            let following = "premise: a following core was compared";
            cluster.hit(if rounds.follows() { following } else { "premise: a core was compared" });
        }
        Ok((Err(damage), _)) => cluster.fail_of(node, OPENS, &damage.to_string()),
        Err(failure) => cluster.fail_of(node, OPENS, &failure.to_string()),
    }
}

/// Replies have left a leader: what they depend on is in the log, and no later term has begun. If etcd ended the lease of this
/// node early, the node could not know of a later term; then it has written nothing since, and what it answers is counted.
fn check_release(cluster: &Cluster, node: usize, term: u64, head: Commit) {
    let network = cluster.etcd.lock();
    let truth = &network.store.truth;
    let (is_logged, newest) = (truth.commits.get(&head.n) == Some(&head), truth.head().term);
    // The same node may have begun another term.
    let is_replaced = newest > term && truth.leases.get(&newest) != truth.leases.get(&term);
    let is_unaware = truth.is_frozen || truth.leases.get(&term).is_some_and(|lease| truth.ended_early.contains(lease));
    drop(network);
    if is_replaced && is_unaware {
        cluster.notes().unaware += 1;
    } else if is_replaced {
        let seen = format!("node {node} leads in term {term}, and term {newest} has begun");
        cluster.fail("no reply leaves a leader that was replaced", seen);
    } else if !is_logged && !is_unaware {
        cluster.fail("a reply leaves after its commit is in the log", format!("node {node} at {head:?}"));
    }
}
