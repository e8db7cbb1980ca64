//! The habits of a run's callers and its faults, drawn before the run starts. Each habit is switched on or off, then
//! its weight is drawn: many runs in which some things happen a lot find more than a run in which everything happens a
//! little.

use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;

/// A kind of behaviour, by its name in `habits.txt`.
pub(crate) type Habit = &'static str;

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("habits.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Habits with the probability that each is switched on, and its maximum weight.
static HABITS: LazyLock<Vec<(Habit, u64, u64)>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    lines().filter_map(read).collect()
});

/// Combinations of habits that a run can focus on.
static THEMES: LazyLock<Vec<Vec<Habit>>> =
    LazyLock::new(|| lines().filter_map(|line| Some(line.strip_prefix("theme ")?.split(' ').collect())).collect());

#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    /// The server's configuration.
    pub(crate) settings: WorldSettings,
    pub(crate) habits: Vec<(Habit, u64)>,
    /// The number of members.
    pub(crate) people: usize,
    /// The longest time between two steps.
    pub(crate) pause_ms: u64,
}

impl Swarm {
    pub(crate) fn draw(rng: &mut Rng) -> Self {
        let settings = WorldSettings::draw(rng);
        let mut habits = Vec::new();
        for (habit, on, most) in HABITS.iter() {
            if rng.percent(*on) {
                habits.push((*habit, rng.between(1, *most)));
            }
        }
        // Some runs mostly play tables to their end.
        if rng.percent(20) {
            habits.push(("Finish", rng.between(40, 150)));
        }
        // Other runs focus on a theme.
        if rng.percent(45) {
            habits.extend(rng.pick(&THEMES).into_iter().flatten().map(|habit| (*habit, rng.between(20, 90))));
        }
        let people = rng.between(2, 8) as usize;
        let pause_ms = rng.one(&[1, 50, 500, 3_000, 20_000]);
        Self { settings, habits, people, pause_ms }
    }
}
