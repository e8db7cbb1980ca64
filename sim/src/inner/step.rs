//! What is done in a run, one step a line: a story can be read, shortened and played again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One line of a story.
#[derive(Clone, PartialEq, Debug)]
pub struct StoryStep {
    /// Its number: later steps name by it what this one made.
    pub n: u32,
    /// Time that passes before it.
    pub after_ms: u64,
    /// Who does it: a member by name (`ada`, or `ada/old` with an outlived token), `stranger`, `guest17` and
    /// `delegate17` with the seat credential that step 17 brought, `operator`, `world`.
    pub who: String,
    /// What is done.
    pub op: Op,
}

/// The moment of a round at which the power fails.
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
}

/// Which cursor is sent along.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cursor {
    /// None.
    None,
    /// 0: everything.
    Start,
    /// The one of the last answer.
    Seen,
    /// One that is far ahead.
    Future,
}

/// Which `expectedPlies` is sent along.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plies {
    /// None.
    None,
    /// The one of the last view.
    Seen,
    /// One too few.
    Old,
}

/// What is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the requests are those of the core")]
pub enum Op {
    /// The loop runs a round: everything that waits is applied, committed, answered.
    Round,
    /// A round during which the power fails, or (`kill`) the process alone dies.
    Crash {
        at: CrashPoint,
        luck: u64,
        kill: bool,
    },
    /// A clean stop and start.
    Restart,
    /// The clock is set by so much, forward or back.
    Clock {
        ms: i64,
    },
    /// Time passes until something is due.
    Sleep,
    /// Everything that must hold of the whole is looked at.
    Check,
    /// The disk is nearly full, or has room again.
    Full {
        is: bool,
    },
    /// The next so many reads of cold rows fail.
    BadReads {
        next: u32,
    },
    /// The operator mints an invitation.
    Invite {
        uses: u32,
        expires_in_s: Option<u64>,
        test: bool,
    },
    /// The peer of a request hangs up.
    Hangup {
        of: u32,
    },
    /// So many requests at once, about one table after the other: reads, or messages of so many characters.
    Burst {
        tables: Vec<u32>,
        times: u32,
        chars: u32,
    },
    /// The same request once more.
    Again {
        of: u32,
    },
    /// The idempotency key of a request with other contents.
    Clash {
        of: u32,
    },
    Join {
        invite: u32,
        handle: String,
    },
    Token {
        wrong: bool,
    },
    Recover {
        wrong: bool,
    },
    Rotate {
        wrong: bool,
    },
    Logout,
    Me,
    Erase {
        right: bool,
    },
    Profile,
    EditProfile {
        bio: Option<String>,
        avatar: Option<String>,
        show: Option<bool>,
    },
    MyTables,
    MyInvitations,
    /// `before` is the step of a page, after which this one goes on; so is `after`.
    History {
        limit: usize,
        game: Option<String>,
        before: Option<u32>,
    },
    Ledger {
        since: Option<u64>,
        limit: usize,
        after: Option<u32>,
    },
    Referral,
    PauseState,
    Pause {
        days: u32,
    },
    Games,
    Practice {
        kind: String,
    },
    Create {
        kind: String,
        stake: i64,
        seats: Option<u8>,
        visibility: String,
        open: bool,
        daily_pace: bool,
        invited: Option<String>,
        keyed: bool,
    },
    CreatePractice {
        kind: String,
        stake: i64,
    },
    CreateDaily {
        keyed: bool,
        #[serde(default)]
        daily_pace: bool,
    },
    Read {
        table: u32,
        wait_ms: u64,
        events: Cursor,
        msgs: Cursor,
    },
    Act {
        table: u32,
        pick: u16,
        plies: Plies,
        view: bool,
        wrong: bool,
    },
    Forfeit {
        table: u32,
    },
    OpenTables {
        game: Option<String>,
    },
    PlayingTables,
    Sit {
        table: u32,
    },
    Decline {
        table: u32,
    },
    Messages {
        table: u32,
        since: Cursor,
    },
    Say {
        table: u32,
        text: String,
    },
    Replay {
        table: u32,
    },
    Card {
        table: u32,
    },
    Daily,
    Grant {
        table: u32,
        expires_in_s: u64,
    },
    CurrentGrant {
        table: u32,
    },
    Revoke {
        grant: u32,
    },
    Claim {
        grant: u32,
    },
    Leaderboard {
        limit: usize,
    },
    Player {
        handle: String,
    },
    CreateParty,
    JoinParty {
        party: u32,
    },
    SetVisibility {
        party: u32,
        private: bool,
    },
    PartyTable {
        party: u32,
        kind: String,
        stake: i64,
        seats: Option<u8>,
    },
    Party {
        party: u32,
        wait_ms: u64,
        msgs: Cursor,
    },
    PartySay {
        party: u32,
        text: String,
    },
    Deployment,
    Unreadable,
}

