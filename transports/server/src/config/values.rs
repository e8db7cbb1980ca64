//! Values of keys that have types of their own.

use ipnet::IpNet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::net::IpAddr;
use turnstone_service::secret::Secret;

/// Where a build runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are the API document's own")]
pub enum Environment {
    Production,
    Preview,
    Development,
}

/// A storage engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineName {
    /// fjall, in the data directory.
    Fjall,
}

/// When a response may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// After fsync.
    Sync,
    /// After the write to the operating system.
    Buffered,
}

/// Whether a response waits for the standby.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StandbyMode {
    /// It does not.
    Optional,
    /// It waits until its changes are on the standby's disk.
    Required,
}

/// A text that is never shown.
#[derive(Clone)]
pub struct Masked(pub(super) String);

impl Masked {
    /// The text, for its only use.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(super) fn secret(&self) -> Secret {
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
        // An error of serde would show the value.
        let text = String::deserialize(from);
        text.map(Self).map_err(|_| serde::de::Error::custom("must be a text in quotes"))
    }
}

/// A URL that may carry credentials. It is printed without its user, password and query.
#[derive(Clone, Deserialize)]
pub struct PrivateUrl(String);

impl PrivateUrl {
    /// The whole URL, for its only use.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PrivateUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&without_credentials(&self.0))
    }
}

impl fmt::Debug for PrivateUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for PrivateUrl {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

/// A URL for logs and errors: `***` replaces its user, its password and everything behind `?` or `#`.
pub fn without_credentials(url: &str) -> String {
    // A text that is not a URL may be a secret.
    let Some((scheme, rest)) = url.split_once("://") else { return "***".to_owned() };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, host) = authority.rsplit_once('@').map_or(("", authority), |(_, host)| ("***@", host));
    let end = path.find(['?', '#']);
    let query = end.map_or_else(String::new, |at| format!("{}***", &path[at..=at]));
    format!("{scheme}://{user}{host}{}{query}", &path[..end.unwrap_or(path.len())])
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
