//! The core's part of the configuration. Sections and defaults are those of the configuration file; a limit of 0 means
//! none.

use crate::games::Registry;
use crate::secret::Secret;

/// The core's part of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub limits: Limits,
    pub pace: PaceConfig,
    pub economy: Economy,
    pub ratings: RatingConfig,
    pub queue: QueueConfig,
    pub messenger: Messenger,
    /// The public address of the service, without a trailing slash. Links in messages lead there.
    pub base_url: String,
    pub agents: AgentConfig,
    pub model: Model,
    /// The answer of `GET /api/deployment`.
    pub deployment: Deployment,
    pub push: Push,
    /// Bounds on the work of one step.
    pub bounds: Bounds,
    pub games: Registry,
    /// `fairness.days_ahead`
    pub days_ahead: DaysAhead,
    /// What is special about this start.
    pub begins: Begins,
}

/// Days ahead for which secrets are stated.
#[derive(Clone, Copy, Debug)]
pub struct DaysAhead(pub u32);

impl Default for DaysAhead {
    fn default() -> Self {
        Self(100)
    }
}

/// What is special about a start.
#[derive(Clone, Copy, Default, Debug)]
pub struct Begins {
    /// Newer commits may be missing: the records are those of a backup or of a damaged store, or the last end lost what
    /// was not synced. A new era begins.
    pub restored: bool,
    /// The keys may be others than those with which secrets were stated.
    pub new_keys: bool,
}

/// Bounds on the work of one step. The simulator narrows them; they are no settings of the operator.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Bytes that a step may write before the rest of what is due waits for the next one. A commit has at most 1 MiB,
    /// and one timer needs at most a quarter of it: the largest is the archiving of a table with 200 messages of 2,000
    /// bytes.
    pub step_bytes: usize,
    /// Total cost of the decisions of agents in one step. The cheapest costs 1.
    pub decisions: u32,
    /// Concurrent decisions of the model. The agents of one member use at most a quarter of them.
    pub model_calls: usize,
    /// Seconds after which the model is no longer asked for decisions of a duel.
    pub duel_s: u64,
    /// Rows of a list for which the API has no limit, and members of a party.
    pub rows: usize,
    /// Messages that are kept of a chat.
    pub messages: usize,
    /// Messages of a page of a chat.
    pub message_page: usize,
    /// Statements, or entries of a day's list, in one response.
    pub fairness_page: usize,
    /// Concurrent seat grants of a member. All are revoked in one step when they sign out.
    pub grants: usize,
    /// The number of settled tables whose boards stay in memory, newest first: their players read the result soon
    /// after. For other tables the board is replayed from the log on demand.
    pub boards: usize,
    /// Replay bundles that are cached.
    pub bundles: usize,
    /// Log entries up to which a match is shown step by step: each view may grow with every step.
    pub replay_steps: usize,
    /// Rows of one kind that one step refills or forgets at the start of a day.
    pub swept: usize,
    /// While a live table is played, a batch is written at least this often, in milliseconds; 0 for never. The next
    /// process knows from it how long the service did not run.
    pub sign_of_life_ms: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            step_bytes: 256 << 10,
            decisions: 16,
            model_calls: 16,
            duel_s: 1800,
            rows: 100,
            messages: 200,
            message_page: 100,
            fairness_page: 1000,
            grants: 1000,
            boards: 256,
            bundles: 64,
            replay_steps: 256,
            swept: 200,
            sign_of_life_ms: 0,
        }
    }
}

/// The longest time that a key takes, in seconds: ten years.
pub const MAX_TIME_S: i128 = 315_360_000;
/// The bounds of a time in seconds.
pub const TIME: Option<(i128, i128)> = Some((1, MAX_TIME_S));
/// The bounds of a daily number of chips.
pub const CHIPS: Option<(i128, i128)> = Some((0, 1_000_000_000_000));

