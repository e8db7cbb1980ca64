//! The configuration: its sections with their keys, defaults and rules.

mod checks;
mod sources;
mod values;

pub use sources::{Configured, Flags, is_reloaded};
pub use values::{Environment, Keep, Masked, PrivateUrl, Proxy, StorageEngine, without_credentials};

use checks::{contact, header_name, host_names, http_origin, http_url, is_deployment_id, log_filter, origin};
use garde::Validate;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use turnstone_http::StreamBounds;
use turnstone_outgoing::{self as outgoing, VapidKey};
use turnstone_service::config as core;
use turnstone_service::games::SHIPPED;
use turnstone_service::secret::Secret;
use turnstone_storage::Durability;

/// A configuration that cannot be used; names what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("configuration: {0}")]
pub struct Unusable(String);

macro_rules! section {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Serialize, Deserialize, Validate)]
        #[serde(default, deny_unknown_fields)]
        #[garde(allow_unvalidated)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }

        impl $name {
            /// Its keys, in their order.
            const KEYS: &[&str] = &[$(stringify!($field)),*];
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

section! {
    /// All sections.
    Config {
        #[garde(dive)]
        server: Server = Server::default(),
        #[garde(dive)]
        limits: Limits = Limits::default(),
        #[garde(dive)]
        pace: Pace = Pace::default(),
        #[garde(dive)]
        economy: Economy = Economy::default(),
        #[garde(dive)]
        agents: Agents = Agents::default(),
        #[garde(dive)]
        model: Model = Model::default(),
        #[garde(dive)]
        messenger: Messenger = Messenger::default(),
        #[garde(dive)]
        push: Push = Push::default(),
        #[garde(dive)]
        storage: Storage = Storage::default(),
    }
}

section! {
    /// `[server]`
    Server {
        listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)),
        data: PathBuf = "./data".into(),
        #[garde(custom(http_origin))]
        base_url: Option<String> = None,
        trusted_proxies: Vec<Proxy> = Vec::new(),
        #[garde(inner(custom(origin)))]
        cors_origins: Vec<String> = Vec::new(),
        metrics_listen: Option<SocketAddr> = None,
        #[garde(range(max = 64))]
        http_threads: usize = 0,
        environment: Option<Environment> = None,
        #[garde(custom(is_deployment_id))]
        deployment_id: Option<String> = None,
        access_log: bool = true,
        #[garde(range(max = 600))]
        drain_lag_s: u64 = 0,
        #[garde(custom(log_filter))]
        log_level: String = "info".into(),
    }
}

section! {
    /// `[limits]`: 0 means none.
    Limits {
        requests_per_minute: u32 = core::Limits::default().requests_per_minute,
        moves_per_minute: u32 = core::Limits::default().moves_per_minute,
        anonymous_per_minute: u32 = core::Limits::default().anonymous_per_minute,
        credential_per_minute: u32 = core::Limits::default().credential_per_minute,
        failed_logins: u32 = core::Limits::default().failed_logins,
        long_polls_per_credential: u32 = core::Limits::default().long_polls_per_credential,
        long_polls_total: u32 = core::Limits::default().long_polls_total,
        connections_per_address: u32 = 1000,
        http2_mib_per_address: u32 = 16,
        http2_mib_total: u32 = 512,
        tables_per_day: u32 = core::Limits::default().tables_per_day,
        active_tables: u32 = core::Limits::default().active_tables,
        practice_active: u32 = core::Limits::default().practice_active,
        practice_per_day: u32 = core::Limits::default().practice_per_day,
        parties: u32 = core::Limits::default().parties,
        push_subscriptions: u32 = core::Limits::default().push_subscriptions,
        selfchecks_per_hour: u32 = core::Limits::default().selfchecks_per_hour,
        duels_per_hour: u32 = core::Limits::default().duels_per_hour,
    }
}

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
            agents: Agents { rematch_cooldown_s: 0, daily_loss: 0, ..Agents::default() },
            model: Model { calls_per_hour: 0, calls_per_day: 0, ..Model::default() },
            storage: Storage { free_space_mark_mib: 0, ..Storage::default() },
            ..Self::default()
        }
    }
}

impl Limits {
    const fn none() -> Self {
        Self {
            requests_per_minute: 0,
            moves_per_minute: 0,
            anonymous_per_minute: 0,
            credential_per_minute: 0,
            failed_logins: 0,
            long_polls_per_credential: 0,
            long_polls_total: 0,
            connections_per_address: 0,
            http2_mib_per_address: 0,
            http2_mib_total: 0,
            tables_per_day: 0,
            active_tables: 0,
            practice_active: 0,
            practice_per_day: 0,
            parties: 0,
            push_subscriptions: 0,
            selfchecks_per_hour: 0,
            duels_per_hour: 0,
        }
    }
}

/// The longest clock: ten years.
const LONGEST_S: u64 = 315_360_000;

