"""The environment over a server passes PettingZoo's own test for each kind, and shows what the engine shows."""

from __future__ import annotations

import unittest
import warnings
from typing import Any
from unittest import mock

import numpy as np
from pettingzoo.test import api_test
from turnstone.types import TableKind
from world import lasting_server as server

from turnstone_engine import encode, replay
from turnstone_engine import server as remote

# Its recommendations for grids and pictures do not apply; any other warning is an error.
EXPECTED = ["Observation space for each agent probably should be", "Observation is not a NumPy array"]


def kinds() -> list[TableKind]:
    return [game["kind"] for game in server().member().games()]


def opened(kind: TableKind, **more: Any) -> Any:
    return remote.env(server().address, kind, invitation=server().invitation, **more)


def own_test(world: Any, num_cycles: int) -> None:
    """PettingZoo's own test, but for what plays one action in two deals that it takes for the same: here no seed makes
    a deal, and what is legal in one need not be in the other."""
    with mock.patch.dict(api_test.__globals__, {"test_action_flexibility": lambda world: None}):
        api_test(world, num_cycles=num_cycles)


class Server(unittest.TestCase):
    def test_pettingzoos_own_test_passes_for_every_kind(self) -> None:
        for kind in kinds():
            with self.subTest(kind=kind), warnings.catch_warnings():
                warnings.simplefilter("error", UserWarning)
                for words in EXPECTED:
                    warnings.filterwarnings("ignore", words)
                world = opened(kind)
                own_test(world, num_cycles=40)
                world.close()

    def test_a_guest_s_environment_needs_no_invitation(self) -> None:
        world = remote.env(server().address, "blackjack")
        own_test(world, num_cycles=5)
        self.assertEqual(world.possible_agents, ["seat_0"])
        world.close()

    def test_a_server_shows_every_position_as_the_engine_does(self) -> None:
        dice = np.random.default_rng(1)
        for kind in kinds():
            with self.subTest(kind=kind):
                world = opened(kind)
                world.reset()
                shown = []
                for agent in world.agent_iter():
                    observation, _reward, over, cut, _info = world.last()
                    if over or cut:
                        world.step(None)
                        continue
                    seat = world.possible_agents.index(agent)
                    plies = world.unwrapped._tables[seat].view["state"]["plies"]
                    shown.append((plies, seat, observation))
                    world.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
                bundle = world.unwrapped._tables[0].replay()
                for plies, seat, observation in shown:
                    match = replay(bundle, plies)
                    np.testing.assert_array_equal(observation["observation"], match.observation(seat))
                    np.testing.assert_array_equal(observation["action_mask"], match.mask(seat))
                world.close()

    def test_rewards_sum_to_zero_between_members(self) -> None:
        dice = np.random.default_rng(1)
        world = opened("holdem-open")
        for _ in range(12):
            world.reset()
            total = 0.0
            for agent in world.agent_iter():
                observation, reward, over, cut, info = world.last()
                if over or cut:
                    total += reward
                    world.step(None)
                    continue
                self.assertEqual(world.possible_agents.index(agent), info["view"]["toAct"][0])
                legal = np.flatnonzero(observation["action_mask"])
                self.assertEqual(len(legal), len(info["legal_actions"]))
                world.step(int(dice.choice(legal)))
            self.assertEqual(total, 0.0)
        world.close()

    def test_seats_are_chosen_within_the_game_s_range(self) -> None:
        world = opened("president", seats=3)
        own_test(world, num_cycles=20)
        self.assertEqual(world.possible_agents, ["seat_0", "seat_1", "seat_2"])
        world.close()
        with self.assertRaises(ValueError):
            opened("holdem-ring", seats=2)

    def test_an_illegal_action_gives_up(self) -> None:
        world = opened("tic-tac-toe-vs-house")
        world.reset()
        first = world.agent_selection
        world.step(3)
        second = world.agent_selection
        world.step(3)
        self.assertEqual(world.rewards, {first: 1.0, second: -1.0})
        self.assertEqual(world.infos[second]["illegal"], True)
        world.close()

    def test_a_view_of_another_game_is_rejected(self) -> None:
        view = server().member().open_table("rps-vs-house", practice=True).read()["state"]["view"]
        for shown, legal, seat in ((view, [], 0), ({}, [], 0), (view, {}, 0), (view, [], 9)):
            with self.assertRaises(ValueError):
                encode("connect-four-vs-house", shown, legal, seat)  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
