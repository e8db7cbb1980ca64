//! A rolling upgrade: a node of the version before leads as long as one is alive.

use super::connection::SimEtcd;
use super::etcd::Store;
use super::executor::Executor;
use super::place::SimNodeDirectory;
use super::process::start;
use super::shared::{NODES, PREFIX, ms};
use super::truth::{KEYS, LogTruth};
use super::world::Cluster;
use std::sync::Arc;
use std::time::Duration;
use turnstone_cluster::{LogBounds, begin};
use turnstone_etcd::{Op, Txn};

/// What a node of the version before says about itself.
const OLDER: &[u8] = br#"{"node":"older","address":"http://older:9500","commit":1,"installed":true}"#;

/// How long it takes until a node of this version leads, beside a node of the version before that is alive for this time and
/// never leads.
fn leads_after(alive: Duration) -> Duration {
    let executor = Executor::new(7);
    let etcd = SimEtcd::new(8, executor.clone(), Store::new(LogTruth::new(1 << 20)));
    let cluster = Arc::new(Cluster::new(9, executor.clone(), etcd, LogBounds::default()));
    let own = cluster.clone();
    let run = async move {
        let directory = Arc::new(SimNodeDirectory(own.machine(0)));
        begin(directory, own.connection(0), PREFIX).await.expect("etcd is there");
        own.machine(0).next_process();
        let now = own.executor.now();
        let put = |lease| Op::Put { key: KEYS.node("older"), value: OLDER.to_vec(), lease };
        let lease = {
            let store = &mut own.etcd.lock().store;
            let lease = store.grant(alive.as_secs(), now);
            store.txn(&Txn::of(vec![put(lease)]), 0).expect("etcd is not full");
            lease
        };
        (0..NODES).for_each(|node| start(&own, node));
        let leads = || (0..NODES).any(|node| own.slot(node).leading().is_some());
        while !leads() && own.executor.now() < now + Duration::from_secs(60) {
            own.executor.sleep(ms(50)).await;
            if own.executor.now() >= now + alive {
                own.etcd.act(|network| network.store.revoke(lease));
            }
        }
        own.executor.now() - now
    };
    let (sender, receiver) = std::sync::mpsc::channel();
    executor.run(async move { sender.send(run.await).expect("it is awaited") }, |owner| cluster.look(owner));
    receiver.recv().expect("the run is over")
}

#[test]
fn a_node_leads_once_no_node_of_an_older_version_is_alive() {
    let took = leads_after(Duration::from_secs(6));
    assert!((6..9).contains(&took.as_secs()), "{took:?}");
}

#[test]
fn a_node_leads_after_ten_seconds_if_an_older_one_does_not() {
    let took = leads_after(Duration::from_secs(60));
    assert!((10..13).contains(&took.as_secs()), "{took:?}");
}
