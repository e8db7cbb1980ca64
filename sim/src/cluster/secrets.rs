//! What etcd must not have in clear: the server's keys and what follows from them, seeds of running tables, and what
//! members have written.

use super::etcd::Store;
use super::shared::{NODES, SECRET};
use super::world::Cluster;
use turnstone_etcd::WatchEvent;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::record::{Record, Status};
use turnstone_service::time::Day;
use turnstone_storage::{Failure, State};

const RULE: &str = "etcd has no secret in clear";
/// What nodes announce in clear.
const ADDRESS: &[u8] = b"http://node-";
/// The days ahead for which secrets are stated.
const AHEAD: u32 = 100;

/// Search everything that etcd has, and the changes since its last compaction.
pub(super) fn check_secrets(cluster: &Cluster, written: &[String]) {
    let state = (0..NODES).find_map(|node| {
        let live = cluster.live(node)?;
        live.storage.state().zip(live.storage.server_keys())
    });
    let Some((state, keys)) = state else { return };
    let secrets = match secrets_of(state.as_ref(), &keys) {
        Ok(secrets) => secrets,
        Err(failure) => return cluster.fail("the state of a node is read", failure.to_string()),
    };
    let texts = secrets.iter().map(|secret| hex::encode(secret).into_bytes());
    let mut wanted: Vec<Vec<u8>> = secrets.iter().map(|secret| secret.to_vec()).chain(texts).collect();
    wanted.extend(written.iter().map(|text| text.clone().into_bytes()));
    let store = &cluster.etcd.lock().store;
    if !stored(store).any(|bytes| has(bytes, ADDRESS)) {
        return cluster.fail("the search finds what is in clear", "no node has announced its address".to_owned());
    }
    let found = stored(store).find_map(|bytes| wanted.iter().find(|secret| has(bytes, secret)));
    if let Some(secret) = found {
        return cluster.fail(RULE, String::from_utf8_lossy(secret).into_owned());
    }
    cluster.hit("premise: etcd was searched for secrets");
}

fn stored(store: &Store) -> impl Iterator<Item = &[u8]> {
    let kept = store.kept.keys.values().flat_map(|found| [found.key.as_slice(), found.value.as_slice()]);
    let past = store.history.iter().map(|(_, event)| match event {
        WatchEvent::Put(found) => found.value.as_slice(),
        WatchEvent::Deleted(key) => key.as_slice(),
    });
    kept.chain(past)
}

fn secrets_of(state: &dyn State, keys: &ServerKeys) -> Result<Vec<[u8; 32]>, Failure> {
    let mut secrets: Vec<[u8; 32]> = state.personal_keys()?.into_values().map(|key| key.0).collect();
    secrets.push(SECRET);
    let mut today = Day(0);
    for record in state.snapshot()?.records() {
        match record? {
            Record::Table(id, row) if matches!(row.status, Status::Playing { .. }) => {
                secrets.extend(row.seed.open(id, row.setup.deal.as_deref(), keys));
            }
            Record::FairDay(name, _) => today = today.max(name.day),
            _ => {}
        }
    }
    secrets.extend((today.0..=today.0 + AHEAD).map(|day| keys.day_secret(Day(day))));
    Ok(secrets)
}

fn has(bytes: &[u8], secret: &[u8]) -> bool {
    bytes.windows(secret.len()).any(|window| window == secret)
}
