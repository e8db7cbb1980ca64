//! What etcd must not have in clear: the server's keys and what follows from them, seeds of running tables, and what
//! members have written.

use super::etcd::Store;
use super::shared::{NODES, SECRET};
use super::world::Cluster;
use turnstone_etcd::WatchEvent;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::record::{Record, Status};
use turnstone_service::time::Day;
use turnstone_storage::{State, StorageError};

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
    let (search, in_clear) = (Search::of(wanted), Search::of(vec![ADDRESS.to_vec()]));
    let network = cluster.etcd.lock();
    let (found, finds) = {
        let all = || stored(&network.store);
        (
            all().find_map(|bytes| search.first(bytes)).map(<[u8]>::to_vec),
            all().any(|bytes| in_clear.first(bytes).is_some()),
        )
    };
    drop(network);
    if !finds {
        return cluster.fail("the search finds what is in clear", "no node has announced its address".to_owned());
    }
    if let Some(secret) = found {
        return cluster.fail(RULE, String::from_utf8_lossy(&secret).into_owned());
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

fn secrets_of(state: &dyn State, keys: &ServerKeys) -> Result<Vec<[u8; 32]>, StorageError> {
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

/// What is searched for, by its first two bytes.
struct Search(Vec<Vec<Vec<u8>>>);

impl Search {
    fn of(wanted: Vec<Vec<u8>>) -> Self {
        let mut search = Self(vec![Vec::new(); 1 << 16]);
        for secret in wanted {
            if let Some(first) = secret.first_chunk() {
                search.0[usize::from(u16::from_be_bytes(*first))].push(secret);
            }
        }
        search
    }

    /// The first of them in these bytes.
    fn first(&self, bytes: &[u8]) -> Option<&[u8]> {
        bytes.array_windows().enumerate().find_map(|(at, first)| {
            let wanted = &self.0[usize::from(u16::from_be_bytes(*first))];
            wanted.iter().find(|secret| bytes[at..].starts_with(secret)).map(Vec::as_slice)
        })
    }
}
