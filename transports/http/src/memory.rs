//! Memory limits of HTTP/2 streams. A connection has many streams, and a peer that reads nothing keeps each one, with
//! its response, until the response times out.

use crate::seldom::Seldom;
use ipnet::IpNet;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use turnstone_engine::connections::is_trusted;
use turnstone_service::subnet::Subnet;

/// The memory of a stream beside the bytes of its response: its task, its state in the library, the head of its
/// request.
pub(crate) const STREAM_BYTES: usize = 8 << 10;

/// How many bytes the HTTP/2 streams may hold at a time. 0 means no limit.
#[derive(Clone, Copy, Debug)]
pub struct StreamBounds {
    /// For the connections of one address; those of trusted proxies are not counted.
    pub per_address: usize,
    /// For all connections.
    pub total: usize,
}

impl Default for StreamBounds {
    fn default() -> Self {
        Self { per_address: 16 << 20, total: 512 << 20 }
    }
}

pub(crate) struct StreamMemory {
    bounds: StreamBounds,
    trusted_proxies: Vec<IpNet>,
    held: Mutex<HeldBytes>,
    full: Seldom,
}

#[derive(Default)]
struct HeldBytes {
    total: usize,
    by_address: HashMap<Subnet, usize>,
}

impl StreamMemory {
    pub(crate) fn new(bounds: StreamBounds, trusted_proxies: Vec<IpNet>) -> Arc<Self> {
        Arc::new(Self { bounds, trusted_proxies, held: Mutex::default(), full: Seldom::default() })
    }

    /// Reserves memory for one more stream of a peer; `None` if there is none left.
    pub(crate) fn stream(self: &Arc<Self>, peer: IpAddr, now: Instant) -> Option<StreamShare> {
        let address = (!is_trusted(peer, &self.trusted_proxies)).then(|| peer.into());
        let mut share = StreamShare { memory: self.clone(), address, bytes: 0 };
        if share.grow(STREAM_BYTES) {
            return Some(share);
        }
        if self.full.is_due(now) {
            let StreamBounds { per_address, total } = self.bounds;
            tracing::warn!(%peer, per_address, total, "streams of HTTP/2 hold as much memory as they may: more are reset");
        }
        None
    }

    fn held(&self) -> MutexGuard<'_, HeldBytes> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory of a stream, reserved until this is dropped.
pub(crate) struct StreamShare {
    memory: Arc<StreamMemory>,
    /// `None` for a trusted proxy.
    address: Option<Subnet>,
    bytes: usize,
}

impl StreamShare {
    /// Reserve `bytes` more; false, without reserving, if there is not enough left.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let StreamBounds { per_address, total } = self.memory.bounds;
        let fits = |held: usize, limit: usize| limit == 0 || held + bytes <= limit;
        let mut held = self.memory.held();
        let own = self.address.and_then(|address| held.by_address.get(&address).copied()).unwrap_or_default();
        if !fits(held.total, total) || self.address.is_some() && !fits(own, per_address) {
            return false;
        }
        held.total += bytes;
        if let Some(address) = self.address {
            held.by_address.insert(address, own + bytes);
        }
        self.bytes += bytes;
        true
    }
}

impl Drop for StreamShare {
    fn drop(&mut self) {
        let mut held = self.memory.held();
        held.total -= self.bytes;
        let Some(address) = self.address else { return };
        let left = held.by_address.get(&address).map_or(0, |held| held - self.bytes);
        if left == 0 {
            held.by_address.remove(&address);
        } else {
            held.by_address.insert(address, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: StreamBounds = StreamBounds { per_address: 3 * STREAM_BYTES, total: 5 * STREAM_BYTES };

    fn share(memory: &Arc<StreamMemory>, address: &str) -> Option<StreamShare> {
        memory.stream(address.parse().unwrap(), Instant::now())
    }

    #[test]
    fn bounds_one_address_and_the_total() {
        let memory = StreamMemory::new(BOUNDS, Vec::new());
        let mut first = share(&memory, "2001:db8::1").unwrap();
        assert!(first.grow(STREAM_BYTES) && !first.grow(STREAM_BYTES + 1), "room for one more and not a byte beyond");
        let second = share(&memory, "2001:db8::2").unwrap();
        assert!(share(&memory, "2001:db8::3").is_none(), "the same /64");
        let others = [share(&memory, "192.0.2.1").unwrap(), share(&memory, "192.0.2.2").unwrap()];
        assert!(share(&memory, "192.0.2.3").is_none(), "all together");
        drop(first);
        assert!(share(&memory, "2001:db8::3").is_some());
        drop((second, others));
        assert_eq!(memory.held().total, 0);
        assert!(memory.held().by_address.is_empty());
    }

    #[test]
    fn counts_a_trusted_proxy_only_in_the_total() {
        let memory = StreamMemory::new(BOUNDS, vec!["192.0.2.0/24".parse().unwrap()]);
        let held: Vec<_> = std::iter::from_fn(|| share(&memory, "192.0.2.1")).collect();
        assert_eq!(held.len(), 5);
    }

    #[test]
    fn zero_means_no_limit() {
        let memory = StreamMemory::new(StreamBounds { per_address: 0, total: 0 }, Vec::new());
        let held: Vec<_> = (0..1000).map_while(|_| share(&memory, "192.0.2.1")).collect();
        assert_eq!(held.len(), 1000);
    }
}
