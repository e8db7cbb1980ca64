"""Steps of `VectorEnv` against opponents for each second of processor time, on one thread. A step is one action of the
learner, chosen at random, with the replies of the opponents.

    python benchmarks/opponents.py

Each number is the median of several slices of time, which the opponents take in turns.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from compare import Work, rates

from turnstone_engine import VectorEnv

KINDS = ("tic-tac-toe-vs-house", "connect-four-vs-house", "holdem-open")
OPPONENTS: dict[str, dict[str, Any]] = {
    "none (self-play)": {},
    "random": {"opponent": "random"},
    "function": {"opponent": lambda observations, masks: masks.argmax(axis=1)},
    **{f"house, level {level}": {"opponent": "house", "level": level} for level in (1, 3, 5)},
}


def stepping(kind: str, matches: int, opponent: dict[str, Any]) -> Work:
    """Steps of an environment. The unit is an action of the learner."""
    env = VectorEnv(kind, matches, 1, **opponent)

    def work() -> int:
        env.step(env.sample())
        return matches

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each number (4)")
    parser.add_argument("--matches", type=int, default=256, help="of each environment (256)")
    chosen = parser.parse_args()
    for kind in KINDS:
        works = [stepping(kind, chosen.matches, opponent) for opponent in OPPONENTS.values()]
        for opponent, rate in zip(OPPONENTS, rates(works, chosen.seconds, time.process_time), strict=True):
            print(f"{kind:22} {opponent:18} {rate:14,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
