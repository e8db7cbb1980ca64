//! What the operator can set and the core needs to know. Sections and defaults are those of the
//! configuration file; a limit of 0 means none.

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
    /// Where the service is reached, without a slash at the end: what is sent out links there.
    pub base_url: String,
    /// `[agents]`
    pub agents: AgentConfig,
    /// `[model]`
    pub model: Model,
    /// What `GET /api/deployment` tells.
    pub deployment: Deployment,
    /// `[push]`
    pub push: Push,
    /// How much is done at once.
    pub bounds: Bounds,
    /// The games there are.
    pub games: Registry,
}

/// How much is done at once: for the simulator to narrow, not for the operator.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Bytes that a step may have to write before the rest of what is due is left to the next. A commit has at most 1
    /// MiB, and no single matter comes near the other three quarters: the largest is a table that goes cold with 200
    /// messages of 2,000 bytes.
    pub step_bytes: usize,
    /// What the decisions of agents that one step makes may cost, where the cheapest cost 1.
    pub decisions: u32,
    /// Decisions that the model is asked for at a time; those of one member's agents take a quarter of them at most.
    pub model_calls: usize,
    /// Seconds after which the model is no longer asked for the decisions of a duel.
    pub duel_s: u64,
    /// Rows of a list for which the API gives no limit, and members of a party.
    pub rows: usize,
    /// Messages that a chat keeps.
    pub messages: usize,
    /// Messages of a page of a chat.
    pub message_page: usize,
    /// Seats that a member can have handed out at a time: all are taken back in one step when he signs out.
    pub grants: usize,
    /// Tables that keep their boards of those that were settled last: whoever has just played there reads how it ended.
    /// Of others the board is made again from the log when somebody asks.
    pub boards: usize,
    /// Replay bundles that are kept for whoever reads them next.
    pub bundles: usize,
    /// Entries of the log up to which a match is shown step by step: its views may grow with each.
    pub replay_steps: usize,
    /// Rows of one kind that one step refills or forgets when a day turns.
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
    /// Requests a minute of an account or seat grant.
    pub requests_per_minute: u32,
    /// Moves a minute of an account or seat grant, in a bucket of their own.
    pub moves_per_minute: u32,
    /// Requests a minute of an address without credentials.
    pub anonymous_per_minute: u32,
    /// Join, token, recover and claim requests a minute of an address.
    pub credential_per_minute: u32,
    /// Wrong recovery codes from an address in ten minutes.
    pub failed_logins: u32,
    /// Parked long-polls of an account or seat grant.
    pub long_polls_per_credential: u32,
    /// Parked long-polls in all.
    pub long_polls_total: u32,
    /// Tables that an account creates in a UTC day.
    pub tables_per_day: u32,
    /// Waiting and playing tables that an account created.
    pub active_tables: u32,
    /// Running guest practice tables of an address.
    pub practice_active: u32,
    /// Guest practice tables of an address in a UTC day.
    pub practice_per_day: u32,
    /// Parties that an account owns.
    pub parties: u32,
    /// Browsers that an account has notified.
    pub push_subscriptions: u32,
    /// Self-checks of an account in an hour.
    pub selfchecks_per_hour: u32,
    /// Duels that an account begins in an hour.
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
    /// A turn at a live table with one member and no other.
    pub solo_turn_s: u64,
    /// A turn at a daily table.
    pub daily_turn_s: u64,
    /// How long a live table waits for members.
    pub waiting_live_s: u64,
    /// How long a live table waits for an invited member.
    pub waiting_invited_s: u64,
    /// How long a daily table waits.
    pub waiting_daily_s: u64,
    /// How long a settled table stays live.
    pub archive_after_s: u64,
    /// How long a practice table can be looked at after its end.
    pub practice_kept_s: u64,
    /// How long a party lasts in which nobody writes, joins or opens a table.
    pub party_kept_s: u64,
    /// How long the chat of a table is kept after the table's end.
    pub chat_kept_s: u64,
    /// How long nothing was done at a guest's practice table before it may be ended to make room for another.
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
    /// The house's share of a pot between members, in hundredths of a percent.
    pub rake_basis_points: u32,
    /// Chips for a referral whose invitee has settled five tables.
    pub referral_reward: i64,
    /// Rewarded invitees of an account in its life.
    pub referral_cap: u32,
    /// How often a referral code can be used.
    pub referral_uses: u32,
    /// Chips that the house loses to one member in a UTC day at most, but for what one hand wins beyond; 0 for no bound.
    pub house_purse: i64,
    /// Settled tables that a member needs to be established: before that, their referral code has no uses.
    pub established_tables: u32,
    /// Days since joining that a member needs to be established.
    pub established_days: u32,
    /// Accounts of a referral tree, its root and the erased included; 0 for no bound.
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

/// The messenger's door.
#[derive(Clone, Debug)]
pub struct Messenger {
    /// The bot's token: what the messenger signs with. Without it the door is shut.
    pub bot_token: Option<Secret>,
    /// What the messenger sends along with its updates. Without it none is taken.
    pub webhook_secret: Option<Secret>,
    /// How old the login widget's proof may be, in seconds.
    pub max_age_s: u64,
    /// How old the proof of an app may be that the messenger opened, in seconds.
    pub in_app_max_age_s: u64,
}

impl Default for Messenger {
    fn default() -> Self {
        Self { bot_token: None, webhook_secret: None, max_age_s: 86_400, in_app_max_age_s: 3600 }
    }
}

/// Notifications of browsers.
#[derive(Clone, Debug)]
pub struct Push {
    /// The key that browsers subscribe with: an uncompressed point on the curve P-256, in base64url. It follows from the
    /// server keys, and is empty where nobody is notified.
    pub public_key: String,
    /// Hosts of push services; `*.` before one stands for all within it, `*` alone for any.
    pub allowed_hosts: Vec<String>,
    /// Whether a push service may be on this machine, without TLS: for tests.
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
    /// Duels that a version has fought before it is ranked.
    pub ranking_threshold: u32,
    /// Seconds between two duels of agents of the same two owners.
    pub rematch_cooldown_s: u64,
    /// Chips that one member's agents lose to challengers in a UTC day at most; 0 for no limit.
    pub daily_loss: i64,
}

impl Default for AgentConfig {
    fn default() -> Self {
        Self { ranking_threshold: 10, rematch_cooldown_s: 600, daily_loss: 1000 }
    }
}

/// The model that agents with prompts are played by.
#[derive(Clone, Debug)]
pub struct Model {
    /// Whether there is one.
    pub configured: bool,
    /// Seconds that it has for an answer. It may be asked twice for a decision.
    pub timeout_s: u64,
    /// Calls for one member's agents in an hour.
    pub calls_per_hour: u32,
    /// Calls for one member's agents in a UTC day.
    pub calls_per_day: u32,
    /// Calls for all agents in a UTC day.
    pub server_calls_per_day: u32,
}

impl Default for Model {
    fn default() -> Self {
        Self { configured: false, timeout_s: 20, calls_per_hour: 2000, calls_per_day: 10_000, server_calls_per_day: 0 }
    }
}

/// Which build runs where.
#[derive(Clone, Debug, Default)]
pub struct Deployment {
    /// 40 lowercase hex characters, if known.
    pub commit_sha: Option<String>,
    /// `dpl_` and 1-128 letters or digits, if set.
    pub deployment_id: Option<String>,
    /// `production`, `preview` or `development`, if set.
    pub environment: Option<String>,
}

/// A count against a limit of which 0 means none.
pub const fn reached(count: u32, limit: u32) -> bool {
    limit != 0 && count >= limit
}
