//! The settings of a run: a table with a row for each key, with its default, its place in the configuration, when it
//! may change, and how a seed draws it.

use crate::inner::prelude::*;
use turnstone_service::config::{AgentConfig, Economy};

/// A time just after the golden store was written.
const WRITTEN_MS: u64 = 1_795_388_400_000;

/// The server key of the golden store.
const SERVER_KEY: [u8; 32] = [
    0x49, 0xdc, 0x5d, 0xee, 0x53, 0xf4, 0x07, 0xbb, 0xae, 0x4d, 0xe5, 0xb8, 0x9f, 0xad, 0x5d, 0x98, 0xa4, 0x56, 0xc6,
    0xbf, 0xdb, 0x6a, 0xf1, 0x17, 0x46, 0xc0, 0x8e, 0x4e, 0xaa, 0xec, 0x49, 0x62,
];

/// The bot's token, and the secret of its webhook.
pub(crate) const BOT_TOKEN: &str = "7:the-secret-token-of-the-bot";
pub(crate) const WEBHOOK_SECRET: &str = "the-secret-of-the-webhook";

/// The longest configurable time in seconds.
const MAX_TIME_S: u64 = turnstone_service::config::MAX_TIME_S as u64;

/// When a key may change, and its extreme values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// At no start.
    Fixed,
    /// While the service runs, too. The extreme is the maximum.
    Limit,
    /// The extreme is the maximum.
    Count,
    /// The extreme is one second. A long time would keep a run from ending.
    Turn,
    /// The extremes are one second and the longest time.
    Kept,
    /// The extremes are these two.
    Ends(u64, u64),
    /// No extreme is drawn.
    Plain,
}

use Class::{Count, Ends, Fixed, Kept, Limit, Plain, Turn};

macro_rules! settings {
    ($($name:ident: $type:ty $(= $default:expr)? $(=> $section:ident.$key:ident)?, $class:expr, $draw:expr;)*) => {
        /// The varied settings of the server. A story has those that are not the default.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
        #[expect(missing_docs, reason = "the names are those of the configuration")]
        pub struct WorldSettings {
            $(pub $name: $type,)*
        }

        impl Default for WorldSettings {
            fn default() -> Self {
                let base = unlimited();
                Self { $($name: $($default)? $(base.$section.$key as $type)?,)* }
            }
        }

        const KEYS: &[(&str, Class)] = &[$((stringify!($name), $class),)*];

        /// The keys of the configuration that are drawn.
        const DRAWN: &[&str] = &[$($(stringify!($key),)?)*];

        impl WorldSettings {
            /// Draw the keys that are fixed, or the others.
            fn draw_some(&mut self, rng: &mut Rng, fixed: bool) {
                let plain = Self::default();
                $(if ($class == Fixed) == fixed {
                    self.$name = drawn(rng, plain.$name.clone(), $draw);
                })*
            }

            /// Take the keys of this class from a configuration.
            fn take(&mut self, class: Class, config: &Config) {
                $($(if $class == class {
                    self.$name = config.$section.$key as $type;
                })?)*
            }

            fn put(&self, config: &mut Config) {
                $($(config.$section.$key = self.$name as _;)?)*
            }
        }
    };
}

