//! Limits that change while a service runs, and settings at the bounds of what an operator can set.

use super::settings::WorldSettings;
use crate::rng::Rng;
use serde_json::{Map, Value};
use turnstone_service::config::Limits;

/// What an operator may change without a start.
const LIMITS: [&str; 15] = [
    "requests-per-minute",
    "moves-per-minute",
    "anonymous-per-minute",
    "credential-per-minute",
    "failed-logins",
    "long-polls",
    "long-polls-total",
    "active-tables",
    "tables-per-day",
    "practice-active",
    "practice-per-day",
    "parties",
    "push-subscriptions",
    "duels-per-hour",
    "selfchecks-per-hour",
];

/// The longest time that can be set, in seconds.
const LONGEST_S: u64 = 315_360_000;

impl WorldSettings {
    /// What an operator may find changed without a start: some of the limits.
    pub(crate) fn draw_limits(&self, rng: &mut Rng) -> Map<String, Value> {
        let mut change = self.draw_change(rng);
        change.retain(|key, _| LIMITS.contains(&key.as_str()));
        change
    }

    /// Other limits from now on.
    pub(crate) const fn set_limits(&mut self, limits: &Limits) {
        self.requests_per_minute = limits.requests_per_minute;
        self.moves_per_minute = limits.moves_per_minute;
        self.anonymous_per_minute = limits.anonymous_per_minute;
        self.credential_per_minute = limits.credential_per_minute;
        self.failed_logins = limits.failed_logins;
        self.long_polls = limits.long_polls_per_credential;
        self.long_polls_total = limits.long_polls_total;
        self.active_tables = limits.active_tables;
        self.tables_per_day = limits.tables_per_day;
        self.practice_active = limits.practice_active;
        self.practice_per_day = limits.practice_per_day;
        self.parties = limits.parties;
        self.push_subscriptions = limits.push_subscriptions;
        self.duels_per_hour = limits.duels_per_hour;
        self.selfchecks_per_hour = limits.selfchecks_per_hour;
    }

    /// Some of it is the least or the most that an operator can set. Turns and waits that last for years are not among it:
    /// a life would not come to its end.
    pub(super) fn push_to_the_bounds(&mut self, rng: &mut Rng) {
        let seconds = [
            &mut self.live_turn_s,
            &mut self.solo_turn_s,
            &mut self.daily_turn_s,
            &mut self.waiting_live_s,
            &mut self.waiting_invited_s,
            &mut self.waiting_daily_s,
            &mut self.archive_after_s,
            &mut self.timeout_s,
        ];
        for least in seconds {
            if rng.percent(25) {
                *least = 1;
            }
        }
        let kept = [
            &mut self.practice_kept_s,
            &mut self.practice_idle_s,
            &mut self.party_kept_s,
            &mut self.chat_kept_s,
            &mut self.max_age_s,
            &mut self.in_app_max_age_s,
        ];
        for either in kept {
            if rng.percent(40) {
                *either = rng.one(&[1, LONGEST_S]);
            }
        }
        let limits = [
            &mut self.requests_per_minute,
            &mut self.moves_per_minute,
            &mut self.anonymous_per_minute,
            &mut self.credential_per_minute,
            &mut self.failed_logins,
            &mut self.long_polls,
            &mut self.long_polls_total,
            &mut self.active_tables,
            &mut self.tables_per_day,
            &mut self.practice_active,
            &mut self.practice_per_day,
            &mut self.parties,
            &mut self.push_subscriptions,
            &mut self.duels_per_hour,
            &mut self.selfchecks_per_hour,
            &mut self.model_calls_per_hour,
            &mut self.model_calls_per_day,
            &mut self.server_calls_per_day,
            &mut self.referral_cap,
            &mut self.referral_uses,
            &mut self.ranking_threshold,
            &mut self.established_tables,
            &mut self.referral_tree,
        ];
        for most in limits {
            if rng.percent(25) {
                *most = u32::MAX;
            }
        }
        if rng.percent(50) {
            self.rake_basis_points = rng.one(&[1, 10_000]);
            self.referral_reward = rng.one(&[0, 1_000_000]);
            self.house_purse = rng.one(&[1, 1_000_000_000_000]);
            self.rematch_cooldown_s = rng.one(&[0, LONGEST_S]);
            self.daily_loss = rng.one(&[1, 1_000_000_000_000]);
            self.live_bank_s = 0;
        }
    }
}
