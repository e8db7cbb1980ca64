//! The constants of the service's rules, as the judges of the simulator know them. A rule that changes in the service
//! is changed here and nowhere else in the simulator. What an operator can set is not among them: it is read from the
//! settings of the run.

/// Seconds of a minute, of an hour and of a day.
pub(crate) const MINUTE_S: u64 = 60;
/// See there.
pub(crate) const HOUR_S: u64 = 60 * MINUTE_S;
/// See there.
pub(crate) const DAY_S: u64 = 24 * HOUR_S;
/// Milliseconds of a day.
pub(crate) const DAY_MS: u64 = DAY_S * 1_000;

// What is handed out, and how long it counts.

/// Seconds that a session lasts.
pub(crate) const SESSION_S: u64 = 30 * DAY_S;
/// Seconds that the seat of a guest's practice table is the guest's.
pub(crate) const GUEST_SEAT_S: u64 = 2 * HOUR_S;
/// Seconds that a state counts with which an identity can be linked.
pub(crate) const LINK_STATE_S: u64 = 10 * MINUTE_S;
/// Seconds that a proof of the messenger may be dated ahead of the service's clock.
pub(crate) const PROOF_AHEAD_S: u64 = MINUTE_S;
/// Seconds that the handle of an erased member is given to no other member.
pub(crate) const HANDLE_REST_S: u64 = 30 * DAY_S;
/// Seconds that an idempotency key is known at least; a repeated join gets its answer again for exactly so long.
pub(crate) const REFERENCE_S: u64 = DAY_S;
/// Seconds that a duel that is over is kept with all its terms.
pub(crate) const DUEL_KEPT_S: u64 = DAY_S;
/// Days of the three pauses that a member can choose: a day, a week, a month.
pub(crate) const PAUSE_DAYS: [u64; 3] = [1, 7, 30];

// Windows in which requests are counted, in seconds.

/// Ordinary requests, moves, and requests without a credential.
pub(crate) const RATE_WINDOW_S: u64 = MINUTE_S;
/// Wrong recovery codes of an address.
pub(crate) const FAILED_LOGINS_WINDOW_S: u64 = 10 * MINUTE_S;
/// Duels and self-checks that a member begins, and calls of the model.
pub(crate) const DUELS_WINDOW_S: u64 = HOUR_S;

// Chips.

/// Chips of a new account.
pub(crate) const STARTING_CHIPS: i64 = 1_000;
/// Chips in hand and at tables that are under it rise back to it once a day.
pub(crate) const FLOOR: i64 = 100;
/// Chips that are staked at the deal of the day, and in name at a guest's table.
pub(crate) const FIXED_STAKE: i64 = 10;
/// Chips that one adjustment by an operator may give or take at most.
pub(crate) const MOST_ADJUSTED: i64 = 1_000_000_000;
/// Settled tables of an invitee after which a referral is rewarded.
pub(crate) const REWARDED_TABLES: u32 = 5;

// Names.

/// The shortest and the longest handle.
pub(crate) const HANDLE_LETTERS: std::ops::RangeInclusive<usize> = 3..=20;
/// Handles that no member can have, besides those that begin as an erased member's.
pub(crate) const RESERVED_HANDLES: [&str; 6] = ["admin", "anonymous", "guest", "house", "me", "system"];
/// How the public name of an erased member begins, and how many hexadecimal digits follow.
pub(crate) const ERASED_HANDLE: (&str, usize) = ("gone-", 8);
/// Hexadecimal digits of an invitation's hash by which operators know it.
pub(crate) const INVITATION_LETTERS: usize = 16;
/// Letters that the state has at least with which an identity can be linked.
pub(crate) const LINK_STATE_LETTERS: usize = 40;

// What is filled in where a request says nothing.

/// Seats of a table.
pub(crate) const DEFAULT_SEATS: u8 = 4;
/// Aggression of an agent that plays by a policy, in percent.
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

// Bounds that no operator sets.

/// Agents of one owner that stand in one tier of the list.
pub(crate) const AGENTS_IN_A_TIER: usize = 3;
/// Bytes that the commit of one command has at most.
pub(crate) const COMMIT_BYTES: usize = 1 << 20;
/// Guests have a half of the places to wait in.
pub(crate) const GUEST_PLACES: (u32, u32) = (1, 2);

// The model that decides for agents.

/// Failures in a row after which it is not asked for a while.
pub(crate) const MODEL_FAILURES: u32 = 5;
/// Seconds that it is not asked then at most.
pub(crate) const MODEL_REST_S: u64 = 600;
/// Seconds that a decision has besides the time of two calls.
pub(crate) const DECISION_GRACE_S: u64 = 20;

// Notices.

/// How often a notice leaves for a browser at most.
pub(crate) const NOTICE_TRIES: u8 = 5;
/// Letters of a push's topic at most.
pub(crate) const TOPIC_LETTERS: usize = 32;
/// A reminder leaves when so much of a turn is over, as a fraction.
pub(crate) const REMINDED_AT: (u64, u64) = (3, 4);
