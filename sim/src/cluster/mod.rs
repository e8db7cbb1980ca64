//! The cluster level: three shipped nodes with their cores on a model of etcd and simulated machines, in virtual time. Members
//! play through whichever node leads, while nodes, machines, etcd and the network between them fail. The log is compared
//! with what each node has, and with every answer that left.

mod checks;
mod clients;
mod connection;
mod etcd;
mod executor;
mod faults;
mod front;
#[cfg(test)]
mod older;
mod picture;
mod place;
mod process;
mod secrets;
mod shared;
mod truth;
mod world;

use crate::count::Totals;
use crate::inner::unlimited;
use crate::parts::text_of_panic;
use crate::progress;
use crate::rng::{Rng, mix};
use clients::{Member, invite};
use connection::SimEtcd;
use etcd::Store;
use executor::{Executor, WORLD};
use faults::Faults;
pub use picture::Timeline;
use place::SimNodeDirectory;
use process::start;
use secrets::check_secrets;
use shared::{NODES, PREFIX, ms};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use truth::LogTruth;
use turnstone_cluster::{LogBounds, begin};
use turnstone_service::service::Service;
use turnstone_storage::read_core;
use world::Cluster;

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
    let truth = LogTruth::new(bounds.most_bytes);
    let executor = Executor::new(mix(&[seed, 0xe8]));
    let etcd = SimEtcd::new(mix(&[seed, 0xe7cd]), executor.clone(), Store::new(truth));
    let cluster = Arc::new(Cluster::new(seed, executor.clone(), etcd, bounds));
    let own = cluster.clone();
    let ended = catch_unwind(AssertUnwindSafe(|| {
        executor.run(simulate(own.clone(), seconds), |owner| own.look(owner));
    }));
    if let Err(panic) = ended {
        cluster.fail("nothing panics", text_of_panic(&*panic).to_owned());
    }
    report(&cluster)
}

fn report(cluster: &Cluster) -> ClusterReport {
    let (mut report, mut network) = (std::mem::take(&mut cluster.notes().report), cluster.etcd.lock());
    let Store { truth, counts, .. } = &mut network.store;
    counts.add("premise: an entry was trimmed", truth.trims);
    report.failure = truth.failure.take().or(report.failure);
    report.totals.counts = std::mem::take(counts);
    report.totals.trace = mix(&[report.totals.trace, truth.head().n, truth.head().term]);
    report.totals.simulated_ms = cluster.executor.now().as_millis() as u64;
    report
}

async fn simulate(cluster: Arc<Cluster>, seconds: u64) {
    let ticking = cluster.clone();
    cluster.executor.spawn(WORLD, async move {
        loop {
            ticking.executor.sleep(ms(50)).await;
            ticking.tick();
        }
    });
    let directory = Arc::new(SimNodeDirectory(cluster.machine(0)));
    if let Err(error) = begin(directory, cluster.connection(0), PREFIX).await {
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
        () = cluster.executor.sleep(RECOVERY) => return cluster.fail(WRITES, cluster.described()),
    };
    let end = cluster.executor.now() + Duration::from_secs(seconds);
    let count = Rng::new(mix(&[cluster.seed, 0xc0])).between(2, 5) as usize;
    let members = (0..count).map(|number| Member::new(&cluster, code.clone(), number));
    let (over, mut is_over) = tokio::sync::mpsc::unbounded_channel();
    for mut member in members {
        let over = over.clone();
        cluster.executor.spawn(WORLD, async move {
            member.play(end).await;
            let _ = over.send(member);
        });
    }
    cluster.executor.spawn(WORLD, compare_at_times(cluster.clone()));
    let mut faults = Faults { cluster: cluster.clone(), rng: Rng::new(mix(&[cluster.seed, 0xfa])) };
    faults.trouble(end).await;
    faults.heal();
    let healed = cluster.executor.now();
    let mut members = Vec::new();
    while members.len() < count && !cluster.has_failed() {
        tokio::select! {
            biased;
            Some(member) = is_over.recv() => members.push(member),
            () = cluster.executor.until(healed + RECOVERY) => {
                let seen = format!("{} members wait; {}", count - members.len(), cluster.described());
                return cluster.fail(WRITES, seen);
            }
        }
    }
    settle(&cluster, &mut members).await;
}

/// Compare the state of each node with the log from time to time.
async fn compare_at_times(cluster: Arc<Cluster>) {
    for node in (0..NODES).cycle() {
        cluster.executor.sleep(ms(700)).await;
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
    let began = cluster.executor.now();
    while cluster.executor.now() < began + RECOVERY && !cluster.has_failed() {
        cluster.executor.sleep(ms(200)).await;
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
    let now = cluster.executor.now();
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
        () = cluster.executor.until(until) => {}
    }
    cluster.executor.until(until).await;
    let rejecting = cluster.notes().rejecting.clone();
    if rejecting.len() < NODES {
        let seen = format!("{rejecting:?} of {NODES} nodes say so");
        cluster.fail("a node that has more than the log serves no more, and names both commits", seen);
    }
}
