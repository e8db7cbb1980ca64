//! The primary's side of a session.

use crate::feed::{Feed, Start};
use crate::message::{FollowRejection, ToPrimary, ToStandby, Welcome, WireGroup, to_wire};
use hyper_util::rt::TokioIo;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use turnstone_engine::env::within;
use turnstone_link::{
    Carried, Directions, DirectoryRole, LinkEnd, LinkMachine, Receiver, ReplicaDirectory, SILENCE, Sender, SharedKey,
    accept, generation, in_time, send_snapshot, upgraded,
};
use turnstone_storage::{Commit, State, StorageError};

/// The primary's end of a link.
pub(crate) const PRIMARY: LinkEnd<'static> = LinkEnd { purpose: "standby", name: "primary" };
/// How often the standby learns the last commit, at least.
const BEAT: Duration = Duration::from_millis(250);

/// What a session needs of the primary.
pub struct Primary<L> {
    pub machine: L,
    /// Its commits.
    pub feed: Arc<Feed>,
    pub key: SharedKey,
    /// The reading side of its storage, for snapshots.
    pub state: Arc<dyn State>,
    /// Its data directory, for the server keys and the role.
    pub directory: Arc<ReplicaDirectory>,
}

/// Serve a connection to the standby's listener. `proved` is called once the peer has proved the key, and says whether there is
/// room for it.
pub async fn serve<L: LinkMachine, S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: TokioIo<S>,
    primary: Arc<Primary<L>>,
    proved: impl FnOnce() -> bool + Send,
) {
    match upgraded(&primary.machine, stream).await {
        Ok(stream) => primary.serve(stream, proved).await,
        Err(error) => tracing::debug!(%error, "a request to the standby's listener"),
    }
}

