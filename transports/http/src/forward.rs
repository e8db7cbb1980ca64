//! Forwarding of requests from a follower of a cluster to its leader: what the transport needs of the node.

use http::Request;
use hyper::body::Incoming;
use std::future::Future;
use std::pin::Pin;
use turnstone_service::subnet::Subnet;

/// Forwards requests to the leader.
pub trait Forward: Send + Sync + 'static {
    /// Send a request of a client over HTTP/2 and return the response. Dropping the future withdraws the request.
    fn send(&self, request: Request<Incoming>, client: Subnet) -> ForwardedResponse;

    /// Wait until another node may lead than now, or this one does.
    fn leader_changes(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Whether requests can be forwarded; if not, what fails.
    fn readiness(&self) -> Result<(), &'static str>;

    /// Whether this node has nearly everything that the cluster has, so that it can answer reads itself.
    fn is_current(&self) -> bool;

    /// The newest commit that this node knows of, here or in the log; 0 if it knows none.
    fn newest_commit(&self) -> u64;
}

/// The response to a forwarded request, once it is there.
pub type ForwardedResponse =
    Pin<Box<dyn Future<Output = Result<(http::Response<Incoming>, ForwardPlace), Unforwarded>> + Send>>;

/// Why a forwarded request has no response.
pub enum Unforwarded {
    /// No node that leads was reached. The request was not sent, and can be sent again.
    Unsent(Box<Request<Incoming>>),
    /// The connection was lost. Perhaps the request was carried out.
    Lost,
}

/// Is dropped when a forwarded response has ended.
pub type ForwardPlace = Box<dyn Send + Sync>;
