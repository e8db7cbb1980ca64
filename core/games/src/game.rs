//! The definition of a game: its facts and one small trait. A game knows cards and seats, but no account, table, clock,
//! ledger or HTTP.

use super::event::Plain;
use super::{Dice, Event, Events, Level, Seat, Seats, Setup};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The rules of one game as a value that is dealt, played and scored.
pub trait Game: Clone + Send + 'static {
    /// The game's fixed facts.
    const ABOUT: About;
    /// The most that a seat can win from the bank of a game that the house banks, in buy-ins.
    const MAX_GAIN: i64 = 1;
    /// One move. As JSON it is an object with a string `type` and the fields of the game's page; derive with
    /// `#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]` or similar.
    type Action: Clone + PartialEq + Send + Serialize + DeserializeOwned + JsonSchema;
    /// A viewer's view, with public field names.
    type View: Serialize + DeserializeOwned + JsonSchema;
    /// The phases of a match, with public names.
    type Phase: Serialize + JsonSchema;
    /// The game's own events, besides those for a seat that is to act, gave up or ran out of time. As JSON it is an
    /// object with a string `type` and the `data` of the game's page; derive with
    /// `#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]`.
    type Event: Serialize + JsonSchema;
    /// The members of a setup besides `kind`, `seats` and `stake`. They are stored with the table and read only by this
    /// version of the game.
    type Options: Clone + Default + Send + Serialize + DeserializeOwned;

    /// The setup of a new table.
    fn setup(kind: Option<&Kind>, seats: usize, stake: i64) -> Setup<Self::Options> {
        Setup::new(kind, seats, stake)
    }

    /// Whether the rules allow a setup from outside (a bundle), beyond the ranges of seats and stake.
    fn allows(_setup: &Setup<Self::Options>) -> bool {
        true
    }

    /// Deal from stream 0. The game may be over at once.
    fn deal(setup: &Setup<Self::Options>, dice: &mut Dice, events: &mut Events) -> Self;

    /// The seats that may act now; none when the game is over.
    fn to_act(&self) -> Seats;

    /// Append the legal actions of `seat`, which is among `to_act`, in their public order.
    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Self::Action>);

    /// Play an action that is known to be legal. `dice` is stream 0 at its last position.
    fn play(&mut self, seat: Seat, action: &Self::Action, dice: &mut Dice, events: &mut Events);

    /// Whether `seat` can leave now (a seat that is out, placed or all-in cannot). By default every seat can leave
    /// until the game is over.
    fn may_concede(&self, _seat: Seat) -> bool {
        !self.to_act().is_empty()
    }

    /// The seat leaves. The game ends or the others continue, as its rules define.
    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events);

    /// The phase of the match; every view shows it.
    fn phase(&self) -> Self::Phase;

    /// The viewer's view, without `game`, `phase` and `toAct`, which every view has.
    fn view(&self, audience: Audience) -> Self::View;

    /// Redraw everything that `viewer` (`None`: a spectator) cannot know, consistent with all that this viewer has been
    /// shown. Used by tests of hidden information and by players that search. Call it only while the game runs. For a
    /// game without hidden information it does nothing.
    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        let _ = (viewer, dice);
    }

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The house's choice: an index into `legal`. It sees the view of its seat and draws from its own stream.
    fn house(seat: Seat, view: &Self::View, legal: &[Self::Action], dice: &mut Dice) -> usize;

    /// The house's choice in practice, before it slips. By default the same.
    fn house_in_practice(seat: Seat, view: &Self::View, legal: &[Self::Action], dice: &mut Dice) -> usize {
        Self::house(seat, view, legal, dice)
    }

    /// The choice of a built-in policy of `ABOUT.policies`, except `random`.
    fn policy(policy: Policy, seat: Seat, view: &Self::View, legal: &[Self::Action], dice: &mut Dice) -> usize {
        let _ = policy;
        Self::house(seat, view, legal, dice)
    }
}

/// The fixed facts of a game.
#[derive(Debug)]
pub struct About {
    /// The `gameId`.
    pub id: &'static str,
    /// The engine version of new tables.
    pub version: &'static str,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// The default number of seats.
    pub default_seats: usize,
    /// Whether the house banks the table: it has no seat, and wins what the seats lose.
    pub banked: bool,
    /// Whether two agents may duel in it.
    pub duellable: bool,
    /// The built-in policies that duels and self-checks may use.
    pub policies: &'static [PolicyName],
    /// The rules in plain words, for beginners.
    pub rules: &'static str,
    /// The table kinds that play it.
    pub kinds: &'static [Kind],
}

impl About {
    /// The name of a match between members or their agents: that of the first kind that members can join.
    pub fn label(&self) -> &'static str {
        let joined = self.kinds.iter().find(|kind| kind.opening != Opening::Never);
        joined.or_else(|| self.kinds.first()).map_or(self.id, |kind| kind.label)
    }
}

/// A table kind: the value that creates a table.
#[derive(PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name in the API.
    pub kind: &'static str,
    /// A name for people.
    pub label: &'static str,
    /// One sentence for people.
    pub description: &'static str,
    /// The cost of a seat.
    pub buy_in: BuyIn,
    /// Whether members may take the other seats.
    pub opening: Opening,
}

