//! The chain of statements: what a server signs about its keys and its days.

use crate::keys::{SigningKey, is_signed};
use crate::tree::Hash;
use sha2::{Digest, Sha256};
use std::fmt;

/// The first line of each statement.
const HEAD: &str = "turnstone statement 1";

/// A statement, unsigned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub number: u32,
    /// The hash of the statement before it; zeros for the first.
    pub previous: Hash,
    /// When, in epoch milliseconds.
    pub at: u64,
    /// What it says.
    pub says: Says,
}

/// What a statement says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// This public key signs from now on.
    Key([u8; 32]),
    /// The secret of a day is fixed.
    Secret {
        /// The day: year-month-day.
        day: String,
        /// The sha256 of the secret's hex text.
        commit: Hash,
    },
    /// An era begins.
    Era {
        /// Its number: the time of this statement in whole seconds since 1970.
        era: u64,
        /// Why it begins.
        reason: EraReason,
    },
    /// A day of an era is closed.
    List {
        /// The day name, as [`day_name`] writes it.
        day: String,
        /// Its secret; `None` if the server has lost it.
        secret: Option<[u8; 32]>,
        /// The number of its tables.
        tables: u32,
        /// The root of the tree over its tables.
        root: Hash,
    },
    /// A line of a kind that this program does not know.
    Unknown(String),
}

/// Why an era begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EraReason {
    /// The store may lack newer tables: it was restored or salvaged, or commits were lost.
    Restored,
    /// The operator has replaced a key that others may know.
    Compromised,
    /// The keys were lost.
    Lost,
}

impl EraReason {
    /// Every reason.
    pub const ALL: [Self; 3] = [Self::Restored, Self::Compromised, Self::Lost];

    /// The reason as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Restored => "restored",
            Self::Compromised => "compromised",
            Self::Lost => "lost",
        }
    }
}

/// The name of a day in an era: the day alone in era 0.
pub fn day_name(day: &str, era: u64) -> String {
    if era == 0 { day.to_owned() } else { format!("{day}/{era}") }
}

/// The day and the era of a day name. Whether the day exists is not checked.
pub fn split_day_name(name: &str) -> Option<(&str, u64)> {
    let Some((day, number)) = name.split_once('/') else { return Some((name, 0)) };
    let era: u64 = number.parse().ok().filter(|era| *era > 0)?;
    (era.to_string() == number).then_some((day, era))
}

impl fmt::Display for Says {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(out, "key {}", hex::encode(key)),
            Self::Secret { day, commit } => write!(out, "secret {day} {}", hex::encode(commit)),
            Self::Era { era, reason } => write!(out, "era {era} {}", reason.word()),
            Self::List { day, secret, tables, root } => {
                let secret = secret.map_or_else(|| "-".to_owned(), hex::encode);
                write!(out, "list {day} {secret} {tables} {}", hex::encode(root))
            }
            Self::Unknown(line) => out.write_str(line),
        }
    }
}

impl Says {
    /// Parses the last line of a statement. A kind or a reason that a later version may add is [`Says::Unknown`].
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        match *words.as_slice() {
            ["key", key] => Some(Self::Key(hash(key)?)),
            ["secret", day, commit] => Some(Self::Secret { day: day.to_owned(), commit: hash(commit)? }),
            ["era", era, reason] => {
                let era = era.parse().ok().filter(|era| *era > 0)?;
                let known = EraReason::ALL.into_iter().find(|known| known.word() == reason);
                let is_word =
                    !reason.is_empty() && reason.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
                match known {
                    Some(reason) => Some(Self::Era { era, reason }),
                    None => is_word.then(|| Self::Unknown(line.to_owned())),
                }
            }
            ["list", day, secret, tables, root] => Some(Self::List {
                day: day.to_owned(),
                secret: if secret == "-" { None } else { Some(hash(secret)?) },
                tables: tables.parse().ok()?,
                root: hash(root)?,
            }),
            ["key" | "secret" | "era" | "list", ..] => None,
            [kind, ..] => {
                let is_word = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
                is_word.then(|| Self::Unknown(line.to_owned()))
            }
            [] => None,
        }
    }
}

/// Parses 64 lowercase hex characters.
pub(crate) fn hash(text: &str) -> Option<Hash> {
    turnstone_games::Seed::from_hex(text).map(|seed| *seed.as_bytes())
}

