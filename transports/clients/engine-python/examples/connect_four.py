"""Learns connect four by self-play, in about ten minutes, and plays it on a server.

    python connect_four.py --save agent.npz
    python connect_four.py --load agent.npz --server http://127.0.0.1:8080

The value of a position is the sum of the weights of its patterns: each of some groups of cells has a table with a
weight for each content of the group. A weight moves towards the value of the best move (temporal-difference learning).
Positions are seen by the player who is to move; a mirrored position has the same value.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from turnstone_engine import VectorEnv, deal, encode

Floats = NDArray[np.float32]

KIND: Literal["connect-four-vs-house"] = "connect-four-vs-house"
ROWS, COLUMNS, CELLS = 6, 7, 42
# A cell is empty, empty with support below, the own or the other's.
CONTENTS = 4
GROUPS, SIZE = 64, 8
MIRRORED = np.arange(CELLS).reshape(ROWS, COLUMNS)[:, ::-1].ravel()


def lines() -> Floats:
    """All rows of four as (42, 69): 1 where a cell belongs to a line."""
    found = []
    for row, column in np.ndindex(ROWS, COLUMNS):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + down * step, column + right * step) for step in range(4)]
            if all(0 <= r < ROWS and 0 <= c < COLUMNS for r, c in line):
                found.append(np.isin(np.arange(CELLS), [r * COLUMNS + c for r, c in line]))
    return np.array(found, dtype=np.float32).T.copy()


LINES = lines()


def neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [r * COLUMNS + c for r, c in near if 0 <= r < ROWS and 0 <= c < COLUMNS]


class Agent:
    def __init__(self, rng: np.random.Generator) -> None:
        """Groups of cells grow from one cell by neighbours."""
        self.places = np.zeros((CELLS, GROUPS), dtype=np.float32)
        for group in range(GROUPS):
            cells = [int(rng.integers(CELLS))]
            while len(cells) < SIZE:
                cell = int(rng.choice(neighbours(int(rng.choice(cells)))))
                if cell not in cells:
                    cells.append(cell)
            self.places[cells, group] = CONTENTS ** np.arange(SIZE)
        self.weights = np.zeros(GROUPS * CONTENTS**SIZE, dtype=np.float32)
        self.offsets = np.arange(GROUPS) * CONTENTS**SIZE

    def patterns(self, own: Floats, other: Floats) -> NDArray[np.int64]:
        """(n, 2, groups): where the weights of positions are, and those of the mirrored positions."""
        taken = own + other
        below = np.ones_like(taken)
        below[:, :-COLUMNS] = taken[:, COLUMNS:]
        cells = own * 2 + other * 3 + (1 - taken) * below
        both = np.stack([cells, cells[:, MIRRORED]], 1)
        found: NDArray[np.int64] = (both @ self.places).astype(np.int64) + self.offsets
        return found

    def values(self, own: Floats, other: Floats) -> Floats:
        """(n,): from -1, lost, to 1, won, for the player who is to move."""
        values: Floats = np.tanh(self.weights[self.patterns(own, other)].sum((1, 2)))
        return values

    def learn(self, own: Floats, other: Floats, target: Floats, rate: float) -> None:
        at = self.patterns(own, other)
        value = np.tanh(self.weights[at].sum((1, 2)))
        step = (rate * (target - value) * (1 - value**2)).astype(np.float32)
        np.add.at(self.weights, at, step[:, None, None])

    def moves(self, own: Floats, other: Floats, depth: int = 1) -> Floats:
        """(n, 7): the value of each move, found by a search of `depth` moves; -2 if the column is full."""
        taken = (own + other).reshape(-1, ROWS, COLUMNS)
        row = ROWS - 1 - taken.sum(1).astype(int)
        legal = row >= 0
        n, column = np.nonzero(legal)
        after = own[n]
        after[np.arange(len(n)), row[n, column] * COLUMNS + column] = 1
        wins = (after @ LINES == 4).any(1)
        full = after.sum(1) + other[n].sum(1) == CELLS
        open_ = ~(wins | full)
        value = wins.astype(np.float32)
        if depth == 1:
            value[open_] = -self.values(other[n][open_], after[open_])
        elif open_.any():
            value[open_] = -self.moves(other[n][open_], after[open_], depth - 1).max(1)
        found = np.full(legal.shape, -2, dtype=np.float32)
        found[n, column] = value
        return found


def sides(observations: Floats) -> tuple[Floats, Floats]:
    """The own and the other's discs, by the engine's encoding."""
    return observations[:, :CELLS].copy(), observations[:, CELLS : 2 * CELLS].copy()


def train(
    agent: Agent,
    moves: int,
    rng: np.random.Generator,
    matches: int = 256,
    save: str | None = None,
    measure: Callable[[int], None] | None = None,
) -> None:
    """Play against itself. Prints its progress every 10 seconds, and saves the weights then if there is a file.
    `measure` gets the number of moves so far, 25 times."""
    env = VectorEnv(KIND, matches, seed=1)
    games, printed, measured = 0, time.monotonic(), 0
    print(f"learning from {moves:,} moves", flush=True)
    for played in range(0, moves, matches):
        if measure and played * 25 >= measured * moves:
            measure(played)
            measured += 1
        own, other = sides(env.observations)
        value = agent.moves(own, other)
        rate = 0.01 * (1 - 0.9 * played / moves)
        agent.learn(own, other, value.max(1), rate)
        noise = rng.random(value.shape) * 1e-3
        action = (value + noise).argmax(1)
        env.step(np.where(rng.random(matches) < 0.1, env.sample(), action))
        games += int(env.ended.sum())
        if time.monotonic() - printed > 10:
            printed = time.monotonic()
            print(f"{played / moves:.0%}: {games:,} games", flush=True)
            if save:
                np.savez_compressed(save, weights=agent.weights)
    if save:
        np.savez_compressed(save, weights=agent.weights)


def best(agent: Agent, own: Floats, other: Floats) -> int:
    return int(agent.moves(own[None], other[None], depth=2)[0].argmax())


def against_house(agent: Agent, level: int, games: int) -> float:
    """The share of games that the agent wins in seat 0."""
    won = 0
    for number in range(games):
        match = deal(KIND, seed=10_000 + number)
        while seats := match.to_act():
            if seats[0] == 0:
                own, other = sides(match.observation(0)[None])
                match.play(best(agent, own[0], other[0]))
            else:
                match.play(match.choose("house", level=level))
        scores = match.scores()
        won += scores is not None and scores[0] > 0
    return won / games


def on_server(agent: Agent, address: str, level: int) -> Any:
    """Play one practice table by the client of the project."""
    from turnstone import Client

    table = Client(address).practice(KIND, level=level)
    for turn in table.turns():
        observation, indices = encode(KIND, turn.view, turn.legal, turn.seat)
        own, other = sides(observation[None])
        turn.act(turn.legal[indices.index(best(agent, own[0], other[0]))])
    return table.outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--moves", type=int, default=8_500_000, help="moves of self-play: 8.5 million take about ten minutes"
    )
    parser.add_argument("--games", type=int, default=200, help="games against each level of the house")
    parser.add_argument("--save")
    parser.add_argument("--load")
    parser.add_argument("--server", help="the address of a server on which the agent plays one game")
    parser.add_argument("--level", type=int, default=3, help="of the house on the server")
    chosen = parser.parse_args()
    rng = np.random.default_rng(1)
    agent = Agent(rng)
    if chosen.load:
        agent.weights = np.load(chosen.load)["weights"]
    else:
        train(agent, chosen.moves, rng, save=chosen.save)
        for level in range(1, 6):
            print(f"won {against_house(agent, level, chosen.games):.0%} of {chosen.games} games against level {level}")
    if chosen.server:
        print(on_server(agent, chosen.server, chosen.level))


if __name__ == "__main__":
    main()
