//! How the server of a life is configured, and how much is done at once, drawn before anything happens.

use super::former::{SERVER_KEY, WRITTEN_MS};
use super::knowledge::{BOT_TOKEN, WEBHOOK_SECRET};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use turnstone_engine::RoundBounds;
use turnstone_service::config::{
    AgentConfig, Bounds, Config, Deployment, Economy, Limits, Messenger, Model, PaceConfig, Push,
};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::secret::{Secret, SecretKey};
use turnstone_storage::Durability;

/// The server's configuration and how much is done at once, as far as a run varies them: a line of the story, which
/// tells what is not as by default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the configuration")]
pub struct WorldSettings {
    pub start_ms: u64,
    pub live_turn_s: u64,
    pub live_bank_s: u64,
    pub solo_turn_s: u64,
    pub daily_turn_s: u64,
    pub waiting_live_s: u64,
    pub waiting_invited_s: u64,
    pub waiting_daily_s: u64,
    pub archive_after_s: u64,
    pub practice_kept_s: u64,
    pub party_kept_s: u64,
    pub chat_kept_s: u64,
    pub practice_idle_s: u64,
    pub requests_per_minute: u32,
    pub moves_per_minute: u32,
    pub anonymous_per_minute: u32,
    pub credential_per_minute: u32,
    pub failed_logins: u32,
    pub long_polls: u32,
    pub long_polls_total: u32,
    pub active_tables: u32,
    pub tables_per_day: u32,
    pub practice_active: u32,
    pub practice_per_day: u32,
    pub parties: u32,
    pub push_subscriptions: u32,
    pub duels_per_hour: u32,
    pub selfchecks_per_hour: u32,
    pub rake_basis_points: u32,
    pub referral_reward: i64,
    pub referral_cap: u32,
    pub referral_uses: u32,
    pub house_purse: i64,
    pub established_tables: u32,
    pub established_days: u32,
    pub referral_tree: u32,
    /// Whether the messenger's bot has a token, and its webhook a secret.
    pub messenger: bool,
    pub webhook: bool,
    pub max_age_s: u64,
    pub in_app_max_age_s: u64,
    /// Whether browsers can be notified, and where.
    pub push: bool,
    pub push_host: String,
    /// Whether a model is configured.
    pub model: bool,
    pub timeout_s: u64,
    pub ranking_threshold: u32,
    pub rematch_cooldown_s: u64,
    pub daily_loss: i64,
    pub model_calls_per_hour: u32,
    pub model_calls_per_day: u32,
    pub server_calls_per_day: u32,
    pub deployment_id: Option<String>,
    pub environment: Option<String>,
    /// The newest of the server keys, which are numbered from 1, and how many after the first were taken away.
    pub server_keys: u32,
    pub dropped_keys: u32,
    /// Whether an answer leaves once the operating system has what it rests on. Then the process alone dies.
    pub buffered: bool,
    /// Whether it begins with the store of a former program.
    pub former: bool,
    /// The longest that a sync of the disk takes.
    pub sync_ms: u64,
    /// How much is done at once: the same for a whole life.
    pub step_bytes: u32,
    pub decisions: u32,
    pub model_calls: u32,
    pub duel_s: u64,
    pub rows: u32,
    pub messages: u32,
    pub message_page: u32,
    pub grants: u32,
    pub boards: u32,
    pub bundles: u32,
    pub swept: u32,
    pub round_commands: u32,
    pub round_bytes: u32,
}