impl<L: LinkMachine> Primary<L> {
    /// Serve a peer until it disconnects. `proved` is called once it has proved the key, and says whether there is room for it.
    pub async fn serve<S: AsyncRead + AsyncWrite + Unpin + Send>(
        &self,
        stream: Carried<S>,
        proved: impl FnOnce() -> bool + Send,
    ) {
        match self.talk(stream, proved).await {
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                self.feed.metrics().rejected.inc();
                tracing::warn!(%error, "a peer of the standby's listener was rejected");
            }
            Err(error) => tracing::info!(%error, "the standby disconnected"),
            Ok(()) => {}
        }
    }

    async fn talk<S: AsyncRead + AsyncWrite + Unpin + Send>(
        &self,
        stream: Carried<S>,
        proved: impl FnOnce() -> bool + Send,
    ) -> io::Result<()> {
        let (first, (mut to, from)) = accept(&self.machine, stream, &self.key, PRIMARY, proved).await?;
        match first {
            ToPrimary::Superseded { term } => self.note(term, &mut to).await,
            ToPrimary::Follow { id, head } => {
                let head = head.map(Commit::from);
                if let Some(head) = head.filter(|head| self.feed.is_later(head.term)) {
                    return self.note(head.term, &mut to).await;
                }
                self.follow(id, head, (to, from)).await
            }
            ToPrimary::Written { .. } => Err(ErrorKind::InvalidData.into()),
        }
    }

    /// A peer has a term. If it is one of a later generation, this server is superseded.
    async fn note<W: AsyncWrite + Unpin + Send>(&self, term: u64, to: &mut Sender<W>) -> io::Result<()> {
        let (_, own) = self.feed.position();
        if !self.feed.is_later(term) {
            return to.send_now(&ToStandby::Rejected(FollowRejection::NotLater { announced: term, own })).await;
        }
        supersede(&self.feed, &self.directory, term).map_err(io::Error::other)?;
        to.send_now(&ToStandby::Noted).await
    }

    async fn follow<S: AsyncRead + AsyncWrite + Unpin + Send>(
        &self,
        id: [u8; 16],
        head: Option<Commit>,
        (mut to, mut from): Directions<S>,
    ) -> io::Result<()> {
        let (session, start) = match self.feed.begin(id, head) {
            Ok(begun) => begun,
            Err(reason) => return reject(reason, &mut to).await,
        };
        let _session = FeedSession { feed: &self.feed, session };
        if matches!(start, Start::NotInWindow)
            && let Err(reason) = self.compare(head).await?
        {
            return reject(reason, &mut to).await;
        }
        let welcome = self.welcome()?;
        let Start::At(number) = start else {
            tracing::info!("sending a snapshot to the standby");
            to.send_now(&ToStandby::Snapshot(welcome)).await?;
            let whole = (&self.directory, &self.state);
            send_snapshot(&self.machine, whole, &mut to, (ToStandby::Part, ToStandby::End)).await?;
            self.feed.metrics().snapshots.inc();
            tracing::info!("the snapshot is sent");
            // The standby closes the connection once it has read everything.
            return match within(&self.machine, SILENCE, from.next::<ToPrimary>()).await {
                Some(Err(error)) if error.kind() != ErrorKind::UnexpectedEof => Err(error),
                Some(_) | None => Ok(()),
            };
        };
        to.send_now(&ToStandby::Continue(welcome)).await?;
        tracing::info!(commit = head.map_or(0, |head| head.n), "the standby follows");
        tokio::select! {
            biased;
            ended = self.send_groups(session, number, &mut to) => ended,
            ended = self.read_confirmations(session, &mut from) => ended,
        }
    }

    fn welcome(&self) -> io::Result<Welcome> {
        let (head, term) = self.feed.position();
        let server_keys = self.directory.server_keys_text().map_err(io::Error::other)?;
        let server_keys = server_keys.ok_or_else(|| io::Error::other("there are no server keys"))?;
        Ok(Welcome { term, n: head.n, at_ms: self.machine.now().0, server_keys })
    }

    /// Whether a snapshot may replace what the standby has: only if that is a part of this history.
    async fn compare(&self, head: Option<Commit>) -> io::Result<Result<(), FollowRejection>> {
        let Some(head) = head else { return Ok(Ok(())) };
        let state = self.state.clone();
        let chain = self.machine.blocking(move || state.snapshot()?.chain());
        let chain = chain.await?.map_err(io::Error::other)?;
        let (oldest, newest) = (chain.first().map_or(0, |commit| commit.n), chain.last().map_or(0, |commit| commit.n));
        // What has no commit yet is a part of every history.
        Ok(if head == Commit::default() || chain.contains(&head) {
            Ok(())
        } else if head.n < oldest {
            Err(FollowRejection::TooOld { standby: head.n, oldest })
        } else {
            Err(FollowRejection::OtherHistory { standby: head.n, primary: newest })
        })
    }

    async fn send_groups<W: AsyncWrite + Unpin + Send>(
        &self,
        session: u64,
        mut number: u64,
        to: &mut Sender<W>,
    ) -> io::Result<()> {
        let mut beat = self.machine.instant();
        loop {
            let changed = self.feed.changes();
            let Some(entries) = self.feed.from(session, number) else {
                return Err(io::Error::other("it was too slow, or has connected again"));
            };
            number += entries.len() as u64;
            for entry in entries {
                let group = WireGroup {
                    commit: entry.commit.into(),
                    at_ms: entry.at_ms,
                    encoding: entry.encoding.clone(),
                    slots: to_wire(&entry.slots),
                };
                in_time(&self.machine, to.send(&ToStandby::Group(group))).await?;
            }
            let now = self.machine.instant();
            if beat <= now {
                let (head, _) = self.feed.position();
                to.send(&ToStandby::Head { n: head.n, at_ms: self.machine.now().0 }).await?;
                beat = now + BEAT;
            }
            in_time(&self.machine, to.flush()).await?;
            // It ends by time or by a change; both mean to look again.
            tokio::select! {
                biased;
                () = changed => {}
                () = self.machine.sleep_until(beat) => {}
            }
        }
    }

    async fn read_confirmations<R: AsyncRead + Unpin + Send>(
        &self,
        session: u64,
        from: &mut Receiver<R>,
    ) -> io::Result<()> {
        loop {
            match in_time(&self.machine, from.next()).await? {
                ToPrimary::Written { n } => self.feed.confirm(session, n),
                ToPrimary::Follow { .. } | ToPrimary::Superseded { .. } => return Err(ErrorKind::InvalidData.into()),
            }
        }
    }
}

async fn reject<W: AsyncWrite + Unpin + Send>(reason: FollowRejection, to: &mut Sender<W>) -> io::Result<()> {
    tracing::warn!(%reason, "a standby was rejected");
    to.send_now(&ToStandby::Rejected(reason)).await
}

/// Make it durable that a standby was promoted with this term, and end the appends.
fn supersede(feed: &Feed, directory: &ReplicaDirectory, term: u64) -> Result<(), StorageError> {
    directory.set_role(&DirectoryRole::Superseded { term })?;
    tracing::error!(term, generation = generation(term), "a standby was promoted: this server ends");
    feed.supersede(term);
    Ok(())
}

/// Ends the session when it is dropped.
struct FeedSession<'a> {
    feed: &'a Feed,
    session: u64,
}

impl Drop for FeedSession<'_> {
    fn drop(&mut self) {
        self.feed.end(self.session);
    }
}
