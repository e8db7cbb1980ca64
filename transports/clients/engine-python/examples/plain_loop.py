"""Learns tic-tac-toe against random play in a plain loop: Monte Carlo control with a table, in some seconds.

    python plain_loop.py

The learner plays one seat; each step of the environment includes the reply of the opponent.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from turnstone_engine import VectorEnv

KIND = "tic-tac-toe-vs-house"
MATCHES = 128
PLACES = 3 ** np.arange(9)


def states(env: VectorEnv) -> NDArray[np.int64]:
    """(n,): the number of each position, from the learner's point of view."""
    own, other = env.observations[:, :9], env.observations[:, 9:18]
    found: NDArray[np.int64] = ((own + 2 * other) @ PLACES).astype(np.int64)
    return found


def best(env: VectorEnv, values: NDArray[np.float64]) -> NDArray[np.int64]:
    """(n,): the legal action with the highest value."""
    found: NDArray[np.int64] = np.where(env.masks, values[states(env)], -9).argmax(axis=1)
    return found


def train(steps: int, opponent: str = "random") -> NDArray[np.float64]:
    """The value of each action in each position: the mean result of the matches that went through it."""
    env, rng = VectorEnv(KIND, MATCHES, seed=1, opponent=opponent), np.random.default_rng(1)
    totals, counts = np.zeros((3**9, 9)), np.zeros((3**9, 9))
    values = np.zeros((3**9, 9))
    histories: list[list[tuple[int, int]]] = [[] for _ in range(MATCHES)]
    for _ in range(steps):
        explore = rng.random(MATCHES) < 0.2
        state, action = states(env), np.where(explore, env.sample(), best(env, values))
        env.step(action)
        for match in range(MATCHES):
            histories[match].append((int(state[match]), int(action[match])))
        for ended in np.flatnonzero(env.ended):
            for place in histories[ended]:
                totals[place] += env.rewards[ended, 0]
                counts[place] += 1
                values[place] = totals[place] / counts[place]
            histories[ended].clear()
    return values


def against(values: NDArray[np.float64], opponent: str, level: int | None = None) -> float:
    """The mean result of the learned player, from -1 to 1."""
    env, results = VectorEnv(KIND, MATCHES, seed=2, opponent=opponent, level=level), []
    for _ in range(40):
        env.step(best(env, values))
        results.extend(env.rewards[env.ended, 0])
    return float(np.mean(results))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=3000, help="steps of all matches (3000)")
    chosen = parser.parse_args()
    before, after = np.zeros((3**9, 9)), train(chosen.steps)
    print(
        f"against random play: {against(before, 'random'):+.2f} before, {against(after, 'random'):+.2f} after training"
    )
    print(f"against level 1 of the house: {against(after, 'house', 1):+.2f}")


if __name__ == "__main__":
    main()
