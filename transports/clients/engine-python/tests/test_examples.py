"""The example learns: after some thousand games it beats the weakest level of the house."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import connect_four


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


if __name__ == "__main__":
    unittest.main()