/// The commitment to the secret of a day: the sha256 of its hex text, as for a seed.
pub fn commitment(secret: &[u8; 32]) -> Hash {
    Sha256::digest(hex::encode(secret)).into()
}

/// The sha256 of a statement's text, which the next statement contains.
pub fn text_hash(text: &str) -> Hash {
    Sha256::digest(text).into()
}

impl Statement {
    /// The text that is signed.
    pub fn text(&self) -> String {
        let Self { number, previous, at, says } = self;
        format!("{HEAD}\n{number}\n{}\n{at}\n{says}\n", hex::encode(previous))
    }

    /// Parses the text of a statement; `None` unless it is exactly what [`Statement::text`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.split('\n').collect();
        let [HEAD, number, previous, at, says, ""] = *lines.as_slice() else { return None };
        let statement = Self {
            number: number.parse().ok()?,
            previous: hash(previous)?,
            at: at.parse().ok()?,
            says: Says::parse(says)?,
        };
        (statement.text() == text).then_some(statement)
    }

    /// The statement with its signature.
    pub fn signed(&self, key: &SigningKey) -> Signed {
        let text = self.text();
        let signature = key.sign(&text);
        Signed { text, key: key.public(), signature }
    }
}

/// A signed statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    pub text: String,
    /// The public key that signed it.
    pub key: [u8; 32],
    /// The signature of the text.
    pub signature: [u8; 64],
}

impl Signed {
    /// Whether its key has signed its text.
    pub fn is_signed(&self) -> bool {
        is_signed(&self.key, &self.text, &self.signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements() -> [Statement; 7] {
        let day = || "2026-11-25".to_owned();
        let says = [
            Says::Key([3; 32]),
            Says::Secret { day: day(), commit: commitment(&[7; 32]) },
            Says::List { day: day(), secret: Some([7; 32]), tables: 4_000_000, root: [9; 32] },
            Says::List { day: day_name(&day(), 1_764_115_200), secret: None, tables: 0, root: [9; 32] },
            Says::Era { era: 1_764_115_200, reason: EraReason::Restored },
            Says::Unknown("era 1764115200 moved".to_owned()),
            Says::Unknown("witness https://example.org 12".to_owned()),
        ];
        says.map(|says| Statement { number: 12, previous: [1; 32], at: 1_764_115_200_000, says })
    }

    #[test]
    fn a_statement_reads_back_from_its_text_and_from_no_other() {
        for statement in statements() {
            let text = statement.text();
            assert_eq!(Statement::parse(&text), Some(statement));
            let others = [text.trim_end().to_owned(), format!("{text}\n"), text.replace("\n12\n", "\n012\n")];
            for other in others.into_iter().chain([text.to_uppercase()]) {
                assert_eq!(Statement::parse(&other), None, "{other}");
            }
        }
    }

    #[test]
    fn a_known_kind_of_another_form_is_no_statement() {
        let text = statements()[0].text();
        let says = text.lines().last().unwrap();
        for other in [
            "key 03",
            "secret 2026-11-25",
            "era 0 lost",
            "era 07 lost",
            "era 7 Lost",
            "list 2026-11-25 - 1",
            "",
            "Witness",
        ] {
            assert_eq!(Statement::parse(&text.replace(says, other)), None, "{other}");
        }
    }

    #[test]
    fn a_day_name_has_its_era_unless_that_is_0() {
        for (name, parts) in [("2026-11-25", ("2026-11-25", 0)), ("2026-11-25/7", ("2026-11-25", 7))] {
            assert_eq!(split_day_name(name), Some(parts));
            assert_eq!(day_name(parts.0, parts.1), name);
        }
        for none in ["2026-11-25/", "2026-11-25/0", "2026-11-25/07", "2026-11-25/7/8", "2026-11-25/x"] {
            assert_eq!(split_day_name(none), None, "{none}");
        }
    }

    #[test]
    fn a_signature_holds_for_its_text_and_key_only() {
        let key = SigningKey::from_seed(&[5; 32]);
        let signed = statements()[0].signed(&key);
        assert!(signed.is_signed());
        assert!(!Signed { text: statements()[1].text(), ..signed.clone() }.is_signed());
        assert!(!Signed { key: SigningKey::from_seed(&[6; 32]).public(), ..signed }.is_signed());
    }
}
