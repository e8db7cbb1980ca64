//! A node of a cluster. Three or more nodes share a log of commits in etcd (`turnstone-etcd`); each keeps the state that the
//! log makes in its own data directory.
//!
//! A [`Node`] follows the log: it applies each entry to its data directory, and once it has caught up, through a core that
//! follows ([`NodeCore`]) and answers reads. When no node leads, the first one that has everything takes the leader's key on
//! its lease, begins a term with an entry of its own, and its core leads over a [`LoggedStorage`], which appends each group
//! commit to the log before it applies it here. The other nodes forward other requests to it ([`Forwarder`]). A node that can
//! lead no longer drops its core and follows again; its data directory has nothing that is not in the log.

mod appender;
mod begin;
mod error;
mod forwarder;
mod lease;
mod links;
mod metrics;
mod node;
mod node_link;
mod overview;
mod reading;
mod standing;
mod storage;
mod window;

pub use begin::begin;
pub use error::NodeError;
pub use forwarder::Forwarder;
pub use lease::{keep_lease, resign};
pub use links::{FORWARDED, ForwardedHttp, NodeLinks};
pub use metrics::ClusterMetrics;
pub use node::{Node, NodeSettings};
pub use node_link::{LinkedNode, NodeRequest, NodeSession};
pub use overview::{ClusterOverview, NodeOverview};
pub use standing::{Announced, NodeStanding};
pub use storage::{LoggedStorage, NodeCore};
pub use window::LogBounds;
