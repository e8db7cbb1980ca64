//! Ratings, computed again from the results of tables: who counts with whom, the arithmetic of Glicko-2, counts of pairs, and
//! the results of a week. Nothing here calls the code of the core.

use crate::inner::model::{Model, member, side_at};
use crate::inner::prelude::*;
use std::f64::consts::PI;

/// Millionths in a point.
const POINT: i64 = 1_000_000;
const SCALE: f64 = 173.7178;
/// Differences that two roundings of the same number may have, in the last stored digits.
const APART: [i64; 3] = [2, 2, 200];

type PairOfDay = (Day, String, AccountId, AccountId);

/// Ratings as they are stored, and the number of changes of each in the current batch.
#[derive(Default)]
pub(crate) struct RatingModel {
    pub(crate) rows: BTreeMap<(RatedPlayer, String), RatingRow>,
    /// Of tables that are not archived.
    pub(crate) tables: BTreeMap<TableId, TableRatingRow>,
    pairs: BTreeMap<PairOfDay, u32>,
    weeks: BTreeMap<(Day, AccountId), WeekRow>,
    /// As the tables give them.
    own: BTreeMap<(RatedPlayer, String), RatingRow>,
    own_pairs: BTreeMap<PairOfDay, u32>,
    own_weeks: BTreeMap<(Day, AccountId), WeekRow>,
    /// Changes of ratings in this batch, by the records and by the tables.
    changed: BTreeMap<(RatedPlayer, String), (u32, u32)>,
}

/// A seat with a rated player and its owner.
struct Rated {
    seat: usize,
    player: RatedPlayer,
    owner: AccountId,
}

/// A rating on the paper's scale.
#[derive(Clone, Copy)]
struct Glicko {
    mu: f64,
    phi: f64,
    sigma: f64,
}

/// A number in whole points.
pub(crate) const fn points(millionths: i64) -> i64 {
    (millionths + POINT / 2) / POINT
}

/// The Monday on or before a day.
pub(crate) fn monday(day: Day) -> Day {
    // The fifth day of the epoch was a Monday.
    Day(day.0 - day.0.wrapping_sub(4) % 7)
}

fn beginner() -> RatingRow {
    let numbers = Numbers { rating: 1500 * POINT, deviation: 350 * POINT, volatility: 60_000_000_000 };
    RatingRow { numbers, games: 0, wins: 0, draws: 0, rated_at: Millis(0) }
}

/// The deviation in millionths at a moment: it grows for each whole day without a rated table.
pub(crate) fn deviation_at(row: &RatingRow, now: Millis) -> i64 {
    let days = if row.games == 0 { 0 } else { now.since(row.rated_at) / (DAY_S * 1000) };
    let (phi, sigma) = (row.numbers.deviation as f64 / 1e6, row.numbers.volatility as f64 / 1e12 * SCALE);
    ((phi.powi(2) + days as f64 * sigma.powi(2)).sqrt().min(350.0) * 1e6).round() as i64
}

impl Glicko {
    fn of(row: &RatingRow, now: Millis) -> Self {
        Self {
            mu: (row.numbers.rating as f64 / 1e6 - 1500.0) / SCALE,
            phi: {
                let days = if row.games == 0 { 0 } else { now.since(row.rated_at) / (DAY_S * 1000) };
                let (phi, sigma) = (row.numbers.deviation as f64 / 1e6 / SCALE, row.numbers.volatility as f64 / 1e12);
                (phi.powi(2) + days as f64 * sigma.powi(2)).sqrt().min(350.0 / SCALE)
            },
            sigma: row.numbers.volatility as f64 / 1e12,
        }
    }

