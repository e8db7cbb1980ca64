//! The habits of a run's callers and its faults, drawn before the run starts. Each habit is switched on or off, then
//! its weight is drawn: many runs in which some things happen a lot find more than a run in which everything happens a
//! little.

use super::settings::WorldSettings;
use crate::rng::Rng;

macro_rules! habits {
    ($($name:ident, $on:literal, $most:literal;)*) => {
        /// A kind of behaviour.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Habit {
            $($name,)*
        }

        /// Habits with the probability that each is switched on, and its maximum weight.
        const HABITS: &[(Habit, u64, u64)] = &[$((Habit::$name, $on, $most),)*];
    };
}

habits! {
    Commit, 100, 60; // Group commits.
    Join, 100, 6; // Invitations and joins.
    Credential, 70, 6; // Tokens, recovery, rotation.
    Logout, 50, 3; // Logouts.
    Erase, 40, 2; // Erasures.
    Profile, 50, 5; // Profiles and cards.
    List, 60, 20; // Lists, histories, ledgers.
    Referral, 60, 5; // Referrals.
    Pause, 35, 2; // Pauses.
    Guest, 50, 8; // Guests.
    Create, 95, 14; // New tables.
    Hurry, 40, 30; // Tables that end soon, and forfeits.
    Finish, 60, 10; // Tables of any kind that are played to the end.
    Daily, 60, 6; // The daily challenge.
    Sit, 85, 25; // Joining, declining, leaving.
    Read, 90, 25; // Reads without waiting.
    Poll, 70, 25; // Long-polls.
    Hangup, 50, 6; // Hangups.
    Act, 95, 90; // Moves.
    WrongAct, 60, 12; // Stale or illegal moves.
    Chat, 60, 12; // Chat.
    Replay, 70, 10; // Replays and end cards.
    Grant, 65, 20; // Seat grants.
    Party, 60, 14; // Parties.
    Agent, 60, 25; // Agents and duels.
    Again, 60, 10; // Repeated requests.
    Sleep, 70, 12; // Time passes until a timer is due.
    Clock, 50, 3; // Changes of the clock.
    Crash, 70, 4; // Power failures.
    Kill, 40, 3; // Killed processes.
    Restart, 40, 2; // Clean restarts.
    Reconfigure, 50, 2; // Clean restarts with other settings.
    OldToken, 60, 5; // Invalid tokens.
    Full, 35, 4; // A nearly full disk.
    BadReads, 40, 3; // Unreadable cold rows.
    Disk, 20, 1; // Trials with the disk: backups, restores, salvages, keys and damages.
    Crowd, 40, 20; // Long-polls of guests and members where nothing happens.
    Burst, 20, 1; // More requests at once than fit into a group commit.
    Messenger, 60, 20; // The messenger and push notifications.
    Answer, 90, 40; // Successful outbound calls.
    BadAnswer, 75, 30; // Failing outbound calls.
    Any, 100, 6; // Any request of the contract.
    Edge, 90, 30; // Any request with one field at an edge of its range.
    Hostile, 80, 16; // Requests about things of other callers, former and impossible things.
    InTime, 80, 16; // Requests at the moment when something ends.
    Look, 95, 40; // Reads of recent changes, in each response that shows them.
    Scenario, 75, 6; // Scripts of several steps.
    Match, 90, 4; // Matches without a service.
    Admin, 50, 5; // Acts of operators on members and tables.
}

/// Combinations of habits that a run can focus on.
const THEMES: [&[Habit]; 19] = [
    &[Habit::Scenario],
    &[Habit::InTime],
    &[Habit::InTime, Habit::Credential],
    &[Habit::InTime, Habit::Join, Habit::Erase],
    &[Habit::Hostile, Habit::Any],
    &[Habit::Hostile, Habit::Grant],
    &[Habit::Grant, Habit::Look, Habit::Act],
    &[Habit::Party, Habit::Look],
    &[Habit::Agent, Habit::Answer],
    &[Habit::Agent, Habit::BadAnswer],
    &[Habit::Agent, Habit::Look],
    &[Habit::Messenger, Habit::Look],
    &[Habit::Messenger, Habit::BadAnswer, Habit::Daily],
    &[Habit::Again, Habit::Create],
    &[Habit::Chat, Habit::Sit, Habit::Look],
    &[Habit::Referral, Habit::Join, Habit::Finish],
    &[Habit::Referral, Habit::Join, Habit::Agent, Habit::Answer],
    &[Habit::Admin, Habit::Look],
    &[Habit::Admin, Habit::Agent, Habit::Daily],
];

/// The profile of a run.
#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    /// The server's configuration.
    pub(crate) settings: WorldSettings,
    /// The habits with their weights.
    pub(crate) habits: Vec<(Habit, u64)>,
    /// The number of members.
    pub(crate) people: usize,
    /// The longest time between two steps.
    pub(crate) pause_ms: u64,
}

impl Swarm {
    /// Draw a profile.
    pub(crate) fn draw(rng: &mut Rng) -> Self {
        let settings = WorldSettings::draw(rng);
        let mut habits = Vec::new();
        for (habit, on, most) in HABITS {
            if rng.percent(*on) {
                habits.push((*habit, rng.between(1, *most)));
            }
        }
        // Some runs mostly play tables to their end.
        if rng.percent(20) {
            habits.push((Habit::Finish, rng.between(40, 150)));
        }
        // Other runs focus on a theme.
        if rng.percent(45) {
            let theme = rng.one(&THEMES);
            habits.extend(theme.iter().map(|habit| (*habit, rng.between(20, 90))));
        }
        let people = rng.between(2, 8) as usize;
        let pause_ms = rng.one(&[1, 50, 500, 3_000, 20_000]);
        Self { settings, habits, people, pause_ms }
    }
}
