"""Learns tic-tac-toe by self-play in PettingZoo's interface, in some seconds.

    pip install 'turnstone-engine[pettingzoo]'
    python pettingzoo_selfplay.py

Both seats share one table of values. The result of a match is the target of all its moves.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnstone_engine import pettingzoo

Table = dict[bytes, NDArray[np.float64]]


def choose(table: Table, seen: dict[str, Any], rng: np.random.Generator, explore: float) -> int:
    """A legal action: any with the probability `explore`, otherwise the one with the highest value."""
    legal = np.flatnonzero(seen["action_mask"])
    if rng.random() < explore:
        return int(rng.choice(legal))
    return int(legal[table[key(seen)][legal].argmax()])


def key(seen: dict[str, Any]) -> bytes:
    """The marks of both seats, the own ones first."""
    marks: NDArray[np.float32] = seen["observation"][:18]
    return marks.astype(np.uint8).tobytes()


def play(world: Any, seats: dict[str, tuple[Table, float]], rng: np.random.Generator, learn: float = 0.0) -> float:
    """One match. Each seat has a table and a share of random moves. Returns the result of seat 0."""
    world.reset(seed=int(rng.integers(2**31)))
    moves: dict[str, list[tuple[bytes, int]]] = {agent: [] for agent in world.possible_agents}
    results: dict[str, float] = {}
    for agent in world.agent_iter():
        seen, reward, over, _, _ = world.last()
        if over:
            results[agent] = reward
            world.step(None)
            continue
        table, explore = seats[agent]
        action = choose(table, seen, rng, explore)
        moves[agent].append((key(seen), action))
        world.step(action)
    for agent, reward in results.items():
        for position, action in moves[agent]:
            values = seats[agent][0][position]
            values[action] += learn * (reward - values[action])
    return results["seat_0"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=12_000, help="matches of self-play (12000)")
    chosen = parser.parse_args()
    rng, world = np.random.default_rng(1), pettingzoo.env("tic-tac-toe-vs-house")
    table: Table = defaultdict(lambda: np.zeros(9))

    def against_random() -> float:
        seats = {"seat_0": (table, 0.0), "seat_1": (table, 1.0)}
        return float(np.mean([play(world, seats, rng) for _ in range(300)]))

    before = against_random()
    for _ in range(chosen.matches):
        play(world, {"seat_0": (table, 0.3), "seat_1": (table, 0.3)}, rng, learn=0.1)
    print(f"against random play: {before:+.2f} before, {against_random():+.2f} after training")


if __name__ == "__main__":
    main()