settings! {
    // Some hours before midnight, so that most runs include a new day.
    start_ms: u64 = 1_795_219_200_000, Fixed, |_, plain| plain;
    // Start with the golden store of an earlier version.
    former: bool = false, Fixed, |_, plain| plain;
    requests_per_minute: u32 => limits.requests_per_minute, Limit, |r, _| or(r, 20, 5, 60, 0);
    moves_per_minute: u32 => limits.moves_per_minute, Limit, |r, _| or(r, 20, 5, 60, 0);
    anonymous_per_minute: u32 => limits.anonymous_per_minute, Limit, |r, _| or(r, 20, 3, 60, 0);
    credential_per_minute: u32 => limits.credential_per_minute, Limit, |r, _| or(r, 20, 3, 20, 0);
    failed_logins: u32 => limits.failed_logins, Limit, |r, _| or(r, 40, 1, 10, 0);
    long_polls: u32 => limits.long_polls_per_credential, Limit, |r, _| or(r, 70, 1, 6, 0);
    watch_streams: u32 => limits.watch_streams, Limit, |r, _| or(r, 40, 1, 4, 0);
    active_tables: u32 => limits.active_tables, Limit, |r, _| or(r, 60, 1, 8, 0);
    practice_active: u32 => limits.practice_active, Limit, |r, _| or(r, 60, 1, 5, 0);
    blocks: u32 => limits.blocks, Limit, |r, _| or(r, 60, 1, 2, 0);
    parties: u32 => limits.parties, Limit, |r, _| or(r, 60, 1, 4, 0);
    push_subscriptions: u32 => limits.push_subscriptions, Limit, |r, _| or(r, 60, 1, 3, 0);
    rake_basis_points: u32 => economy.rake_basis_points, Ends(1, 10_000), |r, _| or(r, 40, 1, 2_000, 0);
    referral_cap: u32 => economy.referral_cap, Count, |r, _| or(r, 70, 1, 2, 0);
    duels_per_hour: u32 => limits.duels_per_hour, Limit, |r, _| or(r, 30, 1, 6, 0);
    selfchecks_per_hour: u32 => limits.selfchecks_per_hour, Limit, |r, _| or(r, 30, 1, 6, 0);
    model_calls_per_hour: u32 => model.calls_per_hour, Count, |r, _| or(r, 30, 1, 12, 0);
    model_calls_per_day: u32 => model.calls_per_day, Count, |r, _| or(r, 20, 1, 30, 0);
    server_calls_per_day: u32 => model.server_calls_per_day, Count, |r, _| or(r, 10, 1, 60, 0);
    // So few that they are used up, and guests get no more than half of them.
    long_polls_total: u32 => limits.long_polls_total, Limit, |r, plain| or_one(r, 40, 1, 6, &[0, plain]);
    // None, more than any loss, or so little that one lucky day exhausts it.
    house_purse: i64 => economy.house_purse, Ends(1, 1_000_000_000_000), |r, plain| or_one(r, 50, 5, 400, &[0, plain]);
    practice_per_10_minutes: u32 => limits.practice_per_10_minutes, Limit, |r, plain| or(r, 30, 1, 6, plain);
    practice_per_day: u32 => limits.practice_per_day, Limit, |r, plain| or(r, 30, 1, 6, plain);
    tables_per_day: u32 => limits.tables_per_day, Limit, |r, plain| or(r, 30, 1, 12, plain);
    live_turn_s: u64 => pace.live_turn_s, Turn, |r, _| r.between(5, 90);
    live_bank_s: u64 => pace.live_bank_s, Ends(0, 0), |r, _| r.below(60);
    // Sometimes long enough for turns to last over midnight.
    solo_turn_s: u64 => pace.solo_turn_s, Turn,
        |r, _| if r.percent(30) { r.between(20_000, 172_800) } else { r.between(30, 900) };
    daily_turn_s: u64 => pace.daily_turn_s, Turn, |r, plain| or(r, 40, 600, 100_000, plain);
    daily_left_s: u64 => pace.daily_left_s, Turn, |r, plain| or(r, 40, 60, 50_000, plain);
    waiting_live_s: u64 => pace.waiting_live_s, Turn, |r, plain| or(r, 50, 20, 1_800, plain);
    waiting_invited_s: u64 => pace.waiting_invited_s, Turn, |r, plain| or(r, 50, 20, 10_000, plain);
    waiting_daily_s: u64 => pace.waiting_daily_s, Turn, |r, plain| or(r, 50, 60, 200_000, plain);
    archive_after_s: u64 => pace.archive_after_s, Turn, |r, _| r.between(5, 900);
    practice_kept_s: u64 => pace.practice_kept_s, Kept, |r, plain| or(r, 60, 60, 90_000, plain);
    party_kept_s: u64 => pace.party_kept_s, Kept, |r, plain| or(r, 60, 600, 200_000, plain);
    chat_kept_s: u64 => pace.chat_kept_s, Kept, |r, plain| or(r, 60, 1, 200_000, plain);
    recovery_open_s: u64 => pace.recovery_open_s, Kept, |r, plain| or(r, 50, 1, 2_000, plain);
    practice_idle_s: u64 => pace.practice_idle_s, Kept, |r, plain| or(r, 60, 1, 300, plain);
    // Small enough in most runs that owners of codes become established and their trees fill up.
    established_tables: u32 => economy.established_tables, Count, |r, _| r.one(&[0, 1, 2, 4, 10]);
    established_days: u32 => economy.established_days, Plain, |r, _| r.one(&[0, 0, 0, 1, 3]);
    referral_tree: u32 => economy.referral_tree, Count, |r, _| r.one(&[0, 2, 3, 5, 100]);
    referral_reward: i64 => economy.referral_reward, Ends(0, 1_000_000), |r, plain| or(r, 40, 1, 500, plain);
    early_uses: u32 => economy.early_uses, Count, |r, _| r.one(&[0, 1, 2, 2, 4]);
    referral_uses: u32 => economy.referral_uses, Count, |r, plain| or(r, 40, 1, 3, plain);
    // Whether the messenger's bot has a token, and its webhook a secret.
    messenger: bool = true, Plain, |r, _| r.percent(95);
    webhook: bool = true, Plain, |r, _| r.percent(95);
    max_age_s: u64 => messenger.max_age_s, Kept, |r, plain| or(r, 30, 60, 86_400, plain);
    in_app_max_age_s: u64 => messenger.in_app_max_age_s, Kept, |r, plain| or(r, 30, 60, 3_600, plain);
    // Whether browsers can subscribe, and at which hosts.
    rejected_kept_s: u64 => push.rejected_kept_s, Kept, |r, plain| or(r, 50, 1, 2_000, plain);
    push: bool = true, Plain, |r, _| r.percent(95);
    push_host: String = "*".to_owned(), Plain,
        |r, _| r.one(&["*", "*", "*.example.org", "push.example.org"]).to_owned();
    model: bool = false, Plain, |r, _| r.percent(80);
    timeout_s: u64 => model.timeout_s, Turn, |r, _| r.between(1, 30);
    ranking_threshold: u32 => agents.ranking_threshold, Count, |r, _| r.one(&[1, 2, 2, 3, 10]);
    rematch_cooldown_s: u64 => agents.rematch_cooldown_s, Ends(0, MAX_TIME_S), |r, _| or(r, 40, 1, 900, 0);
    daily_loss: i64 => agents.daily_loss, Ends(1, 1_000_000_000_000), |r, _| or_one(r, 50, 1, 120, &[0, 1_000]);
    stake_limit: i64 => agents.stake_limit, Ends(0, 1_000_000), |r, _| or_one(r, 30, 1, 60, &[0, 200]);
    deployment_id: Option<String> = None, Plain, |r, _| r.percent(30).then(|| format!("dpl_{}", r.below(1_000)));
    // Replies are released after the write to the operating system. Such runs kill only the process.
    buffered: bool = false, Plain, |r, _| r.percent(15);
    environment: Option<String> = None, Plain,
        |r, _| r.percent(30).then(|| r.one(&["production", "preview", "development"]).to_owned());
    // The number of the newest server key, counted from 1, and how many after the first were removed.
    server_keys: u32 = 1, Plain, |_, plain| plain;
    dropped_keys: u32 = 0, Plain, |_, plain| plain;
    // The maximum duration of a sync.
    sync_ms: u64 = 0, Fixed, |r, plain| if r.percent(20) { r.one(&[5, 50, 400, 3_000, 12_000]) } else { plain };
    // So few that an erasure, or archiving many tables at once, takes several steps.
    step_bytes: u32 => bounds.step_bytes, Fixed, |r, plain| or(r, 50, 200, 4_000, plain);
    // So few that a duel takes many steps.
    decisions: u32 => bounds.decisions, Fixed, |r, plain| or(r, 50, 1, 9, plain);
    model_calls: u32 => bounds.model_calls, Fixed, |r, _| or(r, 50, 1, 4, 16);
    duel_s: u64 => bounds.duel_s, Fixed, |r, plain| or(r, 40, 1, 300, plain);
    rows: u32 => bounds.rows, Fixed, |r, plain| or(r, 40, 1, 6, plain);
    // At least two: the number of a message follows from the one before it.
    messages: u32 => bounds.messages, Fixed, |r, plain| or(r, 40, 2, 12, plain);
    message_page: u32 => bounds.message_page, Fixed, |r, plain| or(r, 40, 1, 5, plain);
    grants: u32 => bounds.grants, Fixed, |r, plain| or(r, 30, 1, 3, plain);
    boards: u32 => bounds.boards, Fixed, |r, plain| or(r, 50, 1, 3, plain);
    bundles: u32 => bounds.bundles, Fixed, |r, plain| or(r, 50, 1, 3, plain);
    swept: u32 => bounds.swept, Fixed, |r, plain| or(r, 50, 1, 4, plain);
    // So seldom that time without a batch looks like an outage.
    sign_of_life_ms: u64 => bounds.sign_of_life_ms, Fixed, |r, plain| or(r, 40, 1_000_000, 80_000_000, plain);
    group_commands: u32 = GroupBounds::default().commands as u32, Fixed, |r, plain| or(r, 40, 3, 30, plain);
    group_bytes: u32 = GroupBounds::default().bytes as u32, Fixed, |r, plain| or(r, 40, 300, 6_000, plain);
    fairness_page: u32 => bounds.fairness_page, Fixed, |r, plain| or(r, 30, 1, 6, plain);
    pair_per_day: u32 => ratings.pair_per_day, Count, |r, plain| r.one(&[0, 1, 2, 3, plain]);
    friendly_tables: u32 => limits.friendly_tables, Limit, |r, _| or(r, 40, 1, 3, 0);
    friendly_tables_total: u32 => limits.friendly_tables_total, Limit, |r, _| or(r, 40, 1, 4, 0);
    guest_seat_s: u64 => pace.guest_seat_s, Kept, |r, plain| or(r, 40, 60, 2_000, plain);
    // Long enough in most runs that others come meanwhile.
    here_s: u64 => queue.here_s, Turn, |r, plain| or(r, 80, 1, 2_000, plain);
    here_mcp_s: u64 => queue.here_mcp_s, Turn, |r, plain| or(r, 50, 1, 600, plain);
    longest_s: u64 => queue.longest_s, Turn, |r, plain| or(r, 80, 5, 9_000, plain);
    window: u32 => queue.window, Count, |r, plain| r.one(&[0, 1, 10, plain, plain]);
    window_growth: u32 => queue.window_growth, Count, |r, plain| r.one(&[0, 1, plain]);
    window_open_s: u64 => queue.window_open_s, Ends(0, MAX_TIME_S), |r, plain| or(r, 50, 1, 100, plain);
    house_after_s: u64 => queue.house_after_s, Turn, |r, plain| or(r, 50, 1, 100, plain);
    rematch_s: u64 => pace.rematch_s, Turn, |r, plain| or(r, 50, 1, 900, plain);
    tickets_per_hour: u32 => limits.tickets_per_hour, Limit, |r, _| or(r, 25, 1, 4, 0);
}

