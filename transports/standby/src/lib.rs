//! A warm standby: a second server that has every commit of the first, a moment later or before each response.
//!
//! The primary's storage is a [`Replicated`], which hands each group commit to a [`Feed`]. A [`Primary`] serves the
//! standby's connection: a snapshot first, then the commits. A [`Follower`] writes them to its own data directory and
//! confirms each one after its sync. [`promote`] makes that directory a server's, with a term that no start of the former
//! primary reaches, and [`announce`] tells the former primary, which then ends.
//!
//! Everything between the two goes over a sealed link (`turnstone_link`).

mod feed;
mod follower;
mod message;
mod metrics;
mod primary;
mod promotion;
mod replicated;

pub use feed::{Feed, FeedFigures, WindowBounds};
pub use follower::{FollowError, Follower, SessionEnd, StandbyActivity, StandbyProgress};
pub use message::FollowRejection;
pub use metrics::{FollowerMetrics, StandbyMetrics};
pub use primary::{Primary, serve};
pub use promotion::{Promotion, PromotionError, announce, promote, tell};
pub use replicated::Replicated;