impl Default for WorldSettings {
    /// The configuration's defaults, without limits that come in the way; what older stories mean that do not say.
    fn default() -> Self {
        let (limits, pace, economy) = (Limits::default(), PaceConfig::default(), Economy::default());
        let (messenger, bounds, round) = (Messenger::default(), Bounds::default(), RoundBounds::default());
        Self {
            start_ms: 1_795_219_200_000,
            live_turn_s: pace.live_turn_s,
            live_bank_s: pace.live_bank_s,
            solo_turn_s: pace.solo_turn_s,
            daily_turn_s: pace.daily_turn_s,
            waiting_live_s: pace.waiting_live_s,
            waiting_invited_s: pace.waiting_invited_s,
            waiting_daily_s: pace.waiting_daily_s,
            archive_after_s: pace.archive_after_s,
            practice_kept_s: pace.practice_kept_s,
            party_kept_s: pace.party_kept_s,
            chat_kept_s: pace.chat_kept_s,
            practice_idle_s: pace.practice_idle_s,
            requests_per_minute: 0,
            moves_per_minute: 0,
            anonymous_per_minute: 0,
            credential_per_minute: 0,
            failed_logins: 0,
            long_polls: 0,
            long_polls_total: limits.long_polls_total,
            active_tables: 0,
            tables_per_day: limits.tables_per_day,
            practice_active: 0,
            practice_per_day: limits.practice_per_day,
            parties: 0,
            push_subscriptions: limits.push_subscriptions,
            duels_per_hour: 0,
            selfchecks_per_hour: 0,
            rake_basis_points: economy.rake_basis_points,
            referral_reward: economy.referral_reward,
            referral_cap: economy.referral_cap,
            referral_uses: economy.referral_uses,
            house_purse: economy.house_purse,
            // As it was in the stories of before: everybody is established.
            established_tables: 0,
            established_days: 0,
            referral_tree: 0,
            messenger: true,
            webhook: true,
            max_age_s: messenger.max_age_s,
            in_app_max_age_s: messenger.in_app_max_age_s,
            push: true,
            push_host: "*".to_owned(),
            model: false,
            timeout_s: 5,
            ranking_threshold: 2,
            rematch_cooldown_s: 0,
            daily_loss: 0,
            model_calls_per_hour: 0,
            model_calls_per_day: 0,
            server_calls_per_day: 0,
            deployment_id: None,
            environment: None,
            server_keys: 1,
            dropped_keys: 0,
            buffered: false,
            former: false,
            sync_ms: 0,
            step_bytes: bounds.step_bytes as u32,
            decisions: bounds.decisions,
            model_calls: 3,
            duel_s: bounds.duel_s,
            rows: bounds.rows as u32,
            messages: bounds.messages as u32,
            message_page: bounds.message_page as u32,
            grants: bounds.grants as u32,
            boards: bounds.boards as u32,
            bundles: bounds.bundles as u32,
            swept: bounds.swept as u32,
            round_commands: round.commands as u32,
            round_bytes: round.bytes as u32,
        }
    }
}

/// What a start may change: the rest is as the world is.
const FIXED: [&str; 16] = [
    "start-ms",
    "former",
    "sync-ms",
    "step-bytes",
    "decisions",
    "model-calls",
    "duel-s",
    "rows",
    "messages",
    "message-page",
    "grants",
    "boards",
    "bundles",
    "swept",
    "round-commands",
    "round-bytes",
];

