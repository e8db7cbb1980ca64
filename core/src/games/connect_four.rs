//! Connect four: two seats drop discs into seven columns of six cells; four or more own discs in a line win the pot of
//! two stakes, a full board returns them. Page: `connect-four`.

use super::search::best_moves;
use super::{
    About, BuyIn, Dice, Event, Events, Game, Kind, Leave, Opening, Outcome, Policy, PolicyName, Seat, Seats, Setup,
    Sight,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A board in play, with what its settlement needs.
#[derive(Clone)]
pub(super) struct ConnectFour {
    position: Position,
    stake: i64,
    start: Seat,
    /// The newest disc, as a bit of the board.
    last: Option<u64>,
    end: Option<End>,
}

/// Discs by seat, as sets of cells, and who moves. Bit `7 * column + height` stands for a cell, height 0 at the bottom;
/// the seventh bit of a column is never set and parts it from the next, so that no line leaps from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    discs: [u64; 2],
    mover: Seat,
}

#[derive(Clone, Copy)]
enum End {
    Line(Seat),
    Full,
    Left(Seat),
}

const COLUMNS: u8 = 7;
const COLUMN: u64 = 0b11_1111;
const BOTTOM_ROW: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM_ROW * COLUMN;
/// From a cell to the next one up, right and down, right, right and up.
const DIRECTIONS: [u32; 4] = [1, 6, 7, 8];

/// Drop a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Into a column that is not full, 0..=6 from the left.
    Drop {
        /// The column's number.
        column: u8,
    },
}

/// What everyone sees; nothing is hidden.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    game: &'static str,
    phase: &'static str,
    to_act: Seats,
    seats: [SeatView; 2],
    start: Seat,
    board: Vec<Option<Seat>>,
    last_cell: Option<u8>,
    line: Option<Vec<u8>>,
}

#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    status: &'static str,
    disc: &'static str,
}