    /// The rating after a period with these opponents and shares.
    fn after(self, games: &[(Self, f64)]) -> Numbers {
        let weight = |other: &Self| 1.0 / (1.0 + 3.0 * (other.phi / PI).powi(2)).sqrt();
        let chance = |other: &Self| 1.0 / (1.0 + (-weight(other) * (self.mu - other.mu)).exp());
        let terms = games.iter().map(|(other, _)| weight(other).powi(2) * chance(other) * (1.0 - chance(other)));
        let variance = 1.0 / terms.sum::<f64>();
        let gain: f64 = games.iter().map(|(other, share)| weight(other) * (share - chance(other))).sum();
        let sigma = self.volatility(variance, variance * gain);
        let phi = (1.0 / (1.0 / (self.phi.powi(2) + sigma.powi(2)) + 1.0 / variance)).sqrt();
        let rating = (1500.0 + SCALE * (self.mu + phi.powi(2) * gain)).clamp(100.0, 4000.0);
        Numbers {
            rating: (rating * 1e6).round() as i64,
            deviation: ((SCALE * phi).min(350.0) * 1e6).round() as i64,
            volatility: (sigma * 1e12).round() as i64,
        }
    }

    /// Step 5 of the paper.
    fn volatility(self, variance: f64, delta: f64) -> f64 {
        let (before, tau) = (self.sigma.powi(2).ln(), 0.5_f64);
        let f = |x: f64| {
            let sum = self.phi.powi(2) + variance + x.exp();
            x.exp() * (delta.powi(2) - sum) / (2.0 * sum.powi(2)) - (x - before) / tau.powi(2)
        };
        let (mut a, mut b) = (before, before - tau);
        if delta.powi(2) > self.phi.powi(2) + variance {
            b = (delta.powi(2) - self.phi.powi(2) - variance).ln();
        } else {
            while f(b) < 0.0 {
                b -= tau;
            }
        }
        let (mut fa, mut fb) = (f(a), f(b));
        while (b - a).abs() > 0.000_001 {
            let c = a + (a - b) * fa / (fb - fa);
            let fc = f(c);
            if fc * fb <= 0.0 {
                (a, fa) = (b, fb);
            } else {
                fa /= 2.0;
            }
            (b, fb) = (c, fc);
        }
        (a / 2.0).exp()
    }
}

