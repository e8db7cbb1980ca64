//! The steps of a run, one per line: a story can be read, shortened and replayed.

use crate::inner::prelude::*;
use std::fmt;
use turnstone_api::operation::find;

/// The fields of a step: JSON in which a text that starts with `$` is a symbol for what its caller knows.
pub type Fields = Map<String, Value>;

/// One line of a story: `17 +250 ada join_table {"id":"$table:9"}`.
#[derive(Clone, PartialEq, Debug)]
pub struct StoryStep {
    /// Its number, by which later steps refer to it.
    pub n: u32,
    /// The time before it.
    pub after_ms: u64,
    /// The caller: a member by name (`ada`, or `ada/old` with an earlier token), `stranger`, `guest17` and `delegate17`
    /// with the seat credential from step 17, `messenger`, `operator`, `world`.
    pub who: String,
    /// The action.
    pub what: What,
}

/// A request or another action.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// A request for an operation of the contract.
    Ask(&'static str, Fields),
    /// Another action.
    Do(Action),
}

/// Actions other than requests. `luck` draws the details; steps are given by their numbers.
#[expect(missing_docs, reason = "fields are named as in stories")]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Action {
    /// A group commit: queued commands are applied, committed and answered.
    Commit,
    /// A group commit in which the power fails, or with `kill` only the process dies.
    Crash { at: CrashPoint, luck: u64, kill: bool },
    /// A clean stop and start.
    Restart,
    /// A clean stop, and a start with these settings changed.
    Reconfigure(Fields),
    /// The operator changes limits while the service runs.
    Limits(Fields),
    /// The clock changes by this much, forward or back.
    Clock { ms: i64 },
    /// Time passes until a timer is due.
    Sleep,
    /// Check all invariants of the whole state.
    Check,
    /// Try something with a copy of the disk.
    Try { what: DiskTrial, luck: u64 },
    /// A clean stop, and a start from a restored backup, a salvaged store, or rows in an earlier version of the
    /// encoding.
    Move { luck: u64 },
    /// The disk is nearly full, or has room again.
    Full { is: bool },
    /// The next reads of cold rows fail.
    BadReads { next: u32 },
    /// An outbound call returns.
    Answer { place: u32, how: Answering, luck: u64 },
    /// The server creates an invitation.
    Invite {
        uses: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_in_s: Option<u64>,
        test: bool,
    },
    /// An act of an operator, in the words of `operator_lines.rs`.
    Order(Fields),
    /// A query of an operator, in the same words.
    Show(Fields),
    /// The caller of a request hangs up.
    Hangup { of: u32 },
    /// Many requests at once, cycling through some tables: reads, or messages.
    Burst { tables: Vec<u32>, times: u32, chars: u32 },
    /// Members join a waiting table, and players who are to act move.
    PlayOn { table: u32, moves: u32, luck: u64 },
    /// Play matches without a service.
    Matches { kind: String, times: u32, luck: u64 },
    /// Repeat the request of a step by the same caller, or send its idempotency key with other contents.
    Again {
        of: u32,
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        with: Fields,
    },
    /// Send the request of a step as another caller.
    As {
        of: u32,
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        with: Fields,
    },
}

/// The point of a group commit at which the power fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashPoint {
    /// After the commands were applied, before the first write.
    Applied,
    /// At one of the writes and syncs.
    Writing,
    /// After the last sync, before the replies are released.
    Synced,
    /// After the replies were released.
    Replied,
    /// At a write or sync that the disk rejects: the process ends by itself.
    WriteFails,
    /// At a write for which there is no room.
    NoRoom,
}

/// A trial with a copy of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiskTrial {
    /// Another process opens the directory in use.
    SecondProcess,
    /// Data at rest is damaged.
    Damage,
    /// A backup of the running server, which may fail or be interrupted.
    Backup,
    /// A backup that is made beside the next commits.
    Beside,
    /// A restore, which may fail, be interrupted, or use a damaged backup.
    Restore,
    /// A salvage of an undamaged store, which may fail or be interrupted.
    Salvage,
    /// A salvage of a damaged store.
    SalvageDamaged,
    /// Added, changed, lost or new server keys.
    Keys,
}

/// The result of an outbound call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answering {
    /// Success: a legal decision, or a delivered message.
    Right,
    /// The model's answer is none of the actions.
    Undecided,
    /// The subscription has expired.
    Gone,
    /// The message or the question is permanently rejected.
    Rejected,
    /// The model takes too long.
    Slow,
    /// A failure.
    Failed,
    /// A result that is impossible for the call.
    Strange,
    /// The last result once more.
    Twice,
    /// A result of a call that does not exist.
    Unasked,
}

impl What {
    /// Read a name and the fields as JSON, if there are any.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let (name, json) = line.split_once(' ').unwrap_or((line, "{}"));
        let fields: Fields = serde_json::from_str(json).map_err(|error| format!("{error}: `{line}`"))?;
        Self::from_parts(name, fields).map_err(|error| format!("{error}: `{line}`"))
    }

    /// The same from the name and the fields.
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
    /// The line of the step.
    pub fn to_line(&self) -> String {
        format!("{} +{} {} {}", self.n, self.after_ms, self.who, self.what)
    }

    /// Read a line.
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
