//! The playthroughs and endings that are kept as text, replayed against the reference models: they cover cases that
//! random matches rarely reach.

use crate::plan::Move;
use crate::playout::{Table, Wrong, seed};
use serde_json::Value;
use turnstone_games::{Entry, Leave, Policy, SHIPPED, Seat, Seed, Setup};

/// The kept matches, each with the name of its file: the lines from its config on.
fn matches() -> Vec<(String, String)> {
    let mut matches = Vec::new();
    for folder in ["playthroughs", "endings"] {
        let folder = format!("{}/../../golden/games/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let sections =
                text.split("\nconfig ").skip(1).map(|section| section.split("\n# ").next().unwrap().to_owned());
            matches.extend(sections.map(|section| (path.display().to_string(), section)));
        }
    }
    matches.sort_unstable();
    matches
}

#[test]
fn golden_matches_satisfy_the_reference_models() {
    let matches = matches();
    assert!(matches.len() > 40, "there are {} kept matches", matches.len());
    for (name, text) in matches {
        let mut reported = String::new();
        if let Err(Wrong(broken)) = judge(&text, &mut reported) {
            panic!("{name}\n{reported}{broken}");
        }
    }
}

/// Play the match of the text, unless the text leaves something out.
fn judge(text: &str, reported: &mut String) -> Result<(), Wrong> {
    let mut lines = text.lines();
    let setup: Setup = serde_json::from_str(lines.next().unwrap()).unwrap();
    let seed = Seed::from_hex(lines.next().unwrap().strip_prefix("seed ").unwrap()).unwrap();
    let version = lines.next().unwrap().strip_prefix("version ").unwrap();
    let (newest, _) = SHIPPED.kind(setup.kind.as_deref().unwrap()).unwrap();
    let rules = SHIPPED.find(newest.about().id, version).unwrap();
    let mut table = Table::deal(rules, &setup, &seed, reported)?;
    for line in lines {
        let Some((number, entry)) = line.split_once(". seat ") else { continue };
        if number.parse() != Ok(table.plies + 1) {
            return Ok(());
        }
        let (seat, entry) = entry.split_once(' ').unwrap();
        let seat = Seat(seat.parse().unwrap());
        if entry.starts_with("leaves") {
            table.step(seat, Entry::Leave(Leave::Forfeited))?;
        } else {
            let action: Value = serde_json::Deserializer::from_str(entry).into_iter().next().unwrap().unwrap();
            let choice = table.live.find(seat, &action).ok_or_else(|| Wrong(format!("{line} is refused")))?;
            table.step(seat, Entry::Choice(choice))?;
        }
    }
    table.end()
}

/// Matches that random play rarely reaches: game, seats, stake, the number of the seed, the player of all seats, the
/// scores.
type Seldom = (&'static str, usize, i64, u64, Policy, &'static [i64]);

const SELDOM: [Seldom; 6] = [
    ("video-poker", 1, 3, 322, Policy::HOUSE, &[72]),
    // Two straight flushes; in the second the ace is low.
    ("video-poker", 1, 3, 2017, Policy::HOUSE, &[147]),
    ("video-poker", 1, 3, 75_517, Policy::HOUSE, &[147]),
    // A block whose pot two of three share, with an odd chip for the first of them from the start seat.
    ("dominoes", 3, 1, 318, Policy::Random, &[-1, 0, 1]),
    // A straight from the ace up, and a full house with a second pair below it.
    ("holdem-ring", 6, 200, 145, Policy::CallingStation, &[-10, -10, -10, 20, -10, 20]),
    ("holdem-ring", 6, 200, 361, Policy::CallingStation, &[-10, -10, -10, -10, -10, 50]),
];

#[test]
fn rare_cases_satisfy_the_reference_models() {
    for (game, seats, stake, number, policy, scores) in SELDOM {
        let mut reported = String::new();
        if let Err(Wrong(broken)) = play_out(game, seats, stake, number, policy, scores, &mut reported) {
            panic!("{reported}{broken}");
        }
    }
}

fn play_out(
    game: &str,
    seats: usize,
    stake: i64,
    number: u64,
    policy: Policy,
    scores: &[i64],
    reported: &mut String,
) -> Result<(), Wrong> {
    let rules = SHIPPED.newest(game).unwrap();
    let setup = rules.setup(rules.about().kinds.first(), seats, stake);
    let mut table = Table::deal(rules, &setup, &seed(number), reported)?;
    while !table.live.to_act().is_empty() {
        table.go(&Move::By { seat: 0, policy })?;
    }
    table.end()?;
    assert_eq!(table.live.outcome().unwrap().scores(), scores, "{game}, seed {number}");
    Ok(())
}