section! {
    /// `[pace]`, in seconds.
    Pace {
        #[garde(range(min = 1, max = LONGEST_S))]
        live_turn_s: u64 = core::PaceConfig::default().live_turn_s,
        #[garde(range(max = LONGEST_S))]
        live_bank_s: u64 = core::PaceConfig::default().live_bank_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        solo_turn_s: u64 = core::PaceConfig::default().solo_turn_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        daily_turn_s: u64 = core::PaceConfig::default().daily_turn_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        waiting_live_s: u64 = core::PaceConfig::default().waiting_live_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        waiting_invited_s: u64 = core::PaceConfig::default().waiting_invited_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        waiting_daily_s: u64 = core::PaceConfig::default().waiting_daily_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        archive_after_s: u64 = core::PaceConfig::default().archive_after_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        practice_kept_s: u64 = core::PaceConfig::default().practice_kept_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        party_kept_s: u64 = core::PaceConfig::default().party_kept_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        chat_kept_s: u64 = core::PaceConfig::default().chat_kept_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        practice_idle_s: u64 = core::PaceConfig::default().practice_idle_s,
    }
}

section! {
    /// `[economy]`
    Economy {
        #[garde(range(max = 10_000))]
        rake_basis_points: u32 = core::Economy::default().rake_basis_points,
        #[garde(range(min = 0, max = 1_000_000))]
        referral_reward: i64 = core::Economy::default().referral_reward,
        referral_cap: u32 = core::Economy::default().referral_cap,
        referral_uses: u32 = core::Economy::default().referral_uses,
        #[garde(range(min = 0, max = 1_000_000_000_000))]
        house_purse: i64 = core::Economy::default().house_purse,
        established_tables: u32 = core::Economy::default().established_tables,
        #[garde(range(max = 3_650))]
        established_days: u32 = core::Economy::default().established_days,
        referral_tree: u32 = core::Economy::default().referral_tree,
    }
}

section! {
    /// `[agents]`
    Agents {
        ranking_threshold: u32 = core::AgentConfig::default().ranking_threshold,
        #[garde(range(max = LONGEST_S))]
        rematch_cooldown_s: u64 = core::AgentConfig::default().rematch_cooldown_s,
        #[garde(range(min = 0, max = 1_000_000_000_000))]
        daily_loss: i64 = core::AgentConfig::default().daily_loss,
    }
}

section! {
    /// `[model]`
    Model {
        #[garde(custom(http_url))]
        url: Option<PrivateUrl> = None,
        name: Option<String> = None,
        key: Option<Masked> = None,
        key_file: Option<PathBuf> = None,
        #[garde(range(min = 1, max = 600))]
        timeout_s: u64 = core::Model::default().timeout_s,
        #[garde(range(max = 1_000_000))]
        max_tokens: u32 = 16,
        calls_per_hour: u32 = core::Model::default().calls_per_hour,
        calls_per_day: u32 = core::Model::default().calls_per_day,
        server_calls_per_day: u32 = core::Model::default().server_calls_per_day,
    }
}

section! {
    /// `[messenger]`
    Messenger {
        bot_token: Option<Masked> = None,
        bot_token_file: Option<PathBuf> = None,
        bot_username: Option<String> = None,
        #[garde(custom(http_url))]
        bot_api_url: Option<PrivateUrl> = None,
        webhook_secret: Option<Masked> = None,
        webhook_secret_file: Option<PathBuf> = None,
        #[garde(custom(header_name))]
        webhook_header: String = turnstone_http::WEBHOOK_HEADER.into(),
        #[garde(range(min = 1, max = LONGEST_S))]
        max_age_s: u64 = core::Messenger::default().max_age_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        in_app_max_age_s: u64 = core::Messenger::default().in_app_max_age_s,
    }
}

section! {
    /// `[push]`
    Push {
        #[garde(custom(contact))]
        subject: Option<String> = None,
        #[garde(custom(host_names))]
        allowed_hosts: Vec<String> = core::Push::default().allowed_hosts,
        allow_loopback: bool = false,
    }
}

section! {
    /// `[storage]`
    Storage {
        engine: StorageEngine = StorageEngine::Fjall,
        durability: Keep = Keep::Sync,
        free_space_mark_mib: u64 = 256,
    }
}

/// Every section with its keys, in their order.
fn sections() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let keys: [&[&str]; 9] = [
        Server::KEYS,
        Limits::KEYS,
        Pace::KEYS,
        Economy::KEYS,
        Agents::KEYS,
        Model::KEYS,
        Messenger::KEYS,
        Push::KEYS,
        Storage::KEYS,
    ];
    Config::KEYS.iter().copied().zip(keys)
}

impl Config {
    /// The whole path of the data directory. It is told to people and to other processes as text.
    pub fn whole_data_path(&self) -> Result<PathBuf, Unusable> {
        let unusable = |why: &str| Unusable(format!("server.data {:?}: {why}", self.server.data));
        let path = std::path::absolute(&self.server.data).map_err(|error| unusable(&error.to_string()))?;
        if path.to_str().is_some() { Ok(path) } else { Err(unusable("its whole path is not UTF-8")) }
    }

