"""The environment passes PettingZoo's own test for each kind."""

from __future__ import annotations

import random
import unittest
import warnings
from typing import Any, cast
from unittest import mock

from world import server

from turnstone.types import TableKind

try:
    from pettingzoo.test import api_test

    from turnstone import pettingzoo
except ModuleNotFoundError:
    raise unittest.SkipTest("pettingzoo is not installed") from None

# Its recommendations for grids and pictures do not apply; any other warning is an error.
EXPECTED = ["Observation space for each agent probably should be", "Observation is not a NumPy array"]


def kinds() -> list[TableKind]:
    return [game["kind"] for game in server().member().games()]


def own_test(world: Any, num_cycles: int) -> None:
    """PettingZoo's own test, but for what plays one action in two deals that it takes for the same: here no seed makes
    a deal, and what is legal in one need not be in the other."""
    with mock.patch.dict(api_test.__globals__, {"test_action_flexibility": lambda world: None}):
        api_test(world, num_cycles=num_cycles)


class PettingZoo(unittest.TestCase):
    def test_pettingzoos_own_test_passes_for_every_kind(self) -> None:
        for kind in kinds():
            with self.subTest(kind=kind), warnings.catch_warnings():
                warnings.simplefilter("error", UserWarning)
                for words in EXPECTED:
                    warnings.filterwarnings("ignore", words)
                world = pettingzoo.env(server().address, kind, invitation=server().invitation)
                own_test(world, num_cycles=40)
                world.close()

    def test_a_guest_s_environment_needs_no_invitation(self) -> None:
        world = pettingzoo.env(server().address, "blackjack")
        own_test(world, num_cycles=5)
        self.assertEqual(world.possible_agents, ["seat_0"])
        world.close()

    def test_rewards_sum_to_zero_between_members_and_observations_are_views(self) -> None:
        dice = random.Random(1)
        world = pettingzoo.env(server().address, "holdem-open", invitation=server().invitation)
        for _ in range(12):
            world.reset()
            total = 0.0
            for agent in world.agent_iter():
                observation, reward, over, cut, info = world.last()
                seen = pettingzoo.view(cast(dict[str, Any], observation)["observation"])
                self.assertEqual(seen["game"], "holdem")
                if over or cut:
                    total += reward
                    world.step(None)
                    continue
                self.assertEqual(world.possible_agents.index(agent), seen["toAct"][0])
                mask = cast(dict[str, Any], observation)["action_mask"]
                self.assertEqual(sum(mask), len(info["legal_actions"]))
                world.step(dice.randrange(len(info["legal_actions"])))
            self.assertEqual(total, 0.0)
        world.close()

    def test_seats_are_chosen_within_the_game_s_range(self) -> None:
        world = pettingzoo.env(server().address, "president", invitation=server().invitation, seats=3)
        own_test(world, num_cycles=20)
        self.assertEqual(world.possible_agents, ["seat_0", "seat_1", "seat_2"])
        world.close()
        with self.assertRaises(ValueError):
            pettingzoo.env(server().address, "holdem-ring", invitation=server().invitation, seats=2)

    def test_an_illegal_number_is_rejected(self) -> None:
        world = pettingzoo.env(server().address, "tic-tac-toe-vs-house", invitation=server().invitation)
        world.reset()
        with self.assertRaises(ValueError):
            world.step(200)
        world.close()

    def test_a_custom_encoding(self) -> None:
        import numpy as np
        from gymnasium.spaces import Box

        def board(view: dict[str, Any], seat: int) -> Any:
            return np.array([[cell == seat, cell == 1 - seat] for cell in view["board"]], np.int8)

        encoding = pettingzoo.Encoding(Box(0, 1, (9, 2), np.int8), board)
        world = pettingzoo.env(
            server().address, "tic-tac-toe-vs-house", invitation=server().invitation, encoding=encoding
        )
        own_test(world, num_cycles=20)
        world.close()


if __name__ == "__main__":
    unittest.main()
