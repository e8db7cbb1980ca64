//! The lease of a node: kept alive on a thread of its own, with the node's position. The node that leads also trims the log.

use crate::reading::{ClusterReading, to_value};
use crate::standing::{Announced, NodeStanding};
use std::sync::Arc;
use std::time::Duration;
use turnstone_engine::Seldom;
use turnstone_engine::env::Env;
use turnstone_etcd::{Compare, EtcdConnection, EtcdError, Keys, LEASE, Op, Txn};

/// How often the lease is renewed. Renewals that are further apart make a lease end sooner after its node.
const EVERY: Duration = Duration::from_secs(1);
/// The pause after an error.
const PAUSE: Duration = Duration::from_millis(50);
/// Every how many renewals the log is trimmed.
const TRIM_EVERY: u64 = 3;
/// How long a node tries to give its lease back.
const FAREWELL: Duration = Duration::from_secs(2);

/// Keep the lease of a node until it leaves.
pub async fn keep_lease(standing: Arc<NodeStanding>, env: impl Env, client: impl EtcdConnection, keys: Keys) {
    let mut keeper = LeaseRenewer { standing, client, keys, announced: None, renewals: 0, in_use: Seldom::default() };
    loop {
        let begun = env.instant();
        if keeper.standing.lock().leaves {
            return;
        }
        match keeper.renew().await {
            Ok(()) => env.sleep_until(begun + EVERY).await,
            Err(error) => {
                tracing::debug!(%error, "the lease was not renewed");
                env.sleep(PAUSE).await;
            }
        }
    }
}

struct LeaseRenewer<C> {
    standing: Arc<NodeStanding>,
    client: C,
    keys: Keys,
    /// The lease of the node's key, and what was written there last, if that is known.
    announced: Option<(i64, Option<Announced>)>,
    renewals: u64,
    in_use: Seldom,
}

impl<C: EtcdConnection> LeaseRenewer<C> {
    async fn renew(&mut self) -> Result<(), EtcdError> {
        let (known, sent) = (self.standing.lock().lease, self.standing.now());
        let lease = match known {
            Some(lease) if self.client.keep_alive(lease).await? => lease,
            Some(_) => {
                tracing::warn!("the lease of this node has ended");
                self.standing.lease_ended();
                return Ok(());
            }
            None => self.client.grant(LEASE.as_secs()).await?,
        };
        if !self.standing.lease_renewed(lease, sent) {
            return Ok(());
        }
        self.announce(lease).await?;
        self.check_lead().await?;
        self.renewals += 1;
        if self.renewals.is_multiple_of(TRIM_EVERY) && self.standing.leads().is_some() {
            self.trim().await?;
        }
        Ok(())
    }

    /// Write what the node says about itself, if that has changed.
    async fn announce(&mut self, lease: i64) -> Result<(), EtcdError> {
        let own = self.standing.announcement();
        if self.announced.as_ref().is_some_and(|(known, said)| *known == lease && said.as_ref() == Some(&own)) {
            return Ok(());
        }
        let (key, value) = (self.keys.node(&own.node), to_value(&own));
        let mut txn = Txn::of(vec![Op::Put { key: key.clone(), value, lease }]);
        if self.announced.as_ref().is_none_or(|(known, _)| *known != lease) {
            txn.compare = vec![Compare::Created { key: key.clone(), revision: 0 }];
            txn.failure = vec![Op::get(key)];
        }
        let answer = self.client.txn(&txn).await?;
        if answer.succeeded {
            self.announced = Some((lease, Some(own)));
        } else if answer.get(0).is_some_and(|found| found.lease == lease) {
            // An earlier answer was lost. What it wrote is replaced at the next renewal.
            self.announced = Some((lease, None));
        } else {
            if self.in_use.is_due(self.standing.instant(self.standing.now())) {
                tracing::warn!(
                    "the id of this node is in use: its former lease ends within 3 s, or another process has it"
                );
            }
            return Ok(());
        }
        self.standing.set_announced(true);
        Ok(())
    }

    /// Give up the lead if the leader's key is gone or another node's. It ends with the lease, so somebody has deleted it. An
    /// append would find that out, but a leader that only answers reads would not.
    async fn check_lead(&mut self) -> Result<(), EtcdError> {
        let Some((_, created)) = self.standing.leads() else { return Ok(()) };
        let answer = self.client.txn(&Txn::of(vec![Op::get(self.keys.leader())])).await?;
        let is_own = answer.get(0).is_some_and(|found| found.created == created);
        if !is_own && self.standing.leads().is_some_and(|(_, still)| still == created) {
            tracing::warn!("the leader's key is not this node's any more");
            self.standing.fence();
        }
        Ok(())
    }

    /// Delete the entries that all live nodes have and that are not among the newest.
    async fn trim(&mut self) -> Result<(), EtcdError> {
        let nodes = ClusterReading::take(&mut self.client, &self.keys).await?.nodes;
        let least = nodes.iter().map(|node| node.commit).min().unwrap_or_default();
        // A node that is alone has the only copy of what it trims: it keeps as much as it may.
        let least = if nodes.len() < 2 { 0 } else { least };
        let Some(below) = self.standing.lock().window.trim_below(least) else { return Ok(()) };
        let (key, end) = self.keys.entries(0, below);
        self.client.txn(&Txn::of(vec![Op::Delete { key, end: Some(end) }])).await?;
        self.standing.lock().window.trimmed(below);
        tracing::debug!(below, "the log was trimmed");
        Ok(())
    }
}

/// Give the lease back: the keys of this node are deleted at once, and another one can lead.
pub async fn resign(standing: &NodeStanding, env: &impl Env, client: &mut impl EtcdConnection) {
    let Some(lease) = standing.leave() else { return };
    let begun = env.instant();
    while let Err(error) = client.revoke(lease).await {
        if env.instant() > begun + FAREWELL {
            tracing::warn!(%error, "the lease was not given back: it ends by itself within 3 s");
            return;
        }
        env.sleep(PAUSE).await;
    }
    tracing::info!("the lease was given back");
}
