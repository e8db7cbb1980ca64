"""The environments pass the tests of their libraries for every kind."""

from __future__ import annotations

import copy
import pickle
import random
import unittest
import warnings
from typing import Any

import gymnasium as library
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, check_returned_data_not_reused
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, outcome_sampling_mccfr
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from turnstone_engine import Match, gymnasium, kinds, openspiel, pettingzoo, planes

# Recommendations for pictures and grids do not apply; any other warning is an error.
EXPECTED = ["Observation space for each agent probably should be", "Observation is not a NumPy array"]


class PettingZoo(unittest.TestCase):
    def setUp(self) -> None:
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error", UserWarning)
        for words in EXPECTED:
            warnings.filterwarnings("ignore", words)

    def test_pettingzoos_api_test_passes_for_every_kind(self) -> None:
        for kind in kinds():
            with self.subTest(kind):
                api_test(pettingzoo.env(kind), num_cycles=200)

    def test_pettingzoos_parallel_api_test_passes_for_every_kind(self) -> None:
        for kind in kinds():
            with self.subTest(kind):
                parallel_api_test(pettingzoo.parallel_env(kind), num_cycles=200)

    def test_pettingzoos_seed_tests_pass_for_every_kind(self) -> None:
        for kind in kinds():
            with self.subTest(kind):
                seed_test(lambda kind=kind: pettingzoo.env(kind), num_cycles=60)
                parallel_seed_test(lambda kind=kind: pettingzoo.parallel_env(kind), num_cycles=60)

    def test_rewards_between_seats_sum_to_zero(self) -> None:
        dice = np.random.default_rng(1)
        world = pettingzoo.env("holdem-ring", seats=5)
        for number in range(20):
            world.reset(seed=number)
            total = 0.0
            for _ in world.agent_iter():
                observation, reward, over, cut, _info = world.last()
                total += reward
                mask = observation["action_mask"]
                world.step(None if over or cut else int(dice.choice(np.flatnonzero(mask))))
            self.assertAlmostEqual(total, 0.0)

    def test_an_illegal_action_gives_up(self) -> None:
        world = pettingzoo.env("tic-tac-toe-vs-house")
        world.reset(seed=1)
        world.step(4)
        loser = world.agent_selection
        world.step(4)
        self.assertTrue(all(world.terminations.values()))
        self.assertEqual((world.rewards[loser], world.infos[loser]), (-1.0, {"illegal": True}))
        together = pettingzoo.parallel_env("rps-vs-house")
        together.reset(seed=1)
        _, rewards, ends, _, infos = together.step({"seat_0": 0, "seat_1": 3})
        self.assertEqual((rewards, infos["seat_1"]), ({"seat_0": 1.0, "seat_1": -1.0}, {"illegal": True}))
        self.assertTrue(all(ends.values()))

    def test_seats_that_choose_at_the_same_time_choose_in_one_parallel_step(self) -> None:
        together = pettingzoo.parallel_env("rps-vs-house")
        together.reset(seed=1)
        together.step({"seat_0": 0, "seat_1": 2})
        self.assertEqual(together.match.view()["throws"], [{"hands": ["rock", "scissors"], "winner": 0}])


