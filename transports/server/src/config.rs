//! The configuration: its sections with their keys, defaults and rules.

mod sources;

pub use sources::{Configured, Flags, is_reloaded};

use garde::Validate;
use ipnet::IpNet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tracing_subscriber::EnvFilter;
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
            economy: Economy { house_purse: 0, ..Economy::default() },
            agents: Agents { rematch_cooldown_s: 0, ..Agents::default() },
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
        live_turn_s: u64 = core::Pace::default().live_turn_s,
        #[garde(range(max = LONGEST_S))]
        live_bank_s: u64 = core::Pace::default().live_bank_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        solo_turn_s: u64 = core::Pace::default().solo_turn_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        daily_turn_s: u64 = core::Pace::default().daily_turn_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        waiting_live_s: u64 = core::Pace::default().waiting_live_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        waiting_invited_s: u64 = core::Pace::default().waiting_invited_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        waiting_daily_s: u64 = core::Pace::default().waiting_daily_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        archive_after_s: u64 = core::Pace::default().archive_after_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        practice_kept_s: u64 = core::Pace::default().practice_kept_s,
        #[garde(range(min = 1, max = LONGEST_S))]
        party_kept_s: u64 = core::Pace::default().party_kept_s,
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
    }
}

section! {
    /// `[agents]`
    Agents {
        ranking_threshold: u32 = core::Agents::default().ranking_threshold,
        #[garde(range(max = LONGEST_S))]
        rematch_cooldown_s: u64 = core::Agents::default().rematch_cooldown_s,
    }
}

section! {
    /// `[model]`
    Model {
        #[garde(custom(http_url))]
        url: Option<String> = None,
        name: Option<String> = None,
        key: Option<Masked> = None,
        key_file: Option<PathBuf> = None,
        #[garde(range(min = 1, max = 600))]
        timeout_s: u64 = core::Model::default().timeout_s,
    }
}

section! {
    /// `[messenger]`
    Messenger {
        bot_token: Option<Masked> = None,
        bot_token_file: Option<PathBuf> = None,
        bot_username: Option<String> = None,
        #[garde(custom(http_url))]
        bot_api_url: Option<String> = None,
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

/// Where a build runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are the API document's own")]
pub enum Environment {
    Production,
    Preview,
    Development,
}

/// What keeps the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StorageEngine {
    /// fjall, in the data directory.
    Fjall,
}

/// When an answer may leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// After fsync.
    Sync,
    /// After the write to the operating system.
    Buffered,
}

/// A text that is never shown.
#[derive(Clone)]
pub struct Masked(String);

impl Masked {
    /// The text, for the one place that uses it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    fn secret(&self) -> Secret {
        Secret::new(self.0.clone())
    }
}

impl fmt::Debug for Masked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}

impl Serialize for Masked {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str("***")
    }
}

impl<'de> Deserialize<'de> for Masked {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // What serde would say of anything else shows it.
        let text = String::deserialize(from);
        text.map(Self).map_err(|_| serde::de::Error::custom("must be a text in quotes"))
    }
}

/// The address of a proxy, or a network of them.
#[derive(Clone, Copy, Debug)]
pub struct Proxy(pub IpNet);

impl Serialize for Proxy {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Proxy {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        net.map(Self).map_err(|_| serde::de::Error::custom("trusted_proxies: not an address or network"))
    }
}

impl Config {
    /// The whole path of the data directory. It is told to people and to other processes as text.
    pub fn whole_data_path(&self) -> Result<PathBuf, Unusable> {
        let unusable = |why: &str| Unusable(format!("server.data {:?}: {why}", self.server.data));
        let path = std::path::absolute(&self.server.data).map_err(|error| unusable(&error.to_string()))?;
        if path.to_str().is_some() { Ok(path) } else { Err(unusable("its whole path is not UTF-8")) }
    }

