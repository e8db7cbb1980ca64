//! A key of the configuration: what it takes, and its texts.

use super::ConfigError;
use super::checks::Rule;
use Takes::{Address, Flag, List, Number, Text, Word};
use figment::value::Value;
use std::fmt;
use turnstone_service::config::MAX_TIME_S;

pub(super) struct ConfigKey {
    /// Its section and its name, with a dot between them.
    pub path: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is.
    pub text: &'static str,
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
    Text(&'static Rule),
    /// A list of texts.
    List(&'static Rule),
}

impl ConfigKey {
    /// Its section and its name.
    pub(super) fn parts(&self) -> (&'static str, &'static str) {
        self.path.split_once('.').expect("a key is in a section")
    }

    /// Check a value of the right type. One that is not set has none.
    pub(super) fn check(&self, value: &Value) -> Result<(), ConfigError> {
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
            return Err(ConfigError(format!("{}: must be {}", self.path, self.takes)));
        };
        Err(ConfigError(format!("{}: must be {least} to {most}", self.path)))
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
            Number(unit, Some((least, MAX_TIME_S))) => write!(out, "{unit}, {least} to {MAX_TIME_S} (10 years)"),
            Number(unit, Some((least, most))) => write!(out, "{unit}, {least} to {most}"),
            Text(rule) => out.write_str(rule.name),
            List(rule) => write!(out, "a list, each {}", rule.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, keys};
    use std::path::Path;

    fn defaults() -> toml::Table {
        toml::Table::try_from(Config::default()).unwrap()
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
        head.to_owned() + &keys().map(row).collect::<String>()
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
