//! The settings that a story can change.

use crate::outside::{BOT_TOKEN, WEBHOOK_SECRET};
use turnstone_service::config::Config;
use turnstone_service::secret::Secret;

/// Change the setting of this name.
pub(super) fn set(config: &mut Config, key: &str, value: u64) {
    let small = value as u32;
    let (limits, pace, economy) = (&mut config.limits, &mut config.pace, &mut config.economy);
    match key {
        "requests_per_minute" => limits.requests_per_minute = small,
        "moves_per_minute" => limits.moves_per_minute = small,
        "anonymous_per_minute" => limits.anonymous_per_minute = small,
        "credential_per_minute" => limits.credential_per_minute = small,
        "failed_logins" => limits.failed_logins = small,
        "long_polls_per_credential" => limits.long_polls_per_credential = small,
        "long_polls_total" => limits.long_polls_total = small,
        "watch_streams" => limits.watch_streams = small,
        "tables_per_day" => limits.tables_per_day = small,
        "active_tables" => limits.active_tables = small,
        "practice_active" => limits.practice_active = small,
        "practice_per_10_minutes" => limits.practice_per_10_minutes = small,
        "practice_per_day" => limits.practice_per_day = small,
        "friendly_tables" => limits.friendly_tables = small,
        "friendly_tables_total" => limits.friendly_tables_total = small,
        "blocks" => limits.blocks = small,
        "parties" => limits.parties = small,
        "push_subscriptions" => limits.push_subscriptions = small,
        "push_key" => config.push.public_key = "a-key-of-stories".into(),
        "messenger" => {
            config.messenger.bot_token = Some(Secret::new(BOT_TOKEN.into()));
            config.messenger.webhook_secret = Some(Secret::new(WEBHOOK_SECRET.into()));
        }
        "archive_after_s" => pace.archive_after_s = value,
        "practice_kept_s" => pace.practice_kept_s = value,
        "party_kept_s" => pace.party_kept_s = value,
        "chat_kept_s" => pace.chat_kept_s = value,
        "rematch_s" => pace.rematch_s = value,
        "guest_seat_s" => pace.guest_seat_s = value,
        "practice_idle_s" => pace.practice_idle_s = value,
        "recovery_open_s" => pace.recovery_open_s = value,
        "early_uses" => economy.early_uses = small,
        "established_tables" => economy.established_tables = small,
        "established_days" => economy.established_days = small,
        "referral_tree" => economy.referral_tree = small,
        "rake_basis_points" => economy.rake_basis_points = small,
        "house_purse" => economy.house_purse = value as i64,
        "referral_cap" => economy.referral_cap = small,
        "referral_uses" => economy.referral_uses = small,
        "selfchecks_per_hour" => limits.selfchecks_per_hour = small,
        "tickets_per_hour" => limits.tickets_per_hour = small,
        "duels_per_hour" => limits.duels_per_hour = small,
        "house_after_s" => config.queue.house_after_s = value,
        "longest_s" => config.queue.longest_s = value,
        "pair_per_day" => config.ratings.pair_per_day = small,
        "ranking_threshold" => config.agents.ranking_threshold = small,
        "rematch_cooldown_s" => config.agents.rematch_cooldown_s = value,
        "daily_loss" => config.agents.daily_loss = value as i64,
        "calls_per_hour" => config.model.calls_per_hour = small,
        "calls_per_day" => config.model.calls_per_day = small,
        "server_calls_per_day" => config.model.server_calls_per_day = small,
        "model" => config.model.configured = value == 1,
        "duel_s" => config.bounds.duel_s = value,
        "rows" => config.bounds.rows = value as usize,
        "model_calls" => config.bounds.model_calls = value as usize,
        _ => panic!("stories do not set {key}"),
    }
}
