//! Every key of the configuration: what it takes and what it is. The environment, the checks, `--print-config` and the
//! reference in `OPERATING.md` are made from this table.

use super::Unusable;
use super::checks::{
    ANY, CLUSTER_NAME, CONTACT, DEPLOYMENT_ID, HEADER_NAME, HOST_NAME, HTTP_ORIGIN, HTTP_URL, LOG_FILTER, ORIGIN, PATH,
    PROXY, Rule, SECRET,
};
use Takes::{Address, Flag, List, Number, Text, Word};
use figment::value::Value;
use std::fmt;

/// One key.
pub(super) struct ConfigKey {
    /// Its section and its name, with a dot between them.
    pub path: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is.
    text: &'static str,
}

/// What a key takes.
pub(super) enum Takes {
    /// `true` or `false`.
    Flag,
    /// An address and a port.
    Address,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number in this unit, and its bounds where they are narrower than those of its type.
    Number(&'static str, Option<(i128, i128)>),
    /// A text.
    Text(&'static Rule),
    /// A list of texts.
    List(&'static Rule),
}

/// The longest time: ten years.
const LONGEST_S: i128 = 315_360_000;
const TIME: Option<(i128, i128)> = Some((1, LONGEST_S));
/// The most chips that a daily bound takes.
const CHIPS: Option<(i128, i128)> = Some((0, 1_000_000_000_000));

/// All keys, by section.
pub(super) const KEYS: &[ConfigKey] = &[
    key(
        "server.listen",
        Address,
        "where it listens for HTTP/1.1 and HTTP/2. Without a proxy in front, only loopback is safe",
    ),
    key("server.data", Text(&PATH), "the data directory"),
    key(
        "server.base_url",
        Text(&HTTP_ORIGIN),
        "the address that members use. Links, cookies and the check of origins depend on it",
    ),
    key(
        "server.plain_http",
        Flag,
        "whether other machines may reach the server over plain http, in a network that you trust; `--lan` does the same",
    ),
    key("server.trusted_proxies", List(&PROXY), "peers whose `X-Forwarded-For` is used"),
    key(
        "server.cors_origins",
        List(&ORIGIN),
        "origins of other sites that may call with a Bearer token, never with cookies",
    ),
    key("server.metrics_listen", Address, "where `/metrics` is served; off without it"),
    key(
        "server.http_threads",
        Number("threads", Some((0, 64))),
        "threads that serve connections; 0 is one for each core but the loop's",
    ),
    key("server.environment", Word(&["production", "preview", "development"]), "shown at `/api/deployment`"),
    key("server.deployment_id", Text(&DEPLOYMENT_ID), "shown at `/api/deployment`"),
    key(
        "server.clients",
        Text(&PATH),
        "a folder with the packages of the clients, made by `transports/clients/packages` and served at `/clients/`. Without it, those that were built in",
    ),
    key(
        "server.security_contact",
        Text(&CONTACT),
        "where to report vulnerabilities, shown at `/.well-known/security.txt`; without it, there is no such page",
    ),
    key("server.access_log", Flag, "whether each request gets a line in the log"),
    key(
        "server.drain_lag_s",
        Number("seconds", Some((0, 600))),
        "how long `/readyz` reports not ready before a stop rejects requests",
    ),
    key("server.log_level", Text(&LOG_FILTER), "what is logged; `RUST_LOG` overrides it"),
    key(
        "server.standby_listen",
        Address,
        "where a standby connects; off without it. Everything on it is sealed with the shared key",
    ),
    key("server.standby_key_file", Text(&PATH), "the file with the key that primary and standby share"),
    key(
        "server.standby",
        Word(&["optional", "required"]),
        "whether a response waits until its changes are on the standby's disk. With `required`, nothing is served without a standby",
    ),
    key(
        "server.standby_timeout_s",
        Number("seconds", Some((1, 20))),
        "how long a response waits for a required standby before the server ends",
    ),
    key("limits.requests_per_minute", Number("requests a minute", None), "of an account or a seat grant"),
    key(
        "limits.moves_per_minute",
        Number("moves a minute", None),
        "of an account or a seat grant, counted apart from other requests",
    ),
    key("limits.anonymous_per_minute", Number("requests a minute", None), "of an address without credentials"),
    key(
        "limits.credential_per_minute",
        Number("requests a minute", None),
        "of an address for join, join by messenger, token, recover and claim together",
    ),
    key("limits.failed_logins", Number("wrong codes in 10 minutes", None), "from an address"),
    key("limits.long_polls_per_credential", Number("long-polls at a time", None), "of an account or a seat grant"),
    key(
        "limits.long_polls_total",
        Number("long-polls at a time", None),
        "of all callers; each takes about 14 KiB of memory",
    ),
    key(
        "limits.connections_per_address",
        Number("connections at a time", None),
        "of an address; those of trusted proxies are not counted",
    ),
    key(
        "limits.http2_mib_per_address",
        Number("MiB", None),
        "memory that the HTTP/2 streams of an address may hold: 8 KiB each, pending long-polls too, and responses that wait to be sent. Further streams are reset. Trusted proxies are not counted",
    ),
    key("limits.http2_mib_total", Number("MiB", None), "the same for all addresses together"),
    key(
        "limits.watch_streams",
        Number("streams at a time", None),
        "of an address without credentials, which watch public tables; an eighth of all long-polls for all addresses",
    ),
    key("limits.tables_per_day", Number("tables a UTC day", None), "that an account creates"),
    key(
        "limits.active_tables",
        Number("tables at a time", None),
        "that an account created and that wait or play; daily challenges do not count",
    ),
    key("limits.practice_active", Number("tables at a time", None), "of guests from an address"),
    key("limits.practice_per_10_minutes", Number("tables in 10 minutes", None), "that guests from an address open"),
    key("limits.practice_per_day", Number("tables a UTC day", None), "that guests from an address open"),
    key("limits.parties", Number("parties", None), "that an account owns"),
    key("limits.push_subscriptions", Number("browsers", None), "that an account can subscribe"),
    key("limits.selfchecks_per_hour", Number("self-checks an hour", None), "of an account"),
    key("limits.duels_per_hour", Number("duels an hour", None), "that an account begins"),
    key("pace.live_turn_s", Number("seconds", TIME), "for a turn at a live table"),
    key("pace.live_bank_s", Number("seconds", Some((0, LONGEST_S))), "time bank of a seat for a whole live table"),
    key("pace.solo_turn_s", Number("seconds", TIME), "for a turn at a table with one member"),
    key("pace.daily_turn_s", Number("seconds", TIME), "for a turn at a table of pace `daily`"),
    key(
        "pace.daily_left_s",
        Number("seconds", TIME),
        "that a turn at a table of pace `daily` has left at least after the service did not run",
    ),
    key("pace.waiting_live_s", Number("seconds", TIME), "that a live table waits for members"),
    key("pace.waiting_invited_s", Number("seconds", TIME), "that a table waits for an invited member"),
    key("pace.waiting_daily_s", Number("seconds", TIME), "that a table of pace `daily` waits"),
    key("pace.archive_after_s", Number("seconds", TIME), "after which a settled table is archived"),
    key("pace.practice_kept_s", Number("seconds", TIME), "that the replay of a practice table is kept"),
    key("pace.party_kept_s", Number("seconds", TIME), "that a party without activity is kept"),
    key("pace.chat_kept_s", Number("seconds", TIME), "that the chat of a table is kept after its end"),
    key(
        "pace.practice_idle_s",
        Number("seconds", TIME),
        "after which a guest's idle practice table is ended to make room for a new one",
    ),
    key(
        "pace.recovery_open_s",
        Number("seconds", TIME),
        "after joining, in which the session of the join can replace an unconfirmed recovery code without it",
    ),
    key(
        "economy.rake_basis_points",
        Number("basis points (100 is 1 %)", Some((0, 10_000))),
        "the house's share of a pot between members",
    ),
    key(
        "economy.referral_reward",
        Number("chips", Some((0, 1_000_000))),
        "for a referral whose invitee has settled five tables",
    ),
    key("economy.referral_cap", Number("members", None), "most referrals for which one member is rewarded"),
    key("economy.referral_uses", Number("uses", None), "of a referral code"),
    key("economy.early_uses", Number("uses", None), "of a referral code before its owner is established"),
    key("economy.house_purse", Number("chips a UTC day (0 is no limit)", CHIPS), "that the house loses to one member"),
    key(
        "economy.established_tables",
        Number("settled tables", None),
        "before a member is established and their referral code has all its uses",
    ),
    key(
        "economy.established_days",
        Number("days since joining", Some((0, 3_650))),
        "before a member is established and their referral code has all its uses",
    ),
    key("economy.referral_tree", Number("accounts (0 is no limit)", None), "of a referral tree, erased ones included"),
    key("agents.ranking_threshold", Number("duels", None), "before a version of an agent is ranked"),
    key(
        "agents.rematch_cooldown_s",
        Number("seconds", Some((0, LONGEST_S))),
        "between two duels of agents of the same two owners",
    ),
    key(
        "agents.daily_loss",
        Number("chips a UTC day (0 is no limit)", CHIPS),
        "that one member's agents lose to challengers",
    ),
    key(
        "agents.stake_limit",
        Number("chips a leg (0 is no limit)", Some((0, 1_000_000))),
        "at which others may challenge a new agent whose owner sets no other limit",
    ),
    key("model.url", Text(&HTTP_URL), "the chat-completions endpoint that plays agents with prompts"),
    key("model.name", Text(&ANY), "the name of the model at the endpoint"),
    key("model.key", Text(&SECRET), "the key of the endpoint"),
    key("model.key_file", Text(&PATH), "a file with the key, instead of `model.key`"),
    key("model.timeout_s", Number("seconds", Some((1, 600))), "for a decision"),
    key(
        "model.max_tokens",
        Number("tokens (0 sends no limit)", Some((0, 1_000_000))),
        "of a response, sent with each request. A model that reasons needs more",
    ),
    key(
        "model.calls_per_hour",
        Number("calls (0 is no limit)", None),
        "for the duels and self-checks of one member in an hour",
    ),
    key(
        "model.calls_per_day",
        Number("calls (0 is no limit)", None),
        "for the duels and self-checks of one member in a UTC day",
    ),
    key("model.server_calls_per_day", Number("calls (0 is no limit)", None), "for all agents in a UTC day"),
    key("messenger.bot_token", Text(&SECRET), "the bot's token; without it, joining by messenger is off"),
    key("messenger.bot_token_file", Text(&PATH), "a file with the token, instead of `messenger.bot_token`"),
    key("messenger.bot_username", Text(&ANY), "the bot's name"),
    key("messenger.bot_api_url", Text(&HTTP_URL), "the messenger's bot API; without it, the bot sends no messages"),
    key(
        "messenger.webhook_secret",
        Text(&SECRET),
        "the secret that the messenger sends with updates; without it, updates are rejected",
    ),
    key("messenger.webhook_secret_file", Text(&PATH), "a file with the secret, instead of `messenger.webhook_secret`"),
    key("messenger.webhook_header", Text(&HEADER_NAME), "the header that the secret is sent in"),
    key("messenger.max_age_s", Number("seconds", TIME), "after which a proof of the login widget is rejected"),
    key(
        "messenger.in_app_max_age_s",
        Number("seconds", TIME),
        "after which a proof of an app in the messenger is rejected",
    ),
    key("push.subject", Text(&CONTACT), "the contact for push services; `server.base_url` if that is https"),
    key("push.allowed_hosts", List(&HOST_NAME), "push services that may be called"),
    key(
        "push.rejected_kept_s",
        Number("seconds", TIME),
        "that a browser is kept whose push service answers every message with 400 or 403",
    ),
    key("push.allow_loopback", Flag, "whether push services may be on this machine, without TLS; for tests"),
    key(
        "fairness.days_ahead",
        Number("days", Some((3, 400))),
        "for which secrets are stated ahead; see the page about fair deals",
    ),
    key("storage.engine", Word(&["fjall"]), "the storage engine"),
    key(
        "storage.durability",
        Word(&["sync", "buffered"]),
        "whether a response waits for fsync, or only for the write to the operating system",
    ),
    key(
        "storage.free_space_mark_mib",
        Number("MiB (0 is off)", None),
        "free disk space below which nothing new is created",
    ),
    key("cluster.etcd", List(&HTTP_ORIGIN), "the endpoints of etcd. With them, `serve` runs as a node of a cluster"),
    key(
        "cluster.etcd_ca_file",
        Text(&PATH),
        "the certificate authority of etcd's certificates; public ones without it",
    ),
    key("cluster.etcd_cert_file", Text(&PATH), "the certificate that this node shows to etcd"),
    key("cluster.etcd_key_file", Text(&PATH), "the private key of that certificate"),
    key("cluster.prefix", Text(&CLUSTER_NAME), "the prefix of the cluster's keys in etcd"),
    key("cluster.node", Text(&CLUSTER_NAME), "the id of this node, another one for each"),
    key("cluster.listen", Address, "where other nodes connect. Everything on it is sealed with the key of the cluster"),
    key(
        "cluster.advertise",
        Text(&HTTP_ORIGIN),
        "the address of `cluster.listen` for the other nodes, if it is another one",
    ),
    key("cluster.key_file", Text(&PATH), "the file with the key that all nodes share"),
];

const fn key(path: &'static str, takes: Takes, text: &'static str) -> ConfigKey {
    ConfigKey { path, takes, text }
}

impl ConfigKey {
    /// Its section and its name.
    pub(super) fn parts(&self) -> (&'static str, &'static str) {
        self.path.split_once('.').expect("a key is in a section")
    }

    /// Check a value of the right type. One that is not set has none.
    pub(super) fn check(&self, value: &Value) -> Result<(), Unusable> {
        let holds = match &self.takes {
            Flag | Address | Word(_) | Number(_, None) => true,
            Number(_, Some((least, most))) => {
                let number = value.to_i128().or_else(|| value.to_u128()?.try_into().ok());
                number.is_none_or(|number| (*least..=*most).contains(&number))
            }
            Text(rule) => value.as_str().is_none_or(rule.holds),
            List(rule) => {
                let items = value.as_array().unwrap_or_default();
                items.iter().filter_map(Value::as_str).all(rule.holds)
            }
        };
        if holds {
            return Ok(());
        }
        let Number(_, Some((least, most))) = self.takes else {
            return Err(Unusable(format!("{}: must be {}", self.path, self.takes)));
        };
        Err(Unusable(format!("{}: must be {least} to {most}", self.path)))
    }
}

/// As a comment in a file.
impl fmt::Display for ConfigKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { takes, text, .. } = self;
        write!(out, "# {takes}: {text}")
    }
}

/// In words.
impl fmt::Display for Takes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flag => out.write_str("`true` or `false`"),
            Address => out.write_str("an address and a port"),
            Word(words) => write!(out, "`{}`", words.join("`, `")),
            Number(unit, None) => out.write_str(unit),
            Number(unit, Some((least, LONGEST_S))) => write!(out, "{unit}, {least} to {LONGEST_S} (10 years)"),
            Number(unit, Some((least, most))) => write!(out, "{unit}, {least} to {most}"),
            Text(rule) => out.write_str(rule.name),
            List(rule) => write!(out, "a list, each {}", rule.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn defaults() -> toml::Table {
        toml::Table::try_from(Config::default()).unwrap()
    }

    #[test]
    fn the_table_has_every_key_once() {
        let read: Config = toml::from_str("").unwrap();
        let schema = format!("{read:?}");
        let paths: BTreeSet<&str> = KEYS.iter().map(|key| key.path).collect();
        assert_eq!(paths.len(), KEYS.len());
        for (section, keys) in defaults() {
            for name in keys.as_table().unwrap().keys() {
                assert!(paths.contains(format!("{section}.{name}").as_str()), "{section}.{name} is not in the table");
            }
        }
        for key in KEYS {
            let (_, name) = key.parts();
            assert!(schema.contains(&format!("{name}: ")), "{} is no key of the configuration", key.path);
        }
    }

    /// The reference of the keys, as a table of Markdown.
    fn reference() -> String {
        let defaults = defaults();
        let default = |key: &ConfigKey| {
            let (section, name) = key.parts();
            match defaults[section].get(name) {
                Some(value) => format!("`{value}`"),
                None if key.path == "server.base_url" => "from `server.listen`".to_owned(),
                None if key.path == "cluster.advertise" => "from `cluster.listen`".to_owned(),
                None => "none".to_owned(),
            }
        };
        let row = |key: &ConfigKey| format!("| `{}` | {} | {} | {} |\n", key.path, default(key), key.takes, key.text);
        let head = "| key | default | value | what it is |\n|---|---|---|---|\n";
        head.to_owned() + &KEYS.iter().map(row).collect::<String>()
    }

    #[test]
    fn the_manual_has_the_reference() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../OPERATING.md");
        let manual = std::fs::read_to_string(&file).unwrap();
        let start = manual.find("| key | default |").expect("the manual has a table of the keys");
        let length = manual[start..].find("\n\n").unwrap() + 1;
        let expected = reference();
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            let updated = [&manual[..start], &expected, &manual[start + length..]].concat();
            std::fs::write(&file, updated).unwrap();
            return;
        }
        assert_eq!(&manual[start..start + length], expected, "update it with INSTA_UPDATE=always");
    }
}
