//! What a seed draws before anything happens: how the server is configured, who lives in this world and what they and
//! the faults are like. Each kind is switched on or off, then its strength is drawn: a run in which everything happens
//! a little finds less than many in which some things happen a lot.

use super::knowledge::{BOT_TOKEN, WEBHOOK_SECRET};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use turnstone_service::config::{Agents, Bounds, Config, Economy, Limits, Messenger, Model, Pace, Push};
use turnstone_service::secret::Secret;

/// The server's configuration, as far as a run varies it: a line of the story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are those of the configuration")]
pub struct WorldSettings {
    pub start_ms: u64,
    pub live_turn_s: u64,
    pub live_bank_s: u64,
    pub solo_turn_s: u64,
    pub archive_after_s: u64,
    pub requests_per_minute: u32,
    pub moves_per_minute: u32,
    pub anonymous_per_minute: u32,
    pub credential_per_minute: u32,
    pub failed_logins: u32,
    pub long_polls: u32,
    #[serde(default = "long_polls_total")]
    pub long_polls_total: u32,
    pub active_tables: u32,
    #[serde(default = "tables_per_day")]
    pub tables_per_day: u32,
    pub practice_active: u32,
    #[serde(default = "practice_per_day")]
    pub practice_per_day: u32,
    pub parties: u32,
    #[serde(default = "push_subscriptions")]
    pub push_subscriptions: u32,
    pub rake_basis_points: u32,
    pub referral_cap: u32,
    #[serde(default = "house_purse")]
    pub house_purse: i64,
    #[serde(default = "step_bytes")]
    pub step_bytes: u32,
    #[serde(default = "practice_kept_s")]
    pub practice_kept_s: u64,
    #[serde(default = "party_kept_s")]
    pub party_kept_s: u64,
    #[serde(default)]
    pub model: bool,
    #[serde(default = "decisions")]
    pub decisions: u32,
    #[serde(default = "duel_s")]
    pub duel_s: u64,
    #[serde(default)]
    pub rematch_cooldown_s: u64,
    #[serde(default)]
    pub duels_per_hour: u32,
    #[serde(default)]
    pub selfchecks_per_hour: u32,
}

/// What older stories mean, which do not say.
fn practice_per_day() -> u32 {
    Limits::default().practice_per_day
}

fn push_subscriptions() -> u32 {
    Limits::default().push_subscriptions
}

fn long_polls_total() -> u32 {
    Limits::default().long_polls_total
}

fn tables_per_day() -> u32 {
    Limits::default().tables_per_day
}

fn practice_kept_s() -> u64 {
    Pace::default().practice_kept_s
}

fn party_kept_s() -> u64 {
    Pace::default().party_kept_s
}

fn house_purse() -> i64 {
    Economy::default().house_purse
}

fn decisions() -> u32 {
    Bounds::default().decisions
}

fn duel_s() -> u64 {
    Bounds::default().duel_s
}

fn step_bytes() -> u32 {
    Bounds::default().step_bytes as u32
}

impl WorldSettings {
    fn draw(rng: &mut Rng) -> Self {
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
            // So few places that they are taken, and guests find no more than half of them; one has no half.
            long_polls_total: if rng.percent(40) {
                rng.between(1, 6) as u32
            } else {
                rng.one(&[0, long_polls_total()])
            },
            // None, more than anybody has, or so little that a lucky day empties it.
            house_purse: if rng.percent(50) { rng.between(5, 400) as i64 } else { rng.one(&[0, house_purse()]) },
            practice_per_day: if rng.percent(30) { rng.between(1, 6) as u32 } else { practice_per_day() },
            // So few that an erasure, or many tables that go cold at once, take several steps.
            step_bytes: if rng.percent(50) { rng.between(200, 4_000) as u32 } else { step_bytes() },
            // Some hours before a midnight, so that days turn in most runs.
            start_ms: 1_795_219_200_000 + rng.below(86_400_000),
            live_turn_s: rng.between(5, 90),
            live_bank_s: rng.below(60),
            // Now and then so long that turns last over midnight.
            solo_turn_s: if rng.percent(30) { rng.between(20_000, 172_800) } else { rng.between(30, 900) },
            archive_after_s: rng.between(5, 900),
            tables_per_day: if rng.percent(30) { rng.between(1, 12) as u32 } else { tables_per_day() },
            practice_kept_s: if rng.percent(60) { rng.between(60, 90_000) } else { practice_kept_s() },
            duels_per_hour: if rng.percent(30) { rng.between(1, 6) as u32 } else { 0 },
            selfchecks_per_hour: if rng.percent(30) { rng.between(1, 6) as u32 } else { 0 },
            rematch_cooldown_s: if rng.percent(40) { rng.between(1, 900) } else { 0 },
            model: rng.percent(80),
            // So few that a duel takes many steps.
            decisions: if rng.percent(50) { rng.between(1, 9) as u32 } else { decisions() },
            duel_s: if rng.percent(40) { rng.between(1, 300) } else { duel_s() },
            party_kept_s: if rng.percent(60) { rng.between(600, 200_000) } else { party_kept_s() },
        }
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
            pace: Pace {
                live_turn_s: self.live_turn_s,
                live_bank_s: self.live_bank_s,
                solo_turn_s: self.solo_turn_s,
                archive_after_s: self.archive_after_s,
                practice_kept_s: self.practice_kept_s,
                party_kept_s: self.party_kept_s,
                ..Pace::default()
            },
            economy: Economy {
                rake_basis_points: self.rake_basis_points,
                referral_cap: self.referral_cap,
                house_purse: self.house_purse,
                ..Economy::default()
            },
            messenger: Messenger {
                bot_token: Some(Secret::new(BOT_TOKEN.to_owned())),
                webhook_secret: Some(Secret::new(WEBHOOK_SECRET.to_owned())),
                ..Messenger::default()
            },
            push: Push {
                public_key: "a-key-to-subscribe-with".to_owned(),
                allowed_hosts: vec!["*".to_owned()],
                allow_loopback: false,
            },
            base_url: "https://turnstone.example".to_owned(),
            agents: Agents { ranking_threshold: 2, rematch_cooldown_s: self.rematch_cooldown_s },
            model: Model { configured: self.model, timeout_s: 5 },
            bounds: Bounds {
                step_bytes: self.step_bytes as usize,
                decisions: self.decisions,
                model_calls: 3,
                duel_s: self.duel_s,
            },
            ..Config::default()
        }
    }
}

