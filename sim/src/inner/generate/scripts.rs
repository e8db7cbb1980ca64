//! What takes several steps that would seldom follow each other by themselves, one template a line. `#2` is the number of
//! the line two after the first; `host`, `guest`, `newcomer` and `third` are members, `{host}` and `{guest}` their handles.
//! Some lines are no steps: see `errands.rs`.

/// Blocks of lines, one after the other.
type Script = &'static [&'static [&'static str]];

/// All of them, with how often each is drawn against the others.
pub(super) const SCRIPTS: &[(u64, Script)] = &[
    (8, &[CALL, PUSHES_FAIL, PUSHES_FAIL]),
    (8, &[CALL, PUSHES_FAIL, PUSHES_FAIL, PUSHES_FAIL, PUSHES_FAIL]),
    (8, &[CALL, PUSHES_FAIL, PUSHES_FAIL, PUSHES_FAIL, PUSHES_FAIL, PUSHES_FAIL, PUSHES_FAIL]),
    (18, &[CALL, DEATH]),
    (18, &[CALL, &[ROUND, "hand-out #2", PLAY_ON_CALL, PLAY_ON_CALL, "notice-due"]]),
    (24, &[DECLINE]),
    (24, &[POINT]),
    (12, &[&["guess"]]),
    (12, &[&[r#"messenger messenger_webhook {"message":{"text":"/start","chat":{"id":8,"type":"group"}}}"#, ROUND]]),
    (2, &[&[KEYED], &[AGAIN, ROUND]]),
    (2, &[&[KEYED, ROUND], &[AGAIN, ROUND]]),
    (2, &[&[KEYED_PRACTICE], &[AGAIN, ROUND]]),
    (2, &[&[KEYED_PRACTICE, ROUND], &[AGAIN, ROUND]]),
    (1, &[&[KEYED], &[CLASH, ROUND]]),
    (1, &[&[KEYED, ROUND], &[CLASH, ROUND]]),
    (2, &[&[KEYED_PRACTICE, ROUND], &[CLASH, ROUND]]),
    (5, &[&[KEYED_DUEL[0], ROUND, KEYED_DUEL[1], ROUND, ROUND, ROUND], &[CLASH_DUEL, ROUND]]),
    (6, &[WATCH]),
    (6, &[FREEZE]),
    (6, &[MUTE]),
    (5, &[FREE_A_HANDLE]),
    (4, &[&[OPEN, OPEN], VANISH]),
    (4, &[&[OPEN, OPEN, OPEN], VANISH]),
    (4, &[&[OPEN, OPEN, OPEN, OPEN, OPEN], VANISH]),
    (24, &[PLAY_OUT]),
    (6, &[GIVE_UP, &["play-out #0 6"]]),
    (6, &[GIVE_UP, &[r#"guest forfeit {"id":"$table:#0"}"#, ROUND, "play-out #0 6"]]),
    (24, &[SHARE]),
    (12, &[UNSERVED, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL]),
    (8, &[FAILING, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, TRY_AGAIN]),
    (8, &[FAILING, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, DECISIONS_FAIL, TRY_AGAIN]),
];

const ROUND: &str = "world round";

/// Members with browsers play for days: they are called to their turns, by services that fail, from a process that dies,
/// or not, where somebody else plays for them.
const CALL: &[&str] = &[
    r#"host push_subscribe {"subscription":"?$subscription:0|$subscription:1|$subscription:2"}"#,
    r#"guest push_subscribe {"subscription":"?$subscription:3|$subscription:4|$subscription:5"}"#,
    r#"host create_table {"kind":"@open-kind","stake":"?1|5","seats":2,"open":true,"pace":"daily"}"#,
    ROUND,
    r#"guest join_table {"id":"$table:#2"}"#,
];
const PUSHES_FAIL: &[&str] = &[ROUND, "pushes-fail", ROUND, "notice-due"];
const DEATH: &[&str] = &[CRASH, ROUND, ROUND];
const CRASH: &str = r#"world crash {"at":"?synced|replied","luck":"@luck","kill":"?true|false"}"#;
const PLAY_ON_CALL: &str = r#"world play-on {"table":#2,"moves":"?1|2|3","luck":"@luck"}"#;

/// The owner of a seat hands it out, may wait there, and somebody takes it.
pub(super) const HAND_OUT: &[&[&str]] = &[
    &[ISSUE, ROUND, CLAIM, ROUND, r#"host current_seat_grant {"id":"$table:#"}"#, ROUND],
    &[
        ISSUE,
        ROUND,
        r#"host read_table {"id":"$table:#","events_since":0}"#,
        ROUND,
        r#"host read_table {"id":"$table:#","wait":50,"events_since":"$events"}"#,
        ROUND,
        CLAIM,
        ROUND,
        r#"host current_seat_grant {"id":"$table:#"}"#,
        ROUND,
    ],
];
const ISSUE: &str = r#"host issue_seat_grant {"id":"$table:#","clientRef":"$ref","expiresInSeconds":7200}"#;
const CLAIM: &str = r#"stranger claim_seat_grant {"claimToken":"$claim:#0","clientRef":"$ref"}"#;

/// A host with a browser asks somebody to a table, who does not come.
const DECLINE: &[&str] = &[
    r#"host push_subscribe {"subscription":"@subscription"}"#,
    r#"host create_table {"kind":"@open-kind","stake":"?1|5","seats":2,"invited":"{guest}","pace":"?-|-|daily"}"#,
    ROUND,
    r#"guest decline {"id":"$table:#1"}"#,
    ROUND,
];

/// A member waits for what happens in a party, and another one points it at a table, which is taken back then.
const POINT: &[&str] = &[
    "host create_party",
    ROUND,
    r#"guest join_party {"id":"$party:#0"}"#,
    ROUND,
    r#"guest read_party {"id":"$party:#0","wait":50,"msgs_since":"?-|$msgs"}"#,
    ROUND,
    r#"host create_party_table {"id":"$party:#0","kind":"@open-kind","stake":1,"seats":2}"#,
    ROUND,
    r#"guest read_party {"id":"$party:#0","msgs_since":0}"#,
    ROUND,
    r#"guest read_party {"id":"$party:#0","wait":50,"msgs_since":"$msgs"}"#,
    ROUND,
    r#"host forfeit {"id":"$table:#6"}"#,
    ROUND,
];

/// A request with an idempotency key is sent again, at once or once it was answered, or its key with other contents.
const KEYED: &str = r#"host create_table {"kind":"@kind","stake":1,"clientRef":"$ref"}"#;
const KEYED_PRACTICE: &str = r#"host create_table {"kind":"@kind","stake":10,"practice":true,"clientRef":"$ref"}"#;
const AGAIN: &str = r#"host again {"of":#0}"#;
const CLASH: &str = r#"host again {"of":#0,"with":{"stake":"?7|-|-|-","visibility":"?-|-|private","pace":"?-|-|-|daily","open":"?-|-|true","invited":"?-|-|{guest}"}}"#;
const KEYED_DUEL: [&str; 2] = [
    r#"host save_agent {"name":"rook","kind":"policy","policy":"random"}"#,
    r#"host challenge {"agentId":"$agent:#0","opponentAgentId":"agent:house","gameId":"rps","format":"bo1","stake":1,"clientRef":"$ref"}"#,
];
const CLASH_DUEL: &str = r#"host again {"of":#2,"with":{"format":"?-|bo3","rematchOf":"?-|@duel"}}"#;

/// Spectators with different cursors wait at a table, and are woken by one move.
const WATCH: &[&str] = &[
    r#"host create_table {"kind":"?tic-tac-toe-vs-house|connect-four-vs-house|memory-vs-house","stake":1}"#,
    ROUND,
    r#"guest read_table {"id":"$table:#0","events_since":0,"msgs_since":0}"#,
    ROUND,
    r#"guest read_table {"id":"$table:#0","wait":50}"#,
    r#"guest read_table {"id":"$table:#0","wait":50,"events_since":"$events"}"#,
    r#"guest read_table {"id":"$table:#0","wait":50,"msgs_since":"$msgs"}"#,
    ROUND,
    r#"world play-on {"table":#0,"moves":1,"luck":"@luck"}"#,
    ROUND,
];

/// A seat is claimed while the account of its owner is frozen.
const FREEZE: &[&str] = &[
    r#"host create_table {"kind":"?tic-tac-toe-vs-house|connect-four-vs-house","stake":1}"#,
    ROUND,
    r#"host issue_seat_grant {"id":"$table:#0","clientRef":"$ref","expiresInSeconds":7200}"#,
    ROUND,
    r#"operator order {"act":{"freeze":{"whom":{"handle":"{host}"}}},"by":"mia"}"#,
    ROUND,
    r#"stranger claim_seat_grant {"claimToken":"$claim:#2","clientRef":"$ref"}"#,
    ROUND,
    r#"operator order {"act":{"unfreeze":{"whom":{"handle":"{host}"}}},"by":"mia"}"#,
    ROUND,
];

/// A muted member is frozen and released, and is still muted.
const MUTE: &[&str] = &[
    r#"host create_table {"kind":"?tic-tac-toe-vs-house|connect-four-vs-house","stake":1}"#,
    r#"operator order {"act":{"mute":{"whom":{"handle":"{host}"},"forS":86400}},"by":"mia"}"#,
    ROUND,
    r#"operator order {"act":{"freeze":{"whom":{"handle":"{host}"}}},"by":"mia"}"#,
    ROUND,
    r#"operator order {"act":{"unfreeze":{"whom":{"handle":"{host}"}}},"by":"mia"}"#,
    ROUND,
    r#"host post_table_message {"id":"$table:#0","body":"well played"}"#,
    ROUND,
    r#"operator order {"act":{"unmute":{"whom":{"handle":"{host}"}}},"by":"mia"}"#,
    ROUND,
];

/// A member erases the account, and comes back for its handle after a month, or a little before that.
const FREE_A_HANDLE: &[&str] = &[
    ERASE,
    ROUND,
    r#"before-rest?1|60000|3600000|80000000|86399999 operator invite {"uses":2,"test":false}"#,
    ROUND,
    r#"host join {"inviteCode":"$code:#2","handle":"{host}","clientRef":"$ref"}"#,
    ROUND,
];
const ERASE: &str = r#"host erase_account {"confirmHandle":"$handle"}"#;

/// A member of many tables is erased, and the process dies before all of them are left.
const OPEN: &str =
    r#"host create_table {"kind":"@open-kind","stake":"?1|5","seats":2,"open":true,"pace":"?-|-|daily"}"#;
const VANISH: &[&str] = &[ROUND, ERASE, CRASH, ROUND, ROUND];

/// Members play a table of any kind, one that takes long more often than others.
const PLAY_OUT: &[&str] = &[
    r#"host create_table {"kind":"?memory-vs-house|@open-kind|@open-kind","stake":1,"open":true}"#,
    ROUND,
    "play-out #0 6",
];

/// Two members play the house, and one of them leaves.
const GIVE_UP: &[&str] = &[
    r#"host create_table {"kind":"@several-kind","stake":1,"seats":"?3|4|5|6","invited":"{guest}"}"#,
    ROUND,
    r#"guest join_table {"id":"$table:#0"}"#,
    ROUND,
    r#"world play-on {"table":#0,"moves":"?0|1|2|3|4|5","luck":"@luck"}"#,
    r#"host forfeit {"id":"$table:#0"}"#,
    ROUND,
];

/// A duel whose model does not answer.
const UNSERVED: &[&str] = &[
    r#"host save_agent {"name":"muse","kind":"prompt","prompt":"play well"}"#,
    ROUND,
    r#"host challenge {"agentId":"$agent:#0","opponentAgentId":"agent:house","gameId":"?tic-tac-toe|connect-four|rps","format":"?bo1|bo3","stake":"?1|5"}"#,
    ROUND,
];
/// A long duel whose model fails as often as it may or nearly so, and then the agent is to be used again.
const FAILING: &[&str] = &[
    UNSERVED[0],
    ROUND,
    r#"host challenge {"agentId":"$agent:#0","opponentAgentId":"agent:house","gameId":"connect-four","format":"bo3","stake":1}"#,
    ROUND,
    ROUND,
];
const TRY_AGAIN: &[&str] = &[r#"host self_check {"agentId":"$agent:#0","gameId":"?rps|tic-tac-toe"}"#, ROUND];
const DECISIONS_FAIL: &[&str] = &["decisions-fail", ROUND];

/// Tables of several, at which more than one may win.
const SHARE: &[&str] = &[
    SHARED,
    ROUND,
    r#"world play-on {"table":#0,"moves":150,"luck":"@luck"}"#,
    SHARED,
    ROUND,
    r#"world play-on {"table":#3,"moves":150,"luck":"@luck"}"#,
    SHARED,
    ROUND,
    r#"world play-on {"table":#6,"moves":150,"luck":"@luck"}"#,
    r#"host end_card {"id":"$table:#0"}"#,
];
const SHARED: &str = r#"host create_table {"kind":"?holdem-ring|holdem-ring|holdem-ring|dominoes","seats":"?3|4","open":"?true|false","stake":"?1|3"}"#;

/// A table more of a member who is to become established.
pub(super) const TABLE_MORE: &[&str] = &[
    r#"host create_table {"kind":"tic-tac-toe-vs-house","stake":1}"#,
    ROUND,
    r#"host forfeit {"id":"$table:#0"}"#,
    ROUND,
];

/// A newcomer joins by the code of an established member, and plays a table or a duel with them.
pub(super) const REFERRED: &[&str] = &[
    "host referral",
    ROUND,
    r#"newcomer join {"inviteCode":"$code:#0","handle":"{newcomer}","clientRef":"$ref"}"#,
    ROUND,
];
pub(super) const WITH_KIN: &[&[&str]] = &[
    &[SEVERAL, ROUND, SIT, ROUND, r#"third join_table {"id":"$table:#0"}"#, ROUND, "play-out #0 6"],
    &[SEVERAL, ROUND, SIT, ROUND, r#"third join_table {"id":"$table:#0"}"#, ROUND, "play-out #0 6"],
    &[
        r#"host create_table {"kind":"@open-kind","stake":"?1|3|10","seats":2,"open":true}"#,
        ROUND,
        SIT,
        ROUND,
        "play-out #0 6",
    ],
    &[
        r#"host save_agent {"name":"rook","kind":"policy","policy":"random","acceptsChallenges":true}"#,
        ROUND,
        r#"newcomer save_agent {"name":"rook","kind":"policy","policy":"random","acceptsChallenges":true}"#,
        ROUND,
        r#"newcomer challenge {"agentId":"$agent:#2","opponentAgentId":"$agent:#0","gameId":"?rps|tic-tac-toe|connect-four","format":"?bo1|bo3","stake":5}"#,
        ROUND,
        ROUND,
        ROUND,
    ],
];
const SEVERAL: &str =
    r#"host create_table {"kind":"?dominoes|president|holdem-ring","stake":"?1|3|10","seats":"?3|4","open":true}"#;
const SIT: &str = r#"newcomer join_table {"id":"$table:#0"}"#;