/// Passes the keys of the configuration in the core's own sections to a macro. The sections are made from them here; the
/// server makes its table of keys from them, and the simulator checks that it draws each.
///
/// A key has a type, a default, a unit with bounds (`None` are those of the type), and a text: the rest of a sentence
/// that begins with the unit. The server has keys in the section of `Limits` too: they come between its two lists.
#[macro_export]
macro_rules! core_keys {
    ($handler:ident) => {
        $handler! {
            /// Rate limits and quotas.
            Limits {
                {
                    requests_per_minute: u32 = 600, Number("requests a minute", None), "of an account or a seat grant";
                    moves_per_minute: u32 = 600, Number("moves a minute", None),
                        "of an account or a seat grant, counted apart from other requests";
                    anonymous_per_minute: u32 = 60, Number("requests a minute", None),
                        "of an address without credentials";
                    credential_per_minute: u32 = 10, Number("requests a minute", None),
                        "of an address for join, join by messenger, token, recover and claim together";
                    failed_logins: u32 = 10, Number("wrong codes in 10 minutes", None), "from an address";
                    long_polls_per_credential: u32 = 6, Number("long-polls at a time", None),
                        "of an account or a seat grant";
                    long_polls_total: u32 = 100_000, Number("long-polls at a time", None),
                        "of all callers; each takes about 14 KiB of memory";
                }
                {
                    watch_streams: u32 = 30, Number("streams at a time", None),
                        "of an address without credentials, which watch public tables; an eighth of all long-polls for all addresses";
                    tables_per_day: u32 = 2000, Number("tables a UTC day", None), "that an account creates";
                    active_tables: u32 = 20, Number("tables at a time", None),
                        "that an account created and that wait or play; daily challenges do not count";
                    practice_active: u32 = 5, Number("tables at a time", None), "of guests from an address";
                    practice_per_10_minutes: u32 = 200, Number("tables in 10 minutes", None),
                        "that guests from an address open";
                    practice_per_day: u32 = 2000, Number("tables a UTC day", None), "that guests from an address open";
                    friendly_tables: u32 = 20, Number("tables at a time", None),
                        "with open seats that guests from an address made and that wait or play";
                    friendly_tables_total: u32 = 5000, Number("tables at a time", None),
                        "with open seats that guests made and that wait or play";
                    parties: u32 = 20, Number("parties", None), "that an account owns";
                    push_subscriptions: u32 = 10, Number("browsers", None), "that an account can subscribe";
                    blocks: u32 = 200, Number("members", None), "whom an account can block";
                    selfchecks_per_hour: u32 = 10, Number("self-checks an hour", None), "of an account";
                    tickets_per_hour: u32 = 1000, Number("tickets an hour", None),
                        "that an account asks for; each reference is kept for a day";
                    duels_per_hour: u32 = 60, Number("duels an hour", None), "that an account begins";
                }
            }
            /// Clocks of tables, in seconds.
            PaceConfig {
                {
                    live_turn_s: u64 = 60, Number("seconds", TIME), "for a turn at a live table";
                    live_bank_s: u64 = 120, Number("seconds", Some((0, MAX_TIME_S))),
                        "time bank of a seat for a whole live table";
                    solo_turn_s: u64 = 900, Number("seconds", TIME), "for a turn at a table with one member";
                    daily_turn_s: u64 = 172_800, Number("seconds", TIME), "for a turn at a table of pace `daily`";
                    daily_left_s: u64 = 3600, Number("seconds", TIME),
                        "that a turn at a table of pace `daily` has left at least after the service did not run";
                    waiting_live_s: u64 = 1800, Number("seconds", TIME), "that a live table waits for members";
                    waiting_invited_s: u64 = 86_400, Number("seconds", TIME),
                        "that a table waits for an invited member";
                    waiting_daily_s: u64 = 604_800, Number("seconds", TIME), "that a table of pace `daily` waits";
                    archive_after_s: u64 = 600, Number("seconds", TIME), "after which a settled table is archived";
                    practice_kept_s: u64 = 604_800, Number("seconds", TIME),
                        "that the replay of a practice table is kept";
                    party_kept_s: u64 = 7_776_000, Number("seconds", TIME), "that a party without activity is kept";
                    chat_kept_s: u64 = 15_552_000, Number("seconds", TIME),
                        "that the chat of a table is kept after its end";
                    practice_idle_s: u64 = 120, Number("seconds", TIME),
                        "after which a guest's idle practice table is ended to make room for a new one";
                    guest_seat_s: u64 = 86_400, Number("seconds", TIME),
                        "after which a guest's credential at a friendly table expires at the latest";
                    rematch_s: u64 = 600, Number("seconds", TIME),
                        "after a game in which its people can ask for a rematch, and that it waits for them";
                    recovery_open_s: u64 = 604_800, Number("seconds", TIME),
                        "after joining, in which the session of the join can replace an unconfirmed recovery code without it";
                }
            }
            /// Chips.
            Economy {
                {
                    rake_basis_points: u32 = 0, Number("basis points (100 is 1 %)", Some((0, 10_000))),
                        "the house's share of a pot between members";
                    referral_reward: i64 = 200, Number("chips", Some((0, 1_000_000))),
                        "for a referral whose invitee has settled five tables";
                    referral_cap: u32 = 20, Number("members", None), "most referrals for which one member is rewarded";
                    referral_uses: u32 = 20, Number("uses", None), "of a referral code";
                    early_uses: u32 = 2, Number("uses", None), "of a referral code before its owner is established";
                    house_purse: i64 = 10_000, Number("chips a UTC day (0 is no limit)", CHIPS),
                        "that the house loses to one member";
                    established_tables: u32 = 10, Number("settled tables", None),
                        "before a member is established and their referral code has all its uses";
                    established_days: u32 = 3, Number("days since joining", Some((0, 3_650))),
                        "before a member is established and their referral code has all its uses";
                    referral_tree: u32 = 100, Number("accounts (0 is no limit)", None),
                        "of a referral tree, erased ones included";
                }
            }
            RatingConfig {
                {
                    pair_per_day: u32 = 20, Number("tables a UTC day (0 is no limit)", None),
                        "at which two members, or their agents, change each other's rating in one game";
                }
            }
            /// Quick match.
            QueueConfig {
                {
                    here_s: u64 = 15, Number("seconds", TIME), "that a ticket lives after the last request of its owner";
                    here_mcp_s: u64 = 120, Number("seconds", TIME), "the same, if a model made it by a tool";
                    longest_s: u64 = 600, Number("seconds", TIME), "that a ticket waits at most";
                    window: u32 = 150, Number("points", None), "by which ratings of opponents differ at most at first";
                    window_growth: u32 = 30, Number("points a second", None), "by which that grows while a ticket waits";
                    window_open_s: u64 = 30, Number("seconds", Some((0, MAX_TIME_S))), "after which ratings do not matter";
                    house_after_s: u64 = 20, Number("seconds", TIME),
                        "after which a ticket that asks for it gets a table with the house";
                }
            }
            AgentConfig {
                {
                    ranking_threshold: u32 = 10, Number("duels", None), "before a version of an agent is ranked";
                    rematch_cooldown_s: u64 = 600, Number("seconds", Some((0, MAX_TIME_S))),
                        "between two duels of agents of the same two owners";
                    daily_loss: i64 = 1000, Number("chips a UTC day (0 is no limit)", CHIPS),
                        "that one member's agents lose to challengers";
                    stake_limit: i64 = 200, Number("chips a leg (0 is no limit)", Some((0, 1_000_000))),
                        "at which others may challenge a new agent whose owner sets no other limit";
                }
            }
        }
    };
}

