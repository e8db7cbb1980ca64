//! The configuration: its keys, their sources, and what follows from their values. `sections.rs` has the table of keys.

mod checks;
mod keys;
mod packages;
mod sections;
mod sources;
mod values;

pub use sections::{
    Agents, Cluster, Config, Economy, Fairness, Limits, Messenger, Model, Pace, Push, Queue, Ratings, Server, Storage,
};
pub use sources::{Configured, Flags, is_reloaded};
pub use values::{EngineName, Environment, Keep, Masked, PrivateUrl, Proxy, StandbyMode, without_credentials};

use sections::keys;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::path::PathBuf;
use std::time::Duration;
use turnstone_cluster::{LogBounds, NodeSettings};
use turnstone_etcd::EtcdSettings;
use turnstone_http::StreamBounds;
use turnstone_link::SharedKey;
use turnstone_outgoing::{self as outgoing, VapidKey};
use turnstone_service::config as core;
use turnstone_service::games::SHIPPED;
use turnstone_service::secret::Secret;
use turnstone_storage::Durability;

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("configuration: {0}")]
pub struct ConfigError(String);

/// While a live table is played, a batch is written at least this often: the next process knows from it how long the
/// service did not run.
const SIGN_OF_LIFE_MS: u64 = 1_000;

impl Config {
    /// The defaults of a server for tests.
    fn dev() -> Self {
        Self {
            limits: Limits::none(),
            economy: Economy {
                house_purse: 0,
                established_tables: 0,
                established_days: 0,
                referral_tree: 0,
                ..Economy::default()
            },
            ratings: Ratings { pair_per_day: 0 },
            agents: Agents { rematch_cooldown_s: 0, daily_loss: 0, stake_limit: 0, ..Agents::default() },
            model: Model { calls_per_hour: 0, calls_per_day: 0, ..Model::default() },
            storage: Storage { free_space_mark_mib: 0, ..Storage::default() },
            ..Self::default()
        }
    }
}

impl Limits {
    fn none() -> Self {
        let names = keys().filter_map(|key| key.path.strip_prefix("limits."));
        let zeros: toml::Table = names.map(|name| (name.to_owned(), 0.into())).collect();
        zeros.try_into().expect("limits are numbers")
    }
}

impl Config {
    /// The absolute path of the data directory. People and other processes read it as text.
    pub fn whole_data_path(&self) -> Result<PathBuf, ConfigError> {
        let unusable = |why: &str| ConfigError(format!("server.data {:?}: {why}", self.server.data));
        let path = std::path::absolute(&self.server.data).map_err(|error| unusable(&error.to_string()))?;
        if path.to_str().is_some() { Ok(path) } else { Err(unusable("its whole path is not UTF-8")) }
    }

    /// The same with the secrets that are in files. Only for `serve`: other commands need none, and may run as a user
    /// who cannot read them.
    pub fn with_secrets(mut self) -> Result<Self, ConfigError> {
        let Self { model, messenger, .. } = &mut self;
        for (name, secret, file) in [
            ("model.key", &mut model.key, &model.key_file),
            ("messenger.bot_token", &mut messenger.bot_token, &messenger.bot_token_file),
            ("messenger.webhook_secret", &mut messenger.webhook_secret, &messenger.webhook_secret_file),
        ] {
            if secret.as_ref().is_some_and(|secret| secret.reveal().is_empty()) {
                return Err(ConfigError(format!("{name}: is empty; leave it out instead")));
            }
            let Some(file) = file else { continue };
            if secret.is_some() {
                return Err(ConfigError(format!("{name} and {name}_file: only one of them can be set")));
            }
            let unusable = |why: &str| ConfigError(format!("{name}_file {}: {why}", file.display()));
            let text = std::fs::read_to_string(file).map_err(|error| unusable(&error.to_string()))?;
            let text = text.trim_end_matches(['\r', '\n']);
            if text.is_empty() {
                return Err(unusable("is empty"));
            }
            *secret = Some(Masked(text.to_owned()));
        }
        Ok(self)
    }