/// A kind of behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Taking rounds.
    Round,
    /// Invitations and joining.
    Join,
    /// Tokens, recovery, rotation.
    Credential,
    /// Logging out.
    Logout,
    /// Erasing oneself.
    Erase,
    /// Profiles and cards.
    Profile,
    /// Lists, histories, ledgers.
    List,
    /// Referrals.
    Referral,
    /// Pausing.
    Pause,
    /// Guests.
    Guest,
    /// Making tables.
    Create,
    /// Making tables that are soon over, and giving them up.
    Hurry,
    /// Playing tables of any kind to their ends.
    Finish,
    /// The deal of the day.
    Daily,
    /// Sitting down, declining, leaving.
    Sit,
    /// Reading without waiting.
    Read,
    /// Long-polls.
    Poll,
    /// Hanging up.
    Hangup,
    /// Moves.
    Act,
    /// Moves that are stale or not legal.
    WrongAct,
    /// Chat.
    Chat,
    /// Replays and cards.
    Replay,
    /// Seat grants.
    Grant,
    /// Parties.
    Party,
    /// Agents and their duels.
    Agent,
    /// Repeating requests.
    Again,
    /// Time passing until something is due.
    Sleep,
    /// The clock being set.
    Clock,
    /// Power failures.
    Crash,
    /// Deaths of the process alone.
    Kill,
    /// Clean restarts.
    Restart,
    /// Tokens that count no more.
    OldToken,
    /// A disk that is nearly full.
    Full,
    /// Cold rows that do not read.
    BadReads,
    /// Guests and members who wait where nothing happens.
    Crowd,
    /// More requests at once than fit into a round.
    Burst,
    /// The messenger, and browsers that are notified.
    Doors,
    /// What the outside is asked is answered.
    Answer,
    /// It is answered badly.
    BadAnswer,
    /// Any request of the contract, by the list of all.
    Any,
}

/// Habits with how likely each is switched on, and how strong it is at most.
const HABITS: [(Habit, u64, u64); 40] = [
    (Habit::Round, 100, 60),
    (Habit::Join, 100, 6),
    (Habit::Credential, 70, 6),
    (Habit::Logout, 50, 3),
    (Habit::Erase, 40, 2),
    (Habit::Profile, 50, 5),
    (Habit::List, 60, 20),
    (Habit::Referral, 60, 5),
    (Habit::Pause, 35, 2),
    (Habit::Guest, 50, 8),
    (Habit::Create, 95, 14),
    (Habit::Hurry, 40, 30),
    (Habit::Finish, 60, 10),
    (Habit::Daily, 60, 6),
    (Habit::Sit, 85, 25),
    (Habit::Read, 90, 25),
    (Habit::Poll, 70, 25),
    (Habit::Hangup, 50, 6),
    (Habit::Act, 95, 90),
    (Habit::WrongAct, 60, 12),
    (Habit::Chat, 60, 12),
    (Habit::Replay, 70, 10),
    (Habit::Grant, 65, 20),
    (Habit::Party, 60, 14),
    (Habit::Agent, 60, 25),
    (Habit::Again, 60, 10),
    (Habit::Sleep, 70, 12),
    (Habit::Clock, 50, 3),
    (Habit::Crash, 70, 4),
    (Habit::Kill, 40, 3),
    (Habit::Restart, 40, 2),
    (Habit::OldToken, 60, 5),
    (Habit::Full, 35, 4),
    (Habit::BadReads, 40, 3),
    (Habit::Crowd, 40, 20),
    (Habit::Burst, 20, 1),
    (Habit::Doors, 60, 20),
    (Habit::Answer, 90, 40),
    (Habit::BadAnswer, 50, 15),
    (Habit::Any, 100, 6),
];

/// What a seed draws.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// The server's configuration.
    pub settings: WorldSettings,
    /// What happens, with weights.
    pub habits: Vec<(Habit, u64)>,
    /// How many people there are.
    pub people: usize,
    /// The longest time between two steps.
    pub pause_ms: u64,
}

impl Swarm {
    /// The world of these dice.
    pub fn draw(rng: &mut Rng) -> Self {
        let settings = WorldSettings::draw(rng);
        let mut habits = Vec::new();
        for (habit, on, most) in HABITS {
            if rng.percent(on) {
                habits.push((habit, rng.between(1, most)));
            }
        }
        // In some worlds people do little else than play, and what they begin comes to its end.
        if rng.percent(20) {
            habits.push((Habit::Finish, rng.between(40, 150)));
        }
        let people = rng.between(2, 8) as usize;
        let pause_ms = rng.one(&[1, 50, 500, 3_000, 20_000]);
        Self { settings, habits, people, pause_ms }
    }
}
