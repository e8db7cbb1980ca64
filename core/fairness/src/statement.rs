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
    /// Its number, from 1.
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
    /// A day is closed.
    List {
        /// The day: year-month-day.
        day: String,
        /// Its secret.
        secret: [u8; 32],
        /// The number of its tables.
        tables: u32,
        /// The root of the tree over its tables.
        root: Hash,
    },
}

impl fmt::Display for Says {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(out, "key {}", hex::encode(key)),
            Self::Secret { day, commit } => write!(out, "secret {day} {}", hex::encode(commit)),
            Self::List { day, secret, tables, root } => {
                write!(out, "list {day} {} {tables} {}", hex::encode(secret), hex::encode(root))
            }
        }
    }
}

impl Says {
    /// Parses the last line of a statement.
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        match *words.as_slice() {
            ["key", key] => Some(Self::Key(hash(key)?)),
            ["secret", day, commit] => Some(Self::Secret { day: day.to_owned(), commit: hash(commit)? }),
            ["list", day, secret, tables, root] => Some(Self::List {
                day: day.to_owned(),
                secret: hash(secret)?,
                tables: tables.parse().ok()?,
                root: hash(root)?,
            }),
            _ => None,
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
    /// Its text.
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

    fn statements() -> [Statement; 3] {
        let day = || "2026-11-25".to_owned();
        let says = [
            Says::Key([3; 32]),
            Says::Secret { day: day(), commit: commitment(&[7; 32]) },
            Says::List { day: day(), secret: [7; 32], tables: 4_000_000, root: [9; 32] },
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
    fn a_signature_holds_for_its_text_and_key_only() {
        let key = SigningKey::from_seed(&[5; 32]);
        let signed = statements()[0].signed(&key);
        assert!(signed.is_signed());
        assert!(!Signed { text: statements()[1].text(), ..signed.clone() }.is_signed());
        assert!(!Signed { key: SigningKey::from_seed(&[6; 32]).public(), ..signed }.is_signed());
    }
}