    /// The address that members use, without a slash at the end. A server that listens on all addresses is reached at the
    /// one that this machine has in its network.
    pub fn base_url(&self) -> String {
        let from_listen = || {
            let mut address = self.server.listen;
            if address.ip().is_unspecified() {
                address.set_ip(own_address().unwrap_or(address.ip()));
            }
            format!("http://{address}")
        };
        self.server.base_url.as_ref().map_or_else(from_listen, |url| url.trim_end_matches('/').to_owned())
    }

    /// Check that members reach the server over https or on this machine, unless the operator accepts plain http.
    pub fn check_plain_http(&self) -> Result<(), ConfigError> {
        let base_url = self.base_url();
        if self.server.plain_http || !is_plain_http_beyond_this_machine(&base_url) {
            return Ok(());
        }
        Err(ConfigError(format!(
            "server.base_url: {base_url} is plain http, and other machines use it. Everybody in the networks between can \
             read and change what members send, cookies and recovery codes included, and browsers offer less. Put a TLS \
             proxy in front of the server and set server.base_url to its https address; or, in a network that you trust, \
             start with --lan or set server.plain_http = true"
        )))
    }

    /// The link of an invitation. The code is behind `#`, so it is neither sent nor logged.
    pub fn invitation_link(&self, code: &str) -> String {
        format!("{}/join#{code}", self.base_url())
    }

    /// When a commit counts as durable.
    pub const fn durability(&self) -> Durability {
        match self.storage.durability {
            Keep::Sync => Durability::Sync,
            Keep::Buffered => Durability::Buffered,
        }
    }

    /// Whether the server is a node of a cluster.
    pub const fn is_node(&self) -> bool {
        !self.cluster.etcd.is_empty()
    }

    /// Where etcd is, and how it is reached.
    pub fn etcd(&self) -> Result<EtcdSettings, ConfigError> {
        let Cluster { etcd, etcd_ca_file, etcd_cert_file, etcd_key_file, .. } = &self.cluster;
        if etcd.is_empty() {
            return Err(ConfigError("cluster.etcd: a cluster needs the URLs of etcd".to_owned()));
        }
        let client_files = match (etcd_cert_file, etcd_key_file) {
            (Some(certificate), Some(key)) => Some((certificate.clone(), key.clone())),
            (None, None) => None,
            _ => {
                return Err(ConfigError("cluster.etcd_cert_file and cluster.etcd_key_file belong together".to_owned()));
            }
        };
        Ok(EtcdSettings { endpoints: etcd.clone(), ca_file: etcd_ca_file.clone(), client_files })
    }

    /// The settings of this node.
    pub fn node(&self) -> Result<NodeSettings, ConfigError> {
        let missing = |name: &str| ConfigError(format!("cluster.{name}: a node of a cluster needs it"));
        let Cluster { prefix, node, listen, advertise, key_file, .. } = &self.cluster;
        let node = node.clone().ok_or_else(|| missing("node"))?;
        let listen = listen.ok_or_else(|| missing("listen"))?;
        let file = key_file.as_ref().ok_or_else(|| missing("key_file"))?;
        if self.server.standby_listen.is_some() || self.server.standby == StandbyMode::Required {
            return Err(ConfigError("server.standby_listen: a node of a cluster has no standby".to_owned()));
        }
        let key = SharedKey::read(file).map_err(|error| ConfigError(format!("cluster.key_file: {error}")))?;
        let address = advertise.clone().unwrap_or_else(|| format!("http://{listen}"));
        Ok(NodeSettings {
            node,
            address,
            etcd: self.etcd()?,
            prefix: prefix.clone(),
            key,
            bounds: LogBounds::default(),
        })
    }

