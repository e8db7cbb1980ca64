//! What a standby and the nodes of a cluster share: the key, the sealed link between two machines, snapshots over it, the role
//! of a data directory, and how commits of another machine are applied.

mod apply;
mod carrier;
mod former;
mod key;
mod machine;
mod noise;
mod replica;
mod role;
mod session;
mod snapshot;

pub use apply::{ApplyError, apply_next, destroy_unused_keys, next_group};
pub use carrier::{LinkStream, PeerAddress, connector, upgraded};
pub use key::{KeyFileError, SharedKey};
pub use machine::{Blocking, LinkMachine};
pub use replica::{ReplicaDirectory, ReplicaStorage};
pub use role::{DirectoryRole, RoleError, Seen, generation, next_generation};
pub use session::{Carried, Directions, LinkEnd, Receiver, SILENCE, Sender, accept, dial, in_time};
pub use snapshot::{receive_snapshot, send_snapshot};
