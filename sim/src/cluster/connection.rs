//! The connections of nodes to the model of etcd, and everything that goes wrong on the way.

use super::etcd::Store;
use crate::parts::lock;
use crate::rng::Rng;
use crate::world::{HostId, MachineClock, SimNet, ms};
use madsim::time::sleep;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use turnstone_engine::env::Env;
use turnstone_etcd::{EtcdConnection, EtcdError, EtcdWatch, Txn, TxnAnswer, WatchEvent};

/// How long a call may take.
const CALL: Duration = Duration::from_millis(400);

/// etcd with the network before it. Clones lead to the same one.
#[derive(Clone)]
pub(super) struct SimEtcd {
    net: SimNet,
    host: HostId,
    inside: Arc<Mutex<Network>>,
    changes: Arc<Notify>,
}

/// The store and the active faults.
#[derive(Default)]
pub(super) struct Network {
    pub(super) store: Store,
    rng: Rng,
    /// Nodes that do not reach etcd.
    pub(super) cut_off: BTreeSet<usize>,
    /// No member of etcd runs.
    pub(super) is_down: bool,
    /// etcd has no leader before this time: requests wait.
    pub(super) stalled_until: Duration,
    /// The longest way of a request in milliseconds.
    pub(super) slowest_ms: u64,
    /// Of a hundred requests, those that are lost, come late, or lose their answers.
    pub(super) losses: [u64; 3],
    /// Watches below this number have ended.
    pub(super) cut_watches: u64,
    /// Watches of a node below this number say nothing any more.
    pub(super) stuck_watches: BTreeMap<usize, u64>,
    pub(super) watches: u64,
    /// Of a hundred appends, those of which etcd claims a success without one.
    pub(super) lies: u64,
}

/// What becomes of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Fine,
    /// It is never carried out.
    Lost,
    /// It is carried out after the caller has given up.
    Late,
    /// It is carried out, and the answer is lost.
    AnswerLost,
}

impl Network {
    fn lies(&mut self, txn: &Txn) -> bool {
        self.lies > 0 && Store::is_append(txn) && self.rng.percent(self.lies)
    }

    fn fate(&mut self, node: usize) -> (Fate, Duration, Duration) {
        let [lost, late, answer_lost] = self.losses;
        let luck = self.rng.below(100);
        let fate = match luck {
            _ if self.is_down || self.cut_off.contains(&node) => Fate::Lost,
            luck if luck < lost => Fate::Lost,
            luck if luck < lost + late => Fate::Late,
            luck if luck < lost + late + answer_lost => Fate::AnswerLost,
            _ => Fate::Fine,
        };
        let mut way = || Duration::from_micros(self.rng.between(300, 1_000 * self.slowest_ms));
        (fate, way(), way())
    }
}

impl SimEtcd {
    pub(super) fn new(seed: u64, net: SimNet, store: Store) -> Self {
        let network = Network { store, rng: Rng::new(seed), slowest_ms: 3, ..Network::default() };
        let host = net.add("etcd", pending::<()>);
        Self { net, host, inside: Arc::new(Mutex::new(network)), changes: Arc::default() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Network> {
        lock(&self.inside)
    }

    /// Change something, and let the watches look.
    pub(super) fn act<T>(&self, what: impl FnOnce(&mut Network) -> T) -> T {
        let done = what(&mut self.lock());
        self.changes.notify_waiters();
        done
    }

    /// Carry a request to etcd and its answer back. An answer that is lost is held until the caller has given up.
    async fn carry<T: Send + 'static>(
        self,
        node: usize,
        request: impl FnOnce(&mut Store, Duration) -> Result<T, EtcdError> + Send,
        answer: oneshot::Sender<Result<T, EtcdError>>,
    ) {
        let (fate, there, back) = self.lock().fate(node);
        sleep(there).await;
        if fate == Fate::Lost {
            self.lock().store.counts.hit("fault: request to etcd lost");
            return sleep(2 * CALL).await;
        }
        if fate == Fate::Late {
            let late = ms(400 + self.lock().rng.below(4_000));
            sleep(late).await;
            self.lock().store.counts.hit("fault: request to etcd carried out late");
        }
        let stalled = self.lock().stalled_until;
        self.net.until(stalled).await;
        let now = self.net.now();
        let done = self.act(|network| (!network.is_down).then(|| request(&mut network.store, now)));
        sleep(back).await;
        let is_cut = self.lock().cut_off.contains(&node);
        if fate != Fate::Fine || is_cut || done.is_none() {
            self.lock().store.counts.hit("fault: answer of etcd lost");
            return sleep(2 * CALL).await;
        }
        if let Some(done) = done {
            // There is no receiver if the caller has given up.
            let _ = answer.send(done);
        }
    }
}

#[derive(Clone)]
pub(super) struct SimConnection {
    pub(super) etcd: SimEtcd,
    pub(super) clock: MachineClock,
    pub(super) node: usize,
}

impl SimConnection {
    async fn call<T: Send + 'static>(
        &self,
        request: impl FnOnce(&mut Store, Duration) -> Result<T, EtcdError> + Send + 'static,
    ) -> Result<T, EtcdError> {
        let (answer, answered) = oneshot::channel();
        drop(self.etcd.net.spawn(self.etcd.host, self.etcd.clone().carry(self.node, request, answer)));
        tokio::select! {
            biased;
            answer = answered => answer.unwrap_or_else(|_| Err(EtcdError::Lost("the connection was cut".to_owned()))),
            () = self.clock.sleep(CALL) => Err(EtcdError::TimedOut),
        }
    }
}

