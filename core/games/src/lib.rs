//! The games: one file each behind the trait [`Game`], all listed in [`SHIPPED`]. No other part of the program knows a
//! game by name.

mod anchors;
mod baccarat;
mod banked;
mod batch;
mod battleship;
mod blackjack;
mod bundle;
mod canonical;
mod cards;
mod cells;
mod connect_four;
mod deal;
mod dice;
mod dominoes;
mod encoding;
mod event;
mod game;
mod hands;
mod holdem;
mod level;
mod liars_dice;
mod live;
mod mancala;
mod memory;
mod minesweeper;
mod planes;
mod president;
mod registry;
mod roulette;
mod rps;
mod search;
mod seat;
mod setup;
mod share;
mod tic_tac_toe;
mod two_seats;
mod video_poker;
mod written;

pub use anchors::{ANCHOR_DEVIATION, anchor, anchors, anchors_version};
pub use batch::{BatchRows, MatchBatch, Opponents, SavedMatch};
pub use bundle::{Bundle, LogEntry, OutcomeEntry, Verdict};
pub use canonical::canonical_hash;
pub use deal::{Brought, DailyWord, Deal, SeedOf};
pub use dice::{Dice, Seed};
pub use encoding::{Encoded, EncodedPosition, Encoding, EncodingPart, Observation};
pub use event::{Event, Events};
pub use game::{
    About, Audience, BuyIn, Game, Kind, Leave, MatchResult, Opening, Outcome, Policy, PolicyName, SeatOutcome,
};
pub use level::{Level, MATCHES, Strength, Winnings, strengths};
pub use live::{Entry, Match, Played, Rules, ShownTypes};
pub use planes::Planes;
pub use registry::Registry;
pub use seat::{Seat, Seats};
pub use setup::{NoOptions, Options, Setup};
pub use share::Share;
pub use written::{Written, summed_up};

/// The games of this program. A changed rule is a new version of its game. The former version stays unchanged, in its
/// own module and in the second list, for the tables, archives and bundles that were played by it.
///
/// A static: each crate that uses a constant would compile all games again.
pub static SHIPPED: Registry = Registry::new(
    &[
        &Played::<blackjack::Blackjack>::NEW,
        &Played::<holdem::HeadsUp>::NEW,
        &Played::<holdem::Ring>::NEW,
        &Played::<tic_tac_toe::TicTacToe>::NEW,
        &Played::<rps::Rps>::NEW,
        &Played::<connect_four::ConnectFour>::NEW,
        &Played::<mancala::Mancala>::NEW,
        &Played::<liars_dice::LiarsDice>::NEW,
        &Played::<battleship::Battleship>::NEW,
        &Played::<memory::Memory>::NEW,
        &Played::<minesweeper::Minesweeper>::NEW,
        &Played::<president::President>::NEW,
        &Played::<dominoes::Dominoes>::NEW,
        &Played::<roulette::Roulette>::NEW,
        &Played::<baccarat::Baccarat>::NEW,
        &Played::<video_poker::VideoPoker>::NEW,
    ],
    &[],
);