/// The share of one seat's result against another.
fn share(row: &TableRow, one: &OutcomeEntry, other: &OutcomeEntry) -> f64 {
    let by_order = |order: std::cmp::Ordering| match order {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    if let (Some(one), Some(other)) = (one.rank, other.rank) {
        return by_order(other.cmp(&one));
    }
    if !row.game_id.starts_with("holdem") {
        return by_order(one.score.cmp(&other.score));
    }
    let (own, all) = (row.setup.stake + one.score, 2 * row.setup.stake + one.score + other.score);
    if all == 0 { 0.5 } else { own as f64 / all as f64 }
}

fn is_close(one: &Numbers, other: &Numbers) -> bool {
    let parts = [(one.rating, other.rating), (one.deviation, other.deviation), (one.volatility, other.volatility)];
    parts.iter().zip(APART).all(|((one, other), apart)| (one - other).abs() <= apart)
}

impl Model {
    /// What a table has to do with ratings.
    pub(crate) fn table_rating(&self, id: TableId) -> Option<&TableRatingRow> {
        let archived = || self.archives.get(&id).and_then(|row| row.rating.as_ref());
        self.ratings.tables.get(&id).or_else(archived)
    }

    /// The rated player of a seat: a version of an agent at a duel's leg, otherwise the member.
    fn rated_player(&self, id: TableId, row: &TableRow, seat: usize) -> Option<RatedPlayer> {
        let owner = member(row.players[seat])?;
        let (duel, leg) = id.leg().unwrap_or((DuelId(id.0), 1));
        Some(match self.duels.get(&duel).filter(|_| row.setup.kind.is_none()) {
            Some(duel) => RatedPlayer::Version(duel.sides[side_at(duel, leg, seat)].version),
            None => RatedPlayer::Account(owner),
        })
    }

    /// The rating of a seat's player in whole points, or of the house.
    fn rating_of_seat(&self, id: TableId, row: &TableRow, seat: usize) -> Option<u16> {
        if row.players[seat] == Player::House {
            let has_own_practice = row.game_id == "memory";
            let level = match row.setup.level() {
                Level::FULL if has_own_practice => return None,
                Level::FULL => Level::BEST,
                level => level,
            };
            return anchors(&row.game_id).and_then(|all| u16::try_from(all[usize::from(level.number()) - 1]).ok());
        }
        let player = self.rated_player(id, row, seat)?;
        // Another leg of the same duel may have been settled in this batch.
        let row = self.ratings.rows.get(&(player, row.game_id.clone()))?;
        u16::try_from(points(row.numbers.rating)).ok()
    }

    pub(super) fn put_rating(&mut self, game_id: &str, player: RatedPlayer, row: RatingRow) {
        let key = (player, game_id.to_owned());
        self.ratings.changed.entry(key.clone()).or_default().0 += 1;
        if !self.live {
            self.ratings.own.insert(key.clone(), row);
        }
        self.ratings.rows.insert(key, row);
    }

    pub(super) fn put_pair(&mut self, key: PairOfDay, tables: u32) {
        if !self.live {
            self.ratings.own_pairs.insert(key.clone(), tables);
        }
        self.ratings.pairs.insert(key, tables);
    }

    pub(super) fn put_week(&mut self, week: Day, account: AccountId, row: WeekRow) {
        if !self.live {
            self.ratings.own_weeks.insert((week, account), row);
        }
        self.ratings.weeks.insert((week, account), row);
    }

    pub(super) fn remove_count(&mut self, key: &Key) -> CheckResult {
        let today = self.latest.day();
        match key {
            Key::PairTables(day, game_id, one, other) => {
                must!(*day < today, "today's counts of pairs are never removed", "{key:?}")?;
                let key = (*day, game_id.clone(), *one, *other);
                self.ratings.pairs.remove(&key);
                self.ratings.own_pairs.remove(&key);
            }
            Key::WeekNet(week, account) => {
                must!(*week < monday(today), "results of this week are never removed", "{key:?}")?;
                self.ratings.weeks.remove(&(*week, *account));
                self.ratings.own_weeks.remove(&(*week, *account));
            }
            _ => {}
        }
        Ok(())
    }

    /// The row has the ratings at the start of the table, and nothing else of it changes before the end.
    pub(super) fn put_table_rating(&mut self, id: TableId, row: &TableRatingRow) -> CheckResult {
        let before = self.ratings.tables.insert(id, row.clone());
        let Some(table) = self.tables.get(&id).filter(|_| self.live).map(|table| table.row.clone()) else {
            return Ok(());
        };
        let at_start = match before.as_ref().map(|before| &before.at_start) {
            Some(at_start) if !at_start.is_empty() => at_start.clone(),
            _ if matches!(table.status, Status::Waiting { .. }) => Vec::new(),
            _ => (0..table.players.len()).map(|seat| self.rating_of_seat(id, &table, seat)).collect(),
        };
        must!(row.at_start == at_start, "a table has the ratings at its start", "{id}: {row:?}, not {at_start:?}")?;
        let rated = before.is_none_or(|before| before.rated == row.rated);
        must!(rated, "a table stays rated or unrated", "{id}: {row:?}")
    }

    /// Whether the results of two owners count for each other in a game.
    pub(super) fn owners_are_rated(&mut self, game_id: &str, one: AccountId, other: AccountId, now: Millis) -> bool {
        let is_test = |id: AccountId| self.accounts.get(&id).is_some_and(|row| row.test);
        if one == other || is_test(one) || is_test(other) {
            self.counts.hit("premise: a table of a test account was not rated");
            return false;
        }
        let of_one_tree = self.root_of(one) == self.root_of(other);
        if of_one_tree && !(self.is_established(one, now) && self.is_established(other, now)) {
            self.counts.hit("premise: a table within a referral tree was not rated");
            return false;
        }
        let key = (now.day(), game_id.to_owned(), one.min(other), one.max(other));
        let limit = self.config.ratings.pair_per_day;
        let tables = self.ratings.own_pairs.get(&key).copied().unwrap_or_default();
        let is_used_up = limit > 0 && tables >= limit;
        self.counts.add("premise: a pair had all its rated tables of the day", is_used_up.into());
        !is_used_up
    }

    /// A table was settled: its steps are those of the members and agents whose results count for each other.
    pub(super) fn rate(&mut self, id: TableId, row: &TableRow, end: &EndRow) -> CheckResult {
        let stored = self.table_rating(id).cloned();
        if !self.live {
            return Ok(());
        }
        let now = end.settled_at;
        let is_banked = SHIPPED.find(&row.game_id, &row.version).is_some_and(|rules| rules.about().banked);
        let is_excluded = is_banked || row.practice || row.party.is_some() || row.daily.is_some();
        let is_rated = stored.as_ref().is_some_and(|stored| stored.rated) && !is_excluded;
        let seats: Vec<Rated> = (0..row.players.len())
            .filter_map(|seat| {
                let (owner, player) = (member(row.players[seat])?, self.rated_player(id, row, seat)?);
                Some(Rated { seat, player, owner })
            })
            .filter(|_| is_rated)
            .collect();
        let mut against: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut pairs = BTreeSet::new();
        for (at, one) in seats.iter().enumerate() {
            for other in &seats[at + 1..] {
                if self.owners_are_rated(&row.game_id, one.owner, other.owner, now) {
                    against.entry(one.seat).or_default().insert(other.seat);
                    against.entry(other.seat).or_default().insert(one.seat);
                    pairs.insert((one.owner.min(other.owner), one.owner.max(other.owner)));
                }
            }
        }
        for (one, other) in pairs {
            *self.ratings.own_pairs.entry((now.day(), row.game_id.clone(), one, other)).or_default() += 1;
        }
        let before = |seat: usize| {
            let player = seats.iter().find(|rated| rated.seat == seat).map(|rated| rated.player);
            let row = player.and_then(|player| self.ratings.own.get(&(player, row.game_id.clone())).copied());
            row.unwrap_or_else(beginner)
        };
        let mut steps = Vec::new();
        for Rated { seat, player, .. } in seats.iter().filter(|rated| against.contains_key(&rated.seat)) {
            let (own, result) = (before(*seat), &end.outcome[*seat]);
            let games: Vec<(Glicko, f64)> = against[seat]
                .iter()
                .map(|other| (Glicko::of(&before(*other), now), share(row, result, &end.outcome[*other])))
                .collect();
            let after = RatingRow {
                numbers: Glicko::of(&own, now).after(&games),
                games: own.games + 1,
                wins: own.wins + u32::from(result.result == MatchResult::Win),
                draws: own.draws + u32::from(result.result == MatchResult::Draw),
                rated_at: now,
            };
            let against: Vec<Seat> = against[seat].iter().copied().map(Seat::at).collect();
            steps.push(RatingStepRow { player: *player, seat: Seat::at(*seat), against, before: own, after });
        }
        self.compare_steps(id, row, &steps, stored.as_ref())
    }

    fn compare_steps(
        &mut self,
        id: TableId,
        row: &TableRow,
        should: &[RatingStepRow],
        stored: Option<&TableRatingRow>,
    ) -> CheckResult {
        let has = stored.map_or(&[][..], |stored| stored.steps.as_slice());
        let facts = |step: &RatingStepRow| (step.player, step.seat, step.against.clone(), step.before);
        let same = has.iter().map(facts).eq(should.iter().map(facts));
        must!(same, "a settlement rates those who count for each other", "{id}: {has:?}, not {should:?}")?;
        for (has, should) in has.iter().zip(should) {
            let right = is_close(&has.after.numbers, &should.after.numbers)
                && has.after == RatingRow { numbers: has.after.numbers, ..should.after };
            must!(right, "a rating is that of Glicko-2", "{id}: {has:?}, not {should:?}")?;
            let key = (has.player, row.game_id.clone());
            self.ratings.changed.entry(key.clone()).or_default().1 += 1;
            self.ratings.own.insert(key, has.after);
            let waited = has.before.games > 0 && has.after.rated_at.since(has.before.rated_at) >= DAY_S * 1000;
            self.counts.add("premise: a deviation grew between two tables", waited.into());
            self.counts.add("premise: a rated table of several opponents", (has.against.len() > 1).into());
            self.counts
                .add("premise: a version of an agent was rated", matches!(has.player, RatedPlayer::Version(_)).into());
        }
        self.counts.add("premise: a settlement rated its players", (!has.is_empty()).into());
        Ok(())
    }

    /// A counted part of a net is added to the week of the settlement.
    pub(super) fn note_week(&mut self, account: AccountId, counted: i64, at: Millis) {
        if !self.live {
            return;
        }
        let week = self.ratings.own_weeks.entry((monday(at.day()), account));
        let (is_first, row) = match week {
            std::collections::btree_map::Entry::Vacant(none) => (true, none.insert(WeekRow { net: 0, net_at: at })),
            std::collections::btree_map::Entry::Occupied(row) => (false, row.into_mut()),
        };
        if is_first || counted != 0 {
            *row = WeekRow { net: row.net + counted, net_at: at };
        }
    }

    /// After a batch: the ratings, the counts and the results of the week are those of the tables, and each settlement has
    /// changed each rating once.
    pub(super) fn check_ratings(&mut self) -> CheckResult {
        let changed = std::mem::take(&mut self.ratings.changed);
        let twice = changed.iter().find(|(_, (by_records, by_tables))| by_records != by_tables);
        must!(twice.is_none() || !self.live, "each settlement changes a rating once", "{twice:?}")?;
        for (key, _) in changed {
            let (has, should) = (self.ratings.rows.get(&key), self.ratings.own.get(&key));
            must!(has == should, "a rating is that of its last table", "{key:?}: {has:?}, not {should:?}")?;
        }
        let (pairs, own) = (&self.ratings.pairs, &self.ratings.own_pairs);
        must!(pairs == own, "rated tables of a pair are counted", "{pairs:?}, not {own:?}")?;
        let (weeks, own) = (&self.ratings.weeks, &self.ratings.own_weeks);
        must!(weeks == own, "results of a week are those of its tables", "{weeks:?}, not {own:?}")
    }

    /// The results of the current week.
    pub(crate) fn week(&self, now: Millis) -> impl Iterator<Item = (AccountId, WeekRow)> {
        let week = monday(now.day());
        self.ratings.weeks.iter().filter(move |((of, _), _)| *of == week).map(|((_, id), row)| (*id, *row))
    }

    /// Whether a member is in the lists of ratings and of the week.
    pub(crate) fn is_ranked(&self, account: AccountId) -> bool {
        self.is_listed(account) && !self.accounts[&account].unranked && !self.is_frozen(account)
    }

    /// The ratings of a player as they are shown, by game.
    pub(crate) fn ratings_of(&self, player: RatedPlayer, now: Millis) -> Vec<Value> {
        let own = self.ratings.rows.iter().filter(|((of, _), _)| *of == player);
        let shown = |((_, game_id), row): (&(RatedPlayer, String), &RatingRow)| {
            let deviation = deviation_at(row, now);
            json!({
                "gameId": game_id, "rating": points(row.numbers.rating), "deviation": points(deviation),
                "games": row.games, "wins": row.wins, "draws": row.draws,
                "losses": row.games - row.wins - row.draws, "provisional": deviation > 110 * POINT,
            })
        };
        own.map(shown).collect()
    }

    /// The change of a seat's rating at a table, in whole points.
    pub(crate) fn rating_change(&self, id: TableId, seat: Seat) -> Option<i64> {
        let step = self.table_rating(id)?.steps.iter().find(|step| step.seat == seat)?;
        Some(points(step.after.numbers.rating) - points(step.before.numbers.rating))
    }
}
