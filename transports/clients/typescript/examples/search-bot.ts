// Plays tic-tac-toe and connect four by searching ahead, from the view alone:
//
//   node dist/examples/search-bot.js ADDRESS [tic-tac-toe-vs-house | connect-four-vs-house]
import { Client, type Action, type Turn, type api } from '@turnstone-games/client';

const [address, kind = 'tic-tac-toe-vs-house'] = process.argv.slice(2);
if (!address) {
  console.error('usage: node dist/examples/search-bot.js ADDRESS [KIND]');
  process.exit(2);
}

type Board = (number | null)[];
const SHAPES: Record<string, { rows: number; columns: number; length: number; depth: number }> = {
  'tic-tac-toe': { rows: 3, columns: 3, length: 3, depth: 9 },
  'connect-four': { rows: 6, columns: 7, length: 4, depth: 5 },
};
const game = kind.replace('-vs-house', '');
const shape = SHAPES[game];
if (!shape) throw new Error(`${kind} is not played by search`);
const { rows, columns, length, depth: far } = shape;

const range = (count: number) => [...Array(count).keys()];
const lines = range(rows * columns).flatMap((cell) =>
  [[0, 1] as const, [1, 0] as const, [1, 1] as const, [1, -1] as const].flatMap(([down, right]) => {
    const [row, column] = [Math.floor(cell / columns) + (length - 1) * down, (cell % columns) + (length - 1) * right];
    const inside = row < rows && column >= 0 && column < columns;
    return inside ? [range(length).map((step) => cell + step * (down * columns + right))] : [];
  }),
);

/** The possible choices, a cell or a column, and the cell that each fills; the middle first. */
function moves(board: Board): [choice: number, cell: number][] {
  if (game === 'tic-tac-toe') return [4, 0, 2, 6, 8, 1, 3, 5, 7].filter((c) => board[c] === null).map((c) => [c, c]);
  return range(columns)
    .sort((one, other) => Math.abs(one - 3) - Math.abs(other - 3))
    .flatMap((column) => {
      const cell = range(rows).findLast((row) => board[row * columns + column] === null);
      return cell === undefined ? [] : [[column, cell * columns + column]];
    });
}

/** The value of the board to `me`, who is to move; an earlier win has a higher value. */
function value(board: Board, me: number, depth: number, alpha: number, beta: number): number {
  let total = 0;
  for (const line of lines) {
    const mine = line.filter((cell) => board[cell] === me).length;
    const others = line.filter((cell) => board[cell] === 1 - me).length;
    if (others === length) return -1000 - depth;
    if (others === 0) total += mine ** 2;
    if (mine === 0) total -= others ** 2;
  }
  if (!board.includes(null)) return 0;
  if (depth === 0) return total;
  for (const [, cell] of moves(board)) {
    alpha = Math.max(alpha, -value(board.with(cell, me), 1 - me, depth - 1, -beta, -alpha));
    if (alpha >= beta) break;
  }
  return alpha;
}

/** The cell or the column of an action. */
function filled(action: Action): number | undefined {
  if (action.type === 'mark') return action.cell;
  return action.type === 'drop' ? action.column : undefined;
}

function choose({ view, seat, legal }: Turn): Action {
  if (view.game !== 'tic-tac-toe' && view.game !== 'connect-four') throw new Error(`${view.game} has no such board`);
  const board: Board = view.board;
  const worth = moves(board).map(
    ([choice, cell]) => [choice, -value(board.with(cell, seat), 1 - seat, far - 1, -9999, 9999)] as const,
  );
  const [best] = worth.reduce((one, other) => (other[1] > one[1] ? other : one));
  return legal.find((action) => filled(action) === best) as Action;
}

const table = await new Client(address).practice(kind as api.TableKind);
for await (const turn of table.turns()) await turn.act(choose(turn));
console.log(`${kind}: the score is ${table.score}`);
