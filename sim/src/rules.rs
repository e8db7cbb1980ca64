//! The constants of the service's rules. A rule that changes in the service is changed here and nowhere else in the
//! simulator. Configurable values are read from the settings of the run.

pub(crate) const MINUTE_S: u64 = 60;
pub(crate) const HOUR_S: u64 = 60 * MINUTE_S;
pub(crate) const DAY_S: u64 = 24 * HOUR_S;
pub(crate) const DAY_MS: u64 = DAY_S * 1_000;

// Lifetimes.

/// Lifetime of a session in seconds.
pub(crate) const SESSION_S: u64 = 30 * DAY_S;
/// Lifetime of a guest's seat in seconds.
pub(crate) const GUEST_SEAT_S: u64 = 2 * HOUR_S;
/// Lifetime of a link state in seconds.
pub(crate) const LINK_STATE_S: u64 = 10 * MINUTE_S;
/// Seconds by which a messenger proof may be ahead of the service's clock.
pub(crate) const PROOF_AHEAD_S: u64 = MINUTE_S;
/// Seconds for which the handle of an erased member is reserved.
pub(crate) const HANDLE_REST_S: u64 = 30 * DAY_S;
/// Minimum lifetime of an idempotency key in seconds, and exact time in which a join can be repeated.
pub(crate) const REFERENCE_S: u64 = DAY_S;
/// Seconds for which a finished duel is kept with its terms.
pub(crate) const DUEL_KEPT_S: u64 = DAY_S;
/// Days of the three pauses: a day, a week, a month.
pub(crate) const PAUSE_DAYS: [u64; 3] = [1, 7, 30];

// Windows of the rate limits, in milliseconds.

/// Ordinary requests, moves, and requests without a credential.
pub(crate) const RATE_MS: u64 = MINUTE_S * 1_000;
/// Wrong recovery codes of an address.
pub(crate) const LOGINS_MS: u64 = 10 * RATE_MS;
/// Duels and self-checks of a member, and model calls.
pub(crate) const HOUR_MS: u64 = HOUR_S * 1_000;

// Chips.

/// Chips of a new account.
pub(crate) const STARTING_CHIPS: i64 = 1_000;
/// Once a day the chips in hand and at tables are raised to it.
pub(crate) const FLOOR: i64 = 100;
/// The stake of the daily challenge, and the nominal stake of a guest's table.
pub(crate) const FIXED_STAKE: i64 = 10;
/// Parties that a member's stream covers: the newest ones.
pub(crate) const STREAM_PARTIES: usize = 24;
/// Maximum chips of an adjustment by an operator.
pub(crate) const MOST_ADJUSTED: i64 = 1_000_000_000;
/// Settled tables of an invitee after which a referral is rewarded.
pub(crate) const REWARDED_TABLES: u32 = 5;

// Names.

/// The shortest and the longest handle.
pub(crate) const HANDLE_LETTERS: std::ops::RangeInclusive<usize> = 3..=20;
/// Handles that no member can have, besides those that begin as an erased member's.
pub(crate) const RESERVED_HANDLES: [&str; 6] = ["admin", "anonymous", "guest", "house", "me", "system"];
/// The prefix of an erased member's public name, and the number of hexadecimal digits after it.
pub(crate) const ERASED_HANDLE: (&str, usize) = ("gone-", 8);
/// Hexadecimal digits of an invitation's hash by which operators refer to it.
pub(crate) const INVITATION_LETTERS: usize = 16;
/// Minimum length of a link state.
pub(crate) const LINK_STATE_LETTERS: usize = 40;

// Defaults.

/// Seats of a table.
pub(crate) const DEFAULT_SEATS: u8 = 4;
/// Aggression of a policy agent, in percent.
pub(crate) const DEFAULT_AGGRESSION: u8 = 50;

/// The kinds of the daily challenge, in the order of the days since 1970.
pub(crate) const DAILY_KINDS: [&str; 12] = [
    "blackjack-3",
    "tic-tac-toe-vs-house",
    "connect-four-vs-house",
    "video-poker",
    "mancala-vs-house",
    "holdem-vs-house",
    "minesweeper-vs-house",
    "liars-dice-vs-house",
    "memory-vs-house",
    "battleship-vs-house",
    "rps-vs-house",
    "dominoes",
];

// Fixed bounds.

/// Agents of one owner in one tier of the list.
pub(crate) const AGENTS_IN_A_TIER: usize = 3;
/// Maximum bytes of the commit of one command.
pub(crate) const COMMIT_BYTES: usize = 1 << 20;
/// Bytes of events that may wait for the reader of a table's or a party's stream, and of a member's.
pub(crate) const STREAM_BYTES: (usize, usize) = (64 << 10, 1 << 20);
/// The share of the long-polls for guests.
pub(crate) const GUEST_PLACES: (u32, u32) = (1, 2);

/// The share of the long-polls for callers without credentials.
pub(crate) const WATCHER_PLACES: (u32, u32) = (1, 8);

// The model that decides for agents.

/// Failures in a row after which it is suspended.
pub(crate) const MODEL_FAILURES: u32 = 5;
/// Maximum seconds of a suspension.
pub(crate) const MODEL_REST_S: u64 = 600;
/// Seconds for a decision beside the timeouts of two calls.
pub(crate) const DECISION_GRACE_S: u64 = 20;

// Notices.

/// Seconds before the second try of a notice. Each further pause is four times as long.
pub(crate) const NOTICE_PAUSE_S: u64 = 30;
/// Maximum number of tries of a notice.
pub(crate) const NOTICE_TRIES: u8 = 5;
/// Maximum length of a push's topic.
pub(crate) const TOPIC_LETTERS: usize = 32;
/// The fraction of a turn after which a reminder is sent.
pub(crate) const REMINDED_AT: (u64, u64) = (3, 4);

// Outages.

/// The longest time without service that counts as thinking time, in milliseconds.
pub(crate) const OUTAGE_MS: u64 = 2_000;
/// How often a turn is renewed after an outage at most.
pub(crate) const MOST_RENEWALS: u8 = 3;
/// The most outages that are kept.
pub(crate) const MOST_OUTAGES: usize = 1_000;
