"""Observations of games on a board as planes."""

from __future__ import annotations

import unittest
from typing import Any

import numpy as np

from turnstone_engine import VectorEnv, deal, kinds, planes

BOARDS: dict[str, dict[str, Any]] = {
    kind: described["observation"]["planes"]
    for kind, described in kinds().items()
    if described["observation"]["planes"] is not None
}


class Boards(unittest.TestCase):
    def test_the_games_on_a_board_have_planes_with_named_channels(self) -> None:
        shapes = {kind.removesuffix("-vs-house"): tuple(described["shape"][1:]) for kind, described in BOARDS.items()}
        expected = {"tic-tac-toe": (3, 3), "connect-four": (6, 7), "battleship": (10, 10)}
        self.assertEqual(shapes, expected | {"memory": (4, 6), "minesweeper": (9, 9)})
        for described in BOARDS.values():
            self.assertEqual(len(described["channels"]), described["shape"][0])

    def test_the_own_discs_are_the_first_channel(self) -> None:
        match = deal("connect-four-vs-house", 1)
        first = match.to_act()[0]
        match.play(3)
        own = planes("connect-four-vs-house", match.observation(first))
        other = planes("connect-four-vs-house", match.observation(1 - first))
        self.assertEqual((own[0, 5, 3], own[0].sum(), own[1].sum()), (1, 1, 0))
        self.assertEqual((other[1, 5, 3], other[0].sum(), other[1].sum()), (1, 0, 1))
        # A number without a cell fills its channel.
        self.assertEqual((own[3].min(), own[3].max(), other[3].max()), (1, 1, 0))

    def test_an_environment_writes_them_with_each_step(self) -> None:
        for kind, described in BOARDS.items():
            for opponent in (None, "random"):
                env = VectorEnv(kind, 300, 1, opponent=opponent, planes=True, threads=2)
                memory = env.planes
                self.assertEqual(memory.shape, (300, *described["shape"]))
                for _ in range(5):
                    self.assertTrue(np.array_equal(env.planes, planes(kind, env.observations)))
                    env.step(env.sample())
                self.assertIs(env.planes, memory)
                with self.assertRaises(ValueError):
                    memory[0] = 1

    def test_hidden_information_is_not_in_them(self) -> None:
        """A match and one in which everything that a seat cannot know is redrawn, in several positions."""
        dice = np.random.default_rng(1)
        for kind in BOARDS:
            redrawn_differs = False
            for number in range(20):
                match = deal(kind, number)
                for _ in range(int(dice.integers(1, 12))):
                    if match.to_act():
                        match.play(dice.choice(match.legal_indices()))
                if not match.to_act():
                    continue
                for seat in range(match.seats):
                    other = match.redrawn(seat, number)
                    seen, again = (planes(kind, one.observation(seat)) for one in (match, other))
                    self.assertTrue(np.array_equal(seen, again), kind)
                    redrawn_differs |= any(
                        not np.array_equal(match.observation(viewer), other.observation(viewer))
                        for viewer in range(match.seats)
                    )
            # The redraw changes what the other seat sees, where a seat has a secret of its own.
            self.assertEqual(redrawn_differs, kind == "battleship-vs-house")

    def test_what_has_no_planes_is_an_error(self) -> None:
        with self.assertRaisesRegex(ValueError, "planes: rps-vs-house has no board"):
            VectorEnv("rps-vs-house", 1, planes=True)
        with self.assertRaisesRegex(ValueError, "planes: president has no board"):
            planes("president", np.zeros(203))
        with self.assertRaisesRegex(ValueError, "128 numbers"):
            planes("connect-four-vs-house", np.zeros((2, 127)))
        with self.assertRaises(AttributeError):
            _ = VectorEnv("connect-four-vs-house", 1).planes


if __name__ == "__main__":
    unittest.main()
