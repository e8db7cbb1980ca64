//! Fairness: signed statements, lists of days, and proofs.

use crate::ids::TableId;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// Signed statements, oldest first.
    pub struct FairnessStatements {
        /// At most 1000.
        pub statements: Vec<SignedStatement>,
        /// The number of the next statement, if there are more.
        pub next: Option<u32>,
    }
}

shape! {
    /// A statement of the server. `/docs/fairness` describes its text.
    pub struct SignedStatement {
        /// Its number, from 1.
        pub number: u32,
        /// The text that is signed. It contains the sha256 of the text before it.
        pub text: String,
        /// The Ed25519 public key that signed it, in hex.
        pub key: String,
        /// The signature of the text, in hex.
        pub signature: String,
    }
}

shape! {
    /// The tables that were created on one UTC day.
    pub struct DayList {
        /// The day, and after a slash the number of the era, unless that is 0.
        pub day: String,
        /// Whether the day is closed: all its tables are over, and its secret is revealed.
        pub closed: bool,
        /// The number of its tables; null while it is open.
        pub tables: Option<u32>,
        /// The number of its tables that still wait or run; null once it is closed.
        pub running: Option<u32>,
        /// At most 1000 tables, by their numbers; empty while it is open.
        pub entries: Vec<DayListEntry>,
        /// The number of the next entry, if there are more.
        pub next: Option<u32>,
    }
}

shape! {
    /// A table in the list of its day.
    pub struct DayListEntry {
        /// Its running number on that day, from 1.
        pub number: u32,
        /// sha256 of the table's id.
        pub table: String,
        /// The id of a public table; null for the others.
        pub table_id: Option<TableId>,
        /// Whose seed it has: `own`, `daily`, or the day and the number of another table.
        pub seed_of: String,
        /// sha256 of its seed's hex text; null if nothing was dealt.
        pub seed_commit: Option<String>,
        /// The digest of its bundle, `cancelled`, or `voided`.
        pub ending: String,
    }
}

shape! {
    /// The proof that a table is in the list of its day.
    pub struct ReplayProof {
        /// The statement that closed the day.
        pub statement: SignedStatement,
        /// The path from the table's leaf to the root that the statement names, in hex (RFC 6962, section 2.1.1).
        pub proof: Vec<String>,
    }
}
