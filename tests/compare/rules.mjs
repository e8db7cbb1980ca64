// Tic-tac-toe for the two JavaScript frameworks.
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** Whether a seat has three cells in a line. */
export const wins = (cells, seat) => LINES.some((line) => line.every((cell) => cells[cell] === seat));

/** Whether the game is over. */
export const isOver = (cells, free) => wins(cells, '0') || wins(cells, '1') || !cells.some((cell) => cell === free);
