//! The HTTP transport of the server.

use crate::config::Config;
use crate::host::Host;
use crate::listeners::Tcp;
use crate::runtime::Tokio;
use crate::transports::TransportParts;
use ipnet::IpNet;
use std::sync::Arc;
use turnstone_engine::connections::ConnectionBounds;
use turnstone_engine::env::SystemClock;
use turnstone_engine::{Port, Transport};
use turnstone_http::connections::HttpListener;
use turnstone_http::{HttpSettings, HttpTransport};
use turnstone_mcp::Mcp;
use turnstone_outgoing::VapidKey;

/// The part of the transport on this thread.
pub(crate) fn transport(host: &Host, config: &Config, port: &Port) -> Arc<HttpTransport<Tokio>> {
    let settings = HttpSettings {
        base_url: config.base_url(),
        trusted_proxies: trusted_proxies(config),
        cors_origins: config.server.cors_origins.clone(),
        webhook_header: config.messenger.webhook_header.parse().expect("checked when the configuration was read"),
        push_key: VapidKey::of(&host.keys).public(),
        access_log: config.server.access_log,
        stream_bounds: config.limits.stream_bounds(),
    };
    let mcp = Mcp::new(SystemClock, &settings.base_url);
    HttpTransport::with_mounts(Tokio::current(), port.clone(), settings, vec![Arc::new(mcp)])
}

/// The whole transport, on all threads.
pub(crate) fn open(listener: Tcp, parts: &TransportParts<'_>) -> Box<dyn Transport> {
    let runtimes = [Tokio::current()].into_iter().chain(parts.threads.runtimes.iter().cloned());
    let doors = runtimes.map(|runtime| parts.http.on_thread(runtime)).collect();
    let bounds = ConnectionBounds {
        most: parts.most_connections,
        per_address: parts.config.limits.connections_per_address,
        trusted_proxies: trusted_proxies(parts.config),
    };
    Box::new(HttpListener::new(Tokio::current(), listener, doors, bounds))
}

fn trusted_proxies(config: &Config) -> Vec<IpNet> {
    config.server.trusted_proxies.iter().map(|proxy| proxy.0).collect()
}