class Gymnasium(unittest.TestCase):
    def test_gymnasiums_check_passes_for_every_kind(self) -> None:
        for kind in kinds():
            with self.subTest(kind), warnings.catch_warnings():
                warnings.simplefilter("error")
                # The check asks for a registered environment to test other values of `render_mode`.
                warnings.filterwarnings("ignore", ".*not within a gymnasium")
                warnings.filterwarnings("ignore", ".*the environment spec")
                check_env(gymnasium.TurnstoneEnv(kind), skip_render_check=True)
                version = kinds()[kind]["version"]
                made = library.make(f"turnstone/{kind}-v{version}", render_mode="ansi")
                made.reset(seed=1)
                self.assertTrue(made.render())

    def test_a_board_is_rendered_as_text(self) -> None:
        env = gymnasium.TurnstoneEnv("connect-four-vs-house", opponent=lambda match, seat: 0, render_mode="ansi")
        env.reset(seed=1)
        env.step(3)
        self.assertRegex(str(env.render()), "R")

    def test_a_step_before_the_start_or_after_the_end_asks_for_a_reset(self) -> None:
        env = gymnasium.TurnstoneEnv("tic-tac-toe-vs-house")
        with self.assertRaises(ResetNeeded):
            env.step(0)
        env.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
        with self.assertRaises(ResetNeeded):
            env.step(0)

    def test_only_integers_are_actions(self) -> None:
        env = gymnasium.TurnstoneEnv("tic-tac-toe-vs-house")
        env.reset(seed=1)
        for wrong in (5.9, "5", None):
            with self.assertRaises(TypeError):
                env.step(wrong)

    def test_an_unknown_render_mode_is_an_error(self) -> None:
        with self.assertRaises(ValueError):
            gymnasium.TurnstoneEnv("rps-vs-house", render_mode="human")

    def test_an_illegal_action_gives_up(self) -> None:
        env = gymnasium.TurnstoneEnv("tic-tac-toe-vs-house", stake=5)
        env.reset(seed=3)
        taken = int(np.flatnonzero(env.match.observation()[9:18])[0]) if env.match.plies else 0
        if not env.match.plies:
            env.step(0)
        _, reward, over, cut, info = env.step(taken)
        self.assertEqual((reward, over, cut, info["illegal"]), (-1.0, True, False, True))

    def test_the_opponent_is_a_policy_or_a_function(self) -> None:
        def first(match: Match, seat: int) -> int:
            return match.legal_indices(seat)[0]

        dice = np.random.default_rng(2)
        totals: dict[Any, float] = {}
        for opponent in ("random", "house", first):
            env = gymnasium.TurnstoneEnv("tic-tac-toe-vs-house", opponent=opponent, seat=1)
            for number in range(60):
                env.reset(seed=number)
                over, reward = False, 0.0
                while not over:
                    action = dice.choice(np.flatnonzero(env.action_masks()))
                    _, reward, over, _, _ = env.step(action)
                totals[opponent] = totals.get(opponent, 0.0) + reward
        levels = [self.mean_against_house(level) for level in (1, 5)]
        self.assertGreater(levels[0], levels[1] + 0.3)
        # The house never loses at tic-tac-toe, and beats random play nearly always.
        self.assertLess(totals["house"], -40)
        self.assertGreater(totals["random"], -25)

    def mean_against_house(self, level: int) -> float:
        """The mean reward of random play."""
        env = gymnasium.TurnstoneEnv("tic-tac-toe-vs-house", opponent="house", level=level)
        dice, total = np.random.default_rng(3), 0.0
        for number in range(60):
            env.reset(seed=number)
            over = False
            while not over:
                _, reward, over, _, _ = env.step(dice.choice(np.flatnonzero(env.action_masks())))
                total += reward
        return total / 60


