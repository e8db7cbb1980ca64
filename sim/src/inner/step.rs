//! What is done in a run, one step a line: a story can be read, shortened and played again.

use crate::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use turnstone_api::operation::find;

/// The fields of a step: JSON in which a text that begins with `$` stands for what its caller knows.
pub type Fields = Map<String, Value>;

/// One line of a story: `17 +250 ada join_table {"id":"$table:9"}`.
#[derive(Clone, PartialEq, Debug)]
pub struct StoryStep {
    /// Its number: later steps name by it what this one made.
    pub n: u32,
    /// Time that passes before it.
    pub after_ms: u64,
    /// Who does it: a member by name (`ada`, or `ada/old` with an outlived token), `stranger`, `guest17` and
    /// `delegate17` with the seat credential that step 17 brought, `messenger`, `operator`, `world`.
    pub who: String,
    /// What is done.
    pub what: What,
}

/// What is done.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// An operation of the contract is asked for.
    Ask(&'static str, Fields),
    /// Something else happens.
    Do(Action),
}

/// What happens beside requests. `luck` draws what a step leaves open; steps are named by their numbers.
#[expect(missing_docs, reason = "fields are named as in stories")]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Action {
    /// The loop runs a group commit: everything that waits is applied, committed, answered.
    Round,
    /// A group commit during which the power fails, or (`kill`) the process alone dies.
    Crash { at: CrashPoint, luck: u64, kill: bool },
    /// A clean stop and start.
    Restart,
    /// A clean stop, and a start with these settings changed.
    Reconfigure(Fields),
    /// The operator brings other limits while the service runs.
    Limits(Fields),
    /// The clock is set by so much, forward or back.
    Clock { ms: i64 },
    /// Time passes until something is due.
    Sleep,
    /// Everything that must hold of the whole is looked at.
    Check,
    /// Something is tried with a copy of the disk.
    Try { what: DiskTrial, luck: u64 },
    /// A clean stop, and a start from what a backup brought back, a salvage brought over, or a former version of the
    /// encoding would have written.
    Move { luck: u64 },
    /// The disk is nearly full, or has room again.
    Full { is: bool },
    /// The next reads of cold rows fail.
    BadReads { next: u32 },
    /// The outside answers a call.
    Answer { place: u32, how: Answering, luck: u64 },
    /// The server itself mints an invitation.
    Invite {
        uses: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_in_s: Option<u64>,
        test: bool,
    },
    /// The operator does something: an order of the admin API.
    Order(Fields),
    /// The operator looks at something: a query of the admin API.
    Show(Fields),
    /// The peer of a request hangs up.
    Hangup { of: u32 },
    /// Many requests at once, about one table after the other: reads, or messages.
    Burst { tables: Vec<u32>, times: u32, chars: u32 },
    /// Members sit down at a table that waits for them, and those whose turn it is move.
    PlayOn { table: u32, moves: u32, luck: u64 },
    /// Matches are played without a service.
    Matches { kind: String, times: u32, luck: u64 },
    /// The request of a step once more by the same caller, or its idempotency key with other contents.
    Again {
        of: u32,
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        with: Fields,
    },
    /// The request of a step, as someone else makes it.
    As {
        of: u32,
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        with: Fields,
    },
}

/// The moment of a group commit at which the power fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashPoint {
    /// After the commands were applied, before anything was written.
    Applied,
    /// At one of the writes and syncs.
    Writing,
    /// After the last sync, before a reply left.
    Synced,
    /// After the replies left.
    Replied,
    /// At one of the writes and syncs, which the disk cannot do: the process ends by itself.
    WriteFails,
    /// At a write for which there is no room.
    NoRoom,
}

/// What is tried with a copy of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiskTrial {
    /// Another process opens what this one has.
    SecondProcess,
    /// What lies at rest is damaged.
    Damage,
    /// A backup of the running server, which may fail or come to no end.
    Backup,
    /// A restore, which may fail, come to no end, or be of a backup that is not as it was written.
    Restore,
    /// A salvage of what is whole, which may fail or come to no end.
    Salvage,
    /// A salvage of what is damaged.
    SalvageDamaged,
    /// Server keys that were added, changed, lost or made anew.
    Keys,
}

/// What comes of a call to the outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answering {
    /// What was wanted: a legal decision, or the word that the message was taken.
    Right,
    /// The model's words are none of the actions.
    Undecided,
    /// The browser is not subscribed any more.
    Gone,
    /// The message is never taken, or the question rejected.
    Rejected,
    /// The model takes too long.
    Slow,
    /// Nothing usable.
    Failed,
    /// What cannot come of such a call.
    Strange,
    /// What was answered last, once more.
    Twice,
    /// An answer to a call that no one made.
    Unasked,
}

impl What {
    /// What a line says: a name, and the fields as JSON where there are any.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let (name, json) = line.split_once(' ').unwrap_or((line, "{}"));
        let fields: Fields = serde_json::from_str(json).map_err(|error| format!("{error}: `{line}`"))?;
        Self::from_parts(name, fields).map_err(|error| format!("{error}: `{line}`"))
    }

    /// The same of the name and the fields.
    pub(super) fn from_parts(name: &str, fields: Fields) -> Result<Self, String> {
        if let Some(operation) = find(name) {
            return Ok(Self::Ask(operation.name(), fields));
        }
        let is_plain = fields.is_empty();
        let tagged = Value::Object(Map::from_iter([(name.to_owned(), Value::Object(fields))]));
        let action = serde_json::from_value(tagged);
        let action = if is_plain { action.or_else(|_| serde_json::from_value(name.into())) } else { action };
        action.map(Self::Do).map_err(|error| error.to_string())
    }

    /// Its name and its fields.
    pub(super) fn parts(&self) -> (String, Fields) {
        let action = match self {
            Self::Ask(name, fields) => return ((*name).to_owned(), fields.clone()),
            Self::Do(action) => serde_json::to_value(action).expect("steps are plain data"),
        };
        let Value::Object(tagged) = action else {
            return (action.as_str().unwrap_or_default().to_owned(), Map::new());
        };
        let (name, fields) = tagged.into_iter().next().unwrap_or_default();
        (name, if let Value::Object(fields) = fields { fields } else { Map::new() })
    }
}

impl fmt::Display for What {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, fields) = self.parts();
        out.write_str(&name)?;
        if fields.is_empty() { Ok(()) } else { write!(out, " {}", Value::Object(fields)) }
    }
}

impl StoryStep {
    /// The line.
    pub fn to_line(&self) -> String {
        format!("{} +{} {} {}", self.n, self.after_ms, self.who, self.what)
    }

    /// The step of a line.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let mut parts = line.splitn(4, ' ');
        let mut next = || parts.next().ok_or_else(|| format!("a line has four parts: `{line}`"));
        let n = next()?.parse().map_err(|_| format!("a line begins with its number: `{line}`"))?;
        let after = next()?.strip_prefix('+').and_then(|ms| ms.parse().ok());
        let after_ms = after.ok_or_else(|| format!("after the number comes +milliseconds: `{line}`"))?;
        let who = next()?.to_owned();
        Ok(Self { n, after_ms, who, what: What::from_line(next()?)? })
    }
}
