//! The cluster level: three shipped nodes with their cores on a model of etcd and simulated machines, in virtual time. Members
//! play through whichever node leads, while nodes, machines, etcd and the network between them fail. The log is compared
//! with what each node has, and with every answer that left.

mod checks;
mod clients;
mod connection;
mod etcd;
mod exchange;
mod faults;
mod listeners;
#[cfg(test)]
mod older;
mod picture;
mod process;
mod secrets;
mod shared;
mod truth;
mod world;

use crate::count::Totals;
use crate::inner::unlimited;
use crate::progress;
use crate::rng::{Rng, mix};
use crate::world::{SimNet, ms, simulated};
use clients::{Member, invite};
use etcd::Store;
use faults::Faults;
use madsim::time::sleep;
pub use picture::Timeline;
use process::{run_process, start};
use secrets::check_secrets;
use shared::{NODES, PREFIX};
use std::sync::Arc;
use std::time::Duration;
use turnstone_cluster::{LogBounds, begin};
use turnstone_service::service::Service;
use turnstone_storage::read_core;
use world::Cluster;

/// The longest time of a packet.
const SLOWEST: Duration = ms(2);
/// How often each node is looked at.
const LOOK: Duration = ms(5);
/// How soon a cluster without faults must write, and that rule.
const RECOVERY: Duration = Duration::from_secs(10);
const WRITES: &str = "a cluster without faults writes within ten seconds";

/// The result of a run.
#[derive(Clone, Default, Debug)]
pub struct ClusterReport {
    /// Its events and sizes.
    pub totals: Totals,
    /// The violation, if there is one.
    pub failure: Option<String>,
    /// What a picture shows.
    pub timeline: Timeline,
}

/// The events that should happen in thirty seeds of forty seconds.
pub fn expected() -> impl Iterator<Item = &'static str> {
    include_str!("expected.txt").lines()
}

/// Run a seed with faults for this many simulated seconds.
pub fn run(seed: u64, seconds: u64) -> ClusterReport {
    progress::beat(seed, 0);
    let mut rng = Rng::new(mix(&[seed, 0xb0]));
    let bounds = match rng.below(3) {
        0 => LogBounds { kept_bytes: 4 << 10, most_bytes: 16 << 10, step: 4 },
        1 => LogBounds { kept_bytes: 16 << 10, most_bytes: 128 << 10, step: 8 },
        _ => LogBounds::default(),
    };
    let ran = simulated(mix(&[seed, 0xe8]), move || async move {
        // Most runs see the turn of a day.
        let net = SimNet::new(SLOWEST, ms(5_000 + mix(&[seed, 0xda7]) % 35_000));
        let cluster = Cluster::new(seed, net.clone(), bounds, run_process);
        // It needs the network.
        let run = net.spawn(cluster.members, simulate(cluster.clone(), seconds));
        if run.await.is_err() {
            cluster.fail("nothing ends the members", "their task is gone".to_owned());
        }
        (0..NODES).for_each(|node| cluster.end_process(node, None));
        report(&cluster)
    });
    ran.unwrap_or_else(|panic| ClusterReport { failure: Some(panic), ..ClusterReport::default() })
}

fn report(cluster: &Cluster) -> ClusterReport {
    let (mut report, mut network) = (std::mem::take(&mut cluster.notes().report), cluster.etcd.lock());
    let Store { truth, counts, .. } = &mut network.store;
    counts.add("premise: an entry was trimmed", truth.trims);
    report.failure = truth.failure.take().or(report.failure);
    report.totals.counts = std::mem::take(counts);
    report.totals.trace = mix(&[report.totals.trace, truth.head().n, truth.head().term]);
    report.totals.simulated_ms = cluster.net.now().as_millis() as u64;
    report
}

async fn simulate(cluster: Arc<Cluster>, seconds: u64) {
    drop(madsim::task::spawn(watch(cluster.clone())));
    if let Err(error) = begin(cluster.directory(0), cluster.connection(0), PREFIX).await {
        return cluster.fail("a cluster begins", error.to_string());
    }
    cluster.machine(0).next_process();
    if mix(&[cluster.seed, 0x11e5]).is_multiple_of(3) {
        cluster.etcd.lock().lies = 3;
    }
    (0..NODES).for_each(|node| start(&cluster, node));
    let code = tokio::select! {
        biased;
        code = invite(&cluster) => code,
        () = sleep(RECOVERY) => return cluster.fail(WRITES, cluster.described()),
    };
    let end = cluster.net.now() + Duration::from_secs(seconds);
    let count = Rng::new(mix(&[cluster.seed, 0xc0])).between(2, 5) as usize;
    let members = (0..count).map(|number| Member::new(&cluster, code.clone(), number));
    let (over, mut is_over) = tokio::sync::mpsc::unbounded_channel();
    for mut member in members {
        let over = over.clone();
        drop(madsim::task::spawn(async move {
            member.play(end).await;
            let _ = over.send(member);
        }));
    }
    drop(madsim::task::spawn(compare_at_times(cluster.clone())));
    let mut faults = Faults { cluster: cluster.clone(), rng: Rng::new(mix(&[cluster.seed, 0xfa])) };
    faults.trouble(end).await;
    faults.heal();
    let healed = cluster.net.now();
    let mut members = Vec::new();
    while members.len() < count && !cluster.has_failed() {
        tokio::select! {
            biased;
            Some(member) = is_over.recv() => members.push(member),
            () = cluster.net.until(healed + RECOVERY) => {
                let seen = format!("{} members wait; {}", count - members.len(), cluster.described());
                return cluster.fail(WRITES, seen);
            }
        }
    }
    settle(&cluster, &mut members).await;
}

