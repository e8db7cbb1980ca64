//! The HTTP transport of the server.

use crate::config::Config;
use crate::host::Host;
use crate::listeners::Tcp;
use crate::runtime::{Threads, Tokio};
use crate::transports::TransportParts;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use turnstone_engine::connections::ConnectionBounds;
use turnstone_engine::{Port, Transport};
use turnstone_http::connections::HttpListener;
use turnstone_http::forward::Forward;
use turnstone_http::mount::Mount;
use turnstone_http::{HttpSettings, HttpTransport};
use turnstone_mcp::Mcp;
use turnstone_outgoing::VapidKey;

/// The address that a forwarded request seems to come from. No peer of a socket has it. It counts as that of a trusted proxy,
/// so that the client's address is the one that the other node reports.
pub(crate) const FORWARDED: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The part of the transport on this thread.
pub(crate) fn transport(
    host: &Host,
    config: &Config,
    port: &Port,
    forward: Option<Arc<dyn Forward>>,
) -> Arc<HttpTransport<Tokio>> {
    let settings = settings(config, VapidKey::of(&host.keys).public());
    let env = Tokio::current();
    let mcp = Mcp::new(env.clone(), &settings.base_url);
    let (port, mounts) = (port.clone(), vec![Arc::new(mcp) as Arc<dyn Mount>]);
    match forward {
        Some(forward) => HttpTransport::of_node(env, port, settings, mounts, forward),
        None => HttpTransport::with_mounts(env, port, settings, mounts),
    }
}

/// The settings of the transport.
pub(crate) fn settings(config: &Config, push_key: String) -> HttpSettings {
    let mut trusted_proxies = trusted_proxies(config);
    if config.is_node() {
        trusted_proxies.push(FORWARDED.into());
    }
    HttpSettings {
        base_url: config.base_url(),
        trusted_proxies,
        cors_origins: config.server.cors_origins.clone(),
        webhook_header: config.messenger.webhook_header.parse().expect("checked when the configuration was read"),
        push_key,
        access_log: config.server.access_log,
        stream_bounds: config.limits.stream_bounds(),
    }
}

/// The whole transport, on all threads.
pub(crate) fn open(listener: Tcp, parts: &TransportParts<'_>) -> Box<dyn Transport> {
    listen(listener, parts.config, parts.threads, parts.most_connections, parts.http)
}

/// A transport, on all threads, with at most `most` connections.
pub(crate) fn listen(
    listener: Tcp,
    config: &Config,
    threads: &Threads,
    most: u32,
    transport: &HttpTransport<Tokio>,
) -> Box<dyn Transport> {
    let runtimes = [Tokio::current()].into_iter().chain(threads.runtimes.iter().cloned());
    let doors = runtimes.map(|runtime| transport.on_thread(runtime)).collect();
    let bounds = ConnectionBounds {
        most,
        per_address: config.limits.connections_per_address,
        trusted_proxies: trusted_proxies(config),
    };
    Box::new(HttpListener::new(Tokio::current(), listener, doors, bounds))
}

fn trusted_proxies(config: &Config) -> Vec<IpNet> {
    config.server.trusted_proxies.iter().map(|proxy| proxy.0).collect()
}
