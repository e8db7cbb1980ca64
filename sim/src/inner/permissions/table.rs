//! The table of permissions. A row for each operation of the contract has the required credential and the causes of
//! errors, by the caller's relation to the table (`Relation`) and the table's stage (`Stage`), or by a named rule. The
//! first group with a cause that holds decides, and each of its causes that holds is a valid answer. The table is
//! written from the contract and uses none of the service's own checks.

use super::Case;
use super::Relation::{self, Delegating, Hidden, Invited, Reader, Seated};
use super::Stage::{self, ArchivedCancelled, ArchivedSettled, Cancelled, Missing, Playing, Settled, Waiting};
use super::{agents, causes as of, parties};
use crate::needs::Need::{self, Account, AccountOrGuest, AccountOrSeat, Nothing};
use turnstone_service::request::{Pace, Request};

/// A cause of an error, with the error's name.
pub(super) enum Cause {
    /// For callers of these relations at these stages.
    At(&'static [Relation], &'static [Stage], &'static str),
    /// If the rule holds.
    If(fn(&Case<'_>, &Request) -> bool, &'static str),
    /// The rule returns some of these.
    Which(fn(&Case<'_>, &Request) -> Vec<&'static str>, &'static [&'static str]),
}

use Cause::{At, If, Which};

/// The permissions of some operations.
pub(crate) struct Row {
    pub(crate) operations: &'static [&'static str],
    pub(crate) need: Need,
    pub(super) groups: &'static [&'static [Cause]],
}

const fn row(operations: &'static [&'static str], need: Need, groups: &'static [&'static [Cause]]) -> Row {
    Row { operations, need, groups }
}

const ANYONE: &[Relation] = &[Hidden, Reader, Invited, Seated, Delegating];
const VISIBLE: &[Relation] = &[Reader, Invited, Seated, Delegating];
const UNSEATED: &[Relation] = &[Reader, Invited];
const UNINVITED: &[Relation] = &[Reader, Seated, Delegating];
const OUTSIDE: &[Relation] = &[Hidden, Reader, Invited];
const SITTING: &[Relation] = &[Seated, Delegating];
const ANY: &[Stage] = &[Missing, Waiting, Playing, Settled, Cancelled, ArchivedSettled, ArchivedCancelled];
const RUNNING: &[Stage] = &[Waiting, Playing];
const NOT_PLAYING: &[Stage] = &[Waiting, Settled, Cancelled, ArchivedSettled, ArchivedCancelled];
const NOT_WAITING: &[Stage] = &[Playing, Settled, Cancelled, ArchivedSettled, ArchivedCancelled];
const OVER: &[Stage] = &[Settled, Cancelled, ArchivedSettled, ArchivedCancelled];
const CLOSED: &[Stage] = &[Cancelled, ArchivedSettled, ArchivedCancelled];
const ENDLESS: &[Stage] = &[Missing, Cancelled, ArchivedCancelled];

const NO_TABLE: &str = "Table NotFound";
const UNKNOWN: &[Cause] = &[At(&[Hidden], ANY, NO_TABLE)];
const NO_SEAT: &[Cause] = &[At(UNSEATED, ANY, "Table NotSeated")];
const DELEGATED: &[Cause] = &[At(&[Delegating], ANY, "Grant Delegated")];
const RESULT: &[Cause] =
    &[At(ANYONE, ENDLESS, NO_TABLE), At(&[Hidden], RUNNING, NO_TABLE), At(VISIBLE, RUNNING, "Table StillRunning")];
const STAKE: &[Cause] = &[If(of::paused, "Money Paused"), If(of::short_of_chips, "Money InsufficientChips")];
const NEWCOMER: &[Cause] = &[
    If(of::invalid_invitation, "Auth InvalidInvite"),
    If(of::no_handle, "Invalid handle"),
    If(of::handle_taken, "Auth HandleTaken"),
];
const WRONG_CODE: &[Cause] = &[If(of::wrong_code, "Auth WrongCredentials"), If(of::frozen_account, "Auth Frozen")];
const NO_PARTY: &[Cause] = &[If(parties::not_in_party, "Party NotFound")];
const NO_KIND: &[Cause] = &[If(of::no_such_kind, "Invalid kind")];