impl EtcdConnection for SimConnection {
    type Watch = SimWatch;

    async fn txn(&mut self, txn: &Txn) -> Result<TxnAnswer, EtcdError> {
        self.etcd.lock().store.sending(txn);
        let (txn, node) = (txn.clone(), self.node);
        let lies = self.etcd.lock().lies(&txn);
        self.call(move |store, _| if lies { Ok(store.claim(&txn)) } else { store.txn(&txn, node) }).await
    }

    async fn grant(&mut self, seconds: u64) -> Result<i64, EtcdError> {
        self.call(move |store, now| Ok(store.grant(seconds, now))).await
    }

    async fn keep_alive(&mut self, lease: i64) -> Result<bool, EtcdError> {
        self.call(move |store, now| Ok(store.keep_alive(lease, now))).await
    }

    async fn revoke(&mut self, lease: i64) -> Result<(), EtcdError> {
        self.call(move |store, _| {
            store.revoke(lease);
            Ok(())
        })
        .await
    }

    async fn watch(&mut self, key: &[u8], end: &[u8], revision: i64) -> Result<SimWatch, EtcdError> {
        let (own_key, own_end) = (key.to_vec(), end.to_vec());
        self.call(move |store, _| store.changes(&own_key, &own_end, revision).map(drop)).await?;
        let mut network = self.etcd.lock();
        network.watches += 1;
        let number = network.watches;
        drop(network);
        let (connection, queue) = (self.clone(), VecDeque::new());
        Ok(SimWatch { connection, number, range: (key.to_vec(), end.to_vec()), next: revision, queue })
    }

    fn rotate(&mut self) {}
}

pub(super) struct SimWatch {
    connection: SimConnection,
    number: u64,
    range: (Vec<u8>, Vec<u8>),
    /// The first revision that was not read.
    next: i64,
    queue: VecDeque<WatchEvent>,
}

impl SimWatch {
    fn read(&mut self) -> Result<(), EtcdError> {
        let network = self.connection.etcd.lock();
        let node = self.connection.node;
        let is_stuck = network.stuck_watches.get(&node).is_some_and(|before| self.number < *before);
        if is_stuck || network.cut_off.contains(&node) {
            return Ok(());
        }
        if self.number < network.cut_watches {
            return Err(EtcdError::Lost("the watch was cut".to_owned()));
        }
        let events = network.store.changes(&self.range.0, &self.range.1, self.next)?;
        drop(network);
        if let Some((newest, _)) = events.last() {
            self.next = newest + 1;
        }
        self.queue.extend(events.into_iter().map(|(_, event)| event));
        Ok(())
    }
}

impl EtcdWatch for SimWatch {
    async fn next(&mut self) -> Result<WatchEvent, EtcdError> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Ok(event);
            }
            let etcd = self.connection.etcd.clone();
            let changed = etcd.changes.notified();
            self.read()?;
            if self.queue.is_empty() {
                changed.await;
                let way = self.connection.etcd.lock().fate(self.connection.node).1;
                sleep(way).await;
            }
        }
    }

    fn has_next(&self) -> bool {
        !self.queue.is_empty()
    }
}
