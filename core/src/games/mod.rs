//! The games. One file each behind the trait [`Game`], listed once in [`ALL`]; nothing else in the program knows a game
//! by name.

mod bundle;
mod cards;
mod connect_four;
mod dice;
mod dominoes;
mod event;
mod game;
mod hands;
mod live;
mod mancala;
mod rps;
mod search;
mod seat;
mod tic_tac_toe;

pub use bundle::{Bundle, LogEntry, OutcomeEntry, Verdict, verify};
pub use dice::{Dice, Seed};
pub use event::{Event, Events};
pub use game::{
    About, BuyIn, Game, Kind, Leave, MatchResult, Opening, Outcome, Policy, PolicyName, SeatOutcome, Setup, Sight,
};
pub use live::{Entry, Match, Rules, find_game, find_kind};
pub use seat::{Seat, Seats};

use live::Played;

/// Every game, in the order of the API document's table kinds.
pub const ALL: &[&dyn Rules] = &[
    &Played::<tic_tac_toe::TicTacToe>::NEW,
    &Played::<rps::Rps>::NEW,
    &Played::<connect_four::ConnectFour>::NEW,
    &Played::<mancala::Mancala>::NEW,
    &Played::<dominoes::Dominoes>::NEW,
];
