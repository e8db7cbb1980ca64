"""The environments of Stable-Baselines3, if it is installed: it needs PyTorch, which is large."""

from __future__ import annotations

import importlib.util
import unittest

import numpy as np

from turnstone_engine import kinds


@unittest.skipUnless(importlib.util.find_spec("sb3_contrib"), "sb3-contrib is not installed")
class StableBaselines(unittest.TestCase):
    def test_masks_are_found_and_every_kind_is_stepped(self) -> None:
        from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

        from turnstone_engine.sb3 import TurnstoneVecEnv

        for kind in kinds():
            with self.subTest(kind):
                env, ended = TurnstoneVecEnv(kind, 4), 0
                self.assertTrue(is_masking_supported(env))
                env.seed(1)
                first = env.reset()
                self.assertEqual(first.shape, (4, *env.observation_space.shape))
                for _ in range(400 if kind.startswith("memory") else 120):
                    masks = get_action_masks(env)
                    self.assertTrue(np.array_equal(masks, env.action_masks()))
                    _, rewards, ends, infos = env.step(masks.argmax(axis=1))
                    self.assertFalse(rewards[~ends].any())
                    for number in np.flatnonzero(ends):
                        self.assertTrue(env.observation_space.contains(infos[number]["terminal_observation"]))
                    ended += int(ends.sum())
                self.assertGreater(ended, 0)
                env.seed(1)
                self.assertTrue(np.array_equal(env.reset(), first))

    def test_an_illegal_action_gives_up(self) -> None:
        from turnstone_engine.sb3 import TurnstoneVecEnv

        env = TurnstoneVecEnv("tic-tac-toe-vs-house", 2)
        env.reset()
        _, rewards, ends, infos = env.step(np.array([9, int(env.action_masks()[1].argmax())]))
        self.assertEqual((rewards.tolist(), ends.tolist()), ([-1, 0], [True, False]))
        self.assertTrue(infos[0]["illegal"])

    def test_only_the_masks_are_called_by_name_and_nothing_is_set(self) -> None:
        from turnstone_engine.sb3 import TurnstoneVecEnv

        env = TurnstoneVecEnv("rps-vs-house", 2)
        with self.assertRaises(AttributeError):
            env.env_method("seat")
        with self.assertRaises(AttributeError):
            env.set_attr("seat", 1)
        self.assertFalse(env.has_attr("no_such_attribute"))


if __name__ == "__main__":
    unittest.main()
