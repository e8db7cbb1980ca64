//! A server's side of a standby: the listener on a thread of its own, the wait for the standby, the news to the former
//! primary.

use crate::config::{Config, StandbyMode};
use crate::listeners::{Tcp, each_peer};
use crate::metrics::{PlainPages, open_plain};
use crate::runtime::Threads;
use crate::server::ServerError;
use crate::storage::engine;
use crate::transports::bind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use turnstone_directory::Opened;
use turnstone_engine::env::Env;
use turnstone_engine::peers::PeerBounds;
use turnstone_engine::{Closing, Transport};
use turnstone_link::{DirectoryRole, KeyFileError, ReplicaDirectory, SharedKey};
use turnstone_standby::{
    Feed, FollowerMetrics, Primary, Replicated, StandbyActivity, StandbyMetrics, StandbyProgress, WindowBounds,
    announce, serve,
};
use turnstone_storage::StorageError;

/// Connections at a time. One standby follows; a session that is replaced may take a moment to end.
const CONNECTIONS: PeerBounds = PeerBounds { unproven: 64, unproven_per_address: 8, proven: 16 };
/// How long a stop waits for the standby to get the last commits.
const LAST: Duration = Duration::from_secs(5);

/// Why the settings of a standby cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StandbySettingsError {
    #[error("server.standby_key_file: {0}")]
    Key(#[from] KeyFileError),
    /// Keys that belong together.
    #[error("configuration: {0}")]
    Settings(&'static str),
    #[error("the standby's thread cannot start: {0}")]
    Thread(#[from] std::io::Error),
    /// The role of the data directory.
    #[error(transparent)]
    DirectoryRole(#[from] StorageError),
}

/// What a server needs for its standby. It ends when this is dropped.
pub(crate) struct StandbySide {
    key: SharedKey,
    listener: Option<TcpListener>,
    threads: Threads,
    /// How long an append waits for the standby; `None` if it does not.
    waits: Option<Duration>,
}

impl StandbySide {
    /// The side of a server with this listener, if it has one. `None` if the server has no key for a standby.
    pub(crate) fn new(config: &Config, listener: Option<TcpListener>) -> Result<Option<Self>, StandbySettingsError> {
        let server = &config.server;
        let is_required = server.standby == StandbyMode::Required;
        let waits = is_required.then(|| Duration::from_secs(server.standby_timeout_s));
        let Some(file) = &server.standby_key_file else {
            if listener.is_some() || is_required {
                return Err(StandbySettingsError::Settings("a standby needs server.standby_key_file"));
            }
            let role = DirectoryRole::read(engine(config).as_ref(), &server.data)?;
            if let Some(DirectoryRole::Promoted { from, told: false, .. }) = role {
                tracing::warn!(
                    former_primary = from,
                    "server.standby_key_file is not set, so that the former primary is not told of the promotion"
                );
            }
            return Ok(None);
        };
        if listener.is_none() && is_required {
            return Err(StandbySettingsError::Settings("server.standby = \"required\" needs server.standby_listen"));
        }
        let threads = Threads::start("standby", 1)?;
        Ok(Some(Self { key: SharedKey::read(file)?, listener, threads, waits }))
    }

    /// Begin to serve the standby of a storage, and tell the former primary if there is one.
    pub(crate) fn attach(&mut self, config: &Config, opened: Opened) -> (Opened, Option<Arc<Feed>>) {
        let machine = self.threads.runtimes[0].clone();
        let directory = ReplicaDirectory::new(engine(config), &config.server.data, config.durability());
        let (own, directory, key) = (machine.clone(), Arc::new(directory), self.key.clone());
        let promoted = directory.clone();
        machine.spawn(async move {
            if let Err(error) = announce(&own, &promoted, &key).await {
                tracing::error!(%error, "the former primary cannot be told of the promotion");
            }
        });
        let Some(listener) = self.listener.take() else { return (opened, None) };
        let storage = opened.storage;
        let bounds = WindowBounds::default();
        let feed = Feed::new(storage.head(), storage.term(), bounds, StandbyMetrics::default());
        let (key, state) = (self.key.clone(), storage.state());
        let primary = Primary { machine: machine.clone(), feed: feed.clone(), key, state, directory };
        let primary = Arc::new(primary);
        machine.spawn(async move {
            // It ends with its thread.
            let (_close, closing) = Closing::new();
            each_peer(Tcp(listener), CONNECTIONS, move |stream, mut place| {
                let primary = primary.clone();
                async move { serve(stream, primary, || place.prove()).await }
            })
            .serve(closing)
            .await;
        });
        let storage = Box::new(Replicated::new(storage, feed.clone(), self.waits));
        (Opened { storage, ..opened }, Some(feed))
    }

    /// Whether every response waits for the standby.
    pub(crate) const fn is_required(&self) -> bool {
        self.waits.is_some()
    }
}

/// Wait until the standby has everything, before the first commit.
pub(crate) fn wait_for_standby(feed: &Feed) -> Result<(), String> {
    tracing::info!("server.standby is \"required\": waiting for the standby before anything is served");
    if feed.wait_written(feed.figures().head, None) {
        tracing::info!("the standby has every commit");
        return Ok(());
    }
    Err("a standby was promoted in place of this server".to_owned())
}

/// Give a connected standby the last commits, once nothing is appended any more.
pub(crate) fn give_last_commits(feed: &Feed) {
    let figures = feed.figures();
    if !figures.is_connected {
        tracing::warn!(commit = figures.head, written = figures.written, "no standby is connected at the stop");
    } else if feed.wait_written(figures.head, Some(Instant::now() + LAST)) {
        tracing::info!(commit = figures.head, "the standby has every commit");
    } else {
        let written = feed.figures().written;
        tracing::warn!(commit = figures.head, written, "the standby lacks the last commits");
    }
}

/// Monitoring of a standby, if the configuration has an address for it: `/metrics`, and `/readyz` as long as it follows.
pub async fn monitor_standby(
    config: &Config,
    progress: Arc<Mutex<StandbyProgress>>,
) -> Result<Option<Box<dyn Transport>>, ServerError> {
    let Some(mut address) = config.server.metrics_listen else { return Ok(None) };
    let listener = Tcp(bind("server.metrics_listen", &mut address).await?);
    let metrics = FollowerMetrics::default();
    let pages = PlainPages::metrics(|registry| metrics.register(registry));
    let (shown, reported) = (progress.clone(), progress);
    let progress = |own: &Mutex<StandbyProgress>| *own.lock().unwrap_or_else(PoisonError::into_inner);
    let refresh = Box::new(move || metrics.show(&progress(&shown)));
    let ready =
        Box::new(
            move || if progress(&reported).doing == StandbyActivity::Following { Ok(()) } else { Err("following") },
        );
    Ok(Some(open_plain(listener, PlainPages { refresh, ready: Some(ready), ..pages })))
}
