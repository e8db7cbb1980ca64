//! The table of permissions. A row for each operation of the contract has the required credential and the causes of
//! errors, by the caller's relation to the table (`Relation`) and the table's stage (`Stage`), or by a named rule. The
//! first group with a cause that holds decides, and each of its causes that holds is a valid answer. The table is
//! written from the contract and uses none of the service's own checks.

use super::Relation::{self, Delegating, Hidden, Invited, Reader, Seated};
use super::Stage::{self, ArchivedCancelled, ArchivedSettled, Cancelled, Missing, Playing, Settled, Waiting};
use super::{Case, agents, causes as of};
use crate::inner::prelude::*;

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
const NO_PARTY: &[Cause] = &[If(of::not_in_party, "Party NotFound")];
const NO_KIND: &[Cause] = &[If(of::no_such_kind, "Invalid kind")];

pub(crate) fn row_of(operation: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.operations.contains(&operation))
}

/// Some operations, the credential that they need, and their groups of causes: those of a name, or a rule with the error
/// of each cause.
macro_rules! permissions {
    ($($($operation:ident)+: $need:ident $(, $group:ident $([$($cause:expr),+])?)* ;)*) => {
        pub(super) const TABLE: &[Row] = &[$(Row {
            operations: &[$(stringify!($operation)),+],
            need: Need::$need,
            groups: &[$(permissions!(@ $group $([$($cause),+])?)),*],
        }),*];
    };
    (@ any [$($cause:expr),+]) => { &[$($cause),+] };
    (@ $group:ident) => { $group };
}

