//! The sources of the configuration: the defaults, overridden by `turnstone.toml`, the environment and the flags, in
//! this order. The source of every value is recorded.

use super::keys::{ConfigKey, Takes};
use super::{Config, ConfigError, Environment, keys};
use figment::providers::{Format, Serialized, Toml};
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

const FILE: &str = "turnstone.toml";
/// The name of the source of defaults of a server for tests.
const DEV: &str = "--dev";
const PREFIX: &str = "TURNSTONE_";
/// Flags of the command line.
#[derive(Default, Debug)]
pub struct Flags {
    /// The file to read instead of `turnstone.toml`; it must exist.
    pub config: Option<PathBuf>,
    /// Overrides `server.listen`.
    pub listen: Option<SocketAddr>,
    /// Overrides `server.data`.
    pub data: Option<PathBuf>,
    /// Sets `server.plain_http`, and the default of `server.listen` to all addresses of this machine.
    pub lan: bool,
    /// Whether it is a server for tests: it has no limits unless they are set, and no data directory.
    pub dev: bool,
}

/// A configuration with the sources of its values.
#[derive(Debug)]
pub struct Configured {
    /// The values.
    pub config: Config,
    /// Their sources, by section and key.
    origins: BTreeMap<&'static str, String>,
    /// The values as they were set, by section and key.
    values: Values,
}

/// Values of keys, secrets among them.
struct Values(BTreeMap<&'static str, Value>);

impl Values {
    fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}

impl Configured {
    /// Read file, environment and flags, and check everything.
    pub fn load(flags: &Flags) -> Result<Self, ConfigError> {
        let Variables { settings, config: file } = Variables::read()?;
        let (name, defaults) = if flags.dev { (DEV, Config::dev()) } else { ("default", Config::default()) };
        let mut figment = Figment::from(Source::new(name, Serialized::defaults(defaults)));
        if flags.lan {
            let mut everywhere = Config::default().server.listen;
            everywhere.set_ip(Ipv4Addr::UNSPECIFIED.into());
            figment = figment.merge(Source::new("--lan", Serialized::default("server.listen", everywhere)));
        }
        let file = flags.config.clone().or_else(|| file.map(PathBuf::from));
        match file {
            Some(file) if !file.is_file() => return Err(ConfigError(format!("there is no file {}", file.display()))),
            Some(file) => {
                File::open(&file).map_err(|error| ConfigError(format!("{}: {error}", file.display())))?;
                figment = figment.merge(Toml::file_exact(file));
            }
            None if Path::new(FILE).is_file() => figment = figment.merge(Toml::file_exact(FILE)),
            None => {}
        }
        for Variable { name, key, value } in settings {
            figment = figment.merge(Source::new(&name, Serialized::default(&key, value)));
        }
        if let Some(listen) = flags.listen {
            figment = figment.merge(Source::new("--listen", Serialized::default("server.listen", listen)));
        }
        if let Some(data) = &flags.data {
            let data = data.to_str().ok_or_else(|| ConfigError(format!("--data {data:?} is not UTF-8")))?;
            figment = figment.merge(Source::new("--data", Serialized::default("server.data", data)));
        }
        if flags.lan {
            figment = figment.merge(Source::new("--lan", Serialized::default("server.plain_http", true)));
        }
        let config: Config = figment.extract().map_err(|error| ConfigError(described(error)))?;
        if flags.dev {
            reject_data(&figment)?;
            reject_public(&figment, &config)?;
        }
        let (mut origins, mut values) = (BTreeMap::new(), BTreeMap::new());
        for key in keys() {
            let Ok(value) = figment.find_value(key.path) else { continue };
            key.check(&value)?;
            values.insert(key.path, value);
            origins.extend(figment.find_metadata(key.path).map(|metadata| (key.path, source_name(metadata))));
        }
        config.whole_data_path()?;
        Ok(Self { config, origins, values: Values(values) })
    }

    /// The keys, as `section.key`, with different values in another configuration.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let (own, others) = (self.table(), other.table());
        // Secrets are masked in the tables: they are compared as they were set.
        let differs = |key: &&ConfigKey| {
            value(&own, key) != value(&others, key) || self.values.text(key.path) != other.values.text(key.path)
        };
        keys().filter(differs).map(|key| key.path).collect()
    }

    fn table(&self) -> toml::Table {
        toml::Table::try_from(&self.config).expect("a configuration is plain data")
    }

    /// Every key with its value and its source, as a file; secrets as `***`.
    pub fn print(&self) -> String {
        let table = self.table();
        let mut printed = String::new();
        let mut last = "";
        for key in keys() {
            let (section, name) = key.parts();
            if section != last {
                let _ = writeln!(printed, "{}[{section}]", if last.is_empty() { "" } else { "\n" });
                last = section;
            }
            let _ = writeln!(printed, "{key}");
            let origin = self.origins.get(key.path).map_or("default", String::as_str);
            let _ = match value(&table, key) {
                Some(value) => writeln!(printed, "{name} = {value}  # {origin}"),
                None if key.path == "server.base_url" => {
                    writeln!(printed, "{name} = {:?}  # from listen", self.config.base_url())
                }
                None => writeln!(printed, "# {name} is not set"),
            };
        }
        printed
    }
}

