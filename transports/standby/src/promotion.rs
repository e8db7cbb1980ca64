//! A standby becomes the primary, and the former primary learns of it.

use crate::follower::FollowError;
use crate::message::{ToPrimary, ToStandby};
use crate::primary::PRIMARY;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use turnstone_link::{
    Carried, DirectoryRole, LinkMachine, PeerAddress, ReplicaDirectory, Seen, SharedKey, dial, generation,
    next_generation,
};
use turnstone_storage::StorageError;

/// The first and the longest pause between two attempts to reach the former primary.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(15));

/// A promoted standby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// Its terms are higher than this one.
    pub term: u64,
    /// The last commit that it has.
    pub commit: u64,
    /// What it last saw of the primary.
    pub seen: Option<Seen>,
}

/// Why a standby is not promoted.
#[derive(Debug, thiserror::Error)]
pub enum PromotionError {
    /// It is no standby.
    #[error("{} is not the data directory of a standby", .0.display())]
    NotStandby(PathBuf),
    /// It is promoted already.
    #[error("{} was promoted before, to generation {}: start `turnstone serve`", .data.display(), generation(*.term))]
    Already {
        /// The data directory.
        data: PathBuf,
        term: u64,
    },
    /// It has never had a snapshot.
    #[error("the standby has not received a snapshot yet: there is nothing to serve")]
    Empty,
    /// Its data directory.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Make a stopped standby the primary. A running one has locked its data directory.
pub fn promote(directory: &ReplicaDirectory) -> Result<Promotion, PromotionError> {
    let data = || directory.path().to_owned();
    let (from, known, installed) = match directory.role()? {
        Some(DirectoryRole::Standby { from, term, installed, .. }) => (from, term, installed),
        Some(DirectoryRole::Promoted { term, .. }) => {
            return Err(PromotionError::Already { data: data(), term });
        }
        Some(DirectoryRole::Superseded { .. } | DirectoryRole::Node { .. }) | None => {
            return Err(PromotionError::NotStandby(data()));
        }
    };
    if !installed {
        return Err(PromotionError::Empty);
    }
    let mut opened = directory.open()?;
    let head = opened.storage.head();
    let term = next_generation(head.term.max(known));
    directory.set_role(&DirectoryRole::Promoted { from, term, told: false })?;
    opened.storage.stop()?;
    Ok(Promotion { term, commit: head.n, seen: directory.seen() })
}

/// Tell the former primary until it confirms. Returns at once if the server was not promoted, or has confirmed.
pub async fn announce(
    machine: &impl LinkMachine,
    directory: &ReplicaDirectory,
    key: &SharedKey,
) -> Result<(), FollowError> {
    let Some(DirectoryRole::Promoted { from, term, told: false }) = directory.role()? else { return Ok(()) };
    let address = PeerAddress::parse(&from).map_err(StorageError::Damaged)?;
    let mut pause = PAUSES.0;
    loop {
        let told = match address.connect(machine).await {
            Ok(stream) => tell(machine, stream, key, term).await,
            Err(error) => Err(error),
        };
        match told {
            Ok(()) => break,
            Err(error) if pause == PAUSES.0 => {
                tracing::warn!(%error, former_primary = from, "the former primary does not know yet that this server \
                    was promoted: it is told as soon as it can be reached");
            }
            Err(error) => tracing::debug!(%error, former_primary = from, "the former primary was not told"),
        }
        machine.sleep(pause).await;
        pause = (pause * 2).min(PAUSES.1);
    }
    tracing::info!(former_primary = from, term, "the former primary has confirmed the promotion");
    let told = DirectoryRole::Promoted { from: from.clone(), term, told: false };
    // Meanwhile this server may itself have been superseded.
    if directory.role()? == Some(told) {
        directory.set_role(&DirectoryRole::Promoted { from, term, told: true })?;
    }
    Ok(())
}

/// Tell a server that it is superseded.
pub async fn tell<S: AsyncRead + AsyncWrite + Unpin + Send>(
    machine: &impl LinkMachine,
    stream: Carried<S>,
    key: &SharedKey,
    term: u64,
) -> io::Result<()> {
    match dial(machine, stream, key, ("promoted", PRIMARY), &ToPrimary::Superseded { term }).await?.0 {
        ToStandby::Noted => Ok(()),
        ToStandby::Rejected(reason) => Err(io::Error::other(reason)),
        ToStandby::Continue(_)
        | ToStandby::Snapshot(_)
        | ToStandby::Part(_)
        | ToStandby::End
        | ToStandby::Group(_)
        | ToStandby::Head { .. } => Err(ErrorKind::InvalidData.into()),
    }
}
