//! The games. One file each behind the trait [`Game`], listed once in [`ALL`]; nothing else in the program knows a game
//! by name.

mod battleship;
mod bundle;
mod dice;
mod event;
mod game;
mod live;
mod memory;
mod minesweeper;
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
    &Played::<battleship::Battleship>::NEW,
    &Played::<memory::Memory>::NEW,
    &Played::<minesweeper::Minesweeper>::NEW,
];