/// The cost of a seat, in chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuyIn {
    /// The stake.
    Stake,
    /// Always this amount; the stake of the request is ignored.
    Fixed(i64),
    /// This multiple of the stake.
    PerStake(i64),
}

/// Who may take the other seats of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Only the house.
    Never,
    /// The house, or members if the creator requests it.
    OnRequest,
    /// Always members.
    Always,
}

/// A viewer, and whether a finished game is still sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audience {
    /// The viewer's seat; `None` for a spectator.
    pub seat: Option<Seat>,
    /// At the end, show only what play itself has shown to this viewer (a daily challenge before midnight, a duel's leg
    /// before its twin is over). Ignored before the end.
    pub sealed: bool,
}

impl Audience {
    /// The open view of a seat.
    pub const fn of(seat: Seat) -> Self {
        Self { seat: Some(seat), sealed: false }
    }

    /// The open view of a spectator.
    pub const SPECTATOR: Self = Self { seat: None, sealed: false };

    /// Whether the viewer sits in `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self.seat == Some(seat)
    }
}

/// Why a seat left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// Its player gave up.
    Forfeited,
    /// Its time ran out.
    TimedOut,
}

impl Leave {
    /// The event of a seat that left, with the game's label.
    pub fn event(self, seat: Seat, forfeited: &str, timed_out: &str) -> Event {
        match self {
            Self::Forfeited => Event::of(&Plain::Forfeited).seat(seat).label(forfeited),
            Self::TimedOut => Event::of(&Plain::TimedOut).seat(seat).label(timed_out),
        }
    }
}

/// A built-in policy by its API name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PolicyName {
    /// Checks, otherwise calls.
    CallingStation,
    /// The game's search or the house's play, whichever the game has.
    Minimax,
    /// Any legal action.
    Random,
}

/// The strategy of an automatic player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// The house's play at a level.
    House(Level),
    /// `legal[below(len)]`.
    Random,
    /// Hold'em's check, otherwise call.
    CallingStation,
    /// The public `minimax`, with the aggression in percent (50 by default).
    Minimax(u8),
}

impl Policy {
    /// The house's play without a level, as for chips.
    pub const HOUSE: Self = Self::House(Level::FULL);
}

impl PolicyName {
    /// The strategy, with the aggression in percent.
    pub const fn with_aggression(self, aggression: u8) -> Policy {
        match self {
            Self::CallingStation => Policy::CallingStation,
            Self::Minimax => Policy::Minimax(aggression),
            Self::Random => Policy::Random,
        }
    }
}

/// The result of a match for all seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// One entry for each seat, in order.
    pub seats: Vec<SeatOutcome>,
}

/// The result of a match for one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOutcome {
    /// Win, loss or draw.
    pub result: MatchResult,
    /// Chips gained (or lost, negative) on the table, before rake.
    pub score: i64,
    /// The place, 1 = first; ranked games only.
    pub rank: Option<u8>,
    /// The title of the place.
    pub title: Option<&'static str>,
    /// Ids of the winning cells or cards, ascending.
    pub winning_pieces: Option<Vec<u8>>,
    /// Chips of the buy-in that were in no pot: the rest of the stack in hold'em, and an uncalled bet.
    pub behind: i64,
}

/// The API's `result` words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchResult {
    /// Chips gained, or the match won.
    Win,
    /// Chips lost, or the match lost.
    Loss,
    /// Neither.
    Draw,
}

impl MatchResult {
    /// The result of a score: its sign.
    pub const fn of(score: i64) -> Self {
        match score {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }
}

impl Outcome {
    /// An outcome in which every result is the sign of its score.
    pub fn by_scores(scores: impl IntoIterator<Item = i64>) -> Self {
        let seat = |score| SeatOutcome {
            result: MatchResult::of(score),
            score,
            rank: None,
            title: None,
            winning_pieces: None,
            behind: 0,
        };
        Self { seats: scores.into_iter().map(seat).collect() }
    }

    /// Two seats, one stake each: the winner takes the pot; `None` is a draw.
    pub fn duel(winner: Option<Seat>, stake: i64) -> Self {
        let score = |seat| match winner {
            Some(winner) if winner == seat => stake,
            Some(_) => -stake,
            None => 0,
        };
        Self::by_scores([score(Seat(0)), score(Seat(1))])
    }

    /// The outcome with the winning pieces of one seat.
    #[must_use]
    pub fn with_winning_pieces(mut self, seat: Seat, pieces: Vec<u8>) -> Self {
        self.seats[seat.index()].winning_pieces = Some(pieces);
        self
    }

    /// The outcome with the chips of each seat that were in no pot.
    #[must_use]
    pub fn with_behind(mut self, behind: impl IntoIterator<Item = i64>) -> Self {
        self.seats.iter_mut().zip(behind).for_each(|(seat, behind)| seat.behind = behind);
        self
    }

    /// The scores by seat.
    pub fn scores(&self) -> Vec<i64> {
        self.seats.iter().map(|seat| seat.score).collect()
    }
}