class GymnasiumVector(unittest.TestCase):
    def test_every_kind_is_made_by_its_name_and_stepped_within_its_spaces(self) -> None:
        for kind, described in kinds().items():
            with self.subTest(kind), warnings.catch_warnings():
                warnings.simplefilter("error")
                env = library.make_vec(f"turnstone/{kind}-v{described['version']}", num_envs=5)
                assert isinstance(env.unwrapped, gymnasium.TurnstoneVectorEnv)
                self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode.SAME_STEP)
                seen, infos = env.reset(seed=1)
                ended = 0
                for _ in range(120):
                    self.assertTrue(env.observation_space.contains(seen))
                    masks = env.unwrapped.action_masks()
                    self.assertTrue(np.array_equal(infos["action_mask"], masks))
                    seen, rewards, ends, cuts, infos = env.step(np.where(masks, 1, 0).argmax(axis=1))
                    self.assertFalse(rewards[~ends].any() or cuts.any())
                    ended += int(ends.sum())
                    self.assertEqual("final_obs" in infos, bool(ends.any()))
                    for number in np.flatnonzero(ends):
                        self.assertTrue(env.single_observation_space.contains(infos["final_obs"][number]))
                        self.assertEqual(infos["final_obs"][number][-1], 0)
                if not kind.startswith("memory"):
                    self.assertGreater(ended, 0)

    def test_gymnasium_s_own_tools_accept_it(self) -> None:
        """The wrapper that counts results knows the same-step mode; the benchmark samples illegal actions, too."""
        own = gymnasium.TurnstoneVectorEnv("connect-four-vs-house", 4, opponent="random")
        env = RecordEpisodeStatistics(own)
        env.reset(seed=1)
        returns: list[float] = []
        while len(returns) < 20:
            _, rewards, ends, _, infos = env.step(own.action_masks().argmax(axis=1))
            if ends.any():
                self.assertTrue(np.array_equal(infos["episode"]["r"][ends], rewards[ends]))
                returns.extend(rewards[ends])
        check_returned_data_not_reused(gymnasium.TurnstoneVectorEnv("tic-tac-toe-vs-house", 1))  # type: ignore[arg-type]
        self.assertGreater(benchmark_vector_step(gymnasium.TurnstoneVectorEnv("tic-tac-toe-vs-house", 8), 0, 1), 0)

    def test_a_seed_leads_to_the_same_matches(self) -> None:
        runs = []
        for _ in range(2):
            env = gymnasium.TurnstoneVectorEnv("holdem-ring", 3, opponent="random", seat="random")
            trace = [env.reset(seed=7)[0]]
            for _ in range(40):
                trace.append(env.step(env.action_masks().argmax(axis=1))[0])
            runs.append(np.array(trace))
        self.assertTrue(np.array_equal(runs[0], runs[1]))

    def test_planes_are_observations(self) -> None:
        envs = [gymnasium.TurnstoneVectorEnv("connect-four-vs-house", 3, planes=planes) for planes in (False, True)]
        (flat, _), (seen, _) = (env.reset(seed=1) for env in envs)
        self.assertEqual(envs[1].observation_space.shape, (3, 5, 6, 7))
        while True:
            self.assertTrue(np.array_equal(planes("connect-four-vs-house", flat), seen))
            actions = envs[0].action_masks().argmax(axis=1)
            (flat, _, ends, _, infos), (seen, _, _, _, with_planes) = (env.step(actions) for env in envs)
            if ends.any():
                number = int(ends.argmax())
                last = planes("connect-four-vs-house", infos["final_obs"][number])
                self.assertTrue(np.array_equal(with_planes["final_obs"][number], last))
                break
        one = gymnasium.TurnstoneEnv("tic-tac-toe-vs-house", planes=True)
        check_env(one, skip_render_check=True)
        self.assertEqual(one.observation_space.shape, (5, 3, 3))

    def test_an_illegal_action_gives_up(self) -> None:
        env = gymnasium.TurnstoneVectorEnv("tic-tac-toe-vs-house", 3, stake=5)
        env.reset(seed=1)
        _, rewards, ends, _, infos = env.step([9, int(env.action_masks()[1].argmax()), -1])
        self.assertEqual((rewards.tolist(), ends.tolist()), ([-1, 0, -1], [True, False, True]))
        self.assertEqual(infos["final_info"]["illegal"].tolist(), [True, False, True])

    def test_a_step_before_the_start_asks_for_a_reset(self) -> None:
        env = gymnasium.TurnstoneVectorEnv("rps-vs-house", 2)
        for call in (lambda: env.step([0, 0]), env.action_masks):
            with self.assertRaises(ResetNeeded):
                call()

    def test_wrong_arguments_are_errors_at_once(self) -> None:
        for wrong in (
            {"kind": "chess"},
            {"kind": "blackjack", "opponent": "random"},
            {"kind": "rps-vs-house", "planes": True},
            {"kind": "rps-vs-house", "opponent": "house", "level": 9},
            {"kind": "rps-vs-house", "seat": 2},
            {"kind": "rps-vs-house", "num_envs": 0},
            {"kind": "rps-vs-house", "render_mode": "human"},
        ):
            with self.subTest(wrong), self.assertRaises(ValueError):
                gymnasium.TurnstoneVectorEnv(**wrong)
        env = gymnasium.TurnstoneVectorEnv("rps-vs-house", 2)
        with self.assertRaisesRegex(ValueError, "reset_mask"):
            env.reset(options={"reset_mask": np.array([True, False])})
        env.reset(seed=1)
        with self.assertRaises(TypeError):
            env.step([0.5, 1.0])


