//! JSON that keeps the order of its keys, printed for people.

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A JSON value as it was written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Json {
    /// `null`, `true`, a number, or a word that stands for one.
    Plain(String),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

/// The maximum number of characters of a value on one line.
const LINE: usize = 110;

impl Json {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.iter().find(|(own, _)| own == key).map(|(_, value)| value),
            Self::List(items) => items.get(key.parse::<usize>().ok()?),
            Self::Plain(_) | Self::Text(_) => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Plain(_) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// The value at `a.b.0.c`; `*` iterates a list, `#` counts it.
    pub(crate) fn at(&self, path: &str) -> Self {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let on = |value: &Self| rest.map_or_else(|| value.clone(), |rest| value.at(rest));
        match (first, self) {
            ("*", Self::List(items)) => Self::List(items.iter().map(on).collect()),
            ("#", Self::List(items)) => Self::Plain(items.len().to_string()),
            ("keys", Self::Object(fields)) => {
                Self::List(fields.iter().map(|(key, _)| Self::Text(key.clone())).collect())
            }
            _ => self.get(first).map_or_else(|| Self::Plain("absent".into()), on),
        }
    }

    /// On one line if it fits, else with a line for each field or item.
    pub(crate) fn print(&self, indent: usize) -> String {
        let line = self.to_string();
        if line.chars().count() + indent <= LINE {
            return line;
        }
        let (inner, outer) = (" ".repeat(indent + 2), " ".repeat(indent));
        match self {
            Self::Plain(_) | Self::Text(_) => line,
            Self::List(items) => {
                let items: Vec<String> =
                    items.iter().map(|item| format!("{inner}{}", item.print(indent + 2))).collect();
                format!("[\n{}\n{outer}]", items.join(",\n"))
            }
            Self::Object(fields) => {
                let field = |(key, value): &(String, Self)| format!("{inner}{key:?}: {}", value.print(indent + 2));
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("{{\n{}\n{outer}}}", fields.join(",\n"))
            }
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(word) => out.write_str(word),
            Self::Text(text) => out.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::to_string).collect();
                write!(out, "[{}]", items.join(", "))
            }
            Self::Object(fields) => {
                let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key:?}: {value}")).collect();
                write!(out, "{{{}}}", fields.join(", "))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

macro_rules! plain {
    ($($method:ident $type:ty),*) => {
        $(fn $method<E>(self, value: $type) -> Result<Json, E> { Ok(Json::Plain(value.to_string())) })*
    };
}

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    plain!(visit_bool bool, visit_u64 u64, visit_i64 i64, visit_f64 f64);

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Plain("null".into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}
