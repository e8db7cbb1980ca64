//! The standby: connects to its primary, takes a snapshot where it must, and follows the commits.

use crate::message::{FollowRejection, ToPrimary, ToStandby, Welcome, from_wire};
use crate::primary::PRIMARY;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite};
use turnstone_link::{
    ApplyError, Carried, DirectoryRole, LinkMachine, PeerAddress, Receiver, ReplicaDirectory, ReplicaStorage,
    RoleError, Seen, SharedKey, apply_next, dial, generation, in_time, receive_snapshot,
};
use turnstone_storage::StorageError;

/// The first and the longest pause before it connects again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));
/// How often the file is written that a promotion shows.
const SEEN_EVERY: Duration = Duration::from_millis(500);

/// Why a standby ends.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// Its data directory is something else.
    #[error(
        "{} is the data directory of a server and not of a standby. Name an empty directory, or move this one away",
        .0.display()
    )]
    NotStandby(PathBuf),
    /// Its data directory was superseded.
    #[error(transparent)]
    Role(#[from] RoleError),
    /// The primary rejected it.
    #[error("{0}")]
    Rejected(FollowRejection),
    /// The primary is of an earlier generation.
    #[error(
        "the server at the address has term {term} and was superseded: this standby has followed term {own}. Name the \
         promoted server with --from"
    )]
    EarlierTerm {
        /// The term that this standby has followed.
        own: u64,
        /// The term of the server.
        term: u64,
    },
    /// A group commit was not applied.
    #[error("{0}")]
    Apply(#[from] ApplyError),
    /// Its data directory.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why a session ended.
#[derive(Debug, thiserror::Error)]
pub enum SessionEnd {
    /// The connection was lost, or a snapshot has been installed; it can be tried again.
    #[error(transparent)]
    Lost(#[from] io::Error),
    /// It cannot go on.
    #[error(transparent)]
    Fatal(#[from] FollowError),
}

impl From<StorageError> for SessionEnd {
    fn from(failure: StorageError) -> Self {
        Self::Fatal(failure.into())
    }
}

/// What a standby is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandbyActivity {
    /// Not connected.
    Connecting,
    /// Receiving or installing a snapshot.
    TakingSnapshot,
    /// Following the commits.
    Following,
}

/// How far a standby is.
#[derive(Clone, Copy, Debug)]
pub struct StandbyProgress {
    /// What it is doing.
    pub doing: StandbyActivity,
    /// Its last commit.
    pub commit: u64,
    /// What it last saw of its primary.
    pub seen: Seen,
    /// When it last received anything.
    pub heard: Option<Instant>,
}

/// A standby.
pub struct Follower<L> {
    machine: L,
    storage: ReplicaStorage,
    key: SharedKey,
    from: PeerAddress,
    id: [u8; 16],
    /// The highest term of the primary that it knows.
    term: u64,
    installed: bool,
    progress: Arc<Mutex<StandbyProgress>>,
    seen_written: Option<Instant>,
}

impl<L: LinkMachine> Follower<L> {
    /// Open the data directory of a standby; a new one if there is none. The primary's server keys count, so that it must
    /// accept others than those that its records were written with.
    pub fn open(
        machine: L,
        directory: Arc<ReplicaDirectory>,
        key: SharedKey,
        from: PeerAddress,
    ) -> Result<Self, FollowError> {
        let (id, term, installed) = match directory.role()? {
            Some(DirectoryRole::Standby { id, term, installed, .. }) => (id, term, installed),
            Some(DirectoryRole::Superseded { term }) => return Err(RoleError::Superseded(term).into()),
            None if !directory.exists()? => (new_id()?, 0, false),
            Some(DirectoryRole::Promoted { .. } | DirectoryRole::Node { .. }) | None => {
                return Err(FollowError::NotStandby(directory.path().to_owned()));
            }
        };
        let bytes = hex::decode(&id).ok().and_then(|id| id.try_into().ok());
        let bytes = bytes.ok_or_else(|| StorageError::Damaged("the id of the standby is unreadable".to_owned()))?;
        // Before the store is made: from now on, this is no server's directory.
        directory.set_role(&DirectoryRole::Standby { id, from: from.text().to_owned(), term, installed })?;
        let seen = directory.seen().unwrap_or_default();
        let storage = ReplicaStorage::open(directory)?;
        let progress =
            StandbyProgress { doing: StandbyActivity::Connecting, commit: storage.head().n, seen, heard: None };
        let progress = Arc::new(Mutex::new(progress));
        Ok(Self { machine, storage, key, from, id: bytes, term, installed, progress, seen_written: None })
    }

    /// How far it is, while it runs.
    pub fn progress(&self) -> Arc<Mutex<StandbyProgress>> {
        self.progress.clone()
    }

    pub fn storage(&self) -> ReplicaStorage {
        self.storage.clone()
    }

    fn lock(&self) -> MutexGuard<'_, StandbyProgress> {
        lock(&self.progress)
    }

    /// Follow the primary, and connect again whenever the connection is lost. It returns only when it cannot go on.
    pub async fn run(&mut self) -> FollowError {
        let (mut pause, mut was_reported) = (PAUSES.0, false);
        loop {
            let connected = self.from.connect(&self.machine).await;
            let ended = match connected {
                Ok(stream) => self.session(stream).await,
                Err(error) => Err(error.into()),
            };
            if self.lock().doing == StandbyActivity::Following {
                (pause, was_reported) = (PAUSES.0, false);
            }
            self.lock().doing = StandbyActivity::Connecting;
            match ended {
                Ok(()) => pause = PAUSES.0,
                Err(SessionEnd::Fatal(FollowError::Rejected(reason @ FollowRejection::Busy))) => {
                    tracing::warn!(%reason, "trying again");
                }
                Err(SessionEnd::Fatal(fatal)) => return fatal,
                Err(SessionEnd::Lost(error)) if was_reported => tracing::debug!(%error, "not connected"),
                Err(SessionEnd::Lost(error)) => {
                    was_reported = true;
                    tracing::warn!(%error, primary = self.from.text(), "not connected to the primary: trying again");
                }
            }
            self.machine.sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// Close the data directory.
    pub fn close(&self) -> Result<(), StorageError> {
        self.storage.close()
    }

    /// One session. `Ok` means that a snapshot was installed, and the next session continues after it.
    pub async fn session<S: AsyncRead + AsyncWrite + Unpin + Send>(
        &mut self,
        stream: Carried<S>,
    ) -> Result<(), SessionEnd> {
        let head = self.installed.then(|| self.storage.head().into());
        let follow = ToPrimary::Follow { id: self.id, head };
        let ends = (hex::encode(self.id), PRIMARY);
        let dialed = dial(&self.machine, stream, &self.key, (&ends.0, ends.1), &follow).await?;
        let (answer, (mut to, mut from)) = dialed;
        self.heard();
        match answer {
            ToStandby::Continue(welcome) => self.welcomed(&welcome)?,
            ToStandby::Snapshot(welcome) => {
                self.welcomed(&welcome)?;
                self.lock().doing = StandbyActivity::TakingSnapshot;
                return self.take_snapshot(&mut from).await;
            }
            ToStandby::Rejected(reason) => return Err(FollowError::Rejected(reason).into()),
            ToStandby::Noted => return Err(io::Error::other("the server was superseded").into()),
            ToStandby::Part(_) | ToStandby::End | ToStandby::Group(_) | ToStandby::Head { .. } => {
                return Err(odd().into());
            }
        }
        let commit = self.storage.head().n;
        self.lock().doing = StandbyActivity::Following;
        tracing::info!(commit, primary = self.from.text(), "following the primary");
        loop {
            match self.next(&mut from).await? {
                ToStandby::Group(group) => {
                    let commit = group.commit.into();
                    let applied = apply_next(&mut self.storage, commit, &group.encoding, from_wire(group.slots));
                    applied.map_err(FollowError::from)?;
                    self.lock().commit = commit.n;
                    self.saw(Seen { commit: commit.n, at_ms: group.at_ms });
                }
                ToStandby::Head { n, at_ms } => self.saw(Seen { commit: n, at_ms }),
                ToStandby::Continue(_)
                | ToStandby::Snapshot(_)
                | ToStandby::Part(_)
                | ToStandby::End
                | ToStandby::Rejected(_)
                | ToStandby::Noted => return Err(odd().into()),
            }
            let n = self.storage.head().n;
            to.send_now(&ToPrimary::Written { n }).await?;
        }
    }

    async fn next<R: AsyncRead + Unpin + Send>(&mut self, from: &mut Receiver<R>) -> io::Result<ToStandby> {
        let message = in_time(&self.machine, from.next()).await?;
        self.heard();
        Ok(message)
    }

    fn heard(&self) {
        self.lock().heard = Some(self.machine.instant());
    }

    fn welcomed(&mut self, welcome: &Welcome) -> Result<(), FollowError> {
        let own = self.term.max(self.storage.head().term);
        if generation(welcome.term) < generation(own) {
            return Err(FollowError::EarlierTerm { own, term: welcome.term });
        }
        if generation(welcome.term) > generation(self.term) {
            self.term = welcome.term;
            self.write_role()?;
        }
        self.saw(Seen { commit: welcome.n, at_ms: welcome.at_ms });
        if self.installed {
            self.storage.take_server_keys(&welcome.server_keys)?;
        }
        Ok(())
    }

    fn write_role(&self) -> Result<(), StorageError> {
        let Self { term, installed, .. } = *self;
        let (id, from) = (hex::encode(self.id), self.from.text().to_owned());
        self.storage.directory().set_role(&DirectoryRole::Standby { id, from, term, installed })
    }

    /// The primary had this last commit.
    fn saw(&mut self, seen: Seen) {
        let now = self.machine.instant();
        self.lock().seen = seen;
        if self.seen_written.is_none_or(|at| now.saturating_duration_since(at) >= SEEN_EVERY) {
            self.seen_written = Some(now);
            if let Err(error) = self.storage.directory().set_seen(seen) {
                tracing::warn!(%error, "what was seen of the primary cannot be written");
            }
        }
    }

    async fn take_snapshot<R: AsyncRead + Unpin + Send>(&mut self, from: &mut Receiver<R>) -> Result<(), SessionEnd> {
        tracing::info!("receiving a snapshot");
        let (machine, progress) = (&self.machine, &self.progress);
        let part = |message| {
            lock(progress).heard = Some(machine.instant());
            match message {
                ToStandby::Part(bytes) => Ok(Some(bytes)),
                ToStandby::End => Ok(None),
                ToStandby::Continue(_)
                | ToStandby::Snapshot(_)
                | ToStandby::Group(_)
                | ToStandby::Head { .. }
                | ToStandby::Rejected(_)
                | ToStandby::Noted => Err(odd()),
            }
        };
        let commit = receive_snapshot(machine, self.storage.directory(), from, part).await?;
        tracing::info!(commit, "installing the snapshot");
        let storage = self.storage.clone();
        machine.blocking(move || storage.install()).await??;
        self.installed = true;
        self.write_role()?;
        self.lock().commit = commit;
        tracing::info!(commit, "the snapshot is installed");
        Ok(())
    }
}

fn lock(progress: &Mutex<StandbyProgress>) -> MutexGuard<'_, StandbyProgress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_id() -> Result<String, StorageError> {
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(|error| StorageError::io("draw an id")(error.into()))?;
    Ok(hex::encode(id))
}

fn odd() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the primary sent a message out of order")
}
