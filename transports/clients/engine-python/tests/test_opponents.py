"""Whole turns against opponents in one step."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
import time
import unittest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnstone_engine import VectorEnv, kinds

KINDS = kinds()
AGAINST_OTHERS = [kind for kind, described in KINDS.items() if not described["banked"]]


def snapshot(env: VectorEnv) -> list[bytes]:
    """The content of all arrays."""
    arrays = (env.observations, env.masks, env.turns, env.rewards, env.ended, env.final_observations)
    return [array.tobytes() for array in arrays]


def first_legal(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """An opponent that plays the legal action with the lowest index."""
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    return actions


def at_random(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """An opponent that plays any legal action."""
    dice = np.random.default_rng(len(masks))
    actions: NDArray[np.int64] = np.where(masks, dice.random(masks.shape), -1).argmax(axis=1)
    return actions


def mean_reward(env: VectorEnv, steps: int) -> float:
    """The mean reward of random play in the learner's seat, by match."""
    total, matches = 0.0, 0
    for _ in range(steps):
        seats = env.turns.copy()
        env.step(env.sample())
        total += float(env.rewards[np.arange(len(env)), seats].sum())
        matches += int(env.ended.sum())
    return total / matches


class Opponents(unittest.TestCase):
    def test_each_step_ends_at_the_learner_s_next_decision(self) -> None:
        for kind in AGAINST_OTHERS:
            for opponent in ("random", "house", first_legal):
                with self.subTest(kind=kind, opponent=opponent):
                    level = 1 if opponent == "house" else None
                    env, ended = VectorEnv(kind, 3, 1, opponent=opponent, level=level, seat=1), 0
                    for _ in range(300 if kind.startswith("memory") else 120):
                        self.assertTrue((env.turns == 1).all())
                        self.assertTrue((env.observations[:, -1] == 1).all() and env.masks.any(axis=1).all())
                        env.step(env.sample())
                        self.assertFalse(env.rewards[~env.ended].any() or env.final_observations[~env.ended].any())
                        self.assertTrue((env.final_observations[:, -1] == 0).all())
                        ended += int(env.ended.sum())
                    self.assertGreater(ended, 0)

    def test_a_higher_level_of_the_house_is_stronger(self) -> None:
        """The house never loses at tic-tac-toe at its best level."""
        means = [
            mean_reward(VectorEnv("tic-tac-toe-vs-house", 64, 1, opponent="house", level=level), 60)
            for level in (1, 3, 5)
        ]
        self.assertGreater(means[0], means[1] + 0.2)
        self.assertGreater(means[1], means[2] + 0.1)
        env = VectorEnv("tic-tac-toe-vs-house", 64, 1, opponent="house", level=5)
        for _ in range(60):
            env.step(env.sample())
            self.assertTrue((env.rewards[:, 0] <= 0).all())

    def test_a_level_of_the_options_is_the_house_s(self) -> None:
        at_level = VectorEnv("connect-four-vs-house", 4, 1, opponent="house", level=2)
        by_options = VectorEnv("connect-four-vs-house", 4, 1, opponent="house", options={"level": 2})
        for _ in range(30):
            at_level.step(at_level.sample())
            by_options.step(by_options.sample())
            self.assertEqual(snapshot(at_level), snapshot(by_options))

    def test_the_learner_s_seat_is_fixed_or_drawn_for_each_match(self) -> None:
        seats = set()
        drawn = VectorEnv("president", 16, 1, opponent="random", seat="random")
        self.assertTrue((VectorEnv("president", 16, 1, opponent="random").turns == 0).all())
        for _ in range(60):
            before = drawn.turns.copy()
            drawn.step(drawn.sample())
            self.assertTrue((drawn.turns == before)[~drawn.ended].all())
            seats |= set(drawn.turns.tolist())
        self.assertEqual(seats, set(range(KINDS["president"]["seats"])))

    def test_results_depend_on_neither_threads_nor_other_matches(self) -> None:
        """More matches than a batch has."""
        for opponent in ("random", "house", first_legal):
            envs = [
                VectorEnv("connect-four-vs-house", n, 3, opponent=opponent, threads=threads)
                for n, threads in ((300, 1), (300, 2), (5, 1))
            ]
            for _ in range(6):
                actions = envs[0].sample().copy()
                for env in envs:
                    env.step(actions[: len(env)])
                self.assertEqual(snapshot(envs[1]), snapshot(envs[0]))
                self.assertTrue(np.array_equal(envs[2].observations, envs[0].observations[:5]))

    def test_a_function_sees_the_matches_in_which_the_opponent_is_to_act(self) -> None:
        seen: list[int] = []

        def reply(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
            self.assertEqual(observations.shape, (len(masks), 86 + 42))
            self.assertTrue((observations[:, -1] == 1).all() and masks.any(axis=1).all())
            # From the opponent's own point of view: it never has more discs than the learner and one.
            own, other = observations[:, :42].sum(axis=1), observations[:, 42:84].sum(axis=1)
            self.assertTrue(((own == other) | (own + 1 == other)).all())
            seen.append(len(masks))
            return first_legal(observations, masks)

        env = VectorEnv("connect-four-vs-house", 40, 1, opponent=reply)
        # The opponent begins about half of the matches.
        self.assertTrue(seen and 5 < seen[0] < 35)
        for _ in range(10):
            env.step(env.sample())
        self.assertTrue(all(1 <= count <= 40 for count in seen))

    def test_after_a_mistake_of_a_function_nothing_was_played(self) -> None:
        mistake: list[Any] = [None]

        def reply(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> Any:
            if isinstance(mistake[0], BaseException):
                raise mistake[0]
            return first_legal(observations, masks) if mistake[0] is None else mistake[0]

        env = VectorEnv("tic-tac-toe-vs-house", 4, 1, opponent=reply, seat="random")
        for _ in range(7):
            env.step(env.sample())
        before, actions = snapshot(env), env.masks.argmax(axis=1)
        for wrong in ([9] * 4, [-1] * 4, [0.5] * 4, [0], None, "x", KeyboardInterrupt(), ZeroDivisionError()):
            mistake[0] = wrong if wrong is not None else {}
            with self.assertRaises((ValueError, TypeError, KeyboardInterrupt, ZeroDivisionError)):
                env.step(actions)
            self.assertEqual(snapshot(env), before)
        mistake[0] = [9] * 4
        with self.assertRaisesRegex(ValueError, "opponent's action 9 is not legal in match 0"):
            env.step(actions)
        mistake[0] = None
        env.step(actions)

    def test_a_function_cannot_step_or_store_its_own_environment(self) -> None:
        def reply(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> Any:
            for call in (lambda: env.step(actions), env.serialize):
                with self.assertRaises(RuntimeError):
                    call()
            return first_legal(observations, masks)

        env = VectorEnv("rps-vs-house", 2, 1, opponent=lambda observations, masks: reply(observations, masks))
        actions = env.sample().copy()
        env.step(actions)

    def test_illegal_actions_are_errors_or_leave_the_match(self) -> None:
        strict = VectorEnv("tic-tac-toe-vs-house", 2, 1, opponent="random")
        before = snapshot(strict)
        with self.assertRaisesRegex(ValueError, "action 9 is not legal in match 0"):
            strict.step([9, 0])
        self.assertEqual(snapshot(strict), before)
        lenient = VectorEnv("tic-tac-toe-vs-house", 2, 1, opponent="random", illegal_leaves=True)
        free = int(lenient.masks[1].argmax())
        lenient.step([-1, free])
        self.assertEqual((lenient.ended.tolist(), lenient.rewards[0].tolist()), ([True, False], [-1, 1]))

    def test_wrong_arguments_are_errors_that_name_them(self) -> None:
        for wrong, error, message in (
            ({"kind": "blackjack", "opponent": "house"}, ValueError, "opponent: blackjack is played against the bank"),
            ({"opponent": "nobody"}, ValueError, "nobody"),
            ({"opponent": "function"}, ValueError, "opponent"),
            ({"opponent": 3}, TypeError, "opponent"),
            ({"opponent": "house", "level": 0}, ValueError, "levels are 1 to 5"),
            ({"opponent": "house", "level": 6}, ValueError, "levels are 1 to 5"),
            ({"opponent": "random", "level": 3}, ValueError, "level: only the house"),
            ({"level": 3}, ValueError, "level: there is no opponent"),
            ({"seat": 0}, ValueError, "seat: without an opponent"),
            ({"opponent": "random", "seat": 2}, ValueError, "no seat 2"),
            ({"opponent": "random", "seat": -1}, ValueError, ""),
            ({"opponent": "random", "seat": "first"}, ValueError, "seat"),
            ({"opponent": "random", "seat": 0.5}, TypeError, ""),
        ):
            with self.subTest(wrong), self.assertRaisesRegex(error, message):
                VectorEnv(**({"kind": "tic-tac-toe-vs-house", "n": 1} | wrong))  # type: ignore[arg-type]


class Stored(unittest.TestCase):
    def test_a_copy_continues_as_the_original_does(self) -> None:
        for kind in AGAINST_OTHERS:
            for opponent in ("random", "house", at_random):
                with self.subTest(kind=kind, opponent=opponent):
                    level = 1 if opponent == "house" else None
                    env = VectorEnv(kind, 3, 9, opponent=opponent, level=level, seat="random", threads=2)
                    for _ in range(9):
                        env.step(env.sample())
                    function = opponent if callable(opponent) else None
                    others = [
                        copy.copy(env),
                        copy.deepcopy(env),
                        pickle.loads(pickle.dumps(env)),
                        VectorEnv.restore(env.serialize(), threads=3, opponent=function),
                    ]
                    for _ in range(12):
                        self.assertTrue(all(snapshot(other) == snapshot(env) for other in others))
                        actions = env.sample().copy()
                        for other in others:
                            self.assertTrue(np.array_equal(other.sample(), actions))
                            other.step(actions)
                        env.step(actions)

    def test_a_copy_keeps_its_planes_and_what_an_illegal_action_does(self) -> None:
        env = VectorEnv("tic-tac-toe-vs-house", 2, 1, opponent="random", planes=True, illegal_leaves=True)
        env.step([-1, int(env.masks[1].argmax())])
        other = copy.copy(env)
        self.assertEqual(snapshot(other), snapshot(env))
        other.step([-1, -1])
        self.assertTrue(other.ended.all() and np.array_equal(env.planes, copy.copy(env).planes))

    def test_a_function_is_given_again_and_no_other_opponent_is(self) -> None:
        by_function = VectorEnv("rps-vs-house", 1, 1, opponent=first_legal).serialize()
        by_name = VectorEnv("rps-vs-house", 1, 1, opponent="house").serialize()
        with self.assertRaisesRegex(ValueError, "opponent: give the function again"):
            VectorEnv.restore(by_function)
        with self.assertRaisesRegex(ValueError, "opponent: it is stored"):
            VectorEnv.restore(by_name, opponent=first_legal)
        damaged = by_name.replace(b'"name":"house"', b'"name":"nobody"')
        for stored in (damaged, by_name.replace(b'"seat":0', b'"seat":7')):
            with self.assertRaises(ValueError):
                VectorEnv.restore(stored)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork on this system")
    def test_opponents_play_after_a_fork(self) -> None:
        for opponent in ("house", first_legal):
            env = VectorEnv("connect-four-vs-house", 12, 1, opponent=opponent, threads=3)
            env.step(env.sample())
            child = os.fork()
            if child == 0:
                env.step(env.sample())
                os._exit(0 if (env.turns == 0).all() else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)


class Interrupted(unittest.TestCase):
    @unittest.skipUnless(hasattr(signal, "pthread_kill"), "there are no signals to a thread on this system")
    def test_an_interrupted_step_has_played_nothing(self) -> None:
        """A step of many matches against the house takes seconds. The deal against random play does not."""
        env = VectorEnv("holdem-vs-house", 40_000, 1, opponent="random")
        slow = VectorEnv.restore(env.serialize().replace(b'"name":"random"', b'"name":"house"'))
        # A shell that starts this in the background has it ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        before, actions = snapshot(slow), slow.sample().copy()
        main = threading.main_thread().ident
        assert main is not None

        def interrupt() -> None:
            time.sleep(0.05)
            signal.pthread_kill(main, signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            slow.step(actions)
            time.sleep(1)
        thread.join()
        self.assertEqual(snapshot(slow), before)


if __name__ == "__main__":
    unittest.main()
