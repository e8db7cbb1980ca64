//! What the people of a life and its faults are like, drawn before anything happens. Each habit is switched on or off,
//! then its strength is drawn: a run in which everything happens a little finds less than many in which some things
//! happen a lot.

use super::settings::WorldSettings;
use crate::rng::Rng;

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
    /// Clean restarts with other settings.
    Reconfigure,
    /// Tokens that count no more.
    OldToken,
    /// A disk that is nearly full.
    Full,
    /// Cold rows that do not read.
    BadReads,
    /// Backups, restores, salvages, keys and damages, tried with the disk.
    Disk,
    /// Operators who do something to members and tables.
    Hands,
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
    /// Any request of the contract, with one field at an edge of what it may be.
    Edge,
    /// Things of others, what was and what never was.
    Hostile,
    /// What is asked for at the very moment when something ends.
    InTime,
    /// What has changed of late, in each way in which it is told.
    Look,
    /// What takes several steps in a row.
    Errand,
    /// Matches without a service.
    Match,
}

/// Habits with how likely each is switched on, and how strong it is at most.
const HABITS: [(Habit, u64, u64); 49] = [
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
    (Habit::Reconfigure, 50, 2),
    (Habit::OldToken, 60, 5),
    (Habit::Full, 35, 4),
    (Habit::BadReads, 40, 3),
    (Habit::Disk, 20, 1),
    (Habit::Crowd, 40, 20),
    (Habit::Burst, 20, 1),
    (Habit::Doors, 60, 20),
    (Habit::Answer, 90, 40),
    (Habit::BadAnswer, 75, 30),
    (Habit::Any, 100, 6),
    (Habit::Edge, 90, 30),
    (Habit::Hostile, 80, 16),
    (Habit::InTime, 80, 16),
    (Habit::Look, 95, 40),
    (Habit::Errand, 75, 6),
    (Habit::Match, 90, 4),
    (Habit::Hands, 50, 5),
];

/// What a life can be about: what goes with what.
const THEMES: [&[Habit]; 19] = [
    &[Habit::Errand],
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
    &[Habit::Doors, Habit::Look],
    &[Habit::Doors, Habit::BadAnswer, Habit::Daily],
    &[Habit::Again, Habit::Create],
    &[Habit::Chat, Habit::Sit, Habit::Look],
    &[Habit::Referral, Habit::Join, Habit::Finish],
    &[Habit::Referral, Habit::Join, Habit::Agent, Habit::Answer],
    &[Habit::Hands, Habit::Look],
    &[Habit::Hands, Habit::Agent, Habit::Daily],
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
        // In others something else is what most of life is about.
        if rng.percent(45) {
            let theme = rng.one(&THEMES);
            habits.extend(theme.iter().map(|habit| (*habit, rng.between(20, 90))));
        }
        let people = rng.between(2, 8) as usize;
        let pause_ms = rng.one(&[1, 50, 500, 3_000, 20_000]);
        Self { settings, habits, people, pause_ms }
    }
}
