//! A rolling upgrade: a node of the version before leads as long as one is alive.

use super::process::{run_process, start};
use super::shared::{NODES, PREFIX};
use super::truth::KEYS;
use super::world::Cluster;
use crate::world::{SimNet, ms, simulated};
use madsim::time::sleep;
use std::time::Duration;
use turnstone_cluster::{LogBounds, begin};
use turnstone_etcd::{Op, Txn};

/// What a node of the version before says about itself.
const OLDER: &[u8] = br#"{"node":"older","address":"http://older:9500","commit":1,"installed":true}"#;

/// How long it takes until a node of this version leads, beside a node of the version before that is alive for this time and
/// never leads.
fn leads_after(alive: Duration) -> Duration {
    let took = simulated(7, move || async move {
        let cluster = Cluster::new(9, SimNet::new(ms(2), ms(5_000)), LogBounds::default(), run_process);
        begin(cluster.directory(0), cluster.connection(0), PREFIX).await.expect("etcd is there");
        cluster.machine(0).next_process();
        let now = cluster.net.now();
        let put = |lease| Op::Put { key: KEYS.node("older"), value: OLDER.to_vec(), lease };
        let lease = {
            let store = &mut cluster.etcd.lock().store;
            let lease = store.grant(alive.as_secs(), now);
            store.txn(&Txn::of(vec![put(lease)]), 0).expect("etcd is not full");
            lease
        };
        (0..NODES).for_each(|node| start(&cluster, node));
        let leads = || (0..NODES).any(|node| cluster.slot(node).leading().is_some());
        while !leads() && cluster.net.now() < now + Duration::from_secs(60) {
            sleep(ms(50)).await;
            if cluster.net.now() >= now + alive {
                cluster.etcd.act(|network| network.store.revoke(lease));
            }
        }
        cluster.net.now() - now
    });
    took.expect("nothing panics")
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
