//! A node that has everything waits for changes of the log, and of who leads.

use super::{LookResult, LookStop, Node, QUIET};
use crate::reading::ClusterReading;
use crate::standing::Announced;
use turnstone_engine::env::within;
use turnstone_etcd::{EtcdConnection, EtcdWatch, WatchEvent};
use turnstone_link::LinkMachine;
use turnstone_storage::Commit;

impl<E: LinkMachine, C: EtcdConnection> Node<E, C> {
    /// Apply changes as they come, until there is a reason to look again.
    pub(super) async fn watch(
        &mut self,
        revision: i64,
        leader: Option<(Announced, i64)>,
    ) -> Result<LookResult, LookStop> {
        let (key, end) = self.keys.all();
        let mut watch = self.client.watch(&key, &end, revision).await?;
        let mut was_reached = false;
        if let Some((leader, lease)) = &leader {
            self.probe(leader, *lease, &mut was_reached).await?;
        }
        loop {
            match within(&self.env, QUIET, watch.next()).await {
                Some(event) => {
                    if !self.changed(event?).await? {
                        return Ok(LookResult::Again);
                    }
                }
                None if self.is_current(&watch).await? => {
                    if let Some((leader, lease)) = &leader {
                        self.probe(leader, *lease, &mut was_reached).await?;
                    }
                }
                None => {
                    self.client.rotate();
                    return Ok(LookResult::Again);
                }
            }
        }
    }

    /// Look whether the process of a silent leader has ended. If so, end its lease now instead of in 3 s: that is safe,
    /// because a leader without its key appends nothing. A leader that this node has never reached may be behind a firewall
    /// that rejects connections.
    async fn probe(&mut self, leader: &Announced, lease: i64, was_reached: &mut bool) -> Result<(), LookStop> {
        match self.link.is_closed(&leader.address).await {
            Some(false) => *was_reached = true,
            Some(true) if *was_reached => {
                tracing::warn!(leader = leader.node, "the process of the leader has ended: ending its lease");
                self.client.revoke(lease).await?;
            }
            Some(true) | None => {}
        }
        Ok(())
    }

    /// Take a change. False if there is a reason to look again.
    async fn changed(&mut self, event: WatchEvent) -> Result<bool, LookStop> {
        match event {
            WatchEvent::Put(found) if found.key == self.keys.leader() => Ok(false),
            WatchEvent::Put(found) if found.key == self.keys.head() => {
                if let Some(head) = Commit::from_bytes(&found.value) {
                    self.standing.saw_head(head.n);
                }
                Ok(true)
            }
            WatchEvent::Put(found) => self.take(&found.key, &found.value).await,
            WatchEvent::Deleted(key) => Ok(key != self.keys.leader() && key != self.keys.id()),
        }
    }

    /// Whether a watch without changes has missed none.
    async fn is_current(&mut self, watch: &C::Watch) -> Result<bool, LookStop> {
        let reading = ClusterReading::take(&mut self.client, &self.keys).await?;
        self.standing.saw_head(reading.head.n);
        let leader = reading.leader.map(|(leader, _)| leader.node);
        Ok(watch.has_next() || reading.head == self.storage.head() && leader == self.standing.leader_id())
    }
}
