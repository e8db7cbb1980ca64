//! Tools that look something up.

use super::{ToolDefinition, reported};
use crate::arguments::ToolArguments;
use crate::calls::ToolCalls;
use crate::schema::Input;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::{account, tables};
use turnstone_engine::AskError;
use turnstone_service::answer::{Answer, GameKind, Games, MyInvitations, MyTables, OpenTables, Replay};
use turnstone_service::games::{SHIPPED, Verdict};

pub(super) static GAMES: ToolDefinition = ToolDefinition {
    name: "games",
    title: "Games and rules",
    description: "List all table kinds with their cost, or get the full rules of one kind. Start here if you do not know \
                  which kinds there are. Kinds that end in -vs-house have an opponent that always plays.",
    operations: &[],
    waits: false,
    destroys: false,
    untrusted: &[],
    input: |_| {
        let description = "Only this kind, with its full rules, such as tic-tac-toe-vs-house.";
        let kinds: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
        Input::default().with("kind", false, json!({ "type": "string", "enum": kinds, "description": description }))
    },
    output: |generators| generators.output_without::<Games>("GameKind", RULES),
    run: |_, arguments| Box::pin(async move { games(&arguments) }),
};

/// The field that is most of a kind's description. It comes only with the one kind that was asked for.
const RULES: &str = "rules";

fn games(arguments: &ToolArguments) -> Result<Value, AskError> {
    let asked = arguments.0.get("kind");
    let kinds = SHIPPED.kinds().map(|(game, kind)| GameKind::of(game.about(), kind));
    let games: Vec<GameKind> = kinds.filter(|kind| asked.is_none_or(|asked| asked == kind.kind)).collect();
    if games.is_empty() {
        return Err(AskError::Invalid(Invalid::parameter("kind", "is no table kind"), None));
    }
    let mut list = reported(&Games { games });
    if asked.is_none() {
        let kinds = list["games"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut);
        kinds.for_each(|kind| drop(kind.remove(RULES)));
    }
    Ok(list)
}

pub(super) static LIST_OPEN_TABLES: ToolDefinition = ToolDefinition {
    name: "list_open_tables",
    title: "Tables with a free seat",
    description: "List public tables that wait for another member, newest first. Take a seat with join_table.",
    operations: &[&tables::OPEN],
    waits: false,
    destroys: false,
    untrusted: &["/tables/*/host"],
    input: |generators| generators.input(&tables::OPEN),
    output: |generators| generators.output::<OpenList>(),
    run: |calls, arguments| Box::pin(list_open_tables(calls, arguments)),
};

/// Public tables with a free seat.
#[derive(Serialize, JsonSchema)]
struct OpenList {
    #[serde(flatten)]
    open: OpenTables,
}

async fn list_open_tables(calls: ToolCalls, arguments: ToolArguments) -> Result<Value, AskError> {
    let Answer::OpenTables(open) = calls.ask(&tables::OPEN, &[], &arguments).await? else { unreachable!("{UNFIT}") };
    Ok(reported(&OpenList { open }))
}

pub(super) static MY_TABLES: ToolDefinition = ToolDefinition {
    name: "my_tables",
    title: "My tables",
    description: "List the signed-in member's waiting and running tables, and the invitations to tables of others. \
                  `yourTurn` shows where you are to move: read such a table with wait_for_turn. Take an invitation with \
                  join_table.",
    operations: &[&account::MY_TABLES, &account::MY_INVITATIONS],
    waits: false,
    destroys: false,
    untrusted: &["/invitations/*/host"],
    input: |_| Input::default(),
    output: |generators| generators.output::<OwnTables>(),
    run: |calls, arguments| Box::pin(my_tables(calls, arguments)),
};

/// The caller's tables and invitations.
#[derive(Serialize, JsonSchema)]
struct OwnTables {
    #[serde(flatten)]
    mine: MyTables,
    #[serde(flatten)]
    invited: MyInvitations,
}

async fn my_tables(calls: ToolCalls, arguments: ToolArguments) -> Result<Value, AskError> {
    let mine = calls.ask(&account::MY_TABLES, &[], &arguments).await?;
    let invited = calls.ask(&account::MY_INVITATIONS, &[], &arguments).await?;
    let (Answer::MyTables(mine), Answer::MyInvitations(invited)) = (mine, invited) else { unreachable!("{UNFIT}") };
    Ok(reported(&OwnTables { mine, invited }))
}

pub(super) static REPLAY: ToolDefinition = ToolDefinition {
    name: "replay",
    title: "Replay and verify",
    description: "Get the seed and the whole log of a finished table, and verify them: `verification` reports whether the \
                  deal is the one that was committed to before play, and whether the log gives the outcome. Anyone who \
                  has a table's id can replay it.",
    operations: &[&tables::REPLAY],
    waits: false,
    destroys: false,
    untrusted: &[],
    input: |generators| generators.input(&tables::REPLAY).table(),
    output: |generators| generators.output::<VerifiedReplay>(),
    run: |calls, arguments| Box::pin(replay(calls, arguments)),
};

/// A finished match that was replayed.
#[derive(Serialize, JsonSchema)]
struct VerifiedReplay {
    #[serde(flatten)]
    replay: Replay,
    verification: Verification,
}

/// The result of replaying a match.
#[derive(Serialize, JsonSchema)]
struct Verification {
    /// `holds` if the commitment, each move, the outcome and the digest are right; `sealed` while the seed is secret;
    /// `unknown` if this server does not have the rules any more; `broken` otherwise.
    verdict: VerdictName,
    /// The first check that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The verdict on a match.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum VerdictName {
    Holds,
    Sealed,
    Unknown,
    Broken,
}

async fn replay(calls: ToolCalls, arguments: ToolArguments) -> Result<Value, AskError> {
    let Answer::Replay(replay) = calls.ask(&tables::REPLAY, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    let (verdict, reason) = match SHIPPED.verify(&replay.bundle) {
        Verdict::Holds => (VerdictName::Holds, None),
        Verdict::Sealed => (VerdictName::Sealed, None),
        Verdict::Unknown(reason) => (VerdictName::Unknown, Some(reason)),
        Verdict::Broken(reason) => (VerdictName::Broken, Some(reason)),
    };
    Ok(reported(&VerifiedReplay { replay, verification: Verification { verdict, reason } }))
}

/// The core answers each request with the answer of its operation.
pub(super) const UNFIT: &str = "the core gives this type of answer";
