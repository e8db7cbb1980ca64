//! The HTTP transport of the server.

use crate::config::{Config, ConfigError};
use crate::host::Host;
use crate::listeners::Tcp;
use crate::runtime::{Threads, Tokio};
use crate::transports::TransportParts;
use ipnet::IpNet;
use std::sync::Arc;
use turnstone_cluster::FORWARDED;
use turnstone_engine::connections::ConnectionBounds;
use turnstone_engine::{Handle, Port, Transport, Waker};
use turnstone_http::connections::HttpListener;
use turnstone_http::forward::Forward;
use turnstone_http::mount::Mount;
use turnstone_http::{HttpSettings, HttpTransport, Pages};
use turnstone_mcp::Mcp;
use turnstone_outgoing::VapidKey;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::secret::SecretKey;

/// The part of the transport on this thread.
pub(crate) fn transport(
    host: &Host,
    config: &Config,
    port: &Port,
    forward: Option<Arc<dyn Forward>>,
) -> Result<Arc<HttpTransport<Tokio>>, ConfigError> {
    let push_key = VapidKey::of(&host.keys);
    if let Some(forward) = forward {
        return of_node(config, port, &push_key, forward);
    }
    let settings = settings(config, push_key.public())?;
    let mounts = mounts(&settings);
    Ok(HttpTransport::with_mounts(Tokio::current(), port.clone(), settings, mounts))
}

/// The transport of a node of a cluster. The node has no core as long as the loop behind `port` starts.
pub(crate) fn of_node(
    config: &Config,
    port: &Port,
    push_key: &VapidKey,
    forward: Arc<dyn Forward>,
) -> Result<Arc<HttpTransport<Tokio>>, ConfigError> {
    let settings = settings(config, push_key.public())?;
    let mounts = mounts(&settings);
    let pages = Arc::new(Pages::new(&settings.base_url, &settings.push_key, &settings.packages));
    Ok(HttpTransport::of_node(Tokio::current(), port.clone(), settings, mounts, pages, forward))
}

/// The transport of a process without a core, for operators. It reads no token.
pub(crate) fn without_core(config: &Config) -> Result<Arc<HttpTransport<Tokio>>, ConfigError> {
    let port = Port::new(Handle::new(NoWaker), ServerKeys::new(vec![(1, SecretKey([0; 32]))]));
    Ok(HttpTransport::new(Tokio::current(), port, settings(config, String::new())?))
}

/// The waker of a loop that does not exist.
pub(crate) struct NoWaker;

impl Waker for NoWaker {
    fn wake(&self) {}
}

fn mounts(settings: &HttpSettings) -> Vec<Arc<dyn Mount>> {
    vec![Arc::new(Mcp::new(Tokio::current(), &settings.base_url, settings.packages.clone()))]
}

/// The settings of the transport.
fn settings(config: &Config, push_key: String) -> Result<HttpSettings, ConfigError> {
    let mut trusted_proxies = trusted_proxies(config);
    if config.is_node() {
        trusted_proxies.push(FORWARDED.into());
    }
    Ok(HttpSettings {
        base_url: config.base_url(),
        trusted_proxies,
        cors_origins: config.server.cors_origins.clone(),
        webhook_header: config.messenger.webhook_header.parse().expect("checked when the configuration was read"),
        push_key,
        packages: config.packages()?,
        security_contact: config.server.security_contact.clone(),
        access_log: config.server.access_log,
        stream_bounds: config.limits.stream_bounds(),
    })
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
    let transports = runtimes.map(|runtime| transport.on_thread(runtime)).collect();
    let bounds = ConnectionBounds {
        most,
        per_address: config.limits.connections_per_address,
        trusted_proxies: trusted_proxies(config),
    };
    Box::new(HttpListener::new(Tokio::current(), listener, transports, bounds))
}

fn trusted_proxies(config: &Config) -> Vec<IpNet> {
    config.server.trusted_proxies.iter().map(|proxy| proxy.0).collect()
}
