//! The rules in the words of the board: people count from 1, and programs from 0.

use super::About;

/// Passages of the rules, and what people read in their place, by game.
const PASSAGES: &[(&str, &[(&str, &str)])] = &[
    ("tic-tac-toe", &[("Cells are numbered 0 to 8,", "Cells are numbered 1 to 9,")]),
    (
        "connect-four",
        &[(
            "Columns are numbered 0 to 6 from the left; cells 0 to 41 row by row from the top left.",
            "Columns are numbered 1 to 7 from the left.",
        )],
    ),
    (
        "mancala",
        &[
            ("six pits, numbered 0 to 5,", "six pits, numbered 1 to 6,"),
            ("next to its pit 5", "next to its pit 6"),
            ("the other seat's pits 0 to 5;", "the other seat's pits 1 to 6;"),
            ("your own pit 0.", "your own pit 1."),
        ],
    ),
    (
        "battleship",
        &[(
            "Cells are numbered 0 to 99, row by row from the top left; in words cell 74 is E8, column E and row 8.",
            "Cells are named by column and row: E8 is in column E and row 8.",
        )],
    ),
    (
        "memory",
        &[
            ("Cards are numbered 0 to 23,", "Cards are numbered 1 to 24,"),
            (" The list of flips repeats every card that was shown, so nothing needs to be kept in mind.", ""),
        ],
    ),
    ("minesweeper", &[(" Cells are numbered 0 to 80, row by row from the top left.", "")]),
    ("president", &[("7 8 9 T J Q K A 2", "7 8 9 10 J Q K A 2")]),
];

impl About {
    /// The rules for people, who see the board.
    pub fn rules_for_people(&self) -> String {
        let passages = PASSAGES.iter().filter(|(id, _)| *id == self.id).flat_map(|(_, passages)| *passages);
        passages.fold(self.rules.to_owned(), |rules, (programs, people)| rules.replace(programs, people))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SHIPPED;

    #[test]
    fn every_passage_is_in_the_rules_once() {
        for (id, passages) in PASSAGES {
            let about = SHIPPED.newest(id).unwrap().about();
            for (programs, _) in *passages {
                assert_eq!(about.rules.matches(programs).count(), 1, "{id}: {programs}");
            }
        }
    }

    #[test]
    fn people_count_from_1() {
        for rules in SHIPPED.games() {
            let text = rules.about().rules_for_people();
            assert!(!text.contains("numbered 0"), "{}: {text}", rules.about().id);
        }
    }
}