/// The errors of the library, each in a line. Its own texts show the paths of files as they are from the working directory.
fn described(error: figment::Error) -> String {
    let describe = |error: figment::Error| {
        let key = if error.path.is_empty() { String::new() } else { format!(" for key {:?}", error.path.join(".")) };
        let source = error.metadata.as_ref().map(|metadata| format!(" in {}", source_name(metadata)));
        format!("{}{key}{}", error.kind, source.unwrap_or_default())
    };
    error.into_iter().map(describe).collect::<Vec<_>>().join("; ")
}

/// A server for tests stores nothing, so it rejects a data directory.
fn reject_data(figment: &Figment) -> Result<(), ConfigError> {
    match figment.find_metadata("server.data") {
        Some(metadata) if metadata.name != DEV => Err(ConfigError(format!(
            "--dev keeps everything in memory, and {} names a data directory (server.data): leave one of them out",
            source_name(metadata)
        ))),
        Some(_) | None => Ok(()),
    }
}

/// A server for tests gives an account to every caller and deals predictable cards: it must not be reachable from other
/// machines or run as a production server.
fn reject_public(figment: &Figment, config: &Config) -> Result<(), ConfigError> {
    let rejected = |key: &str, why: &str| {
        let source = figment.find_metadata(key).map_or_else(|| "default".to_owned(), source_name);
        Err(ConfigError(format!("--dev {why} ({key} from {source})")))
    };
    let server = &config.server;
    let is_public = |address: SocketAddr| !address.ip().to_canonical().is_loopback();
    if is_public(server.listen) {
        return rejected("server.listen", "listens on loopback addresses only, such as 127.0.0.1:8080");
    }
    if server.metrics_listen.is_some_and(is_public) {
        return rejected("server.metrics_listen", "listens on loopback addresses only, such as 127.0.0.1:9090");
    }
    if server.standby_listen.is_some() {
        return rejected("server.standby_listen", "stores nothing, so that it has no standby");
    }
    if server.environment == Some(Environment::Production) {
        return rejected("server.environment", "cannot be combined with environment = \"production\"");
    }
    Ok(())
}

/// Limits of connections, which wait for a restart.
const OF_CONNECTIONS: [&str; 3] =
    ["limits.connections_per_address", "limits.http2_mib_per_address", "limits.http2_mib_total"];

/// Whether a key is reloaded while a server runs; all others wait for a restart.
pub fn is_reloaded(key: &str) -> bool {
    key == "server.log_level" || (key.starts_with("limits.") && !OF_CONNECTIONS.contains(&key))
}

