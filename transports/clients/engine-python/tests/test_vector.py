"""Many matches that are stepped together."""

from __future__ import annotations

import copy
import json
import os
import pickle
import unittest

import numpy as np

from turnstone_engine import Match, VectorEnv, deal, kinds

KINDS = kinds()


def snapshot(env: VectorEnv) -> list[bytes]:
    """The content of all arrays."""
    return [array.tobytes() for array in (env.observations, env.masks, env.turns, env.rewards, env.ended)]


class Vector(unittest.TestCase):
    def test_every_kind_is_stepped_and_dealt_again(self) -> None:
        for kind, described in KINDS.items():
            with self.subTest(kind):
                env = VectorEnv(kind, 8, 1)
                (length,) = described["observation"]["shape"]
                self.assertEqual(env.observations.shape, (8, length))
                self.assertEqual(env.masks.shape, (8, described["actions"]["count"]))
                ended = 0
                for _ in range(600):
                    self.assertTrue(env.masks.any(axis=1).all())
                    # The seat of each row may act.
                    self.assertTrue((env.observations[:, -1] == 1).all())
                    self.assertTrue((env.observations >= 0).all() and (env.observations <= 1).all())
                    env.step(env.sample())
                    self.assertFalse(env.rewards[~env.ended].any())
                    if not described["banked"]:
                        self.assertTrue(np.allclose(env.rewards.sum(axis=1), 0, atol=1e-5))
                    ended += int(env.ended.sum())
                self.assertGreater(ended, 0)

    def test_the_rows_are_those_of_single_matches(self) -> None:
        """A match of the batch, followed by a single one from the same position on."""
        env = VectorEnv("connect-four-vs-house", 4, 5)
        singles: list[Match | None] = [None] * 4
        compared = 0
        for _ in range(300):
            for at in range(4):
                if env.observations[at, :84].sum() == 0:
                    singles[at] = deal_like(int(env.turns[at]))
                match = singles[at]
                if match is not None:
                    self.assertEqual(match.to_act(), [env.turns[at]])
                    self.assertTrue(np.array_equal(match.observation(), env.observations[at]))
                    self.assertTrue(np.array_equal(match.mask(), env.masks[at]))
                    compared += 1
            actions = env.sample().copy()
            env.step(actions)
            for at, match in enumerate(singles):
                if match is not None:
                    match.play(actions[at])
                    scores = match.scores()
                    self.assertEqual(scores is not None, bool(env.ended[at]))
                    if scores is not None:
                        self.assertEqual([score / 10 for score in scores], env.rewards[at].tolist())
        self.assertGreater(compared, 1000)

    def test_results_depend_on_neither_threads_nor_other_matches(self) -> None:
        for kind in ("liars-dice-vs-house", "president", "holdem-ring"):
            envs = [VectorEnv(kind, 10, 3, threads=threads) for threads in (1, 2, 3)]
            small = VectorEnv(kind, 4, 3)
            for _ in range(200):
                actions = envs[0].sample().copy()
                self.assertTrue(all(np.array_equal(env.sample(), actions) for env in envs[1:]))
                for env in envs:
                    env.step(actions)
                small.step(actions[:4])
                self.assertEqual(snapshot(envs[1]), snapshot(envs[0]))
                self.assertEqual(snapshot(envs[2]), snapshot(envs[0]))
                self.assertTrue(np.array_equal(small.observations, envs[0].observations[:4]))

    def test_arrays_are_the_engine_s_own_memory(self) -> None:
        env = VectorEnv("mancala-vs-house", 3, 1)
        observations = env.observations
        before = observations.copy()
        env.step(env.sample())
        self.assertIs(env.observations, observations)
        self.assertFalse(np.array_equal(observations, before))

    def test_an_illegal_action_is_an_error_and_nothing_is_played(self) -> None:
        env = VectorEnv("tic-tac-toe-vs-house", 3, 1, threads=2)
        env.step([4, 4, 4])
        before = snapshot(env)
        for wrong in ([0, 4, 0], [0, 0, 4], [9, 0, 0], [-1, 0, 0], [0, 0], [[0, 0, 0]]):
            with self.assertRaises((ValueError, TypeError)):
                env.step(wrong)
            self.assertEqual(snapshot(env), before)
        with self.assertRaisesRegex(ValueError, "match 2"):
            env.step([0, 0, 4])
        env.step(np.array([0, 1, 2], dtype=np.int64))

    def test_only_integers_are_actions_and_none_is_narrowed(self) -> None:
        env = VectorEnv("tic-tac-toe-vs-house", 1, 1)
        before = snapshot(env)
        for large in ([2**32 + 5], [2**40], np.array([2**63], dtype=np.uint64), np.array([-(2**32)])):
            with self.assertRaisesRegex(ValueError, "not legal in match 0"):
                env.step(large)
        for wrong in ([5.9], [True], ["1"], [2**70], [None]):
            with self.assertRaises(TypeError):
                env.step(wrong)  # type: ignore[arg-type]
        self.assertEqual(snapshot(env), before)
        for kind in (np.uint8, np.int64, np.uint64):
            VectorEnv("tic-tac-toe-vs-house", 1, 1).step(np.array([5], dtype=kind))

    def test_a_copy_continues_as_the_original_does(self) -> None:
        for kind in KINDS:
            with self.subTest(kind):
                env = VectorEnv(kind, 6, 9, threads=2)
                for _ in range(45):
                    env.step(env.sample())
                others = [
                    copy.copy(env),
                    copy.deepcopy(env),
                    pickle.loads(pickle.dumps(env)),
                    VectorEnv.restore(env.serialize(), threads=3),
                ]
                for _ in range(60):
                    self.assertTrue(all(snapshot(other) == snapshot(env) for other in others))
                    actions = env.sample().copy()
                    for other in others:
                        self.assertTrue(np.array_equal(other.sample(), actions))
                        other.step(actions)
                    env.step(actions)

    def test_a_damaged_state_is_an_error(self) -> None:
        stored = VectorEnv("rps-vs-house", 2, 1).serialize()
        wrong_position = stored.replace(b'"played":[]', b'"played":[77]')
        for damaged in (b"", b"{}", stored[:-1], wrong_position, stored.replace(b'"format":2', b'"format":9')):
            with self.assertRaises(ValueError):
                VectorEnv.restore(damaged)

    def test_a_state_of_the_first_format_is_restored(self) -> None:
        """It has no options, no opponents and no last observations."""
        env = VectorEnv("tic-tac-toe-vs-house", 3, 1)
        env.step([4, 4, 4])
        stored = json.loads(env.serialize())
        for later in ("options", "finals"):
            del stored[later]
        for saved in stored["matches"]:
            del saved["opponents"]
        older = VectorEnv.restore(json.dumps(stored | {"format": 1}).encode())
        self.assertEqual(snapshot(older), snapshot(env))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork on this system")
    def test_threads_step_after_a_fork(self) -> None:
        env = VectorEnv("president", 12, 1, threads=3)
        env.step(env.sample())
        child = os.fork()
        if child == 0:
            env.step(env.sample())
            os._exit(0 if env.masks.any(axis=1).all() else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_the_arrays_cannot_be_changed_by_the_caller(self) -> None:
        env = VectorEnv("rps-vs-house", 2, 1)
        for array in (env.observations, env.masks, env.turns, env.rewards, env.ended):
            with self.assertRaises(ValueError):
                array.resize((1,), refcheck=False)
            with self.assertRaises(ValueError):
                array[0] = 1

    def test_wrong_arguments_are_errors(self) -> None:
        for wrong in (
            {"n": 0},
            {"n": -1},
            {"n": 2**40},
            {"n": 2**62},
            {"n": 2**70},
            {"threads": 0},
            {"threads": 100_000},
            {"kind": "chess"},
            {"seats": 3},
            {"options": {"bogus": 1}},
        ):
            with self.assertRaises(ValueError):
                VectorEnv(**({"kind": "rps-vs-house", "n": 1} | wrong))  # type: ignore[arg-type]


def deal_like(start: int) -> Match:
    """A match of connect four that the seat begins."""
    return next(
        match for match in (deal("connect-four-vs-house", seed) for seed in range(64)) if match.to_act() == [start]
    )


if __name__ == "__main__":
    unittest.main()
