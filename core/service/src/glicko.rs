//! Glicko-2 (Glickman, "Example of the Glicko-2 system"). This is the only floating-point arithmetic of the core. It uses
//! `+ - * /` and the functions of `libm`, so that every machine gets the same bits. Numbers are integers before and after:
//! each result is rounded half away from zero, and the next period begins with the rounded numbers.

use crate::games::Share;
use crate::time::Millis;
use libm::{exp, log, round, sqrt};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The day of step 6, in milliseconds.
const DAY_MS: u64 = 86_400_000;
/// Points of a rating for one unit of the paper's scale.
const SCALE: f64 = 173.7178;
/// How fast the volatility may change.
const TAU: f64 = 0.5;
/// The precision of step 5.
const EPSILON: f64 = 0.000_001;
/// Steps of its two loops after which they end in any case. The paper's end after some ten.
const MAX_STEPS: u32 = 1000;
/// The start of every player.
const BEGIN: f64 = 1500.0;
/// The range of a rating, in points.
const RATINGS: (f64, f64) = (100.0, 4000.0);
/// The highest deviation, in points.
const MAX_DEVIATION: f64 = 350.0;
/// The highest volatility. Only results against all odds reach it.
const MAX_VOLATILITY: f64 = 1.0;
/// The deviation above which a rating is provisional, in millionths of a point.
const RANKED: i64 = 110 * POINT;
/// Millionths in a point.
const POINT: i64 = 1_000_000;
/// The stored parts of a point, and of a volatility of 1.
const PARTS: f64 = 1e6;
const VOLATILITY_PARTS: f64 = 1e12;

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Numbers {
    /// In millionths of a point.
    pub rating: i64,
    /// In millionths of a point.
    pub deviation: i64,
    /// In units of 1e-12.
    pub volatility: i64,
}

/// A result against one opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatedGame {
    /// The opponent's numbers before the period.
    pub(crate) opponent: Numbers,
    /// Days since the opponent's last period.
    pub(crate) idle_days: u64,
    pub(crate) share: Share,
}

/// Whole days between two moments.
pub(crate) const fn days_between(from: Millis, to: Millis) -> u64 {
    to.0.saturating_sub(from.0) / DAY_MS
}

/// A number as it is shown: in whole points.
pub(crate) const fn shown(millionths: i64) -> i64 {
    (millionths + POINT / 2).div_euclid(POINT)
}

/// Numbers on the paper's scale.
#[derive(Clone, Copy)]
struct Scaled {
    mu: f64,
    phi: f64,
    sigma: f64,
}

impl Numbers {
    /// The numbers of a new player.
    pub(crate) const NEW: Self = Self { rating: 1500 * POINT, deviation: 350 * POINT, volatility: 60_000_000_000 };

    /// Whether a table can have left these numbers.
    pub(crate) fn are_possible(self) -> bool {
        (100 * POINT..=4000 * POINT).contains(&self.rating)
            && (1..=350 * POINT).contains(&self.deviation)
            && (1..=1_000_000_000_000).contains(&self.volatility)
    }

    fn scaled(self, idle_days: u64) -> Scaled {
        let sigma = self.volatility as f64 / VOLATILITY_PARTS;
        let phi = self.deviation as f64 / PARTS / SCALE;
        let mu = (self.rating as f64 / PARTS - BEGIN) / SCALE;
        Scaled { mu, phi: grown(phi, sigma, idle_days), sigma }
    }

    /// The deviation after some days without a table, in millionths of a point.
    pub(crate) fn deviation_after(self, idle_days: u64) -> i64 {
        rounded(self.scaled(idle_days).phi * SCALE, PARTS)
    }

    /// Whether the rating is provisional after some days without a table.
    pub(crate) fn is_provisional_after(self, idle_days: u64) -> bool {
        self.deviation_after(idle_days) > RANKED
    }

    /// The days without a table after which the rating is provisional: the least number of them.
    pub(crate) fn ranked_days(self) -> u64 {
        let Scaled { phi, sigma, .. } = self.scaled(0);
        let most = RANKED as f64 / PARTS / SCALE;
        let mut days = ((most * most - phi * phi) / (sigma * sigma)).max(0.0) as u64;
        // The estimate is exact but for the rounding of deviations.
        while days > 0 && self.is_provisional_after(days - 1) {
            days -= 1;
        }
        while !self.is_provisional_after(days) {
            days += 1;
        }
        days
    }

    /// The numbers after one period with these games, at least one (steps 2 to 8). The days are those since the player's last
    /// period.
    pub(crate) fn after(self, idle_days: u64, games: &[RatedGame]) -> Self {
        let own = self.scaled(idle_days);
        let (mut information, mut gain) = (0.0, 0.0);
        for game in games {
            let other = game.opponent.scaled(game.idle_days);
            let weight = 1.0 / sqrt(1.0 + 3.0 * other.phi * other.phi / (PI * PI));
            let expected = 1.0 / (1.0 + exp(-weight * (own.mu - other.mu)));
            information += weight * weight * expected * (1.0 - expected);
            gain += weight * (game.share.part as f64 / game.share.of as f64 - expected);
        }
        let variance = 1.0 / information;
        let sigma = volatility(own, variance, variance * gain).clamp(1.0 / VOLATILITY_PARTS, MAX_VOLATILITY);
        let before = sqrt(own.phi * own.phi + sigma * sigma);
        let phi = 1.0 / sqrt(1.0 / (before * before) + 1.0 / variance);
        let mu = own.mu + phi * phi * gain;
        Self {
            rating: rounded((BEGIN + SCALE * mu).clamp(RATINGS.0, RATINGS.1), PARTS),
            deviation: rounded((SCALE * phi).min(MAX_DEVIATION), PARTS),
            volatility: rounded(sigma, VOLATILITY_PARTS),
        }
    }
}

/// Step 6, once a day: the squares of the volatility add up.
fn grown(phi: f64, sigma: f64, days: u64) -> f64 {
    sqrt(phi * phi + days as f64 * (sigma * sigma)).min(MAX_DEVIATION / SCALE)
}

/// Step 5: the new volatility, by the Illinois algorithm.
fn volatility(own: Scaled, variance: f64, delta: f64) -> f64 {
    let Scaled { phi, sigma, .. } = own;
    let start = log(sigma * sigma);
    let excess = |x: f64| {
        let power = exp(x);
        let all = phi * phi + variance + power;
        power * (delta * delta - all) / (2.0 * all * all) - (x - start) / (TAU * TAU)
    };
    let mut one = start;
    let mut other = if delta * delta > phi * phi + variance {
        log(delta * delta - phi * phi - variance)
    } else {
        let below = (1..MAX_STEPS).map(|step| start - f64::from(step) * TAU);
        below.into_iter().find(|x| excess(*x) >= 0.0).unwrap_or(start)
    };
    let (mut at_one, mut at_other) = (excess(one), excess(other));
    for _ in 0..MAX_STEPS {
        if (other - one).abs() <= EPSILON {
            break;
        }
        let next = one + (one - other) * at_one / (at_other - at_one);
        let at_next = excess(next);
        if at_next * at_other <= 0.0 {
            (one, at_one) = (other, at_other);
        } else {
            at_one /= 2.0;
        }
        (other, at_other) = (next, at_next);
    }
    exp(one / 2.0)
}

fn rounded(number: f64, parts: f64) -> i64 {
    round(number * parts) as i64
}

#[cfg(test)]
mod tests;