impl Op {
    /// Its name among the counters.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Round => "op: round",
            Self::Crash { .. } => "op: crash",
            Self::Restart => "op: restart",
            Self::Clock { .. } => "op: clock",
            Self::Sleep => "op: sleep",
            Self::Check => "op: check",
            Self::Full { .. } => "op: full",
            Self::BadReads { .. } => "op: bad-reads",
            Self::Invite { .. } => "op: invite",
            Self::Hangup { .. } => "op: hangup",
            Self::Burst { .. } => "op: burst",
            Self::Again { .. } => "op: again",
            Self::Clash { .. } => "op: clash",
            Self::Join { .. } => "op: join",
            Self::Token { .. } => "op: token",
            Self::Recover { .. } => "op: recover",
            Self::Rotate { .. } => "op: rotate",
            Self::Logout => "op: logout",
            Self::Me => "op: me",
            Self::Erase { .. } => "op: erase",
            Self::Profile => "op: profile",
            Self::EditProfile { .. } => "op: edit-profile",
            Self::MyTables => "op: my-tables",
            Self::MyInvitations => "op: my-invitations",
            Self::History { .. } => "op: history",
            Self::Ledger { .. } => "op: ledger",
            Self::Referral => "op: referral",
            Self::PauseState => "op: pause-state",
            Self::Pause { .. } => "op: pause",
            Self::Games => "op: games",
            Self::Practice { .. } => "op: practice",
            Self::Create { .. } => "op: create",
            Self::CreatePractice { .. } => "op: create-practice",
            Self::CreateDaily { .. } => "op: create-daily",
            Self::Read { .. } => "op: read",
            Self::Act { .. } => "op: act",
            Self::Forfeit { .. } => "op: forfeit",
            Self::OpenTables { .. } => "op: open-tables",
            Self::PlayingTables => "op: playing-tables",
            Self::Sit { .. } => "op: sit",
            Self::Decline { .. } => "op: decline",
            Self::Messages { .. } => "op: messages",
            Self::Say { .. } => "op: say",
            Self::Replay { .. } => "op: replay",
            Self::Card { .. } => "op: card",
            Self::Daily => "op: daily",
            Self::Grant { .. } => "op: grant",
            Self::CurrentGrant { .. } => "op: current-grant",
            Self::Revoke { .. } => "op: revoke",
            Self::Claim { .. } => "op: claim",
            Self::Leaderboard { .. } => "op: leaderboard",
            Self::Player { .. } => "op: player",
            Self::CreateParty => "op: create-party",
            Self::JoinParty { .. } => "op: join-party",
            Self::SetVisibility { .. } => "op: set-visibility",
            Self::PartyTable { .. } => "op: party-table",
            Self::Party { .. } => "op: party",
            Self::PartySay { .. } => "op: party-say",
            Self::Deployment => "op: deployment",
            Self::Unreadable => "op: unreadable",
        }
    }
}

impl StoryStep {
    /// The line: `17 +250 ada act table=9 pick=2 ...`.
    pub fn to_line(&self) -> String {
        let what = words(&serde_json::to_value(&self.op).expect("steps are plain data"));
        format!("{} +{} {} {what}", self.n, self.after_ms, self.who)
    }

    /// The step of a line.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let mut parts = line.splitn(4, ' ');
        let mut next = || parts.next().ok_or_else(|| format!("a line has four parts: `{line}`"));
        let n = next()?.parse().map_err(|_| format!("a line begins with its number: `{line}`"))?;
        let after = next()?.strip_prefix('+').and_then(|ms| ms.parse().ok());
        let after_ms = after.ok_or_else(|| format!("after the number comes +milliseconds: `{line}`"))?;
        let who = next()?.to_owned();
        let op = serde_json::from_value(from_words(next()?)).map_err(|error| format!("{error}: `{line}`"))?;
        Ok(Self { n, after_ms, who, op })
    }
}

/// An externally tagged enum as words: `act table=9 pick=2`.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::Object(tagged) => tagged.iter().map(|(name, fields)| format!("{name}{}", fields_of(fields))).collect(),
        Value::String(name) => name.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}

fn fields_of(fields: &Value) -> String {
    let Value::Object(fields) = fields else { return String::new() };
    fields
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| format!(" {name}={}", word(value)))
        .collect()
}

fn word(value: &Value) -> String {
    match value.as_str() {
        Some(text) if is_plain(text) => text.to_owned(),
        Some(_) | None => value.to_string(),
    }
}

/// Whether a text stands for itself: nothing in it that would end it or make it something else.
fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '/';
    !text.is_empty() && text.chars().all(plain) && serde_json::from_str::<Value>(text).is_err()
}

pub(crate) fn from_words(line: &str) -> Value {
    let Some((name, rest)) = line.split_once(' ') else { return Value::String(line.to_owned()) };
    let mut fields = Map::new();
    let mut rest = rest;
    while let Some((field, after)) = rest.split_once('=') {
        let (value, left) = value_of(after);
        fields.insert(field.trim().to_owned(), value);
        rest = left;
    }
    Value::Object(Map::from_iter([(name.to_owned(), Value::Object(fields))]))
}

/// The value that a text begins with, and the rest.
fn value_of(text: &str) -> (Value, &str) {
    if text.starts_with('"') {
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        if let Some(Ok(value)) = stream.next() {
            return (value, text[stream.byte_offset()..].trim_start());
        }
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_owned())), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_reads_back_from_its_line() {
        let steps = [
            Op::Round,
            Op::Crash { at: CrashPoint::Writing, luck: u64::MAX, kill: false },
            Op::Clock { ms: -5 },
            Op::Say { table: 3, text: "two words = \"quoted\"".into() },
            Op::EditProfile { bio: Some("12".into()), avatar: None, show: Some(true) },
            Op::Join { invite: 1, handle: "ada".into() },
        ];
        for (n, op) in (0..).zip(steps) {
            let step = StoryStep { n, after_ms: 250, who: "ada/old".into(), op };
            assert_eq!(StoryStep::from_line(&step.to_line()), Ok(step));
        }
    }
}