impl Game for ConnectFour {
    const ABOUT: About = About {
        id: "connect-four",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Minimax, PolicyName::Random],
        rules: "The board stands upright: seven columns of six cells. Who starts is drawn by lot and has the red discs, \
                the other seat the yellow ones. In turn each seat drops one disc into a column that is not full; it \
                falls to the lowest empty cell there. Four or more of your own discs in an unbroken line, along a row, \
                a column or a diagonal, win the pot of both stakes, and the very last disc may still do it. A full \
                board without such a line is a draw and returns the stakes. Columns are numbered 0 to 6 from the left; \
                cells 0 to 41 row by row from the top left. You may give up at any time, on turn or not: the other \
                seat then wins the pot.",
        kinds: &[Kind {
            kind: "connect-four-vs-house",
            label: "Connect four",
            description: "Drop discs and line up four of them, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;

    fn deal(setup: &Setup, dice: &mut Dice, events: &mut Events) -> Self {
        let start = Seat(dice.below(2) as u8);
        events.tell(|| {
            Event::new("dealt").label(format!("Seat {start} starts with red")).data(&json!({ "start": start }))
        });
        let position = Position { discs: [0, 0], mover: start };
        let board = Self { position, stake: setup.stake, start, last: None, end: None };
        board.tell_turn(events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.position.mover) }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        if self.to_act().contains(seat) {
            let open = self.position.open_cells();
            legal.extend(
                (0..COLUMNS).filter(|&column| open & cells_of(column) != 0).map(|column| Action::Drop { column }),
            );
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Drop { column } = *action;
        let disc = self.position.open_cells() & cells_of(column);
        self.position = self.position.after(disc);
        self.last = Some(disc);
        events.tell(|| {
            Event::new("dropped")
                .seat(seat)
                .label(format!("Seat {seat} drops in column {}", column + 1))
                .data(&json!({ "column": column, "cell": cell_of(disc) }))
        });
        // The 42nd disc may make a line: a line counts before the full board.
        self.end = if has_line(self.position.discs[seat.index()]) {
            Some(End::Line(seat))
        } else if self.position.open_cells() == 0 {
            Some(End::Full)
        } else {
            None
        };
        if self.end.is_some() { self.tell_settled(events) } else { self.tell_turn(events) }
    }

    fn may_concede(&self, _seat: Seat) -> bool {
        self.end.is_none()
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        events.tell(|| how.event(seat, &format!("Seat {seat} gives up"), &format!("Seat {seat} runs out of time")));
        self.tell_settled(events);
    }

    fn view(&self, _sight: Sight) -> View {
        let status = |seat| if matches!(self.end, Some(End::Left(left)) if left == seat) { "left" } else { "in" };
        let seats = [Seat(0), Seat(1)].map(|seat| SeatView { seat, status: status(seat), disc: self.disc_of(seat) });
        View {
            game: Self::ABOUT.id,
            phase: if self.end.is_some() { "over" } else { "play" },
            to_act: self.to_act(),
            seats,
            start: self.start,
            board: (0..42).map(|cell| self.position.owner(bit_of(cell))).collect(),
            last_cell: self.last.map(cell_of),
            line: self.line(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        let outcome = Outcome::duel(end.winner(), self.stake);
        Some(match end {
            End::Line(winner) => outcome.with_winning_pieces(winner, self.line().unwrap_or_default()),
            End::Full | End::Left(_) => outcome,
        })
    }

    /// The same search as `minimax` (House policy).
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        Self::policy(Policy::House, seat, view, legal, dice)
    }

    /// A search six plies deep; any of the best moves (Built-in policies).
    fn policy(_: Policy, _: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        let position = Position::seen(view);
        let centre_first = CENTRE_FIRST.iter().filter_map(|column| legal.iter().position(|a| a.column() == *column));
        let best = best_moves(centre_first, |at, floor| position.value_of(legal[at].column(), floor));
        dice.pick(&best)
    }
}

impl ConnectFour {
    fn disc_of(&self, seat: Seat) -> &'static str {
        if seat == self.start { "red" } else { "yellow" }
    }

    /// The cells that won, ascending, once the newest disc has won.
    fn line(&self) -> Option<Vec<u8>> {
        let (Some(End::Line(winner)), Some(last)) = (self.end, self.last) else { return None };
        Some(line_through(last, self.position.discs[winner.index()]))
    }

    fn tell_turn(&self, events: &mut Events) {
        let seat = self.position.mover;
        events.turn(seat, || format!("Seat {seat} to move"));
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.tell(|| {
            let scores = Outcome::duel(end.winner(), self.stake).scores();
            let label = match end {
                End::Line(winner) => format!("Seat {winner} connects four"),
                End::Full => "A draw: the board is full".to_owned(),
                End::Left(left) => format!("Seat {} wins", left.other()),
            };
            Event::new("settled")
                .seat(end.winner())
                .label(label)
                .data(&json!({ "line": self.line(), "scores": scores }))
        });
    }
}

impl End {
    const fn winner(self) -> Option<Seat> {
        match self {
            Self::Line(winner) => Some(winner),
            Self::Full => None,
            Self::Left(left) => Some(left.other()),
        }
    }
}

impl Action {
    const fn column(self) -> u8 {
        let Self::Drop { column } = self;
        column
    }
}

const fn cells_of(column: u8) -> u64 {
    COLUMN << (7 * column)
}

/// A cell's number, row by row from the top, as a bit of the board.
const fn bit_of(cell: u8) -> u64 {
    1 << (7 * (cell % 7) + 5 - cell / 7)
}

const fn cell_of(bit: u64) -> u8 {
    let (column, height) = (bit.trailing_zeros() / 7, bit.trailing_zeros() % 7);
    (7 * (5 - height) + column) as u8
}

fn has_line(discs: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The cells of every unbroken run of four or more `discs` through the disc `last`, ascending.
fn line_through(last: u64, discs: u64) -> Vec<u8> {
    let runs = DIRECTIONS.map(|step| run_through(last, step, discs)).into_iter().filter(|run| run.count_ones() >= 4);
    let line = runs.fold(0, |line, run| line | run);
    (0..42).filter(|&cell| line & bit_of(cell) != 0).collect()
}

fn run_through(last: u64, step: u32, discs: u64) -> u64 {
    let mut run = last;
    loop {
        let longer = run | (run << step | run >> step) & discs;
        if longer == run {
            return run;
        }
        run = longer;
    }
}

/// The search (Built-in policies).
const DEPTH: i32 = 6;
const WIN: i32 = 1_000_000;
const CENTRE_FIRST: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

impl Position {
    fn seen(view: &View) -> Self {
        let mut discs = [0; 2];
        for (cell, owner) in view.board.iter().enumerate() {
            if let Some(seat) = owner {
                discs[seat.index()] |= bit_of(cell as u8);
            }
        }
        Self { discs, mover: view.to_act.first().unwrap_or(view.start) }
    }

    /// The cells into which a disc would fall now, one in each column that is not full: adding one to a column carries
    /// through its discs to the cell above them.
    const fn open_cells(&self) -> u64 {
        ((self.discs[0] | self.discs[1]) + BOTTOM_ROW) & BOARD
    }

    fn owner(&self, bit: u64) -> Option<Seat> {
        [Seat(0), Seat(1)].into_iter().find(|seat| self.discs[seat.index()] & bit != 0)
    }

    /// The mover's disc lies on `cell`, and the turn has passed.
    const fn after(mut self, cell: u64) -> Self {
        self.discs[self.mover.index()] |= cell;
        self.mover = self.mover.other();
        self
    }

    /// The worth of a move at the root, exact when above `floor`.
    fn value_of(self, column: u8, floor: i32) -> i32 {
        let cell = self.open_cells() & cells_of(column);
        if has_line(self.discs[self.mover.index()] | cell) {
            return WIN - 1;
        }
        -self.after(cell).value(1, -WIN, -floor)
    }

    /// The worth of the position for its mover, `ply` plies below the root: exact between `low` and `high`, a bound
    /// outside.
    fn value(self, ply: i32, mut low: i32, high: i32) -> i32 {
        let open = self.open_cells();
        if open == 0 {
            return 0;
        }
        if ply == DEPTH {
            return self.evaluation();
        }
        let own = self.discs[self.mover.index()];
        let mut cells = CENTRE_FIRST.map(|column| open & cells_of(column));
        // Nothing is worth more than winning at once.
        if cells.iter().any(|&cell| cell != 0 && has_line(own | cell)) {
            return WIN - (ply + 1);
        }
        // Near the root it pays to try first what looks best.
        if ply <= 2 {
            cells.sort_by_cached_key(|&cell| self.after(cell).evaluation());
        }
        for cell in cells.into_iter().filter(|&cell| cell != 0) {
            low = low.max(-self.after(cell).value(ply + 1, -high, -low));
            if low >= high {
                break;
            }
        }
        low
    }

    /// 1, 10 or 100 for each window of four cells that holds one, two or three discs of the mover and none of the other
    /// seat; as much less for the other seat's windows.
    fn evaluation(self) -> i32 {
        let (own, other) = (self.discs[self.mover.index()], self.discs[self.mover.other().index()]);
        DIRECTIONS.iter().map(|&step| worth_of_windows(own, other, step) - worth_of_windows(other, own, step)).sum()
    }
}

/// The worth of the windows along one direction that hold discs of `own` alone. All windows are counted at once: bit b of
/// each set below tells of the window whose first cell is b.
fn worth_of_windows(own: u64, other: u64, step: u32) -> i32 {
    let windows = BOARD & BOARD >> step & BOARD >> (2 * step) & BOARD >> (3 * step);
    let free = windows & !(other | other >> step | other >> (2 * step) | other >> (3 * step));
    // Of the first two cells one or both are own, and likewise of the last two.
    let (one, both) = (own ^ own >> step, own & own >> step);
    let (last_one, last_both) = (one >> (2 * step), both >> (2 * step));
    let single = (one ^ last_one) & !both & !last_both;
    let double = one & last_one | (both ^ last_both) & !one & !last_one;
    let triple = both & last_one | one & last_both;
    let count = |set: u64| (set & free).count_ones() as i32;
    count(single) + 10 * count(double) + 100 * count(triple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seed;
    use std::collections::BTreeMap;

    /// A board after these columns, seat 1 first (the deal of the page's example), and what was told.
    fn after(columns: &[u8]) -> (ConnectFour, Vec<Event>) {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        let (mut dice, mut events) = (Dice::dealer(&seed), Events::on());
        let mut board = ConnectFour::deal(&Setup::new(None, 2, 10), &mut dice, &mut events);
        for &column in columns {
            let seat = board.to_act().first().unwrap();
            board.play(seat, &Action::Drop { column }, &mut dice, &mut events);
        }
        (board, events.take())
    }

    fn told(events: &[Event]) -> Vec<String> {
        events
            .iter()
            .map(|event| {
                let data = event.data.as_ref().map_or("", |data| data.get());
                format!("{} {} {data}", event.kind, event.label.as_deref().unwrap_or_default()).trim_end().to_owned()
            })
            .collect()
    }

    fn choices(board: &ConnectFour) -> Vec<u8> {
        let mut legal = Vec::new();
        board.legal_actions(board.position.mover, &mut legal);
        legal.into_iter().map(Action::column).collect()
    }

    /// A row of text a row of the board, from the top: x is the mover's disc, o the other's.
    fn position(rows: &str) -> Position {
        let mut discs = [0; 2];
        for (cell, mark) in rows.split_whitespace().flat_map(str::chars).enumerate() {
            match mark {
                'x' => discs[0] |= bit_of(cell as u8),
                'o' => discs[1] |= bit_of(cell as u8),
                _ => {}
            }
        }
        Position { discs, mover: Seat(0) }
    }

    #[test]
    fn a_match_is_told_from_the_deal_to_the_four_in_column_3() {
        let (board, events) = after(&[3, 4, 4, 5, 3, 5, 3, 0, 3]);
        let told = told(&events);
        assert_eq!(
            told[..4],
            [
                r#"dealt Seat 1 starts with red {"start":1}"#,
                "turn Seat 1 to move",
                r#"dropped Seat 1 drops in column 4 {"cell":38,"column":3}"#,
                "turn Seat 0 to move",
            ]
        );
        assert_eq!(
            told[told.len() - 2..],
            [
                r#"dropped Seat 1 drops in column 4 {"cell":17,"column":3}"#,
                r#"settled Seat 1 connects four {"line":[17,24,31,38],"scores":[-10,10]}"#,
            ]
        );
        let outcome = board.outcome().unwrap();
        assert_eq!(outcome.scores(), [-10, 10]);
        assert_eq!(outcome.seats[0].winning_pieces, None);
        assert_eq!(outcome.seats[1].winning_pieces, Some(vec![17, 24, 31, 38]));
        assert!(choices(&board).is_empty());
    }

    #[test]
    fn a_full_column_is_not_on_offer() {
        let (board, _) = after(&[2, 2, 2, 2, 2, 2]);
        assert_eq!(choices(&board), [0, 1, 3, 4, 5, 6]);
    }

    #[test]
    fn one_disc_may_complete_a_row_and_a_diagonal_and_all_their_cells_win() {
        // Cell 38 joins the row 35..=37 with 39 and 40, and stands at the foot of the diagonal 20, 26, 32.
        let own = [35, 36, 37, 38, 39, 40, 32, 26, 20].map(bit_of).into_iter().sum();
        assert_eq!(line_through(bit_of(38), own), [20, 26, 32, 35, 36, 37, 38, 39, 40]);
        assert_eq!(line_through(bit_of(36), own), [35, 36, 37, 38, 39, 40]);
    }

    #[test]
    fn a_line_does_not_leap_from_the_top_of_a_column_into_the_next() {
        assert!(!has_line([0, 7, 14, 36].map(bit_of).into_iter().sum()));
        assert!(!has_line([18, 19, 20, 28].map(bit_of).into_iter().sum()));
        assert!(has_line([0, 8, 16, 24].map(bit_of).into_iter().sum()));
        assert!(has_line([21, 15, 9, 3].map(bit_of).into_iter().sum()));
    }

    /// Whole matches, column by column: one ends in a draw, one is won by the 42nd disc.
    const DRAWN: &str = "331650114266141231434452363064260555520200";
    const WON_LAST: &str = "362614236012230601400013564456355355124124";

    fn columns(digits: &str) -> Vec<u8> {
        digits.bytes().map(|digit| digit - b'0').collect()
    }

    #[test]
    fn a_full_board_without_a_line_returns_the_stakes() {
        let (board, events) = after(&columns(DRAWN));
        let told = told(&events);
        assert_eq!(told.last().unwrap(), r#"settled A draw: the board is full {"line":null,"scores":[0,0]}"#);
        assert_eq!(events.last().unwrap().seat, None);
        assert_eq!(board.outcome().unwrap().seats[0].result, crate::games::MatchResult::Draw);
    }

    #[test]
    fn the_last_disc_may_win() {
        let (board, events) = after(&columns(WON_LAST));
        assert_eq!(board.position.open_cells(), 0);
        assert_eq!(events.last().unwrap().label.as_deref(), Some("Seat 0 connects four"));
        assert!(board.outcome().unwrap().seats[0].winning_pieces.is_some());
    }

    #[test]
    fn who_leaves_out_of_turn_loses_the_pot_and_no_cells_win() {
        let (mut board, _) = after(&[3]);
        let mut events = Events::on();
        board.concede(Seat(1), Leave::TimedOut, &mut events);
        assert_eq!(
            told(&events.take()),
            ["timed_out Seat 1 runs out of time", r#"settled Seat 0 wins {"line":null,"scores":[10,-10]}"#]
        );
        let outcome = board.outcome().unwrap();
        assert_eq!((outcome.scores(), outcome.seats[0].winning_pieces.clone()), (vec![10, -10], None));
        assert!(!board.may_concede(Seat(0)));
    }

    #[test]
    fn positions_and_sequences_by_ply_are_those_of_the_page() {
        let mut reached = BTreeMap::from([(Position { discs: [0, 0], mover: Seat(0) }, 1_u32)]);
        let mut counts = Vec::new();
        for _ in 0..=8 {
            counts.push((reached.len(), reached.values().sum()));
            let mut next = BTreeMap::new();
            for (position, ways) in &reached {
                if has_line(position.discs[position.mover.other().index()]) {
                    continue;
                }
                let open = position.open_cells();
                for cell in (0..COLUMNS).map(|column| open & cells_of(column)).filter(|&cell| cell != 0) {
                    *next.entry(position.after(cell)).or_default() += ways;
                }
            }
            reached = next;
        }
        let page = [
            (1, 1),
            (7, 7),
            (49, 49),
            (238, 343),
            (1120, 2401),
            (4263, 16807),
            (16422, 117_649),
            (54859, 823_536),
            (184_275, 5_673_234),
        ];
        assert_eq!(counts, page);
    }

    #[test]
    fn windows_are_worth_1_10_and_100_and_mixed_ones_nothing() {
        // One disc in the corner stands in a row, a column and a diagonal; in the centre of the bottom in more.
        assert_eq!(position("....... ....... ....... ....... ....... x......").evaluation(), 3);
        assert_eq!(position("....... ....... ....... ....... ....... ...o...").evaluation(), -7);
        // Three in the corner row: 100 + 10 + 1 along the row, 3 columns, 3 diagonals.
        assert_eq!(position("....... ....... ....... ....... ....... xxx....").evaluation(), 100 + 10 + 1 + 3 + 3);
        // The other seat's disc beside them spoils every window of the row but its own three.
        assert_eq!(position("....... ....... ....... ....... ....... xxxo...").evaluation(), 3 + 3 - 1 - 1 - 2);
    }

    /// The page's definition without pruning, window by window.
    fn plain(position: Position, ply: i32) -> i32 {
        if has_line(position.discs[position.mover.other().index()]) {
            return ply - WIN;
        }
        let open = position.open_cells();
        if open == 0 {
            return 0;
        }
        if ply == DEPTH {
            return plain_evaluation(&position);
        }
        let cells = (0..COLUMNS).map(|column| open & cells_of(column)).filter(|&cell| cell != 0);
        cells.map(|cell| -plain(position.after(cell), ply + 1)).max().unwrap()
    }

    fn plain_evaluation(position: &Position) -> i32 {
        let (mut worth, mut windows) = (0, 0);
        for (row, column) in (0..6_i8).flat_map(|row| (0..7_i8).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = [0, 1, 2, 3].map(|step| (row + step * down, column + step * right));
                if cells.iter().any(|(row, column)| !(0..6).contains(row) || !(0..7).contains(column)) {
                    continue;
                }
                windows += 1;
                let count = |seat: Seat| {
                    let own =
                        |(row, column): &&(i8, i8)| position.owner(bit_of((7 * row + column) as u8)) == Some(seat);
                    cells.iter().filter(own).count()
                };
                worth += match (count(position.mover), count(position.mover.other())) {
                    (own @ 1..=3, 0) => [1, 10, 100][own - 1],
                    (0, other @ 1..=3) => -[1, 10, 100][other - 1],
                    _ => 0,
                };
            }
        }
        assert_eq!(windows, 69);
        worth
    }

    #[test]
    fn the_pruned_search_finds_exactly_the_best_moves_of_plain_minimax() {
        let openings = ["", "344535", "33333224", "060601", "1234560"].map(columns);
        let endings = [DRAWN, WON_LAST].into_iter().flat_map(|text| [16, 22, 28, 34, 39].map(|n| columns(&text[..n])));
        for columns in openings.into_iter().chain(endings) {
            let (board, _) = after(&columns);
            let (position, mut legal) = (board.position, Vec::new());
            board.legal_actions(position.mover, &mut legal);
            let open = position.open_cells();
            let values: Vec<i32> =
                legal.iter().map(|action| -plain(position.after(open & cells_of(action.column())), 1)).collect();
            let highest = values.iter().max().unwrap();
            let best: Vec<usize> = (0..legal.len()).filter(|&at| values[at] == *highest).collect();
            let order = CENTRE_FIRST.iter().filter_map(|column| legal.iter().position(|a| a.column() == *column));
            let found = best_moves(order, |at, floor| position.value_of(legal[at].column(), floor));
            assert_eq!(found, best, "after {columns:?}: {values:?}");
        }
    }
}
