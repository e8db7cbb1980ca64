//! The core's part of the configuration. Sections and defaults are those of the configuration file; a limit of 0 means
//! none.

use crate::games::Registry;
use crate::secret::Secret;

/// The core's part of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// `[limits]`
    pub limits: Limits,
    /// `[pace]`
    pub pace: PaceConfig,
    /// `[economy]`
    pub economy: Economy,
    /// `[messenger]`
    pub messenger: Messenger,
    /// The public address of the service, without a trailing slash. Links in messages lead there.
    pub base_url: String,
    /// `[agents]`
    pub agents: AgentConfig,
    /// `[model]`
    pub model: Model,
    /// The answer of `GET /api/deployment`.
    pub deployment: Deployment,
    /// `[push]`
    pub push: Push,
    /// Bounds on the work of one step.
    pub bounds: Bounds,
    /// The games.
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
            grants: 1000,
            boards: 256,
            bundles: 64,
            replay_steps: 256,
            swept: 200,
        }
    }
}

/// Rate limits and quotas.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests per minute of an account or seat grant.
    pub requests_per_minute: u32,
    /// Moves per minute of an account or seat grant, counted separately.
    pub moves_per_minute: u32,
    /// Requests per minute of an address without credentials.
    pub anonymous_per_minute: u32,
    /// Join, token, recover and claim requests per minute of an address.
    pub credential_per_minute: u32,
    /// Wrong recovery codes from an address per ten minutes.
    pub failed_logins: u32,
    /// Pending long-polls of an account or seat grant.
    pub long_polls_per_credential: u32,
    /// Pending long-polls in total.
    pub long_polls_total: u32,
    /// Tables that an account creates per UTC day.
    pub tables_per_day: u32,
    /// Waiting and running tables that an account created.
    pub active_tables: u32,
    /// Running guest practice tables of an address.
    pub practice_active: u32,
    /// Guest practice tables of an address per UTC day.
    pub practice_per_day: u32,
    /// Parties that an account owns.
    pub parties: u32,
    /// Browsers with notifications of an account.
    pub push_subscriptions: u32,
    /// Self-checks of an account per hour.
    pub selfchecks_per_hour: u32,
    /// Duels that an account starts per hour.
    pub duels_per_hour: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests_per_minute: 600,
            moves_per_minute: 600,
            anonymous_per_minute: 60,
            credential_per_minute: 10,
            failed_logins: 10,
            long_polls_per_credential: 6,
            long_polls_total: 100_000,
            tables_per_day: 2000,
            active_tables: 20,
            practice_active: 5,
            practice_per_day: 30,
            parties: 20,
            push_subscriptions: 10,
            selfchecks_per_hour: 10,
            duels_per_hour: 60,
        }
    }
}

/// Clocks of tables, in seconds.
#[derive(Clone, Debug)]
pub struct PaceConfig {
    /// A turn at a live table.
    pub live_turn_s: u64,
    /// The time bank of a seat at a live table.
    pub live_bank_s: u64,
    /// A turn at a live table with only one member.
    pub solo_turn_s: u64,
    /// A turn at a daily table.
    pub daily_turn_s: u64,
    /// The time that a live table waits for members.
    pub waiting_live_s: u64,
    /// The time that a live table waits for an invited member.
    pub waiting_invited_s: u64,
    /// The time that a daily table waits.
    pub waiting_daily_s: u64,
    /// The time that a settled table stays in memory.
    pub archive_after_s: u64,
    /// The time that a practice table can be read after its end.
    pub practice_kept_s: u64,
    /// The time after which a party ends in which no member writes, joins or opens a table.
    pub party_kept_s: u64,
    /// The time that the chat of a table is kept after its end.
    pub chat_kept_s: u64,
    /// The idle time after which a guest's practice table may be ended to make room for another.
    pub practice_idle_s: u64,
}

impl Default for PaceConfig {
    fn default() -> Self {
        Self {
            live_turn_s: 60,
            live_bank_s: 120,
            solo_turn_s: 900,
            daily_turn_s: 172_800,
            waiting_live_s: 1800,
            waiting_invited_s: 86_400,
            waiting_daily_s: 604_800,
            archive_after_s: 600,
            practice_kept_s: 604_800,
            party_kept_s: 7_776_000,
            chat_kept_s: 15_552_000,
            practice_idle_s: 120,
        }
    }
}

/// Chips.
#[derive(Clone, Debug)]
pub struct Economy {
    /// The house's share of a pot between members, in basis points.
    pub rake_basis_points: u32,
    /// Chips for a referral whose invitee has settled five tables.
    pub referral_reward: i64,
    /// Rewarded invitees of an account in total.
    pub referral_cap: u32,
    /// How often a referral code can be used.
    pub referral_uses: u32,
    /// The most chips that the house loses to one member per UTC day, apart from the excess of the last hand; 0 for no
    /// limit.
    pub house_purse: i64,
    /// Settled tables that a member needs to be established. Before that, their referral code has no uses.
    pub established_tables: u32,
    /// Days since joining that a member needs to be established.
    pub established_days: u32,
    /// Accounts of a referral tree, its root and the erased included; 0 for no limit.
    pub referral_tree: u32,
}

impl Default for Economy {
    fn default() -> Self {
        Self {
            rake_basis_points: 0,
            referral_reward: 200,
            referral_cap: 20,
            referral_uses: 20,
            house_purse: 10_000,
            established_tables: 10,
            established_days: 3,
            referral_tree: 100,
        }
    }
}

/// The messenger.
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
}

impl Default for Push {
    fn default() -> Self {
        let hosts =
            ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com"];
        Self { public_key: String::new(), allowed_hosts: hosts.map(str::to_owned).into(), allow_loopback: false }
    }
}

/// Agents.
#[derive(Clone, Debug)]
pub struct AgentConfig {
    /// Duels that a version needs before it is ranked.
    pub ranking_threshold: u32,
    /// Seconds between two duels of agents of the same two owners.
    pub rematch_cooldown_s: u64,
    /// The most chips that one member's agents lose to challengers per UTC day; 0 for no limit.
    pub daily_loss: i64,
}

impl Default for AgentConfig {
    fn default() -> Self {
        Self { ranking_threshold: 10, rematch_cooldown_s: 600, daily_loss: 1000 }
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
