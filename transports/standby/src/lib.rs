//! A warm standby: a second server that has every commit of the first, a moment later or before each response.
//!
//! The primary's storage is a [`Replicated`], which hands each group commit to a [`Feed`]. A [`Primary`] serves the
//! standby's connection: a snapshot first, then the commits. A [`Follower`] writes them to its own data directory and
//! confirms each one after its sync. [`promote`] makes that directory a server's, with a term that no start of the former
//! primary reaches, and [`announce`] tells the former primary, which then ends.
//!
//! Everything between the two is sealed with a key that both machines have (`sealed.rs`).

mod feed;
mod follower;
mod key;
mod link;
mod message;
mod metrics;
mod node_link;
mod primary;
mod promotion;
mod replica;
mod replicated;
mod role;
mod sealed;
mod snapshot;

pub use feed::{Feed, FeedFigures, WindowBounds};
pub use follower::{FollowError, Follower, SessionEnd, StandbyActivity, StandbyProgress};
pub use key::{KeyFileError, StandbyKey};
pub use link::{PrimaryAddress, connector, serve};
pub use message::FollowRejection;
pub use metrics::{FollowerMetrics, StandbyMetrics};
pub use node_link::{NodeRequest, connect_requests, fetch_snapshot, serve_node};
pub use primary::Primary;
pub use promotion::{Promotion, PromotionError, announce, promote, tell};
pub use replica::{ApplyError, apply_next, destroy_unused_keys, next_group};
pub use replicated::Replicated;
pub use role::{DirectoryRole, RoleError, Seen, generation, next_generation};