    /// The same with the secrets that are in files of their own. For a server alone: other commands need none, and may
    /// be run by whoever cannot read them.
    pub fn with_secrets(mut self) -> Result<Self, Unusable> {
        let Self { model, messenger, .. } = &mut self;
        for (name, secret, file) in [
            ("model.key", &mut model.key, &model.key_file),
            ("messenger.bot_token", &mut messenger.bot_token, &messenger.bot_token_file),
            ("messenger.webhook_secret", &mut messenger.webhook_secret, &messenger.webhook_secret_file),
        ] {
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
            model: core::Model { configured: self.model.url.is_some(), timeout_s: self.model.timeout_s },
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
        Some(outgoing::ModelSettings { url: self.url.clone()?, name: self.name.clone(), key, timeout })
    }
}

impl Messenger {
    fn outgoing(&self) -> Option<outgoing::BotSettings> {
        let token = self.bot_token.as_ref()?.secret();
        Some(outgoing::BotSettings { api_url: self.bot_api_url.clone()?, token })
    }
}

impl Pace {
    fn core(&self) -> core::Pace {
        core::Pace {
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
        }
    }
}

impl Agents {
    fn core(&self) -> core::Agents {
        core::Agents { ranking_threshold: self.ranking_threshold, rematch_cooldown_s: self.rematch_cooldown_s }
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

fn check(holds: bool, rule: &'static str) -> garde::Result {
    if holds { Ok(()) } else { Err(garde::Error::new(rule)) }
}

fn is_http(text: &str) -> Option<http::Uri> {
    let uri: http::Uri = text.parse().ok()?;
    let known = matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty());
    known.then_some(uri)
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
fn http_url(value: &Option<String>, (): &()) -> garde::Result {
    check(value.as_ref().is_none_or(|url| is_http(url).is_some()), "must be an http or https URL")
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
fn http_origin(value: &Option<String>, (): &()) -> garde::Result {
    let is_origin =
        |url: &String| is_http(url).is_some_and(|uri| matches!(uri.path(), "" | "/") && uri.query().is_none());
    check(value.as_ref().is_none_or(is_origin), "must be an http or https URL without a path")
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
fn origin(value: &String, (): &()) -> garde::Result {
    let is_origin = is_http(value).is_some_and(|uri| uri.path() == "/" && !value.ends_with('/'));
    check(is_origin, "must be an origin such as https://example.org")
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
fn is_deployment_id(value: &Option<String>, (): &()) -> garde::Result {
    let is_id = |id: &String| {
        let rest = id.strip_prefix("dpl_").unwrap_or("");
        (1..=128).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    check(value.as_ref().is_none_or(is_id), "must be dpl_ and 1 to 128 letters or digits")
}

fn log_filter(value: &String, (): &()) -> garde::Result {
    let is_filter = !value.trim().is_empty() && EnvFilter::try_new(value).is_ok();
    check(
        is_filter,
        "must be error, warn, info, debug, trace or off, or targets with levels: info,turnstone_http=debug",
    )
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
fn contact(value: &Option<String>, (): &()) -> garde::Result {
    let is_contact = |subject: &String| subject.starts_with("mailto:") || subject.starts_with("https://");
    check(value.as_ref().is_none_or(is_contact), "must be a mailto: or https: URI")
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
fn header_name(value: &String, (): &()) -> garde::Result {
    check(value.parse::<http::HeaderName>().is_ok(), "must be the name of a header")
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_service::credentials::ServerKeys;
    use turnstone_service::secret::Key;

    fn configured(toml: &str) -> Result<Configured, String> {
        let directory = std::env::temp_dir().join(format!("turnstone-config-{:?}", std::thread::current().id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("turnstone.toml");
        std::fs::write(&file, toml).unwrap();
        let loaded = Configured::load(&Flags { config: Some(file), ..Flags::default() });
        std::fs::remove_dir_all(&directory).unwrap();
        loaded.map_err(|error| error.to_string())
    }

    fn load(toml: &str) -> Result<Config, String> {
        configured(toml).map(|configured| configured.config)
    }

    #[test]
    fn what_is_not_set_has_its_default() {
        let config = load("[limits]\nparties = 3\n").unwrap();
        assert_eq!((config.limits.parties, config.limits.active_tables), (3, 20));
        assert_eq!(config.base_url(), "http://127.0.0.1:8080");
        assert_eq!(config.core().pace.daily_turn_s, 172_800);
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let named = [
            ("[limits]\nparty = 3\n", "party"),
            ("[limit]\nparties = 3\n", "limit"),
            ("[limits]\nparties = \"many\"\n", "limits.parties"),
            ("[limits]\nparties = -1\n", "limits.parties"),
            ("[pace]\nlive_turn_s = 0\n", "pace.live_turn_s"),
            ("[economy]\nrake_basis_points = 10001\n", "economy.rake_basis_points"),
            ("[server]\nbase_url = \"ftp://x\"\n", "server.base_url"),
            ("[server]\nlisten = \"nowhere\"\n", "server.listen"),
            ("[server]\nenvironment = \"moon\"\n", "server.environment"),
            ("[server]\ntrusted_proxies = [\"x\"]\n", "trusted_proxies"),
            ("[server]\ncors_origins = [\"https://a.example/\"]\n", "server.cors_origins"),
            ("[storage]\nengine = \"paper\"\n", "storage.engine"),
            ("[model]\nkey = 51213\n", "model.key"),
            ("[messenger]\nbot_token = 51213.5\n", "messenger.bot_token"),
            ("[messenger]\nbot_username = 5\n", "messenger.bot_username"),
            ("[server]\ndrain_lag_s = 601\n", "server.drain_lag_s"),
            ("[server]\nlog_level = \"info,x=loud\"\n", "server.log_level"),
            ("[server]\nlog_level = \"\"\n", "server.log_level"),
        ];
        for (toml, name) in named {
            let told = load(toml).unwrap_err();
            assert!(told.contains(name) && !told.contains("default"), "{toml:?} told {told:?}");
            assert!(!told.contains("51213"), "a secret is told: {told:?}");
        }
    }

    #[test]
    fn what_is_not_set_is_not_called() {
        let outgoing = |toml: &str| {
            let keys = ServerKeys::new(vec![(1, Key([1; 32]))]);
            load(toml).unwrap().outgoing(VapidKey::of(&keys))
        };
        let nobody = outgoing("");
        assert!(nobody.model.is_none() && nobody.bot.is_none() && nobody.push_subject.is_none());
        assert!(outgoing("[messenger]\nbot_token = \"51277\"\n").bot.is_none(), "nobody says where the bot API is");
        let somebody = outgoing(
            "[model]\nurl = \"http://127.0.0.1:11434/v1/chat/completions\"\ntimeout_s = 5\n\
             [messenger]\nbot_token = \"51277\"\nbot_api_url = \"https://bot.example\"\n\
             [server]\nbase_url = \"https://turnstone.example/\"\n",
        );
        assert_eq!(somebody.model.unwrap().timeout, Duration::from_secs(5));
        assert_eq!(somebody.bot.unwrap().token.reveal(), "51277");
        assert_eq!(somebody.push_subject.unwrap(), "https://turnstone.example");
        let subject = outgoing("[push]\nsubject = \"mailto:ada@example.org\"\n").push_subject;
        assert_eq!(subject.unwrap(), "mailto:ada@example.org");
    }

    #[test]
    fn a_secret_can_be_in_a_file_of_its_own() {
        let home = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            std::fs::write(home.path().join(name), text).unwrap();
            home.path().join(name).display().to_string()
        };
        let (key, empty) = (file("key", "sk-51213\r\n"), file("empty", "\n"));
        let config = load(&format!("[model]\nkey_file = {key:?}\n")).unwrap();
        assert!(config.model.key.is_none(), "only a server reads it");
        assert_eq!(config.with_secrets().unwrap().model.key.unwrap().reveal(), "sk-51213");
        for (toml, named) in [
            (format!("[model]\nkey = \"sk-51213\"\nkey_file = {key:?}\n"), "model.key and model.key_file"),
            (format!("[messenger]\nbot_token_file = {empty:?}\n"), "messenger.bot_token_file"),
            ("[messenger]\nwebhook_secret_file = \"/nowhere/at/all\"\n".to_owned(), "/nowhere/at/all"),
        ] {
            let told = load(&toml).unwrap().with_secrets().unwrap_err().to_string();
            assert!(told.contains(named) && !told.contains("51213"), "{toml:?} told {told:?}");
        }
    }

    #[test]
    fn what_another_configuration_changes_is_named_secrets_too() {
        let [old, new] = [
            "[limits]\nparties = 3\n[model]\nkey = \"sk-51213\"\n",
            "[limits]\nparties = 4\n[model]\nkey = \"sk-51214\"\n[server]\ncors_origins = [\"https://a.example\"]\n",
        ]
        .map(|toml| configured(toml).unwrap());
        assert_eq!(old.differences(&new), ["server.cors_origins", "limits.parties", "model.key"]);
        assert!(old.differences(&old).is_empty());
        assert!(!format!("{old:?}").contains("51213"));
    }

    #[test]
    fn secrets_are_printed_as_stars() {
        let configured =
            configured("[model]\nkey = \"sk-123\"\n[messenger]\nbot_token = \"51277\"\nwebhook_secret = \"hush\"\n")
                .unwrap();
        let printed = configured.print();
        let config = configured.config;
        for secret in ["sk-123", "51277", "hush"] {
            assert!(!printed.contains(secret), "{printed}");
        }
        assert!(printed.contains("key = \"***\""), "{printed}");
        assert!(!format!("{config:?}").contains("hush"));
        assert_eq!(config.messenger.bot_token.unwrap().reveal(), "51277");
    }
}
