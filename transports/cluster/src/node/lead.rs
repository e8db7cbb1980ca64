//! A node that has everything tries to lead.

use super::{LookResult, LookStop, Node, PAUSE};
use crate::appender::Appender;
use crate::error::NodeError;
use crate::reading::to_value;
use crate::standing::Announced;
use crate::storage::{LoggedStorage, sealed};
use turnstone_etcd::{Append, Appended, Campaigned, CommitEntry, EtcdConnection, NodeRole};
use turnstone_link::LinkMachine;
use turnstone_storage::{Commit, GroupCommit};

impl<E: LinkMachine, C: EtcdConnection> Node<E, C> {
    /// Try to lead, with everything applied.
    pub(super) async fn campaign(&mut self) -> Result<LookResult, LookStop> {
        let (head, now) = (self.storage.head(), self.standing.now());
        let own = Announced { commit: 0, ..self.standing.own.clone() };
        let txn = self.standing.campaign(&self.keys, to_value(&own), head, now);
        let Some(txn) = txn else {
            // Its lease is not there yet, or another process has its id, or it leaves.
            self.env.sleep(PAUSE).await;
            return Ok(LookResult::Again);
        };
        let answer = self.client.txn(&txn).await?;
        let now = self.standing.now();
        let outcome = self.standing.lock().leadership.campaigned(&answer, now);
        tracing::debug!(?outcome, commit = head.n, "a campaign");
        match outcome {
            Campaigned::Won => self.begin_term(head).await,
            Campaigned::Lost => Ok(LookResult::Again),
        }
    }

    /// Append the entry that begins a term.
    async fn begin_term(&mut self, head: Commit) -> Result<LookResult, LookStop> {
        let role = self.standing.lock().leadership.role(self.standing.now());
        let NodeRole::Leading { created } = role else { return Ok(self.step_down()) };
        let entry = CommitEntry::after(head, head.term + 1, &GroupCommit::default());
        let sealed = sealed(&self.log_key, head, &entry).map_err(NodeError::Term)?;
        let bytes = sealed.len();
        let append = Append::new(&self.keys, created, head, entry.commit, sealed);
        loop {
            if self.standing.leads().is_none() {
                return Ok(self.step_down());
            }
            match self.client.txn(append.request()).await {
                Ok(answer) => match append.answered(&answer) {
                    Appended::Written => break,
                    Appended::Again => self.env.sleep(PAUSE).await,
                    Appended::Fenced => return Ok(self.step_down()),
                },
                Err(error) => {
                    if self.reported.is_due(&error.to_string(), self.env.instant()) {
                        tracing::warn!(%error, "the entry that begins a term is sent again");
                    }
                    self.env.sleep(PAUSE).await;
                }
            }
        }
        self.apply(&entry, bytes).await?;
        Ok(LookResult::Done)
    }

    fn step_down(&self) -> LookResult {
        self.standing.fence();
        self.standing.lock().leadership.follow();
        LookResult::Again
    }

    pub(super) fn leading(&self) -> Result<LoggedStorage, NodeError> {
        let head = self.storage.head();
        let own = Announced { commit: 0, ..self.standing.own.clone() };
        self.standing.set_leader(Some(own));
        self.standing.metrics.leads.set(1);
        self.standing.metrics.terms.inc();
        tracing::info!(term = head.term, commit = head.n, "this node leads");
        let appender = Appender::start(&self.env, self.standing.clone(), self.client.clone());
        let keys = (self.keys.clone(), self.log_key.clone());
        Ok(LoggedStorage::new(self.storage.clone(), self.standing.clone(), keys, appender, head.term)?)
    }
}