class Copies(unittest.TestCase):
    """Environments are copied and pickled in the middle of a match, and continue alike."""

    def test_environments_are_copied_and_pickled(self) -> None:
        for kind in kinds():
            makers: list[Any] = [
                lambda kind=kind: pettingzoo.TurnstoneEnv(kind),
                lambda kind=kind: pettingzoo.env(kind),
            ]
            for make in makers:
                env = make()
                env.reset(seed=1)
                for other in (copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                    agent = env.agent_selection
                    self.assertEqual(other.agent_selection, agent, kind)
                    mask = other.observe(agent)["action_mask"]
                    self.assertTrue(np.array_equal(mask, env.observe(agent)["action_mask"]), kind)
                other = copy.deepcopy(env)
                other.step(int(np.flatnonzero(other.observe(other.agent_selection)["action_mask"])[0]))
                self.assertEqual(env.unwrapped.match.plies, other.unwrapped.match.plies - 1, kind)
            one = gymnasium.TurnstoneEnv(kind)
            one.reset(seed=2)
            for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
                self.assertEqual(other.match, one.match, kind)
                action = int(np.flatnonzero(one.action_masks())[0])
                self.assertEqual(other.step(action)[1], copy.deepcopy(one).step(action)[1], kind)
            many = gymnasium.TurnstoneVectorEnv(kind, 3)
            many.reset(seed=2)
            actions = many.action_masks().argmax(axis=1)
            for several in (copy.deepcopy(many), pickle.loads(pickle.dumps(many))):
                seen, rewards, ended, _, _ = copy.deepcopy(many).step(actions)
                again = several.step(actions)
                self.assertTrue(np.array_equal(again[0], seen) and np.array_equal(again[1], rewards))
                self.assertTrue(np.array_equal(again[2], ended))
            parallel = pettingzoo.parallel_env(kind)
            parallel.reset(seed=3)
            self.assertEqual(pickle.loads(pickle.dumps(parallel)).match, parallel.match, kind)


class OpenSpiel(unittest.TestCase):
    def test_every_kind_is_played_as_a_game_of_openspiel(self) -> None:
        dice = random.Random(1)
        for kind in openspiel.registered_names():
            game = openspiel.load_game(kind, seed=1)
            most, least = game.max_utility(), game.min_utility()
            for _ in range(3):
                state = game.new_initial_state()
                while not state.is_terminal():
                    player, legal = state.current_player(), state.legal_actions()
                    self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
                    self.assertEqual([at for at, one in enumerate(state.legal_actions_mask()) if one], legal)
                    self.assertTrue(state.action_to_string(player, legal[0]))
                    before = state.clone()
                    resampled = state.resample_from_infostate(player, 1)
                    self.assertEqual(resampled.observation_tensor(player), before.observation_tensor(player))
                    self.assertEqual(
                        resampled.information_state_string(player), before.information_state_string(player)
                    )
                    state.apply_action(dice.choice(legal))
                    self.assertEqual(before.legal_actions(), legal)
                    self.assertEqual(len(state.history()), len(before.history()) + 1)
                self.assertTrue(all(least <= share <= most for share in state.returns()))
                self.assertEqual((state.legal_actions(), len(state.returns())), ([], game.num_players()))

    def test_openspiels_own_tree_search_plays(self) -> None:
        dice = np.random.RandomState(1)
        game = openspiel.load_game("connect-four-vs-house", seed=1)
        bot = mcts.MCTSBot(game, 2, 50, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
        total = 0.0
        for _ in range(6):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(bot.step(state) if state.current_player() == 0 else int(dice.choice(legal)))
            total += state.returns()[0]
        # At random it would be about 0.
        self.assertGreaterEqual(total, 4)

    def test_openspiels_environment_for_learners_steps(self) -> None:
        env = rl_environment.Environment(openspiel.load_game("mancala-vs-house", seed=1))
        dice, step = random.Random(1), env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([dice.choice(step.observations["legal_actions"][player])])
        self.assertEqual(sum(step.rewards), 0.0)

    def test_openspiels_sampling_of_regrets_learns(self) -> None:
        game = openspiel.load_game("rps-vs-house", seed=1)
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
        for _ in range(20):
            solver.iteration()
        state = game.new_initial_state()
        policy = solver.average_policy().action_probabilities(state)
        self.assertAlmostEqual(sum(policy.values()), 1.0)
        self.assertEqual(sorted(policy), state.legal_actions())

    def test_an_information_state_has_what_the_seat_did_and_saw(self) -> None:
        state = openspiel.load_game("rps-vs-house", seed=1).new_initial_state()
        state.apply_action(0)
        other = state.clone()
        self.assertIn("[0]", state.information_state_string(0))
        state.apply_action(1)
        other.apply_action(2)
        # The other's throw is hidden until it is thrown; then they differ.
        self.assertNotEqual(state.information_state_string(0), other.information_state_string(0))

    def test_a_seed_makes_the_deals(self) -> None:
        def hands(seed: int) -> list[list[float]]:
            game = openspiel.load_game("president", seed=seed)
            return [game.new_initial_state().observation_tensor(0) for _ in range(3)]

        self.assertEqual(hands(1), hands(1))
        self.assertNotEqual(hands(1), hands(2))


if __name__ == "__main__":
    unittest.main()