/// Look at each node all the time.
async fn watch(cluster: Arc<Cluster>) {
    for tick in 1_u64.. {
        sleep(LOOK).await;
        (0..NODES).for_each(|node| cluster.look(node));
        if tick.is_multiple_of(10) {
            cluster.tick();
        }
    }
}

/// Compare the state of each node with the log from time to time.
async fn compare_at_times(cluster: Arc<Cluster>) {
    for node in (0..NODES).cycle() {
        sleep(ms(700)).await;
        if !cluster.etcd.lock().store.truth.is_frozen {
            cluster.compare(node);
        }
    }
}

async fn settle(cluster: &Arc<Cluster>, members: &mut [Member]) {
    for member in &mut *members {
        if cluster.has_failed() {
            return;
        }
        member.check().await;
    }
    for member in &mut *members {
        member.check_chips().await;
    }
    let handles: Vec<String> = members.iter().map(|member| member.handle.clone()).collect();
    check_secrets(cluster, &handles);
    let backup = cluster.etcd.lock().store.kept.clone();
    let back = cluster.etcd.lock().store.truth.head().n;
    for member in &mut *members {
        member.write().await;
    }
    let began = cluster.net.now();
    while cluster.net.now() < began + RECOVERY && !cluster.has_failed() {
        sleep(ms(200)).await;
        let head = cluster.etcd.lock().store.truth.head();
        let at_head = |node: &usize| cluster.live(*node).is_some_and(|live| live.storage.head() == head);
        if (0..NODES).filter(at_head).count() == NODES {
            compare_cores(cluster);
            if mix(&[cluster.seed, 0x8e]).is_multiple_of(4) && !cluster.has_failed() {
                restore(cluster, backup, back, members).await;
            }
            return;
        }
    }
    cluster.fail("without faults every node catches up", cluster.described());
}

/// All nodes have the same commit: their rows, and the cores that they make, are equal.
fn compare_cores(cluster: &Cluster) {
    let mut first: Option<Service> = None;
    for node in 0..NODES {
        cluster.compare(node);
        let Some(live) = cluster.live(node) else { continue };
        let Some((state, keys)) = live.storage.state().zip(live.storage.server_keys()) else { continue };
        let core = read_core(state.as_ref(), |vault, records| Service::open(unlimited(), keys, vault, records));
        let core = match core {
            Ok((Ok(core), _)) => core,
            Ok((Err(damage), _)) => return cluster.fail("the state of a node opens", format!("node {node}: {damage}")),
            Err(failure) => return cluster.fail("the state of a node opens", format!("node {node}: {failure}")),
        };
        if let Some(difference) = first.as_ref().and_then(|first| first.first_difference(&core)) {
            return cluster.fail("the cores of all nodes are equal", format!("node {node}: {difference:?}"));
        }
        first.get_or_insert(core);
    }
    cluster.hit("premise: the cores of all nodes were compared");
}

/// etcd goes back to a backup: each node that has more must say so and end.
async fn restore(cluster: &Arc<Cluster>, backup: etcd::Kept, back: u64, members: &mut [Member]) {
    cluster.hit("fault: etcd restored from an old backup");
    cluster.notes().restored = Some(back);
    let now = cluster.net.now();
    cluster.etcd.act(|network| {
        network.store.truth.is_frozen = true;
        network.cut_watches = network.watches + 1;
        network.store.restore(backup, now);
    });
    let until = now + RECOVERY;
    let writes = async {
        for member in members {
            member.write().await;
        }
    };
    // They get no answer at the end.
    tokio::select! {
        biased;
        () = writes => {}
        () = cluster.net.until(until) => {}
    }
    cluster.net.until(until).await;
    let rejecting = cluster.notes().rejecting.clone();
    if rejecting.len() < NODES {
        let seen = format!("{rejecting:?} of {NODES} nodes say so");
        cluster.fail("a node that has more than the log serves no more, and names both commits", seen);
    }
}