/// The row of an operation.
pub(crate) fn row_of(operation: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.operations.contains(&operation))
}

/// All operations.
pub(super) const TABLE: &[Row] = &[
    // Open to everyone.
    row(
        &["open_tables", "playing_tables", "daily_board", "leaderboard", "push_key", "fairness", "deployment"],
        Nothing,
        &[],
    ),
    row(&["fairness_day"], Nothing, &[&[If(of::no_such_day, "Table NoSuchDay")]]),
    row(&["join"], Nothing, &[NEWCOMER]),
    row(&["issue_token", "recover"], Nothing, &[WRONG_CODE]),
    row(
        &["join_messenger"],
        Nothing,
        &[
            &[If(of::malformed_handle, "Invalid handle")],
            &[If(of::no_proof, "Invalid initData")],
            &[
                If(of::identity_elsewhere, "Messenger LinkedElsewhere"),
                If(of::uninvited, "Messenger InvitationRequired"),
            ],
            NEWCOMER,
        ],
    ),
    row(&["messenger_webhook"], Nothing, &[&[If(of::wrong_secret, "Messenger WrongSecret")]]),
    row(&["practice"], Nothing, &[NO_KIND, &[If(of::no_level, "Invalid level")]]),
    row(
        &["replay"],
        Nothing,
        &[RESULT, &[If(of::no_such_seat, "Table NoSuchSeat")], &[If(of::too_long, "Table TooLong")]],
    ),
    row(&["end_card"], Nothing, &[RESULT]),
    row(&["claim_seat_grant"], Nothing, &[&[If(of::claims_nothing, "Grant Unavailable")]]),
    // About the member.
    row(
        &[
            "logout",
            "me",
            "profile",
            "edit_profile",
            "my_tables",
            "my_invitations",
            "stream_me",
            "history",
            "ledger",
            "referral",
            "pause_state",
            "pause",
            "challenge_messenger",
            "games",
            "list_duels",
            "create_party",
        ],
        Account,
        &[],
    ),
    row(&["rotate_recovery"], Account, &[&[If(of::wrong_code, "Auth WrongCredentials")]]),
    row(&["erase_account"], Account, &[&[If(of::unconfirmed, "Invalid confirmHandle")]]),
    row(&["player"], Account, &[&[If(of::no_such_member, "NoSuchMember")]]),
    row(
        &["link_messenger"],
        Account,
        &[&[
            If(of::no_link_state, "Invalid state"),
            If(|case, request| of::no_proof(case, request) && !of::by_widget(request), "Invalid initData"),
            If(|case, request| of::no_proof(case, request) && of::by_widget(request), "Invalid messengerAuth"),
            If(of::identity_elsewhere, "Messenger LinkedElsewhere"),
        ]],
    ),
    row(&["unlink_messenger"], Account, &[&[If(of::not_linked, "Messenger NotLinked")]]),
    row(&["push_subscribe"], Account, &[&[If(of::browser_of_another, "Invalid subscription.endpoint")]]),
    row(&["push_unsubscribe"], Account, &[&[If(of::no_subscription, "Push NotFound")]]),
    // Tables.
    row(
        &["create_table"],
        Account,
        &[
            &[If(of::level_for_chips, "Invalid level")],
            &[
                If(|_, request| of::daily(request).is_some_and(|create| create.practice), "Invalid practice"),
                If(|_, request| of::daily(request).is_some_and(|create| create.open), "Invalid open"),
                If(|_, request| of::daily(request).is_some_and(|create| create.invited.is_some()), "Invalid invited"),
                If(|_, request| of::daily(request).is_some_and(|create| create.pace == Pace::Daily), "Invalid pace"),
            ],
            NO_KIND,
            &[If(of::practice_for_others, "Invalid practice")],
            &[If(of::no_level, "Invalid level")],
            &[
                If(of::never_open, "Invalid open"),
                If(of::no_guest, "Invalid invited"),
                If(of::paused, "Money Paused"),
                If(of::short_of_chips, "Money InsufficientChips"),
            ],
        ],
    ),
    row(&["read_table", "stream_table"], AccountOrSeat, &[UNKNOWN, DELEGATED]),
    row(
        &["act"],
        AccountOrSeat,
        &[
            &[If(of::seat_without_plies, "Invalid expectedPlies")],
            UNKNOWN,
            NO_SEAT,
            DELEGATED,
            &[
                If(of::for_agents, "Table AgentPlays"),
                At(ANYONE, NOT_PLAYING, "Table NotPlaying"),
                If(of::stale, "Table StalePlies"),
                If(of::not_legal, "Table NotLegal"),
            ],
        ],
    ),
    row(
        &["forfeit"],
        AccountOrGuest,
        &[
            UNKNOWN,
            NO_SEAT,
            DELEGATED,
            &[
                If(of::for_agents, "Table AgentPlays"),
                At(ANYONE, OVER, "Table NotPlaying"),
                If(of::cannot_leave, "Table CannotLeave"),
            ],
        ],
    ),
    row(
        &["join_table"],
        Account,
        &[
            UNKNOWN,
            &[
                If(of::no_free_seat, "Table NotJoinable NotWaiting"),
                At(SITTING, ANY, "Table NotJoinable SeatedAlready"),
                If(of::seat_is_kept, "Table NotJoinable Reserved"),
            ],
            STAKE,
        ],
    ),
    row(
        &["decline"],
        Account,
        &[UNKNOWN, &[At(UNINVITED, ANY, "Table NotInvited"), At(ANYONE, NOT_WAITING, "Table NotInvited")]],
    ),
    row(&["table_messages"], Account, &[UNKNOWN]),
    row(
        &["post_table_message"],
        Account,
        &[UNKNOWN, &[At(OUTSIDE, ANY, NO_TABLE), At(ANYONE, CLOSED, "Table ChatClosed"), If(of::muted, "Muted")]],
    ),
    row(
        &["issue_seat_grant"],
        Account,
        &[
            &[At(OUTSIDE, ANY, NO_TABLE)],
            &[At(ANYONE, NOT_PLAYING, "Grant NotEligible"), If(of::not_grantable, "Grant NotEligible")],
        ],
    ),
    row(&["current_seat_grant"], Account, &[&[At(OUTSIDE, ANY, NO_TABLE)]]),
    row(&["revoke_seat_grant"], Account, &[&[If(of::no_grant, "Grant NotFound")]]),
    // Agents.
    row(&["list_agents"], Account, &[&[If(agents::no_listed_agent, "Invalid cursor")]]),
    row(
        &["save_agent"],
        Account,
        &[&[If(agents::prompt_says_nothing, "Invalid prompt"), If(agents::policy_is_missing, "Invalid policy")]],
    ),
    row(&["read_duel"], Account, &[&[If(agents::no_duel, "Agent NoDuel")]]),
    row(
        &["self_check"],
        Account,
        &[&[Which(
            agents::self_check,
            &["Invalid agentId", "Invalid gameId", "Agent SelfCheckRuns", "Agent NoModel", "Agent ModelFails"],
        )]],
    ),
    row(
        &["challenge"],
        Account,
        &[&[Which(
            agents::challenge,
            &[
                "Invalid agentId",
                "Invalid opponentAgentId",
                "Invalid rematchOf",
                "Invalid gameId",
                "Money Paused",
                "Agent Unpaid",
                "Quota Rematch",
                "Agent NoModel",
                "Agent ModelFails",
            ],
        )]],
    ),
    // Parties.
    row(
        &["join_party"],
        Account,
        &[&[
            If(parties::no_party, "Party NotFound"),
            If(parties::party_is_private, "Party Private"),
            If(parties::party_is_full, "Party Full"),
        ]],
    ),
    row(&["set_party_visibility"], Account, &[NO_PARTY, &[If(parties::not_owner, "Party NotOwner")]]),
    row(&["create_party_table"], Account, &[NO_PARTY, NO_KIND, STAKE]),
    row(&["read_party", "stream_party"], Account, &[NO_PARTY]),
    row(&["post_party_message"], Account, &[&[If(parties::not_in_party, "Party NotFound"), If(of::muted, "Muted")]]),
];