macro_rules! sections {
    ($(
        $(#[$doc:meta])*
        $section:ident {$({$(
            $field:ident: $type:ty = $default:expr, Number($unit:literal, $bounds:expr), $text:literal;
        )*})*}
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $section {
            $($(#[doc = concat!($unit, ": ", $text)] pub $field: $type,)*)*
        }

        impl Default for $section {
            fn default() -> Self {
                Self { $($($field: $default,)*)* }
            }
        }
    )*};
}

core_keys!(sections);

#[derive(Clone, Debug)]
pub struct Messenger {
    /// The bot's token, with which the messenger signs. Without it the messenger is off.
    pub bot_token: Option<Secret>,
    /// The secret that the messenger sends with its updates. Without it they are rejected.
    pub webhook_secret: Option<Secret>,
    /// The maximum age of the login widget's proof, in seconds.
    pub max_age_s: u64,
    /// The maximum age of the proof of an app in the messenger, in seconds.
    pub in_app_max_age_s: u64,
}

impl Default for Messenger {
    fn default() -> Self {
        Self { bot_token: None, webhook_secret: None, max_age_s: 86_400, in_app_max_age_s: 3600 }
    }
}

/// Push notifications.
#[derive(Clone, Debug)]
pub struct Push {
    /// The key that browsers subscribe with: an uncompressed point on the curve P-256, in base64url. It is derived from
    /// the server keys, and is empty where notifications are off.
    pub public_key: String,
    /// Hosts of push services. `*.` stands for all hosts within a domain, `*` alone for any host.
    pub allowed_hosts: Vec<String>,
    /// Whether a push service may be on this machine, without TLS. For tests.
    pub allow_loopback: bool,
    /// How long a browser is kept whose push service rejects every message to it, in seconds.
    pub rejected_kept_s: u64,
}

impl Default for Push {
    fn default() -> Self {
        let hosts =
            ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com"];
        Self {
            public_key: String::new(),
            allowed_hosts: hosts.map(str::to_owned).into(),
            allow_loopback: false,
            rejected_kept_s: 604_800,
        }
    }
}

/// The model that plays agents with prompts.
#[derive(Clone, Debug)]
pub struct Model {
    /// Whether a model is configured.
    pub configured: bool,
    /// Its time for an answer, in seconds. It may be asked twice for a decision.
    pub timeout_s: u64,
    /// Calls per hour for one member's agents.
    pub calls_per_hour: u32,
    /// Calls per UTC day for one member's agents.
    pub calls_per_day: u32,
    /// Calls per UTC day for all agents.
    pub server_calls_per_day: u32,
}

impl Default for Model {
    fn default() -> Self {
        Self { configured: false, timeout_s: 20, calls_per_hour: 2000, calls_per_day: 10_000, server_calls_per_day: 0 }
    }
}

/// The build and where it runs.
#[derive(Clone, Debug, Default)]
pub struct Deployment {
    /// 40 lowercase hex characters, if known.
    pub commit_sha: Option<String>,
    /// `dpl_` and 1-128 letters or digits, if set.
    pub deployment_id: Option<String>,
    /// `production`, `preview` or `development`, if set.
    pub environment: Option<String>,
}

/// Checks a count against a limit; a limit of 0 means none.
pub const fn reached(count: u32, limit: u32) -> bool {
    limit != 0 && count >= limit
}
