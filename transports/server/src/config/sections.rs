//! Every key of the configuration in one table, by section: its type, its default, what it takes and what it is. The
//! fields, the checks, the environment, `--print-config` and the reference in `OPERATING.md` are made from it. Sections
//! of the core have their keys in [`turnstone_service::core_keys`].

use super::checks::{
    ANY, CLUSTER_NAME, CONTACT, DEPLOYMENT_ID, HEADER_NAME, HOST_NAME, HTTP_ORIGIN, HTTP_URL, LOG_FILTER, ORIGIN, PATH,
    PROXY, SECRET,
};
use super::keys::ConfigKey;
use super::keys::Takes::{Address, Flag, List, Number, Text, Word};
use super::values::{EngineName, Environment, Keep, Masked, PrivateUrl, Proxy, StandbyMode};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use turnstone_service::config::{self as core, CHIPS, MAX_TIME_S, TIME};
use turnstone_service::core_keys;

/// A section of the file.
macro_rules! section {
    ($(#[$doc:meta])* $section:ident: $name:ident {
        $($field:ident: $type:ty = $default:expr, $takes:expr, $text:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        #[expect(missing_docs, reason = "the texts of the keys describe them")]
        pub struct $name {
            $(pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $name {
            const KEYS: &[ConfigKey] = &[$(ConfigKey {
                path: concat!(stringify!($section), ".", stringify!($field)),
                takes: $takes,
                text: $text,
            },)*];
        }
    };
}

macro_rules! sections {
    ($($section:ident: $name:ident,)*) => {
        /// All sections.
        #[derive(Clone, Default, Debug, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        #[expect(missing_docs, reason = "each is the section of its name")]
        pub struct Config {
            $(pub $section: $name,)*
        }

        /// All keys, by section.
        pub(super) fn keys() -> impl Iterator<Item = &'static ConfigKey> {
            [$($name::KEYS,)*].into_iter().flatten()
        }
    };
}

sections! {
    server: Server,
    limits: Limits,
    pace: Pace,
    economy: Economy,
    ratings: Ratings,
    queue: Queue,
    agents: Agents,
    model: Model,
    messenger: Messenger,
    push: Push,
    fairness: Fairness,
    storage: Storage,
    cluster: Cluster,
}

section! {
    server: Server {
        listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)), Address,
            "where it listens for HTTP/1.1 and HTTP/2. Without a proxy in front, only loopback is safe";
        data: PathBuf = "./data".into(), Text(&PATH), "the data directory";
        base_url: Option<String> = None, Text(&HTTP_ORIGIN),
            "the address that members use. Links, cookies and the check of origins depend on it";
        plain_http: bool = false, Flag,
            "whether other machines may reach the server over plain http, in a network that you trust; `--lan` does the same";
        trusted_proxies: Vec<Proxy> = Vec::new(), List(&PROXY), "peers whose `X-Forwarded-For` is used";
        cors_origins: Vec<String> = Vec::new(), List(&ORIGIN),
            "origins of other sites that may call with a Bearer token, never with cookies";
        metrics_listen: Option<SocketAddr> = None, Address, "where `/metrics` is served; off without it";
        http_threads: usize = 0, Number("threads", Some((0, 64))),
            "threads that serve connections; 0 is one for each core but the loop's";
        environment: Option<Environment> = None, Word(&["production", "preview", "development"]),
            "shown at `/api/deployment`";
        deployment_id: Option<String> = None, Text(&DEPLOYMENT_ID), "shown at `/api/deployment`";
        clients: Option<PathBuf> = None, Text(&PATH),
            "a folder with the packages of the clients, made by `transports/clients/packages` and served at `/clients/`. Without it, those that were built in";
        security_contact: Option<String> = None, Text(&CONTACT),
            "where to report vulnerabilities, shown at `/.well-known/security.txt`; without it, there is no such page";
        access_log: bool = true, Flag, "whether each request gets a line in the log";
        drain_lag_s: u64 = 0, Number("seconds", Some((0, 600))),
            "how long `/readyz` reports not ready before a stop rejects requests";
        log_level: String = "info".into(), Text(&LOG_FILTER), "what is logged; `RUST_LOG` overrides it";
        standby_listen: Option<SocketAddr> = None, Address,
            "where a standby connects; off without it. Everything on it is sealed with the shared key";
        standby_key_file: Option<PathBuf> = None, Text(&PATH), "the file with the key that primary and standby share";
        standby: StandbyMode = StandbyMode::Optional, Word(&["optional", "required"]),
            "whether a response waits until its changes are on the standby's disk. With `required`, nothing is served without a standby";
        standby_timeout_s: u64 = 10, Number("seconds", Some((1, 20))),
            "how long a response waits for a required standby before the server ends";
    }
}

/// The part of a section that is the core's.
macro_rules! of_core {
    ($name:ident: $core:ident {
        $($field:ident: $type:ty = $default:expr, $takes:ident($unit:literal, $bounds:expr), $text:literal;)*
    }) => {
        impl $name {
            pub(super) const fn core(&self) -> core::$core {
                core::$core { $($field: self.$field,)* }
            }
        }
    };
}

/// The sections whose keys the core has. Limits of connections are the server's.
macro_rules! with_core_keys {
    (
        $(#[$limits_doc:meta])* Limits { { $($requests:tt)* } { $($quotas:tt)* } }
        $(#[$pace_doc:meta])* PaceConfig { { $($pace:tt)* } }
        $(#[$economy_doc:meta])* Economy { { $($economy:tt)* } }
        $(#[$ratings_doc:meta])* RatingConfig { { $($ratings:tt)* } }
        $(#[$queue_doc:meta])* QueueConfig { { $($queue:tt)* } }
        $(#[$agents_doc:meta])* AgentConfig { { $($agents:tt)* } }
    ) => {
        section! {
            /// `[limits]`: 0 means none.
            limits: Limits {
                $($requests)*
                connections_per_address: u32 = 1000, Number("connections at a time", None),
                    "of an address; those of trusted proxies are not counted";
                http2_mib_per_address: u32 = 16, Number("MiB", None),
                    "memory that the HTTP/2 streams of an address may hold: 8 KiB each, pending long-polls too, and responses that wait to be sent. Further streams are reset. Trusted proxies are not counted";
                http2_mib_total: u32 = 512, Number("MiB", None), "the same for all addresses together";
                $($quotas)*
            }
        }
        of_core!(Limits: Limits { $($requests)* $($quotas)* });

        section! {
            /// `[pace]`, in seconds.
            pace: Pace { $($pace)* }
        }
        of_core!(Pace: PaceConfig { $($pace)* });

        section! {
            economy: Economy { $($economy)* }
        }
        of_core!(Economy: Economy { $($economy)* });

        section! {
            ratings: Ratings { $($ratings)* }
        }
        of_core!(Ratings: RatingConfig { $($ratings)* });

        section! {
            queue: Queue { $($queue)* }
        }
        of_core!(Queue: QueueConfig { $($queue)* });

        section! {
            agents: Agents { $($agents)* }
        }
        of_core!(Agents: AgentConfig { $($agents)* });
    };
}

core_keys!(with_core_keys);

section! {
    model: Model {
        url: Option<PrivateUrl> = None, Text(&HTTP_URL), "the chat-completions endpoint that plays agents with prompts";
        name: Option<String> = None, Text(&ANY), "the name of the model at the endpoint";
        key: Option<Masked> = None, Text(&SECRET), "the key of the endpoint";
        key_file: Option<PathBuf> = None, Text(&PATH), "a file with the key, instead of `model.key`";
        timeout_s: u64 = core::Model::default().timeout_s, Number("seconds", Some((1, 600))), "for a decision";
        max_tokens: u32 = 16, Number("tokens (0 sends no limit)", Some((0, 1_000_000))),
            "of a response, sent with each request. A model that reasons needs more";
        calls_per_hour: u32 = core::Model::default().calls_per_hour, Number("calls (0 is no limit)", None),
            "for the duels and self-checks of one member in an hour";
        calls_per_day: u32 = core::Model::default().calls_per_day, Number("calls (0 is no limit)", None),
            "for the duels and self-checks of one member in a UTC day";
        server_calls_per_day: u32 = core::Model::default().server_calls_per_day, Number("calls (0 is no limit)", None),
            "for all agents in a UTC day";
    }
}

section! {
    messenger: Messenger {
        bot_token: Option<Masked> = None, Text(&SECRET), "the bot's token; without it, joining by messenger is off";
        bot_token_file: Option<PathBuf> = None, Text(&PATH), "a file with the token, instead of `messenger.bot_token`";
        bot_username: Option<String> = None, Text(&ANY), "the bot's name";
        bot_api_url: Option<PrivateUrl> = None, Text(&HTTP_URL),
            "the messenger's bot API; without it, the bot sends no messages";
        webhook_secret: Option<Masked> = None, Text(&SECRET),
            "the secret that the messenger sends with updates; without it, updates are rejected";
        webhook_secret_file: Option<PathBuf> = None, Text(&PATH),
            "a file with the secret, instead of `messenger.webhook_secret`";
        webhook_header: String = turnstone_documents::WEBHOOK_HEADER.into(), Text(&HEADER_NAME),
            "the header that the secret is sent in";
        max_age_s: u64 = core::Messenger::default().max_age_s, Number("seconds", TIME),
            "after which a proof of the login widget is rejected";
        in_app_max_age_s: u64 = core::Messenger::default().in_app_max_age_s, Number("seconds", TIME),
            "after which a proof of an app in the messenger is rejected";
    }
}

section! {
    push: Push {
        subject: Option<String> = None, Text(&CONTACT),
            "the contact for push services; `server.base_url` if that is https";
        allowed_hosts: Vec<String> = core::Push::default().allowed_hosts, List(&HOST_NAME),
            "push services that may be called";
        rejected_kept_s: u64 = core::Push::default().rejected_kept_s, Number("seconds", TIME),
            "that a browser is kept whose push service answers every message with 400 or 403";
        allow_loopback: bool = false, Flag, "whether push services may be on this machine, without TLS; for tests";
    }
}

section! {
    fairness: Fairness {
        days_ahead: u32 = core::DaysAhead::default().0, Number("days", Some((3, 400))),
            "for which secrets are stated ahead; see the page about fair deals";
    }
}

section! {
    storage: Storage {
        engine: EngineName = EngineName::Fjall, Word(&["fjall"]), "the storage engine";
        durability: Keep = Keep::Sync, Word(&["sync", "buffered"]),
            "whether a response waits for fsync, or only for the write to the operating system";
        free_space_mark_mib: u64 = 256, Number("MiB (0 is off)", None),
            "free disk space below which nothing new is created";
    }
}

section! {
    cluster: Cluster {
        etcd: Vec<String> = Vec::new(), List(&HTTP_ORIGIN),
            "the endpoints of etcd. With them, `serve` runs as a node of a cluster";
        etcd_ca_file: Option<PathBuf> = None, Text(&PATH),
            "the certificate authority of etcd's certificates; public ones without it";
        etcd_cert_file: Option<PathBuf> = None, Text(&PATH), "the certificate that this node shows to etcd";
        etcd_key_file: Option<PathBuf> = None, Text(&PATH), "the private key of that certificate";
        prefix: String = "turnstone".into(), Text(&CLUSTER_NAME), "the prefix of the cluster's keys in etcd";
        node: Option<String> = None, Text(&CLUSTER_NAME), "the id of this node, another one for each";
        listen: Option<SocketAddr> = None, Address,
            "where other nodes connect. Everything on it is sealed with the key of the cluster";
        advertise: Option<String> = None, Text(&HTTP_ORIGIN),
            "the address of `cluster.listen` for the other nodes, if it is another one";
        key_file: Option<PathBuf> = None, Text(&PATH), "the file with the key that all nodes share";
    }
}
