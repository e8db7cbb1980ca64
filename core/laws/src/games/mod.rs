//! The reference models, one file for each game.

mod baccarat;
mod battleship;
mod blackjack;
mod connect_four;
mod dominoes;
mod holdem;
mod liars_dice;
mod mancala;
mod memory;
mod minesweeper;
mod president;
mod roulette;
mod rps;
mod tic_tac_toe;
mod video_poker;

use crate::expected::StepEvents;
use crate::law::{Deal, Law};

/// The reference model of one version of a game.
pub(crate) struct Rules {
    game: &'static str,
    version: &'static str,
    /// Whether the house is the bank; at all other tables the scores sum to zero.
    pub(crate) banked: bool,
    pub(crate) deal: fn(Deal<'_>, &mut StepEvents) -> Box<dyn Law>,
}

const fn rules(game: &'static str, banked: bool, deal: fn(Deal<'_>, &mut StepEvents) -> Box<dyn Law>) -> Rules {
    Rules { game, version: "1", banked, deal }
}

const LAWS: &[Rules] = &[
    rules("baccarat", true, |deal, emitted| Box::new(baccarat::deal(deal, emitted))),
    rules("battleship", false, |deal, emitted| Box::new(battleship::deal(deal, emitted))),
    rules("blackjack", true, |deal, emitted| Box::new(blackjack::deal(deal, emitted))),
    rules("connect-four", false, |deal, emitted| Box::new(connect_four::deal(deal, emitted))),
    rules("dominoes", false, |deal, emitted| Box::new(dominoes::deal(deal, emitted))),
    rules("holdem", false, |deal, emitted| Box::new(holdem::deal(deal, emitted))),
    rules("holdem-ring", false, |deal, emitted| Box::new(holdem::deal(deal, emitted))),
    rules("liars-dice", false, |deal, emitted| Box::new(liars_dice::deal(deal, emitted))),
    rules("mancala", false, |deal, emitted| Box::new(mancala::deal(deal, emitted))),
    rules("memory", false, |deal, emitted| Box::new(memory::deal(deal, emitted))),
    rules("minesweeper", false, |deal, emitted| Box::new(minesweeper::deal(deal, emitted))),
    rules("president", false, |deal, emitted| Box::new(president::deal(deal, emitted))),
    rules("roulette", true, |deal, emitted| Box::new(roulette::deal(deal, emitted))),
    rules("rps", false, |deal, emitted| Box::new(rps::deal(deal, emitted))),
    rules("tic-tac-toe", false, |deal, emitted| Box::new(tic_tac_toe::deal(deal, emitted))),
    rules("video-poker", true, |deal, emitted| Box::new(video_poker::deal(deal, emitted))),
];

pub(crate) fn find(game: &str, version: &str) -> Option<&'static Rules> {
    LAWS.iter().find(|rules| rules.game == game && rules.version == version)
}