permissions! {
    // Open to everyone.
    open_tables playing_tables daily_board leaderboard push_key fairness fairness_newest deployment: Nothing;
    ratings: Nothing, any [If(of::no_such_game, "Invalid gameId")], any [If(of::no_rating_cursor, "Invalid cursor")];
    fairness_day fairness_era_day: Nothing, any [If(of::no_such_day, "Table NoSuchDay")];
    join: Nothing, NEWCOMER;
    issue_token recover: Nothing, WRONG_CODE;
    join_messenger: Nothing,
        any [If(of::malformed_handle, "Invalid handle")],
        any [If(of::no_proof, "Invalid initData")],
        any [
            If(of::identity_elsewhere, "Messenger LinkedElsewhere"), If(of::uninvited, "Messenger InvitationRequired")
        ],
        NEWCOMER;
    messenger_webhook: Nothing, any [If(of::wrong_secret, "Messenger WrongSecret")];
    practice: Nothing, NO_KIND,
        any [If(of::never_friendly, "Invalid open"), If(of::named_alone, "Invalid name")],
        any [If(of::no_level, "Invalid level")];
    guest_seat: Nothing, any [If(of::not_friendly, NO_TABLE)], any [If(of::takes_no_guest, "Table NotJoinable NotWaiting")];
    replay: Nothing, RESULT, any [If(of::no_such_seat, "Table NoSuchSeat")], any [If(of::too_long, "Table TooLong")];
    end_card: Nothing, RESULT;
    claim_seat_grant: Nothing, any [If(of::claims_nothing, "Grant Unavailable")];

    // About the member.
    logout confirm_recovery me profile edit_profile my_tables my_invitations stream_me history ledger referral pause_state pause
    challenge_messenger games list_duels create_party: Account;
    rotate_recovery: Account,
        any [If(of::wrong_code, "Auth WrongCredentials"), If(of::code_needed, "Invalid recoveryCode")];
    erase_account: Account, any [If(of::unconfirmed, "Invalid confirmHandle")];
    player: Account, any [If(of::no_such_member, "NoSuchMember")];
    link_messenger: Account, any [
        If(of::no_link_state, "Invalid state"),
        If(|case, request| of::no_proof(case, request) && !of::by_widget(case, request), "Invalid initData"),
        If(|case, request| of::no_proof(case, request) && of::by_widget(case, request), "Invalid messengerAuth"),
        If(of::identity_elsewhere, "Messenger LinkedElsewhere")
    ];
    list_blocks: Account;
    block: Account, any [If(of::no_such_member, "Block NoSuchMember"), If(of::own_handle, "Invalid handle")];
    unblock: Account, any [If(of::not_blocked, "Block NotBlocked")];
    unlink_messenger: Account, any [If(of::not_linked, "Messenger NotLinked")];
    push_subscribe: Account, any [If(of::browser_of_another, "Invalid subscription.endpoint")];
    push_unsubscribe: Account, any [If(of::no_subscription, "Push NotFound")];

    // Tables.
    create_table: Account,
        any [If(of::level_for_chips, "Invalid level")],
        any [
            If(|_, request| of::daily(request).is_some_and(|create| create.practice), "Invalid practice"),
            If(|_, request| of::daily(request).is_some_and(|create| create.open), "Invalid open"),
            If(|_, request| of::daily(request).is_some_and(|create| create.invited.is_some()), "Invalid invited"),
            If(|_, request| of::daily(request).is_some_and(|create| create.pace == Pace::Daily), "Invalid pace")
        ],
        NO_KIND,
        any [If(of::practice_by_invitation, "Invalid invited")],
        any [If(of::practice_at_daily_pace, "Invalid pace")],
        any [If(of::never_friendly, "Invalid open")],
        any [If(of::no_level, "Invalid level")],
        any [
            If(of::never_open, "Invalid open"), If(of::no_guest, "Invalid invited"),
            If(of::paused, "Money Paused"), If(of::short_of_chips, "Money InsufficientChips")
        ];
    join_queue: Account,
        any [If(of::no_such_kind, "Invalid kind")],
        any [If(of::house_for_chips, "Invalid fallback")],
        STAKE;
    read_ticket: Account, any [If(of::no_ticket, "Queue NoTicket")];
    leave_queue: Account, any [If(of::no_ticket, "Queue NoTicket"), If(of::ticket_is_matched, "Queue Matched")];
    list_queue: Nothing;
    read_table: AccountOrSeat, UNKNOWN, DELEGATED;
    stream_table: SpectatorOrSeat, any [If(of::not_watched, NO_TABLE)], UNKNOWN, DELEGATED;
    act: AccountOrSeat, any [If(of::seat_without_plies, "Invalid expectedPlies")], UNKNOWN, NO_SEAT, DELEGATED,
        any [
            If(of::for_agents, "Table AgentPlays"), At(ANYONE, NOT_PLAYING, "Table NotPlaying"),
            If(of::stale, "Table StalePlies"), If(of::not_legal, "Table NotLegal")
        ];
    forfeit: AccountOrGuest, UNKNOWN, NO_SEAT, DELEGATED,
        any [
            If(of::for_agents, "Table AgentPlays"), At(ANYONE, OVER, "Table NotPlaying"),
            If(of::cannot_leave, "Table CannotLeave")
        ];
    join_table: Account, UNKNOWN,
        any [
            If(of::no_free_seat, "Table NotJoinable NotWaiting"),
            At(SITTING, ANY, "Table NotJoinable SeatedAlready"), If(of::seat_is_kept, "Table NotJoinable Reserved")
        ],
        any [If(of::host_is_blocked, "Block HostBlocked"), If(of::blocked_by_host, "Table NotJoinable NotWaiting")],
        STAKE;
    fill_table: AccountOrGuest, UNKNOWN, any [If(of::not_friendly, NO_TABLE)], any [If(of::not_host, "Table NotHost")],
        any [If(of::takes_no_guest, "Table NotJoinable NotWaiting")],
        any [If(of::no_level, "Invalid level")];
    rematch: AccountOrGuest,
        any [If(of::rematch_of_nothing, NO_TABLE)],
        any [If(of::did_not_play, "Table OnlyPlayers")],
        any [If(of::player_is_blocked, "Block PlayerBlocked")],
        any [If(of::no_rematch, "Table NoRematch")],
        any [If(of::rematch_is_closed, "Table NotJoinable NotWaiting")],
        STAKE;
    decline: Account, UNKNOWN,
        any [At(UNINVITED, ANY, "Table NotInvited"), At(ANYONE, NOT_WAITING, "Table NotInvited")];
    table_messages: Account, UNKNOWN;
    post_table_message: Account, UNKNOWN,
        any [At(OUTSIDE, ANY, NO_TABLE), At(ANYONE, CLOSED, "Table ChatClosed"), If(of::muted, "Muted")];
    issue_seat_grant: Account, any [At(OUTSIDE, ANY, NO_TABLE)],
        any [At(ANYONE, NOT_PLAYING, "Grant NotEligible"), If(of::not_grantable, "Grant NotEligible")];
    current_seat_grant: Account, any [At(OUTSIDE, ANY, NO_TABLE)];
    revoke_seat_grant: Account, any [If(of::no_grant, "Grant NotFound")];

    // Agents.
    list_agents: Account, any [If(agents::no_listed_agent, "Invalid cursor")];
    save_agent: Account,
        any [If(agents::prompt_says_nothing, "Invalid prompt"), If(agents::policy_is_missing, "Invalid policy")];
    read_duel: Account, any [If(agents::no_duel, "Agent NoDuel")];
    self_check: Account, any [Which(agents::self_check, &[
        "Invalid agentId", "Invalid gameId", "Agent SelfCheckRuns", "Agent NoModel", "Agent ModelFails",
    ])];
    challenge: Account, any [Which(agents::challenge, &[
        "Invalid agentId", "Invalid opponentAgentId", "Invalid rematchOf", "Invalid gameId", "Money Paused",
        "Agent Unpaid", "Quota Rematch", "Agent NoModel", "Agent ModelFails",
    ])];

    // Parties.
    join_party: Account, any [
        If(of::no_party, "Party NotFound"), If(of::party_is_private, "Party Private"),
        If(of::owner_is_blocked, "Block HostBlocked"), If(of::party_is_full, "Party Full")
    ];
    leave_party: Account, any [If(of::no_party, "Party NotFound")];
    party_invitation: Account, any [
        If(of::no_party, "Party NotFound"), If(of::party_is_private, "Party Private"),
        If(of::owner_is_blocked, "Block HostBlocked")
    ];
    set_party_visibility: Account, NO_PARTY, any [If(of::not_owner, "Party NotOwner")];
    create_party_table: Account, NO_PARTY, NO_KIND, STAKE;
    read_party stream_party: Account, NO_PARTY;
    post_party_message: Account, any [If(of::not_in_party, "Party NotFound"), If(of::muted, "Muted")];
}

/// The credential that an operation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// No credential.
    Nothing,
    Account,
    /// An account, or a guest at the guest's own table.
    AccountOrGuest,
    AccountOrSeat,
    /// The same, or none.
    SpectatorOrSeat,
}

impl Need {
    /// Whether a credential is not sufficient.
    pub(crate) const fn lacks(self, claims: Option<&Claims>) -> bool {
        match (self, claims) {
            (Self::Nothing | Self::SpectatorOrSeat, _)
            | (_, Some(Claims::Account { .. }))
            | (Self::AccountOrSeat, Some(_)) => false,
            (Self::AccountOrGuest, Some(Claims::Seat { grant, .. })) => grant.is_some(),
            (Self::Account, Some(Claims::Seat { .. })) | (_, None) => true,
        }
    }
}