fn value<'t>(table: &'t toml::Table, key: &ConfigKey) -> Option<&'t toml::Value> {
    let (section, name) = key.parts();
    table.get(section)?.get(name)
}

fn source_name(metadata: &Metadata) -> String {
    let file = metadata.source.as_ref().and_then(|source| source.file_path());
    file.map_or_else(|| metadata.name.to_string(), |file| file.display().to_string())
}

/// The values of the environment.
#[derive(Default)]
struct Variables {
    settings: Vec<Variable>,
    config: Option<String>,
}

struct Variable {
    name: String,
    key: String,
    value: Value,
}

impl Variables {
    fn read() -> Result<Self, ConfigError> {
        let mut read = Self::default();
        // A variable named like a flag overrides one named like its key.
        let mut flags = Vec::new();
        for (name, value) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            let Some(rest) = name.strip_prefix(PREFIX) else { continue };
            let setting = rest.split_once("__").filter(|(section, key)| !section.is_empty() && !key.is_empty());
            if setting.is_none() && !["CONFIG", "DATA", "LISTEN"].contains(&rest) {
                if is_for_others(rest) {
                    continue;
                }
                return Err(unknown(&name, rest));
            }
            let value = value.into_string().map_err(|_| ConfigError(format!("{name} is not UTF-8")))?;
            match (setting, rest) {
                (Some((section, key)), _) => {
                    let key = format!("{section}.{}", key.replace("__", ".")).to_lowercase();
                    let value = typed(&key, &value);
                    read.settings.push(Variable { name, key, value });
                }
                (None, "CONFIG") => read.config = Some(value),
                (None, _) => {
                    let key = format!("server.{}", rest.to_lowercase());
                    flags.push(Variable { name, key, value: value.into() });
                }
            }
        }
        read.settings.append(&mut flags);
        Ok(read)
    }
}

/// Whether a variable is for another program: for `turnstone mcp` and the example bots, for a build, or it is one of those with
/// which Kubernetes announces a service that is called turnstone.
fn is_for_others(rest: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["TOKEN", "HANDLE", "RECOVERY_CODE", "INVITATION", "COMMIT_SHA", "DIRTY", "CLIENTS", "PORT"];
    OTHERS.contains(&rest) || rest.starts_with("SERVICE_") || rest.starts_with("PORT_")
}

/// A variable that names nothing is most likely mistyped.
fn unknown(name: &str, rest: &str) -> ConfigError {
    let meant = keys().find(|key| key.path.replace('.', "_").eq_ignore_ascii_case(rest));
    let meant =
        meant.map(|key| format!(": {PREFIX}{} is the one of {}", key.path.replace('.', "__").to_uppercase(), key.path));
    ConfigError(format!(
        "the environment variable {name} names no key of the configuration and no flag{}",
        meant.unwrap_or_default()
    ))
}

/// The environment has no types: a value is a number if the key takes one.
fn typed(key: &str, value: &str) -> Value {
    match keys().find(|known| known.path == key).map(|key| &key.takes) {
        // A text stays a text: a bot's token may be all digits.
        Some(Takes::Text(_)) => value.into(),
        Some(Takes::List(_)) if !value.starts_with('[') => {
            let items: Vec<&str> = value.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
            items.into()
        }
        _ => value.parse().expect("any value is a text"),
    }
}

/// Values with the name of their source.
struct Source<T> {
    name: String,
    values: Serialized<T>,
}

impl<T> Source<T> {
    fn new(name: &str, values: Serialized<T>) -> Self {
        Self { name: name.to_owned(), values }
    }
}

impl<T: serde::Serialize> Provider for Source<T> {
    fn metadata(&self) -> Metadata {
        Metadata::named(self.name.clone())
    }

    fn data(&self) -> figment::Result<Map<Profile, Dict>> {
        self.values.data()
    }
}