    /// The core's part.
    pub fn core(&self) -> core::Config {
        core::Config {
            limits: self.limits.core(),
            pace: self.pace.core(),
            economy: self.economy.core(),
            ratings: self.ratings.core(),
            queue: self.queue.core(),
            messenger: self.messenger.core(),
            push: self.push.core(),
            base_url: self.base_url(),
            agents: self.agents.core(),
            model: self.model.core(),
            deployment: self.deployment(),
            bounds: core::Bounds { sign_of_life_ms: SIGN_OF_LIFE_MS, ..core::Bounds::default() },
            games: SHIPPED,
            days_ahead: core::DaysAhead(self.fairness.days_ahead),
            begins: core::Begins::default(),
        }
    }

    /// The settings of outbound calls.
    pub fn outgoing(&self, vapid_key: VapidKey) -> outgoing::Settings {
        let base_url = self.base_url();
        let own_subject = base_url.starts_with("https://").then_some(base_url);
        outgoing::Settings {
            model: self.model.outgoing(),
            bot: self.messenger.outgoing(),
            vapid_key,
            push_subject: self.push.subject.clone().or(own_subject),
            push_allow_loopback: self.push.allow_loopback,
        }
    }

    fn deployment(&self) -> core::Deployment {
        let commit_sha = crate::version::commit().map(str::to_owned);
        let environment = self.server.environment.map(|environment| {
            match environment {
                Environment::Production => "production",
                Environment::Preview => "preview",
                Environment::Development => "development",
            }
            .to_owned()
        });
        core::Deployment { commit_sha, deployment_id: self.server.deployment_id.clone(), environment }
    }
}

/// The address of this machine in the network of its default route. Nothing is sent: a datagram socket that is connected
/// only chooses the address that it would send from.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation (RFC 5737), which no machine has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

fn is_plain_http_beyond_this_machine(base_url: &str) -> bool {
    let Ok(url) = base_url.parse::<http::Uri>() else { return false };
    let host = url.host().unwrap_or("").trim_matches(['[', ']']);
    let is_here = host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
    url.scheme() == Some(&http::uri::Scheme::HTTP) && !is_here
}

impl Limits {
    /// The memory bounds of HTTP/2 streams.
    pub(crate) const fn stream_bounds(&self) -> StreamBounds {
        let (per_address, total) = (self.http2_mib_per_address as usize, self.http2_mib_total as usize);
        StreamBounds { per_address: per_address << 20, total: total << 20 }
    }
}

impl Model {
    fn outgoing(&self) -> Option<outgoing::ModelSettings> {
        let key = self.key.as_ref().map(Masked::secret);
        let timeout = Duration::from_secs(self.timeout_s);
        let url = self.url.as_ref()?.reveal().to_owned();
        let (name, max_tokens) = (self.name.clone(), self.max_tokens);
        Some(outgoing::ModelSettings { url, name, key, timeout, max_tokens })
    }

    const fn core(&self) -> core::Model {
        core::Model {
            configured: self.url.is_some(),
            timeout_s: self.timeout_s,
            calls_per_hour: self.calls_per_hour,
            calls_per_day: self.calls_per_day,
            server_calls_per_day: self.server_calls_per_day,
        }
    }
}

impl Messenger {
    fn outgoing(&self) -> Option<outgoing::BotSettings> {
        let token = self.bot_token.as_ref()?.secret();
        let api_url = self.bot_api_url.as_ref()?.reveal().to_owned();
        Some(outgoing::BotSettings { api_url, token })
    }
}

impl Messenger {
    fn core(&self) -> core::Messenger {
        let secret = |text: &Option<Masked>| text.as_ref().map(|text| Secret::new(text.reveal().to_owned()));
        core::Messenger {
            bot_token: secret(&self.bot_token),
            webhook_secret: secret(&self.webhook_secret),
            max_age_s: self.max_age_s,
            in_app_max_age_s: self.in_app_max_age_s,
        }
    }
}

impl Push {
    fn core(&self) -> core::Push {
        core::Push {
            public_key: String::new(),
            allowed_hosts: self.allowed_hosts.clone(),
            allow_loopback: self.allow_loopback,
            rejected_kept_s: self.rejected_kept_s,
        }
    }
}

#[cfg(test)]
mod tests;
