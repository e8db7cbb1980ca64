//! Tools that look something up.

use super::ToolDefinition;
use crate::arguments::ToolArguments;
use crate::calls::{Ran, ToolCalls};
use crate::result::ToolResult;
use crate::schema::Input;
use crate::text;
use serde::Serialize;
use serde_json::{Value, json};
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::{account, tables};
use turnstone_engine::AskError;
use turnstone_service::answer::{
    Answer, GameKind, Games, History, MeResponse, MyInvitations, MyTables, OpenTables, Replay,
};
use turnstone_service::games::{SHIPPED, Verdict};

pub(super) static GAMES: ToolDefinition = ToolDefinition {
    name: "turnstone_games",
    title: "Games and rules",
    description: "List all table kinds with their cost, or get the full rules of one kind. Start here if you do not know \
                  which kinds there are.",
    operations: &[],
    waits: false,
    destroys: false,
    untrusted: &[],
    input: |_| {
        let description = "Only this kind, with its full rules, such as tic-tac-toe-vs-house.";
        let kinds: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
        Input::default().with("kind", false, json!({ "type": "string", "enum": kinds, "description": description }))
    },
    run: |_, arguments| Box::pin(async move { games(&arguments) }),
};

/// The field that is most of a kind's description. It comes only with the one kind that was asked for.
const RULES: &str = "rules";

fn games(arguments: &ToolArguments) -> Ran {
    let asked = arguments.0.get("kind");
    let kinds = SHIPPED.kinds().map(|(game, kind)| GameKind::of(game.about(), kind));
    let games: Vec<GameKind> = kinds.filter(|kind| asked.is_none_or(|asked| asked == kind.kind)).collect();
    let Some(first) = games.first() else {
        return Err(AskError::Invalid(Invalid::parameter("kind", "is no table kind"), None));
    };
    let shown = if asked.is_some() { text::rules(first.kind) } else { text::games(&games) };
    let mut list = serde_json::to_value(Games { games }).expect("results are plain data");
    if asked.is_none() {
        let kinds = list["games"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut);
        kinds.for_each(|kind| drop(kind.remove(RULES)));
    }
    Ok(ToolResult::new(shown, &list))
}

pub(super) static LIST_OPEN_TABLES: ToolDefinition = ToolDefinition {
    name: "turnstone_list_open_tables",
    title: "Tables with a free seat",
    description: "List public tables that wait for another member, newest first. Take a seat with turnstone_join_table.",
    operations: &[&tables::OPEN_TABLES],
    waits: false,
    destroys: false,
    untrusted: &["/tables/*/host"],
    input: |inputs| inputs.of(&tables::OPEN_TABLES),
    run: |calls, arguments| Box::pin(list_open_tables(calls, arguments)),
};

/// Public tables with a free seat.
#[derive(Serialize)]
struct OpenList {
    #[serde(flatten)]
    open: OpenTables,
}

async fn list_open_tables(calls: ToolCalls, arguments: ToolArguments) -> Ran {
    let Answer::OpenTables(open) = calls.ask(&tables::OPEN_TABLES, &[], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    Ok(ToolResult::new(text::open_tables(&open), &OpenList { open }))
}

pub(super) static MY_TABLES: ToolDefinition = ToolDefinition {
    name: "turnstone_my_tables",
    title: "My tables",
    description: "List the signed-in member's waiting and running tables, where the member is to move, and the invitations \
                  to tables of others. Read a table with turnstone_wait_for_turn; take an invitation with \
                  turnstone_join_table.",
    operations: &[&account::MY_TABLES, &account::MY_INVITATIONS],
    waits: false,
    destroys: false,
    untrusted: &["/invitations/*/host"],
    input: |_| Input::default(),
    run: |calls, arguments| Box::pin(my_tables(calls, arguments)),
};

/// The caller's tables and invitations.
#[derive(Serialize)]
struct OwnTables {
    #[serde(flatten)]
    mine: MyTables,
    #[serde(flatten)]
    invited: MyInvitations,
}

async fn my_tables(calls: ToolCalls, arguments: ToolArguments) -> Ran {
    let mine = calls.ask(&account::MY_TABLES, &[], &arguments).await?;
    let invited = calls.ask(&account::MY_INVITATIONS, &[], &arguments).await?;
    let (Answer::MyTables(mine), Answer::MyInvitations(invited)) = (mine, invited) else { unreachable!("{UNFIT}") };
    Ok(ToolResult::new(text::invitations_and_tables(&mine, &invited), &OwnTables { mine, invited }))
}

pub(super) static ME: ToolDefinition = ToolDefinition {
    name: "turnstone_me",
    title: "My account",
    description: "The signed-in member's handle, chips and newest results.",
    operations: &[&account::ME, &account::HISTORY],
    waits: false,
    destroys: false,
    untrusted: &["/hands/*/opponents/*"],
    input: |_| Input::default(),
    run: |calls, arguments| Box::pin(me(calls, arguments)),
};

/// The caller's account and history.
#[derive(Serialize)]
struct OwnAccount {
    #[serde(flatten)]
    me: MeResponse,
    #[serde(flatten)]
    history: History,
}

async fn me(calls: ToolCalls, arguments: ToolArguments) -> Ran {
    let me = calls.ask(&account::ME, &[], &arguments).await?;
    let history = calls.ask(&account::HISTORY, &[], &arguments).await?;
    let (Answer::Me(me), Answer::History(history)) = (me, history) else { unreachable!("{UNFIT}") };
    Ok(ToolResult::new(text::me(&me, &history, calls.now()), &OwnAccount { me, history }))
}

pub(super) static REPLAY: ToolDefinition = ToolDefinition {
    name: "turnstone_replay",
    title: "Replay and verify",
    description: "Replay a finished table and verify it: whether the deal is the one that was committed to before play, and \
                  whether the log gives the outcome. With `full: true` the result has the seed and the whole log. Anyone \
                  who has a table's id can replay it.",
    operations: &[&tables::REPLAY],
    waits: false,
    destroys: false,
    untrusted: &[],
    input: |inputs| inputs.of(&tables::REPLAY).table(),
    run: |calls, arguments| Box::pin(replay(calls, arguments)),
};

/// A finished match that was replayed.
#[derive(Serialize)]
struct VerifiedReplay {
    #[serde(flatten)]
    replay: Replay,
    verification: Verification,
}

/// The result of replaying a match.
#[derive(Serialize)]
struct Verification {
    verdict: VerdictName,
    /// The first check that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The verdict on a match.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum VerdictName {
    Holds,
    Sealed,
    Unknown,
    Broken,
}

async fn replay(calls: ToolCalls, arguments: ToolArguments) -> Ran {
    let Answer::Replay(replay) = calls.ask(&tables::REPLAY, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    let verdict = SHIPPED.verify(&replay.bundle);
    let shown = text::replay(&replay, &verdict);
    let (verdict, reason) = match verdict {
        Verdict::Holds => (VerdictName::Holds, None),
        Verdict::Sealed => (VerdictName::Sealed, None),
        Verdict::Unknown(reason) => (VerdictName::Unknown, Some(reason)),
        Verdict::Broken(reason) => (VerdictName::Broken, Some(reason)),
    };
    Ok(ToolResult::new(shown, &VerifiedReplay { replay, verification: Verification { verdict, reason } }))
}

/// The core answers each request with the answer of its operation.
pub(super) const UNFIT: &str = "the core gives this type of answer";
