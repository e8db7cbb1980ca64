"""The examples learn.

`connect_four.py` beats the weakest level of the house after some thousand games; the others print their results against
random play before and after.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import connect_four

EXAMPLES = Path(connect_four.__file__).parent


class Examples(unittest.TestCase):
    def test_connect_four_is_learned_by_self_play(self) -> None:
        rng = np.random.default_rng(1)
        agent = connect_four.Agent(rng)
        connect_four.train(agent, 300_000, rng)
        self.assertGreater(connect_four.against_house(agent, 1, 40), 0.8)

    def test_a_move_that_wins_is_worth_one_and_a_full_column_is_no_move(self) -> None:
        own, other = np.zeros((1, 42), dtype=np.float32), np.zeros((1, 42), dtype=np.float32)
        own[0, [35, 36, 37]] = 1
        other[0, [41, 34, 27, 20, 13, 6]] = 1
        moves = connect_four.Agent(np.random.default_rng(1)).moves(own, other)[0]
        self.assertEqual((moves[3], moves[6]), (1, -2))
        self.assertTrue((np.abs(moves[[0, 1, 2, 4, 5]]) < 1).all())

    def test_a_plain_loop_learns_tic_tac_toe(self) -> None:
        before, after = results("plain_loop.py", "--steps", "1500")
        self.assertGreater(after, max(before + 0.2, 0.75))

    def test_self_play_in_pettingzoo_learns_tic_tac_toe(self) -> None:
        before, after = results("pettingzoo_selfplay.py", "--matches", "8000")
        self.assertGreater(after, max(before + 0.2, 0.7))

    @unittest.skipUnless(importlib.util.find_spec("sb3_contrib"), "sb3-contrib is not installed")
    def test_maskable_ppo_learns_connect_four(self) -> None:
        before, after = results("sb3_maskable_ppo.py", "--steps", "40000")
        self.assertGreater(after, max(before + 0.1, 0.65))
        results("sb3_maskable_ppo.py", "--steps", "4096", "--planes")


def results(example: str, *arguments: str) -> tuple[float, float]:
    """What an example prints: the mean results against random play before and after training."""
    command = [sys.executable, str(EXAMPLES / example), *arguments]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    found = re.match(r"against random play: ([+-]\d\.\d\d) before, ([+-]\d\.\d\d) after training\n", printed)
    assert found is not None, printed
    return float(found[1]), float(found[2])


if __name__ == "__main__":
    unittest.main()
