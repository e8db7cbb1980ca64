//! What people ask for, as templates by habit.

use crate::inner::habits::Habit;

/// Every operation of the contract, with how often it is drawn against the others.
pub(super) const ANY: &[(u64, &str)] = &[
    (1, r#"join {"inviteCode":"@code","handle":"@new-handle","clientRef":"$ref"}"#),
    (2, TOKEN),
    (2, r#"recover {"handle":"$handle","recoveryCode":"?$recovery|$recovery|$recovery|$wrong-recovery"}"#),
    (1, r#"rotate_recovery {"recoveryCode":"?$recovery|$recovery|$recovery|$wrong-recovery"}"#),
    (1, "logout"),
    (2, "me"),
    (2, r#"erase_account {"confirmHandle":"?$handle|somebody"}"#),
    (2, "profile"),
    (2, EDIT_PROFILE),
    (2, "my_tables"),
    (2, "my_invitations"),
    (2, r#"history {"limit":"@between:1:50","before":"@history"}"#),
    (2, r#"ledger {"limit":"@between:1:50","since":"@ledger"}"#),
    (2, "referral"),
    (2, "pause_state"),
    (1, PAUSE),
    (2, JOIN_MESSENGER),
    (4, LINK),
    (1, "unlink_messenger"),
    (4, "challenge_messenger"),
    (1, UPDATE),
    (2, "games"),
    (2, PRACTICE),
    (4, CREATE),
    (4, READ),
    (4, ACT),
    (2, r#"forfeit {"id":"@table"}"#),
    (2, "open_tables"),
    (2, "playing_tables"),
    (4, r#"join_table {"id":"@table"}"#),
    (2, r#"decline {"id":"@table"}"#),
    (2, r#"table_messages {"id":"@table","since":"$msgs"}"#),
    (2, SAY),
    (2, REPLAY),
    (2, r#"end_card {"id":"@table"}"#),
    (2, "daily_board"),
    (2, r#"issue_seat_grant {"id":"@table","clientRef":"$ref","expiresInSeconds":"@between:60:7200"}"#),
    (2, r#"current_seat_grant {"id":"@table"}"#),
    (2, REVOKE),
    (2, CLAIM),
    (2, r#"leaderboard {"limit":20}"#),
    (2, PLAYER),
    (4, r#"push_subscribe {"subscription":"@subscription"}"#),
    (1, r#"push_unsubscribe {"endpoint":"@browser"}"#),
    (1, "push_key"),
    (2, AGENTS),
    (2, SAVE_AGENT),
    (2, SELF_CHECK),
    (4, CHALLENGE),
    (2, READ_DUEL),
    (2, DUELS),
    (2, "create_party"),
    (4, JOIN_PARTY),
    (1, VISIBILITY),
    (2, r#"create_party_table {"id":"@party","kind":"@open-kind","stake":1}"#),
    (8, READ_PARTY),
    (6, r#"post_party_message {"id":"@party","body":"well played","clientId":"?-|$ref"}"#),
    (1, "deployment"),
];

pub(super) const TOKEN: &str =
    r#"issue_token {"handle":"$handle","recoveryCode":"?$recovery|$recovery|$recovery|$wrong-recovery"}"#;
/// As nobody: whom nobody knows.
pub(super) const WRONG_TOKEN: &str = r#"issue_token {"handle":"$handle","recoveryCode":"$wrong-recovery"}"#;
pub(super) const RECOVER: &str =
    r#"recover {"handle":"$handle","recoveryCode":"?$recovery|$recovery|$recovery|$wrong-recovery"}"#;
pub(super) const ROTATE: &str = r#"rotate_recovery {"recoveryCode":"?$recovery|$recovery|$recovery|$wrong-recovery"}"#;
const EDIT_PROFILE: &str = r#"edit_profile {"bio":"?-|-|null|bio 1|bio 2","avatarUrl":"?-|-|null|https://pictures.example/a.png|https://pictures.example/b.png","showMessenger":"?-|-|true|false"}"#;
const PLAYER: &str = r#"player {"handle":"@member"}"#;
const PAUSE: &str = r#"pause {"duration":"?24h|7d|30d"}"#;
const JOIN_MESSENGER: &str =
    r#"join_messenger {"initData":"@proof","inviteCode":"?-|@code|@code","handle":"?-|@new-handle"}"#;
const LINK: &str = r#"link_messenger {"state":"@state","initData":"@proof"}"#;
const UPDATE: &str = r#"messenger messenger_webhook {"message":{"text":"?/start|/start|hello","chat":"?{\"id\":8,\"type\":\"group\"}|{\"id\":7,\"type\":\"private\"}|{\"id\":7,\"type\":\"private\"}|{\"id\":7,\"type\":\"private\"}"}}"#;
pub(super) const PRACTICE: &str = r#"stranger practice {"kind":"@kind","clientRef":"$ref"}"#;
pub(super) const CREATE_PRACTICE: &str =
    r#"create_table {"kind":"@kind","stake":"?1|2|5|10|200","practice":true,"clientRef":"?-|$ref"}"#;
const CREATE: &str = r#"create_table {"kind":"@kind","stake":"?1|10|10|10|50|200|900|5000","seats":"?-|-|-|2|3|4|5|6","visibility":"?-|public|unlisted|private","pace":"?-|-|-|-|-|daily","clientRef":"?-|$ref"}"#;
pub(super) const CREATE_OPEN: &str = r#"create_table {"kind":"@open-kind","stake":"?1|10|10|10|50|200|900|5000","seats":"?-|-|-|2|3|4|5|6","visibility":"?-|public|unlisted|private","open":true,"pace":"?-|-|-|-|-|daily","clientRef":"?-|$ref"}"#;
pub(super) const CREATE_INVITED: &str = r#"create_table {"kind":"@open-kind","stake":"?1|10|10|10|50|200|900|5000","seats":"?-|-|-|2|3|4|5|6","visibility":"?-|public|unlisted|private","invited":"@member","pace":"?-|-|-|-|-|daily","clientRef":"?-|$ref"}"#;
pub(super) const CREATE_DAILY: &str =
    r#"create_table {"kind":"blackjack","daily":true,"pace":"?-|-|-|-|-|daily","clientRef":"?-|$ref"}"#;
const READ: &str = r#"read_table {"id":"@table","events_since":"?-|$events|$events|0|$events:1000","msgs_since":"?-|$msgs|0|$msgs:1000"}"#;
pub(super) const POLL: &str = r#"read_table {"id":"@table","wait":"?0.001|0.5|5|20|50","events_since":"?-|$events|$events|0|$events:1000","msgs_since":"?-|$msgs|0|$msgs:1000"}"#;
const ACT: &str = r#"act {"id":"@table","action":"$action:0","expectedPlies":"$plies"}"#;
const SAY: &str = r#"post_table_message {"id":"@table","body":"@word","clientId":"$ref"}"#;
const REPLAY: &str = r#"replay {"id":"@table","seat":"?-|-1|0|1|5"}"#;
pub(super) const REVOKE: &str = r#"revoke_seat_grant {"id":"@granted","grantId":"@grant"}"#;
const CLAIM: &str = r#"stranger claim_seat_grant {"claimToken":"@claim","clientRef":"$ref"}"#;
const AGENTS: &str = r#"list_agents {"limit":"?-|-|1|2|3|6","cursor":"?-|-|@opponent|agent:house"}"#;
const SAVE_AGENT: &str = r#"save_agent {"name":"?rook|Rook|dice|muse","kind":"?prompt|policy","policy":"?random|random|minimax|calling-station","prompt":"?play as you would|play as others would|play well","acceptsChallenges":"?-|-|true|true|false","stakeLimit":"?-|-|-|-|-|-|-|-|0|1|10|40"}"#;
const SELF_CHECK: &str = r#"self_check {"agentId":"@agent","gameId":"@game"}"#;
const CHALLENGE: &str = r#"challenge {"agentId":"@agent","opponentAgentId":"?@opponent|@opponent|@opponent|agent:house","gameId":"?@duel-game|@duel-game|@duel-game|@duel-game|@duel-game|@duel-game|@duel-game|@duel-game|@duel-game|@game","format":"?bo1|bo3|bo3|bo5","stake":"?1|5|10|10|40|300","rematchOf":"?-|-|-|-|@duel","clientRef":"?-|$ref"}"#;
const READ_DUEL: &str = r#"read_duel {"duelId":"@duel"}"#;
const DUELS: &str = r#"list_duels {"limit":"@between:1:5"}"#;
pub(super) const JOIN_PARTY: &str = r#"join_party {"id":"@party"}"#;
const VISIBILITY: &str = r#"set_party_visibility {"id":"@party","visibility":"?private|unlisted|unlisted"}"#;
pub(super) const READ_PARTY: &str = r#"read_party {"id":"@party","msgs_since":"?-|$msgs|$msgs|0|$msgs:1000"}"#;
pub(super) const POLL_PARTY: &str =
    r#"read_party {"id":"@party","wait":"?0.001|0.5|5|20|50","msgs_since":"?-|$msgs|$msgs|0|$msgs:1000"}"#;

/// What is asked for in a party.
pub(super) const PARTY: &[&str] = &[
    JOIN_PARTY,
    JOIN_PARTY,
    VISIBILITY,
    r#"create_party_table {"id":"@party","kind":"@open-kind","stake":"?1|10|100|5000"}"#,
    r#"create_party_table {"id":"@party","kind":"?tic-tac-toe-vs-house|rps-vs-house|holdem-open","stake":"?1|10|100"}"#,
    r#"post_party_message {"id":"@party","body":"@word"}"#,
    r#"post_party_message {"id":"@party","body":"@word","clientId":"?nonce-0|nonce-2|nonce-4"}"#,
    READ_PARTY,
    READ_PARTY,
];

/// What is asked for about any table, by whoever means no good.
pub(super) const AT_ANY_TABLE: &[&str] = &[
    r#"read_table {"id":"$table:#","events_since":"?-|0|$events|$events:1000","msgs_since":"?-|0|$msgs|$msgs:1000"}"#,
    r#"read_table {"id":"$table:#","events_since":"?-|0|$events|$events:1000","msgs_since":"?-|0|$msgs|$msgs:1000"}"#,
    r#"read_table {"id":"$table:#","wait":"?0.001|50","events_since":"?-|0|$events|$events:1000","msgs_since":"?-|0|$msgs|$msgs:1000"}"#,
    r#"act {"id":"$table:#","action":"?$action:0|$action:1|$action:2|$action:7|{\"type\":\"never\",\"cell\":1}","expectedPlies":"?-|$plies|$plies:-1|$plies:1","eventsSince":"?-|$events"}"#,
    r#"forfeit {"id":"$table:#"}"#,
    r#"join_table {"id":"$table:#"}"#,
    r#"join_table {"id":"$table:#"}"#,
    r#"decline {"id":"$table:#"}"#,
    r#"table_messages {"id":"$table:#","since":"?-|0|$msgs|$msgs:1000"}"#,
    r#"post_table_message {"id":"$table:#","body":"may I"}"#,
    r#"replay {"id":"$table:#","seat":"?-|-1|0|1|5"}"#,
    r#"end_card {"id":"$table:#"}"#,
    r#"issue_seat_grant {"id":"$table:#","clientRef":"$ref","expiresInSeconds":"?60|61|1800|7200"}"#,
    r#"current_seat_grant {"id":"$table:#"}"#,
];

/// What the owner of a seat tries that is no longer their own.
pub(super) const NO_LONGER: &[&str] = &[
    r#"forfeit {"id":"$table:#"}"#,
    r#"read_table {"id":"$table:#","events_since":"$events","msgs_since":"$msgs"}"#,
    r#"act {"id":"$table:#","action":"$action:3","expectedPlies":"$plies","eventsSince":"$events"}"#,
    r#"post_table_message {"id":"$table:#","body":"it is mine"}"#,
    r#"current_seat_grant {"id":"$table:#"}"#,
    r#"issue_seat_grant {"id":"$table:#","clientRef":"$ref","expiresInSeconds":60}"#,
    r#"table_messages {"id":"$table:#","since":0}"#,
];

/// How one is told of a table of late.
pub(super) const LOOKS_AT_A_TABLE: &[&str] = &[
    r#"read_table {"id":"$table:#","events_since":0,"msgs_since":0}"#,
    r#"read_table {"id":"$table:#","events_since":"$events","msgs_since":0}"#,
    r#"end_card {"id":"$table:#"}"#,
    r#"end_card {"id":"$table:#"}"#,
    r#"replay {"id":"$table:#","seat":"?-|-1|0|1|5"}"#,
    r#"table_messages {"id":"$table:#","since":0}"#,
    r#"current_seat_grant {"id":"$table:#"}"#,
    "my_tables",
    r#"history {"limit":2}"#,
    r#"ledger {"limit":2}"#,
    "playing_tables",
    "open_tables",
];

pub(super) const LOOKS_AT_ONESELF: &[&str] = &[
    "my_tables",
    "my_tables",
    "my_invitations",
    r#"history {"limit":"?1|2|50"}"#,
    r#"ledger {"limit":"?1|2|50"}"#,
    "me",
    "profile",
    "referral",
    "pause_state",
];

pub(super) const LOOKS_AT_ALL: &[&str] = &[
    "open_tables",
    "playing_tables",
    r#"leaderboard {"limit":20}"#,
    "daily_board",
    r#"list_agents {"limit":100}"#,
    r#"list_duels {"limit":50}"#,
    PLAYER,
];

/// A page after a cursor of somebody else's, or of another list.
pub(super) const PAGES: &[&str] = &[
    r#"history {"limit":"?1|2|50","before":"@page"}"#,
    r#"ledger {"limit":"?1|2|50","since":"?@page|@page|0|1|4294967295"}"#,
];

/// Soon over: where somebody wants many tables behind them.
pub(super) const SOON_OVER: &str = r#"create_table {"kind":"?roulette|baccarat|video-poker|blackjack|rps-vs-house|@kind|@kind|@kind","stake":"?1|5|10|120"}"#;

/// Idempotency keys that are used again: which field is another one.
pub(super) const CLASHES: &[(&str, &str)] = &[
    ("join", r#"{"handle":"?zoe1|yan2"}"#),
    ("practice", r#"{"kind":"@kind"}"#),
    ("create_table", r#"{"stake":"?3|7|20"}"#),
    ("create_table", r#"{"stake":"?3|7|20"}"#),
    ("create_table", r#"{"kind":"@kind"}"#),
    ("create_table", r#"{"open":"?true|false"}"#),
    ("create_table", r#"{"pace":"?live|daily"}"#),
    ("create_table", r#"{"seats":"?2|3|4|5"}"#),
    ("create_table", r#"{"visibility":"?public|unlisted|private"}"#),
    ("create_table", r#"{"invited":"@member"}"#),
    ("create_table", r#"{"daily":"?true|false"}"#),
    ("create_table", r#"{"practice":"?true|false"}"#),
    ("challenge", r#"{"stake":"?2|3|11"}"#),
    ("challenge", r#"{"format":"?bo1|bo3|bo5"}"#),
    ("challenge", r#"{"gameId":"@duel-game"}"#),
    ("challenge", r#"{"opponentAgentId":"@opponent"}"#),
    ("issue_seat_grant", r#"{"expiresInSeconds":"@between:60:7200"}"#),
];

/// What is drawn for a habit that needs no look at the world: one of these.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other habits look at the world")]
pub(super) const fn lines_of(habit: Habit) -> &'static [&'static str] {
    match habit {
        Habit::Logout => &["logout"],
        Habit::Erase => &[r#"erase_account {"confirmHandle":"?$handle|$handle|$handle|$handle|somebody"}"#],
        Habit::Profile => &["profile", EDIT_PROFILE, PLAYER],
        Habit::Referral => &["referral"],
        Habit::Pause => &[PAUSE, "pause_state"],
        Habit::Guest => &[PRACTICE],
        Habit::Daily => &[CREATE_DAILY, "daily_board"],
        Habit::Read => &[READ],
        Habit::Poll => &[POLL, POLL, POLL, POLL, POLL_PARTY],
        Habit::Chat => &[
            SAY,
            SAY,
            SAY,
            r#"table_messages {"id":"@table","since":"?-|$msgs|0"}"#,
            SAY,
            r#"table_messages {"id":"@table","since":"?-|$msgs|0"}"#,
        ],
        Habit::Replay => &[REPLAY, REPLAY, r#"end_card {"id":"@table"}"#],
        Habit::Doors => DOORS,
        Habit::List | Habit::OldToken => LISTS,
        Habit::Agent => WITH_AN_AGENT,
        Habit::Clock => &[r#"world clock {"ms":"@jump"}"#],
        Habit::Sleep => &["world sleep"],
        Habit::BadReads => &[r#"world bad-reads {"next":"@between:1:3"}"#],
        Habit::Crash => &[r#"world crash {"at":"@crash","luck":"@luck","kill":false}"#],
        Habit::Kill => &[r#"world crash {"at":"@crash","luck":"@luck","kill":true}"#],
        Habit::Disk => DISK,
        _ => &[],
    }
}

const DOORS: &[&str] = &[
    JOIN_MESSENGER,
    JOIN_MESSENGER,
    "challenge_messenger",
    "challenge_messenger",
    LINK,
    r#"link_messenger {"state":"@state","messengerAuth":"@widget"}"#,
    r#"link_messenger {"state":"@state","messengerAuth":"@widget"}"#,
    "unlink_messenger",
    UPDATE,
    r#"stranger messenger_webhook {"message":{"text":"/start","chat":{"id":7,"type":"private"}}}"#,
    r#"push_subscribe {"subscription":"@subscription"}"#,
    r#"push_subscribe {"subscription":"@subscription"}"#,
    r#"push_subscribe {"subscription":"@subscription"}"#,
    r#"push_unsubscribe {"endpoint":"@browser"}"#,
    "stranger push_key",
];

const LISTS: &[&str] = &[
    "me",
    "my_tables",
    "my_invitations",
    r#"history {"limit":"?1|2|3|10|50","gameId":"@game","before":"?-|@history|@history"}"#,
    r#"history {"limit":"?1|2|3|10|50","before":"?-|@history|@history"}"#,
    r#"history {"limit":"?1|2|3|10|50","before":"?-|@history|@history"}"#,
    r#"ledger {"since":"?-|0|5|19","limit":"?1|2|3|10|50"}"#,
    r#"ledger {"since":"?-|@ledger|@ledger","limit":"?1|2|3|10|50"}"#,
    r#"open_tables {"gameId":"?-|@waiting-game"}"#,
    "playing_tables",
    r#"leaderboard {"limit":"@between:1:20"}"#,
    r#"leaderboard {"limit":"@between:1:20"}"#,
    "games",
    "deployment",
    r#"history {"limit":0}"#,
    "pause_state",
];

const WITH_AN_AGENT: &[&str] = &[
    SAVE_AGENT, SAVE_AGENT, SELF_CHECK, SELF_CHECK, READ_DUEL, DUELS, AGENTS, CHALLENGE, CHALLENGE, CHALLENGE,
    CHALLENGE, CHALLENGE, CHALLENGE,
];

const DISK: &[&str] = &[r#"world move {"luck":"@luck"}"#, TRY, TRY, TRY, TRY, TRY, TRY];
const TRY: &str = r#"world try {"what":"?second-process|damage|damage|damage|backup|restore|salvage|salvage-damaged|keys","luck":"@luck"}"#;

#[cfg(test)]
mod tests {
    use super::ANY;
    use crate::inner::generate::template::operation_of;
    use std::collections::BTreeSet;
    use turnstone_api::operation::ALL;

    #[test]
    fn every_operation_is_drawn() {
        let drawn: BTreeSet<&str> = ANY.iter().map(|(_, line)| operation_of(line)).collect();
        let missing = ALL.iter().map(|operation| operation.name()).filter(|name| !drawn.contains(name));
        assert_eq!(missing.collect::<Vec<&str>>(), [""; 0]);
    }
}
