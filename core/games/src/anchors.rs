//! The ratings of the house's levels. They are measured and fixed: no table changes them. `cargo run --release --example
//! anchors -p turnstone-games` measures them: the levels play each other, and level 3 is 1500.

use super::Level;

/// The deviation of every level.
pub const ANCHOR_DEVIATION: i64 = 30;

/// The game, the engine version with which the levels were measured, and their ratings, the weakest first. A game is missing
/// if its house has no levels.
const ANCHORS: &[(&str, &str, [i64; 5])] = &[
    ("holdem", "1", [1486, 1489, 1500, 1508, 1512]),
    ("holdem-ring", "1", [1446, 1478, 1500, 1511, 1517]),
    ("tic-tac-toe", "1", [1139, 1340, 1500, 1622, 1702]),
    ("connect-four", "1", [557, 1195, 1500, 1780, 1942]),
    ("mancala", "1", [806, 1206, 1500, 1766, 1948]),
    ("liars-dice", "1", [624, 1130, 1500, 1758, 1920]),
    ("battleship", "1", [100, 1341, 1500, 1565, 1593]),
    ("memory", "1", [255, 1118, 1500, 1739, 1860]),
    ("minesweeper", "1", [1306, 1384, 1500, 1631, 1750]),
    ("president", "1", [1023, 1345, 1500, 1589, 1628]),
    ("dominoes", "1", [1479, 1493, 1500, 1503, 1506]),
];

/// The ratings of the house's levels in a game, the weakest first; `None` for a game without levels.
pub fn anchors(game_id: &str) -> Option<[i64; 5]> {
    ANCHORS.iter().find(|(id, ..)| *id == game_id).map(|(.., ratings)| *ratings)
}

/// The engine version with which the levels of a game were measured.
pub fn anchors_version(game_id: &str) -> Option<&'static str> {
    ANCHORS.iter().find(|(id, ..)| *id == game_id).map(|(_, version, _)| *version)
}

/// The rating of the house at a level. Without a level it plays as its best one does, except where it has another policy
/// for practice: there its rating is not known.
pub fn anchor(game_id: &str, level: Level) -> Option<i64> {
    let level = if level == Level::for_practice(game_id, None) { Level::BEST } else { level };
    anchors(game_id)?.get(usize::from(level.number()) - 1).copied()
}
