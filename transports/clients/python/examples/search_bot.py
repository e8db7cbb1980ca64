"""Plays tic-tac-toe and connect four by searching ahead, from the view alone.

python examples/search_bot.py ADDRESS [tic-tac-toe-vs-house | connect-four-vs-house]
"""

import sys
from collections.abc import Iterator
from functools import cache
from typing import cast

from turnstone import Client, Turn
from turnstone.types import GameAction, TableKind

Board = tuple[int | None, ...]
# Rows, columns, discs in a line, and the depth of the search.
SHAPES = {"tic-tac-toe": (3, 3, 3, 9), "connect-four": (6, 7, 4, 5)}


@cache
def lines(game: str) -> list[tuple[int, ...]]:
    rows, columns, length, _ = SHAPES[game]
    return [
        tuple((row + i * down) * columns + column + i * right for i in range(length))
        for row in range(rows)
        for column in range(columns)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + (length - 1) * down < rows and 0 <= column + (length - 1) * right < columns
    ]


def moves(game: str, board: Board) -> Iterator[tuple[int, int]]:
    """The possible choices, a cell or a column, and the cell that each fills; the middle first."""
    rows, columns, _, _ = SHAPES[game]
    if game == "tic-tac-toe":
        yield from ((cell, cell) for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] is None)
        return
    for column in sorted(range(columns), key=lambda column: abs(column - columns // 2)):
        free = [cell for cell in range(column, rows * columns, columns) if board[cell] is None]
        if free:
            yield column, free[-1]


def value(game: str, board: Board, me: int, depth: int, alpha: float, beta: float) -> float:
    """The value of the board to `me`, who is to move; an earlier win has a higher value."""
    total = 0
    for line in lines(game):
        held = [board[cell] for cell in line]
        mine, others = held.count(me), held.count(1 - me)
        if others == len(line):
            return -1000 - depth
        total += mine**2 * (not others) - others**2 * (not mine)
    if None not in board:
        return 0
    if depth == 0:
        return total
    for _, cell in moves(game, board):
        after = (*board[:cell], me, *board[cell + 1 :])
        alpha = max(alpha, -value(game, after, 1 - me, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def filled(action: GameAction) -> int:
    """The cell or the column of the action."""
    if action["type"] == "mark":
        return action["cell"]
    assert action["type"] == "drop"
    return action["column"]


def choose(turn: Turn) -> GameAction:
    view, me = turn.view, turn.seat
    if view["game"] != "tic-tac-toe" and view["game"] != "connect-four":
        raise SystemExit(f"{view['game']} is not played by search")
    game, board = view["game"], tuple(view["board"])
    worth = {
        choice: -value(game, (*board[:cell], me, *board[cell + 1 :]), 1 - me, SHAPES[game][3] - 1, -9999, 9999)
        for choice, cell in moves(game, board)
    }
    return max(turn.legal, key=lambda action: worth[filled(action)])


def main(address: str, kind: str = "tic-tac-toe-vs-house") -> None:
    table = Client(address).practice(cast(TableKind, kind))
    for turn in table.turns():
        turn.act(choose(turn))
    print(f"{kind}: the score is {table.score}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
