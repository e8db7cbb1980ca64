//! Observations of a game on a board as planes: a stack of channels, each with one number for each cell.

use super::encoding::{Encoding, EncodingPart};

/// The planes of an encoding. They contain the same numbers as its observation, in another order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planes {
    /// The number of channels, of rows and of columns.
    pub shape: [usize; 3],
    /// The names of the channels, as `marks[1]`: the part, and the index of its dimensions that are not the board's.
    pub channels: Vec<String>,
    /// For each number of the planes, in row-major order: its place in the observation.
    pub sources: Vec<u16>,
}

impl Planes {
    /// The form of planes, which all games have in common.
    pub const TEXT: &'static str = "Channels, rows and columns. A part of the observation with a number for each cell \
        is one channel for each index of its other dimensions. Any other number of the observation is a channel whose \
        cells all have that number.";
}

impl Encoding {
    /// The planes of an observation; `None` if the game has no board.
    pub fn planes(&self) -> Option<Planes> {
        let [rows, columns] = self.board?;
        let (cells, mut offset) = (rows * columns, 0);
        let (mut channels, mut sources) = (Vec::new(), Vec::new());
        for part in self.parts() {
            let layout = Layout::of(part, [rows, columns]);
            for channel in 0..layout.channels {
                let first = offset + channel * layout.channel_step;
                channels.push(name(part, layout.others, channel));
                sources.extend((0..cells).map(|cell| (first + cell * layout.cell_step) as u16));
            }
            offset += part.len();
        }
        Some(Planes { shape: [channels.len(), rows, columns], channels, sources })
    }
}

/// Where a part has the numbers of its channels.
struct Layout {
    /// The dimensions besides the board's.
    others: &'static [usize],
    channels: usize,
    /// The distance between the first numbers of two channels, and between two cells of one channel.
    channel_step: usize,
    cell_step: usize,
}

impl Layout {
    fn of(part: &EncodingPart, board: [usize; 2]) -> Self {
        let (shape, cells) = (part.shape, board[0] * board[1]);
        if let Some(others) = shape.strip_suffix(&board) {
            return Self { others, channels: part.len() / cells, channel_step: cells, cell_step: 1 };
        }
        if let Some(others) = shape.strip_prefix(&board) {
            let channels = part.len() / cells;
            return Self { others, channels, channel_step: 1, cell_step: channels };
        }
        Self { others: shape, channels: part.len(), channel_step: 1, cell_step: 0 }
    }
}

/// The name of a channel, with its index in row-major order of `others`.
fn name(part: &EncodingPart, others: &[usize], channel: usize) -> String {
    let mut rest = channel;
    let mut index: Vec<String> = Vec::new();
    for length in others.iter().rev() {
        index.insert(0, (rest % length).to_string());
        rest /= length;
    }
    if part.len() == 1 || others.is_empty() {
        part.name.to_owned()
    } else {
        format!("{}[{}]", part.name, index.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODING: Encoding = Encoding {
        actions: 1,
        action_text: "",
        observation: &[
            EncodingPart::new("marks", &[2, 1, 2], ""),
            EncodingPart::new("symbols", &[1, 2, 3], ""),
            EncodingPart::new("counts", &[2], ""),
        ],
        board: Some([1, 2]),
        omitted: "",
    };

    #[test]
    fn a_part_with_the_board_is_one_channel_for_each_other_index_and_any_other_number_fills_one() {
        let planes = ENCODING.planes().unwrap();
        assert_eq!(planes.shape, [8, 1, 2]);
        let names =
            ["marks[0]", "marks[1]", "symbols[0]", "symbols[1]", "symbols[2]", "counts[0]", "counts[1]", "turn"];
        assert_eq!(planes.channels, names);
        assert_eq!(planes.sources, [0, 1, 2, 3, 4, 7, 5, 8, 6, 9, 10, 10, 11, 11, 12, 12]);
    }

    #[test]
    fn a_game_without_a_board_has_no_planes() {
        assert_eq!(Encoding { board: None, ..ENCODING }.planes(), None);
    }
}