/// Each key of the core's sections is drawn: one without a row does not compile.
macro_rules! check_drawn {
    ($($(#[$doc:meta])* $section:ident {$({$(
        $key:ident: $type:ty = $default:expr, $takes:expr, $text:literal;
    )*})*})*) => {
        const _: () = {$($($(
            assert!(is_drawn(stringify!($key)), concat!("this table has no row for ", stringify!($key)));
        )*)*)*};
    };
}

turnstone_service::core_keys!(check_drawn);

const fn is_drawn(key: &str) -> bool {
    let mut at = 0;
    while at < DRAWN.len() {
        if is_same(DRAWN[at].as_bytes(), key.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The configuration that stories do not state: the defaults, without limits that would interfere.
pub(crate) fn unlimited() -> Config {
    let limits = Limits {
        requests_per_minute: 0,
        moves_per_minute: 0,
        anonymous_per_minute: 0,
        credential_per_minute: 0,
        failed_logins: 0,
        long_polls_per_credential: 0,
        watch_streams: 0,
        active_tables: 0,
        practice_active: 0,
        friendly_tables: 0,
        friendly_tables_total: 0,
        parties: 0,
        duels_per_hour: 0,
        tickets_per_hour: 0,
        selfchecks_per_hour: 0,
        ..Limits::default()
    };
    let model =
        turnstone_service::config::Model { timeout_s: 5, calls_per_hour: 0, calls_per_day: 0, ..Default::default() };
    Config {
        limits,
        model,
        // Older stories expect that every member is established.
        economy: Economy { established_tables: 0, established_days: 0, referral_tree: 0, ..Economy::default() },
        agents: AgentConfig { ranking_threshold: 2, rematch_cooldown_s: 0, daily_loss: 0, stake_limit: 0 },
        bounds: Bounds { model_calls: 3, ..Bounds::default() },
        base_url: "https://turnstone.example".to_owned(),
        ..Config::default()
    }
}

/// Draw the value of a key.
fn drawn<T>(rng: &mut Rng, plain: T, draw: impl Fn(&mut Rng, T) -> T) -> T {
    draw(rng, plain)
}

/// A number of this range with this probability, otherwise the default.
fn or<T: TryFrom<u64>>(rng: &mut Rng, percent: u64, low: u64, high: u64, plain: T) -> T {
    let drawn = rng.percent(percent).then(|| rng.between(low, high));
    drawn.and_then(|drawn| T::try_from(drawn).ok()).unwrap_or(plain)
}

/// The same, otherwise one of these.
fn or_one<T: TryFrom<u64> + Copy>(rng: &mut Rng, percent: u64, low: u64, high: u64, plain: &[T]) -> T {
    let drawn = rng.percent(percent).then(|| rng.between(low, high));
    drawn.and_then(|drawn| T::try_from(drawn).ok()).unwrap_or_else(|| rng.one(plain))
}

/// The class of a key by its name in a story.
fn class_of(name: &str) -> Class {
    let name = name.replace('-', "_");
    KEYS.iter().find(|(key, _)| *key == name).map_or(Fixed, |(_, class)| *class)
}

impl WorldSettings {
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let mut all = Self { former: rng.percent(6), ..Self::default() };
        // Right after the golden store was written, or long after.
        let since_ms = rng.one(&[0, 3_600_000, 86_400_000, 400 * 86_400_000]);
        let first_ms = if all.former { WRITTEN_MS + since_ms } else { all.start_ms };
        let (start_ms, former) = (first_ms + rng.below(86_400_000), all.former);
        all.draw_some(rng, false);
        if rng.percent(12) {
            all.push_to_the_bounds(rng);
        }
        all.draw_some(rng, true);
        Self { start_ms, former, ..all }
    }

    /// Set some keys to the minimum or maximum that an operator can set.
    fn push_to_the_bounds(&mut self, rng: &mut Rng) {
        let (mut all, rest) = (plain_data(self), rng.percent(50));
        for (name, class) in KEYS {
            let extreme = match class {
                Turn => rng.percent(25).then_some(1),
                Kept => rng.percent(40).then(|| rng.one(&[1, MAX_TIME_S])),
                Limit | Count => rng.percent(25).then_some(u32::MAX.into()),
                Ends(least, most) => rest.then(|| rng.one(&[*least, *most])),
                Fixed | Plain => None,
            };
            all.extend(extreme.map(|extreme| (name.replace('_', "-"), extreme.into())));
        }
        *self = serde_json::from_value(Value::Object(all)).expect("extremes are settings");
    }

    /// Settings that a start may change: some keys, a new server key, or a removed one.
    pub(crate) fn draw_change(&self, rng: &mut Rng) -> Map<String, Value> {
        let mut drawn = Self { server_keys: self.server_keys + 1, ..Self::default() };
        drawn.draw_some(rng, false);
        drawn.server_keys = self.server_keys + 1;
        // Days are stated under each key for a longer time than a run lasts: none is dropped.
        drawn.dropped_keys = 0;
        let mut drawn = plain_data(&drawn);
        let most = rng.one(&[5, 20, 60]);
        drawn.retain(|key, _| {
            let often = if key == "server-keys" || key == "dropped-keys" { 50 } else { most };
            class_of(key) != Fixed && rng.percent(often)
        });
        drawn
    }

    /// Limits that an operator may change while the service runs.
    pub(crate) fn draw_limits(&self, rng: &mut Rng) -> Map<String, Value> {
        let mut change = self.draw_change(rng);
        change.retain(|key, _| class_of(key) == Limit);
        change
    }

    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.take(Limit, &Config { limits: limits.clone(), ..Config::default() });
    }

    /// These settings with some keys changed. Fixed keys stay.
    pub(crate) fn changed(&self, change: &Map<String, Value>) -> Result<Self, String> {
        let mut all = plain_data(self);
        let change = change.iter().filter(|(key, _)| class_of(key) != Fixed || !all.contains_key(*key));
        let change: Vec<_> = change.map(|(key, value)| (key.clone(), value.clone())).collect();
        all.extend(change);
        serde_json::from_value(Value::Object(all)).map_err(|error| error.to_string())
    }

    /// The keys that are not the default, by name.
    pub(crate) fn unusual(&self) -> Map<String, Value> {
        let (mut own, plain) = (plain_data(self), plain_data(&Self::default()));
        own.retain(|key, value| plain.get(key) != Some(value));
        own
    }

    /// The server keys. The first one always stays, because codes are derived from it.
    pub(crate) fn keys(&self) -> ServerKeys {
        let ids = (1..=self.server_keys.max(1)).filter(|id| self.has_key(*id));
        ServerKeys::new(ids.map(|id| (id, SecretKey(self.key(id)))).collect())
    }

    const fn key(&self, id: u32) -> [u8; 32] {
        if self.former && id == 1 { SERVER_KEY } else { [6 + id as u8; 32] }
    }

    /// The file of the server keys.
    pub(crate) fn keys_text(&self) -> String {
        let ids = (1..=self.server_keys.max(1)).filter(|id| self.has_key(*id));
        ids.map(|id| format!("{id} {}\n", hex::encode(self.key(id)))).collect()
    }

    /// Whether the server has the key of this number.
    pub(crate) const fn has_key(&self, id: u32) -> bool {
        id == 1 || id == self.server_keys || id > 1 + self.dropped_keys && id < self.server_keys
    }

    pub(crate) const fn durability(&self) -> Durability {
        if self.buffered { Durability::Buffered } else { Durability::Sync }
    }

    pub(crate) const fn group_bounds(&self) -> GroupBounds {
        GroupBounds { commands: self.group_commands as usize, bytes: self.group_bytes as usize }
    }

    /// The configuration of the core.
    pub fn config(&self) -> Config {
        let mut config = unlimited();
        self.put(&mut config);
        config.messenger.bot_token = self.messenger.then(|| Secret::new(BOT_TOKEN.to_owned()));
        config.messenger.webhook_secret = self.webhook.then(|| Secret::new(WEBHOOK_SECRET.to_owned()));
        config.push.public_key = if self.push { "a-key-to-subscribe-with" } else { "" }.to_owned();
        config.push.allowed_hosts = vec![self.push_host.clone()];
        config.model.configured = self.model;
        config.deployment.deployment_id = self.deployment_id.clone();
        config.deployment.environment = self.environment.clone();
        // Short replays where few are kept.
        config.bounds.replay_steps = if self.bundles < 4 { 8 } else { Bounds::default().replay_steps };
        config
    }
}

fn plain_data(settings: &WorldSettings) -> Map<String, Value> {
    if let Ok(Value::Object(settings)) = serde_json::to_value(settings) { settings } else { Map::new() }
}