impl WorldSettings {
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let plain = Self::default();
        let former = rng.percent(6);
        // As soon as the former program had stopped, or long after it.
        let since_ms = rng.one(&[0, 3_600_000, 86_400_000, 400 * 86_400_000]);
        let first_ms = if former { WRITTEN_MS + since_ms } else { plain.start_ms };
        let start_ms = first_ms + rng.below(86_400_000);
        let mut all = Self::draw_configuration(rng);
        if rng.percent(12) {
            all.push_to_the_bounds(rng);
        }
        let sync_ms = if rng.percent(20) { rng.one(&[5, 50, 400, 3_000, 12_000]) } else { plain.sync_ms };
        let mut bound = |on: u64, low: u32, high: u32, plain: u32| {
            if rng.percent(on) { rng.between(low.into(), high.into()) as u32 } else { plain }
        };
        Self {
            // Some hours before a midnight, so that days turn in most runs.
            start_ms,
            former,
            // So few that an erasure, or many tables that go cold at once, take several steps.
            step_bytes: bound(50, 200, 4_000, plain.step_bytes),
            // So few that a duel takes many steps.
            decisions: bound(50, 1, 9, plain.decisions),
            model_calls: bound(50, 1, 4, 16),
            duel_s: bound(40, 1, 300, plain.duel_s as u32).into(),
            sync_ms,
            rows: bound(40, 1, 6, plain.rows),
            // At least two: a message's number is the one after that of the message before it.
            messages: bound(40, 2, 12, plain.messages),
            message_page: bound(40, 1, 5, plain.message_page),
            grants: bound(30, 1, 3, plain.grants),
            boards: bound(50, 1, 3, plain.boards),
            bundles: bound(50, 1, 3, plain.bundles),
            swept: bound(50, 1, 4, plain.swept),
            round_commands: bound(40, 3, 30, plain.round_commands),
            round_bytes: bound(40, 300, 6_000, plain.round_bytes),
            ..all
        }
    }

    /// What the operator can set, and can have set anew at a start.
    fn draw_configuration(rng: &mut Rng) -> Self {
        let plain = Self::default();
        let mut limit = |on: u64, low: u64, high: u64| if rng.percent(on) { rng.between(low, high) as u32 } else { 0 };
        Self {
            requests_per_minute: limit(20, 5, 60),
            moves_per_minute: limit(20, 5, 60),
            anonymous_per_minute: limit(20, 3, 60),
            credential_per_minute: limit(20, 3, 20),
            failed_logins: limit(40, 1, 10),
            long_polls: limit(70, 1, 6),
            active_tables: limit(60, 1, 8),
            practice_active: limit(60, 1, 5),
            parties: limit(60, 1, 4),
            push_subscriptions: limit(60, 1, 3),
            rake_basis_points: limit(40, 1, 2_000),
            referral_cap: limit(70, 1, 2),
            duels_per_hour: limit(30, 1, 6),
            selfchecks_per_hour: limit(30, 1, 6),
            model_calls_per_hour: limit(20, 1, 30),
            model_calls_per_day: limit(20, 1, 60),
            server_calls_per_day: limit(10, 1, 60),
            // So few places that they are taken, and guests find no more than half of them; one has no half.
            long_polls_total: if rng.percent(40) {
                rng.between(1, 6) as u32
            } else {
                rng.one(&[0, plain.long_polls_total])
            },
            // None, more than anybody has, or so little that a lucky day empties it.
            house_purse: if rng.percent(50) { rng.between(5, 400) as i64 } else { rng.one(&[0, plain.house_purse]) },
            practice_per_day: if rng.percent(30) { rng.between(1, 6) as u32 } else { plain.practice_per_day },
            tables_per_day: if rng.percent(30) { rng.between(1, 12) as u32 } else { plain.tables_per_day },
            live_turn_s: rng.between(5, 90),
            live_bank_s: rng.below(60),
            // Now and then so long that turns last over midnight.
            solo_turn_s: if rng.percent(30) { rng.between(20_000, 172_800) } else { rng.between(30, 900) },
            daily_turn_s: if rng.percent(40) { rng.between(600, 100_000) } else { plain.daily_turn_s },
            waiting_live_s: if rng.percent(50) { rng.between(20, 1_800) } else { plain.waiting_live_s },
            waiting_invited_s: if rng.percent(50) { rng.between(20, 10_000) } else { plain.waiting_invited_s },
            waiting_daily_s: if rng.percent(50) { rng.between(60, 200_000) } else { plain.waiting_daily_s },
            archive_after_s: rng.between(5, 900),
            practice_kept_s: if rng.percent(60) { rng.between(60, 90_000) } else { plain.practice_kept_s },
            party_kept_s: if rng.percent(60) { rng.between(600, 200_000) } else { plain.party_kept_s },
            chat_kept_s: if rng.percent(60) { rng.between(1, 200_000) } else { plain.chat_kept_s },
            practice_idle_s: if rng.percent(60) { rng.between(1, 300) } else { plain.practice_idle_s },
            // So little in most runs that owners of codes become established and their trees are full.
            established_tables: rng.one(&[0, 1, 2, 4, 10]),
            established_days: rng.one(&[0, 0, 0, 1, 3]),
            referral_tree: rng.one(&[0, 2, 3, 5, 100]),
            referral_reward: if rng.percent(40) { rng.between(1, 500) as i64 } else { plain.referral_reward },
            referral_uses: if rng.percent(40) { rng.between(1, 3) as u32 } else { plain.referral_uses },
            messenger: rng.percent(95),
            webhook: rng.percent(95),
            max_age_s: if rng.percent(30) { rng.between(60, 86_400) } else { plain.max_age_s },
            in_app_max_age_s: if rng.percent(30) { rng.between(60, 3_600) } else { plain.in_app_max_age_s },
            push: rng.percent(95),
            push_host: rng.one(&["*", "*", "*.example.org", "push.example.org"]).to_owned(),
            model: rng.percent(80),
            timeout_s: rng.between(1, 30),
            ranking_threshold: rng.one(&[1, 2, 2, 3, 10]),
            rematch_cooldown_s: if rng.percent(40) { rng.between(1, 900) } else { 0 },
            daily_loss: if rng.percent(50) { rng.between(1, 120) as i64 } else { rng.one(&[0, 1_000]) },
            deployment_id: rng.percent(30).then(|| format!("dpl_{}", rng.below(1_000))),
            buffered: rng.percent(15),
            environment: rng.percent(30).then(|| rng.one(&["production", "preview", "development"]).to_owned()),
            ..plain
        }
    }

    /// What a start may find changed: some of what the operator can set, or a new server key, or an older one gone.
    pub(crate) fn draw_change(&self, rng: &mut Rng) -> Map<String, Value> {
        let drawn = Self { server_keys: self.server_keys + 1, ..Self::draw_configuration(rng) };
        let drawn = Self { dropped_keys: rng.below(u64::from(self.server_keys)) as u32, ..drawn };
        let Value::Object(mut drawn) = plain_data(&drawn) else { return Map::new() };
        let most = rng.one(&[5, 20, 60]);
        drawn.retain(|key, _| {
            let often = if key == "server-keys" || key == "dropped-keys" { 50 } else { most };
            !FIXED.contains(&key.as_str()) && rng.percent(often)
        });
        drawn
    }

    /// These settings with some changed; what a start cannot change stays.
    pub(crate) fn changed(&self, change: &Map<String, Value>) -> Result<Self, String> {
        let Value::Object(mut all) = plain_data(self) else { return Err("settings have names".to_owned()) };
        let change = change.iter().filter(|(key, _)| !FIXED.contains(&key.as_str()));
        all.extend(change.map(|(key, value)| (key.clone(), value.clone())));
        serde_json::from_value(Value::Object(all)).map_err(|error| error.to_string())
    }

    /// What is not as by default, by name.
    pub(crate) fn unusual(&self) -> Map<String, Value> {
        let (Value::Object(mut own), Value::Object(plain)) = (plain_data(self), plain_data(&Self::default())) else {
            return Map::new();
        };
        own.retain(|key, value| plain.get(key) != Some(value));
        own
    }

    /// The keys of the server: the first stays, as codes are derived from it.
    pub(crate) fn keys(&self) -> ServerKeys {
        let ids = (1..=self.server_keys.max(1)).filter(|id| self.has_key(*id));
        ServerKeys::new(ids.map(|id| (id, SecretKey(self.key(id)))).collect())
    }

    const fn key(&self, id: u32) -> [u8; 32] {
        if self.former && id == 1 { SERVER_KEY } else { [6 + id as u8; 32] }
    }

    /// The file that has these keys.
    pub(crate) fn keys_text(&self) -> String {
        let ids = (1..=self.server_keys.max(1)).filter(|id| self.has_key(*id));
        ids.map(|id| format!("{id} {}\n", hex::encode(self.key(id)))).collect()
    }

    /// Whether the server has the key of this number.
    pub(crate) const fn has_key(&self, id: u32) -> bool {
        id == 1 || id == self.server_keys || id > 1 + self.dropped_keys && id < self.server_keys
    }

    /// When a commit counts as durable.
    pub(crate) const fn durability(&self) -> Durability {
        if self.buffered { Durability::Buffered } else { Durability::Sync }
    }

    /// How much a round takes in.
    pub(crate) const fn round_bounds(&self) -> RoundBounds {
        RoundBounds { commands: self.round_commands as usize, bytes: self.round_bytes as usize }
    }

    /// As the core takes it.
    pub fn config(&self) -> Config {
        Config {
            limits: Limits {
                requests_per_minute: self.requests_per_minute,
                moves_per_minute: self.moves_per_minute,
                anonymous_per_minute: self.anonymous_per_minute,
                credential_per_minute: self.credential_per_minute,
                failed_logins: self.failed_logins,
                long_polls_per_credential: self.long_polls,
                long_polls_total: self.long_polls_total,
                active_tables: self.active_tables,
                tables_per_day: self.tables_per_day,
                practice_active: self.practice_active,
                practice_per_day: self.practice_per_day,
                parties: self.parties,
                push_subscriptions: self.push_subscriptions,
                duels_per_hour: self.duels_per_hour,
                selfchecks_per_hour: self.selfchecks_per_hour,
            },
            pace: PaceConfig {
                live_turn_s: self.live_turn_s,
                live_bank_s: self.live_bank_s,
                solo_turn_s: self.solo_turn_s,
                daily_turn_s: self.daily_turn_s,
                waiting_live_s: self.waiting_live_s,
                waiting_invited_s: self.waiting_invited_s,
                waiting_daily_s: self.waiting_daily_s,
                archive_after_s: self.archive_after_s,
                practice_kept_s: self.practice_kept_s,
                party_kept_s: self.party_kept_s,
                chat_kept_s: self.chat_kept_s,
                practice_idle_s: self.practice_idle_s,
            },
            economy: Economy {
                rake_basis_points: self.rake_basis_points,
                referral_reward: self.referral_reward,
                referral_cap: self.referral_cap,
                referral_uses: self.referral_uses,
                house_purse: self.house_purse,
                established_tables: self.established_tables,
                established_days: self.established_days,
                referral_tree: self.referral_tree,
            },
            messenger: Messenger {
                bot_token: self.messenger.then(|| Secret::new(BOT_TOKEN.to_owned())),
                webhook_secret: self.webhook.then(|| Secret::new(WEBHOOK_SECRET.to_owned())),
                max_age_s: self.max_age_s,
                in_app_max_age_s: self.in_app_max_age_s,
            },
            push: Push {
                public_key: if self.push { "a-key-to-subscribe-with" } else { "" }.to_owned(),
                allowed_hosts: vec![self.push_host.clone()],
                allow_loopback: false,
            },
            base_url: "https://turnstone.example".to_owned(),
            agents: AgentConfig {
                ranking_threshold: self.ranking_threshold,
                rematch_cooldown_s: self.rematch_cooldown_s,
                daily_loss: self.daily_loss,
            },
            model: Model {
                configured: self.model,
                timeout_s: self.timeout_s,
                calls_per_hour: self.model_calls_per_hour,
                calls_per_day: self.model_calls_per_day,
                server_calls_per_day: self.server_calls_per_day,
            },
            deployment: Deployment {
                commit_sha: None,
                deployment_id: self.deployment_id.clone(),
                environment: self.environment.clone(),
            },
            bounds: Bounds {
                step_bytes: self.step_bytes as usize,
                decisions: self.decisions,
                model_calls: self.model_calls as usize,
                duel_s: self.duel_s,
                rows: self.rows as usize,
                messages: self.messages as usize,
                message_page: self.message_page as usize,
                grants: self.grants as usize,
                boards: self.boards as usize,
                bundles: self.bundles as usize,
                // Few where few are kept.
                replay_steps: if self.bundles < 4 { 8 } else { Bounds::default().replay_steps },
                swept: self.swept as usize,
            },
            ..Config::default()
        }
    }
}

fn plain_data(settings: &WorldSettings) -> Value {
    serde_json::to_value(settings).expect("settings are plain data")
}
