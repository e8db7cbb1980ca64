"""Every kind as a PettingZoo environment (`pip install 'turnstone-engine[pettingzoo]'`).

`env` takes turns (AEC), `parallel_env` steps all seats at once. The agents are the seats, `seat_0` and so on. Actions
and observations are those of the encoding; the mask is in the observation. The reward comes at the end: the chips won
or lost for each chip of the stake. An illegal action gives up: the seat leaves the match, as the rules of the game
define it, and `infos` has `illegal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from . import Match
from ._deals import Deals

Observation = dict[str, Any]


def spaces_of(described: Mapping[str, Any], seats: int) -> tuple[list[str], dict[str, Dict], dict[str, Discrete]]:
    """The agents of a kind that `kinds` describes, with the spaces of their observations and actions."""
    agents = [f"seat_{seat}" for seat in range(seats)]
    actions, shape = int(described["actions"]["count"]), tuple(described["observation"]["shape"])
    spaces: dict[str, Space[Any]] = {
        "observation": Box(0, 1, shape, np.float32),
        "action_mask": Box(0, 1, (actions,), np.int8),
    }
    return agents, {agent: Dict(dict(spaces)) for agent in agents}, {agent: Discrete(actions) for agent in agents}


def begin(world: AECEnv) -> None:
    """Begin a match: every seat is an agent, without a reward so far."""
    world.agents = list(world.possible_agents)
    world.rewards = dict.fromkeys(world.agents, 0.0)
    world._cumulative_rewards = dict.fromkeys(world.agents, 0.0)
    world.terminations = dict.fromkeys(world.agents, False)
    world.truncations = dict.fromkeys(world.agents, False)
    world.infos = {agent: {} for agent in world.agents}


def _observe(match: Match, seat: int) -> Observation:
    return {"observation": match.observation(seat), "action_mask": match.mask(seat).view(np.int8)}


class TurnstoneEnv(AECEnv):  # type: ignore[misc]
    """One match after another, seat by seat. If several seats choose at the same time, the lowest is first; the others
    do not see its choice."""

    def __init__(
        self,
        kind: str,
        *,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"turnstone_{kind}", "is_parallelizable": False, "render_modes": []}
        self.render_mode = None
        self._deals = Deals(kind, seats, stake, options, np.random.default_rng())
        spaces = spaces_of(self._deals.described, self._deals.seats)
        self.possible_agents, self.observation_spaces, self.action_spaces = spaces
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self.terminations: dict[str, bool] = {}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._deals.rng = np.random.default_rng(seed)
        self.match = self._deals.next()
        begin(self)
        self.agent_selection = self.possible_agents[self.match.to_act()[0]]

    def observe(self, agent: str) -> Observation:
        return _observe(self.match, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is not an action of a seat that is to act")
        legal = self._deals.play(self.match, action, self.possible_agents.index(agent))
        self.infos[agent] = {} if legal else {"illegal": True}
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        to_act = self.match.to_act()
        if to_act:
            self.agent_selection = self.possible_agents[to_act[0]]
        else:
            self.rewards = dict(zip(self.agents, self._deals.returns(self.match), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> None:
        """There is no rendering."""

    def close(self) -> None:
        """There is nothing to close."""


class TurnstoneParallelEnv(ParallelEnv):  # type: ignore[misc]
    """One match after another, all seats at once. Only the actions of the seats that may act are played; the mask of
    any other seat is empty, and its action is ignored."""

    def __init__(
        self,
        kind: str,
        *,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.metadata = {"name": f"turnstone_{kind}", "render_modes": []}
        self.render_mode = None
        self._deals = Deals(kind, seats, stake, options, np.random.default_rng())
        spaces = spaces_of(self._deals.described, self._deals.seats)
        self.possible_agents, self.observation_spaces, self.action_spaces = spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._deals.rng = np.random.default_rng(seed)
        self.match = self._deals.next()
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat in self.match.to_act():
            agent = self.possible_agents[seat]
            # A seat before it may have ended the match.
            if seat in self.match.to_act() and not self._deals.play(self.match, actions[agent], seat):
                infos[agent] = {"illegal": True}
        agents, over = self.agents, not self.match.to_act()
        rewards = dict(zip(agents, self._deals.returns(self.match), strict=True))
        observations = self._observations()
        if over:
            self.agents = []
        ends, cuts = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return observations, rewards, ends, cuts, infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: _observe(self.match, seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> None:
        """There is no rendering."""

    def close(self) -> None:
        """There is nothing to close."""


def env(kind: str, **more: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """The environment that takes turns, with the usual checks of the order of calls."""
    return OrderEnforcingWrapper(TurnstoneEnv(kind, **more))


def parallel_env(kind: str, **more: Any) -> TurnstoneParallelEnv:
    """The environment that steps all seats at once."""
    return TurnstoneParallelEnv(kind, **more)
