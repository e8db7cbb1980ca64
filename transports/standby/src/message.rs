//! The messages between primary and standby.

use serde::{Deserialize, Serialize};
use turnstone_service::effects::SlotChange;
use turnstone_service::secret::SecretKey;
use turnstone_storage::Commit;

#[derive(Serialize, Deserialize)]
pub(crate) enum ToPrimary {
    /// The first message of a standby.
    Follow {
        /// Identifies the standby.
        id: [u8; 16],
        /// Its last commit; `None` before its first snapshot.
        head: Option<WireCommit>,
    },
    /// The first message of a promoted standby: its term, which is that of a later generation.
    Superseded { term: u64 },
    /// All commits up to this number are on the standby's disk.
    Written { n: u64 },
}

#[derive(Serialize, Deserialize)]
pub(crate) enum ToStandby {
    /// The commits after the standby's last one follow.
    Continue(Welcome),
    /// A snapshot follows.
    Snapshot(Welcome),
    /// A part of the snapshot.
    Part(Vec<u8>),
    /// The snapshot is complete. The standby installs it and connects again.
    End,
    /// A group commit.
    Group(WireGroup),
    /// The primary's last commit, a few times a second.
    Head { n: u64, at_ms: u64 },
    /// The standby cannot follow.
    Rejected(FollowRejection),
    /// The higher term is durable, and this server ends.
    Noted,
}

/// The first message to a standby that may follow.
#[derive(Serialize, Deserialize)]
pub(crate) struct Welcome {
    pub(crate) term: u64,
    /// The primary's last commit, and the time in Unix milliseconds.
    pub(crate) n: u64,
    pub(crate) at_ms: u64,
    /// The text of the primary's file of server keys.
    pub(crate) server_keys: String,
}

/// A group commit with its changes to the personal keys.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireGroup {
    pub(crate) commit: WireCommit,
    /// When it was appended, in Unix milliseconds.
    pub(crate) at_ms: u64,
    /// Its canonical encoding; empty if it changes personal keys only and makes no commit.
    pub(crate) encoding: Vec<u8>,
    pub(crate) slots: Vec<WireSlot>,
}

/// A slot and its key; `None` destroys it.
pub(crate) type WireSlot = (u32, Option<[u8; 32]>);

/// Why a standby cannot follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum FollowRejection {
    /// Its commit is not the primary's commit of that number.
    #[error(
        "the histories differ: this standby has a commit {standby} that the primary, whose last commit is {primary}, does \
         not have. Move the data directory away and start the standby on an empty one; keep the old one if acknowledged \
         changes may be missing in the primary"
    )]
    OtherHistory {
        /// The last commit of the standby.
        standby: u64,
        /// The last commit of the primary.
        primary: u64,
    },
    /// Its last commit is older than the primary's chain.
    #[error(
        "the last commit of this standby, {standby}, is too old to be compared with the primary's, which keeps its chain \
         from commit {oldest}. Move the data directory away and start the standby on an empty one"
    )]
    TooOld {
        /// The last commit of the standby.
        standby: u64,
        /// The oldest commit that the primary can compare.
        oldest: u64,
    },
    /// Another standby is connected.
    #[error("another standby is connected to the primary; there can be only one")]
    Busy,
    /// The term is not one of a later generation.
    #[error("term {announced} does not supersede term {own} of the server")]
    NotLater {
        /// The announced term.
        announced: u64,
        /// The server's term.
        own: u64,
    },
}

/// A commit as it is sent.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct WireCommit {
    n: u64,
    term: u64,
    hash: [u8; 32],
}

impl From<Commit> for WireCommit {
    fn from(Commit { n, term, hash }: Commit) -> Self {
        Self { n, term, hash }
    }
}

impl From<WireCommit> for Commit {
    fn from(WireCommit { n, term, hash }: WireCommit) -> Self {
        Self { n, term, hash }
    }
}

pub(crate) fn to_wire(slots: &[SlotChange]) -> Vec<WireSlot> {
    slots
        .iter()
        .map(|change| match change {
            SlotChange::Fill(slot, key) => (*slot, Some(key.0)),
            SlotChange::Destroy(slot) => (*slot, None),
        })
        .collect()
}

pub(crate) fn from_wire(slots: Vec<WireSlot>) -> Vec<SlotChange> {
    slots
        .into_iter()
        .map(|(slot, key)| key.map_or(SlotChange::Destroy(slot), |key| SlotChange::Fill(slot, SecretKey(key))))
        .collect()
}