    /// The same with the secrets that are in files of their own. For `serve` only: other commands need none, and may
    /// run as a user who cannot read them.
    pub fn with_secrets(mut self) -> Result<Self, Unusable> {
        let Self { model, messenger, .. } = &mut self;
        for (name, secret, file) in [
            ("model.key", &mut model.key, &model.key_file),
            ("messenger.bot_token", &mut messenger.bot_token, &messenger.bot_token_file),
            ("messenger.webhook_secret", &mut messenger.webhook_secret, &messenger.webhook_secret_file),
        ] {
            if secret.as_ref().is_some_and(|secret| secret.reveal().is_empty()) {
                return Err(Unusable(format!("{name}: is empty; leave it out instead")));
            }
            let Some(file) = file else { continue };
            if secret.is_some() {
                return Err(Unusable(format!("{name} and {name}_file: only one of them can be set")));
            }
            let unusable = |why: &str| Unusable(format!("{name}_file {}: {why}", file.display()));
            let text = std::fs::read_to_string(file).map_err(|error| unusable(&error.to_string()))?;
            let text = text.trim_end_matches(['\r', '\n']);
            if text.is_empty() {
                return Err(unusable("is empty"));
            }
            *secret = Some(Masked(text.to_owned()));
        }
        Ok(self)
    }

    /// Where the service is reached, without a slash at the end.
    pub fn base_url(&self) -> String {
        let from_listen = || format!("http://{}", self.server.listen);
        self.server.base_url.as_ref().map_or_else(from_listen, |url| url.trim_end_matches('/').to_owned())
    }

    /// The page that joins with an invitation: what stands behind `#` is sent nowhere and stands in no log.
    pub fn invitation_link(&self, code: &str) -> String {
        format!("{}/join#{code}", self.base_url())
    }

    /// How durable an answered request is.
    pub const fn durability(&self) -> Durability {
        match self.storage.durability {
            Keep::Sync => Durability::Sync,
            Keep::Buffered => Durability::Buffered,
        }
    }

    /// The core's part.
    pub fn core(&self) -> core::Config {
        core::Config {
            limits: self.limits.core(),
            pace: self.pace.core(),
            economy: self.economy.core(),
            messenger: self.messenger.core(),
            push: self.push.core(),
            base_url: self.base_url(),
            agents: self.agents.core(),
            model: self.model.core(),
            deployment: self.deployment(),
            bounds: core::Bounds::default(),
            games: SHIPPED,
        }
    }

    /// To whom calls to the outside go.
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

impl Limits {
    /// What streams of HTTP/2 may hold in memory.
    pub(crate) const fn stream_bounds(&self) -> StreamBounds {
        let (per_address, total) = (self.http2_mib_per_address as usize, self.http2_mib_total as usize);
        StreamBounds { per_address: per_address << 20, total: total << 20 }
    }

    fn core(&self) -> core::Limits {
        core::Limits {
            requests_per_minute: self.requests_per_minute,
            moves_per_minute: self.moves_per_minute,
            anonymous_per_minute: self.anonymous_per_minute,
            credential_per_minute: self.credential_per_minute,
            failed_logins: self.failed_logins,
            long_polls_per_credential: self.long_polls_per_credential,
            long_polls_total: self.long_polls_total,
            tables_per_day: self.tables_per_day,
            active_tables: self.active_tables,
            practice_active: self.practice_active,
            practice_per_day: self.practice_per_day,
            parties: self.parties,
            push_subscriptions: self.push_subscriptions,
            selfchecks_per_hour: self.selfchecks_per_hour,
            duels_per_hour: self.duels_per_hour,
        }
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

impl Pace {
    fn core(&self) -> core::PaceConfig {
        core::PaceConfig {
            live_turn_s: self.live_turn_s,
            live_bank_s: self.live_bank_s,
            solo_turn_s: self.solo_turn_s,
            daily_turn_s: self.daily_turn_s,
            waiting_live_s: self.waiting_live_s,
            waiting_invited_s: self.waiting_invited_s,
            waiting_daily_s: self.waiting_daily_s,
            archive_after_s: self.archive_after_s,
            practice_kept_s: self.practice_kept_s,
            party_kept_s: self.party_kept_s,
            chat_kept_s: self.chat_kept_s,
            practice_idle_s: self.practice_idle_s,
        }
    }
}

impl Agents {
    fn core(&self) -> core::AgentConfig {
        core::AgentConfig {
            ranking_threshold: self.ranking_threshold,
            rematch_cooldown_s: self.rematch_cooldown_s,
            daily_loss: self.daily_loss,
        }
    }
}

impl Economy {
    fn core(&self) -> core::Economy {
        core::Economy {
            rake_basis_points: self.rake_basis_points,
            referral_reward: self.referral_reward,
            referral_cap: self.referral_cap,
            referral_uses: self.referral_uses,
            house_purse: self.house_purse,
            established_tables: self.established_tables,
            established_days: self.established_days,
            referral_tree: self.referral_tree,
        }
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
        }
    }
}

fn first_of(report: &garde::Report) -> String {
    report.iter().next().map_or_else(String::new, |(path, error)| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests;
