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

use crate::law::{Deal, Law};
use crate::told::Told;

/// The reference model of one version of a game.
pub(crate) struct Rules {
    game: &'static str,
    version: &'static str,
    /// Whether the house is the bank; at all other tables the scores sum to zero.
    pub(crate) banked: bool,
    pub(crate) deal: fn(Deal<'_>, &mut Told) -> Box<dyn Law>,
}

const fn rules(game: &'static str, banked: bool, deal: fn(Deal<'_>, &mut Told) -> Box<dyn Law>) -> Rules {
    Rules { game, version: "1", banked, deal }
}

const LAWS: &[Rules] = &[
    rules("baccarat", true, |deal, told| Box::new(baccarat::deal(deal, told))),
    rules("battleship", false, |deal, told| Box::new(battleship::deal(deal, told))),
    rules("blackjack", true, |deal, told| Box::new(blackjack::deal(deal, told))),
    rules("connect-four", false, |deal, told| Box::new(connect_four::deal(deal, told))),
    rules("dominoes", false, |deal, told| Box::new(dominoes::deal(deal, told))),
    rules("holdem", false, |deal, told| Box::new(holdem::deal(deal, told))),
    rules("holdem-ring", false, |deal, told| Box::new(holdem::deal(deal, told))),
    rules("liars-dice", false, |deal, told| Box::new(liars_dice::deal(deal, told))),
    rules("mancala", false, |deal, told| Box::new(mancala::deal(deal, told))),
    rules("memory", false, |deal, told| Box::new(memory::deal(deal, told))),
    rules("minesweeper", false, |deal, told| Box::new(minesweeper::deal(deal, told))),
    rules("president", false, |deal, told| Box::new(president::deal(deal, told))),
    rules("roulette", true, |deal, told| Box::new(roulette::deal(deal, told))),
    rules("rps", false, |deal, told| Box::new(rps::deal(deal, told))),
    rules("tic-tac-toe", false, |deal, told| Box::new(tic_tac_toe::deal(deal, told))),
    rules("video-poker", true, |deal, told| Box::new(video_poker::deal(deal, told))),
];

pub(crate) fn find(game: &str, version: &str) -> Option<&'static Rules> {
    LAWS.iter().find(|rules| rules.game == game && rules.version == version)
}
