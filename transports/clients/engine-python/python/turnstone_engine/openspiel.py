"""Every kind as a game of OpenSpiel (`pip install 'turnstone-engine[openspiel]'`).

The games and states are OpenSpiel's own classes, so that its algorithms run on them. They differ from its own games:

- Chance is in the seed of a state: there are no chance nodes, and each new state is another deal. Algorithms that walk
  through all deals, such as exact CFR, cannot be used; those that sample deals, such as outcome-sampling MCCFR, can.
- If several seats choose at the same time, they are asked one after another; none sees another's choice.
- `returns` are the chips won or lost for each chip of the stake.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from . import Match, deal, kinds
from ._deals import Deals

if TYPE_CHECKING:
    from ._engine import Seed

MAX_GAME_LENGTH = 5000
"""More actions than any match has."""
MAX_BANKED_UTILITY = 1000.0
"""More chips for each chip of the stake than the bank pays; it takes at most a hundredth of it."""


class Game(pyspiel.Game):  # type: ignore[misc]
    """A kind with a number of seats, a stake and options. Without a seed, its deals are random."""

    def __init__(
        self,
        kind: str,
        *,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self.kind = kind
        self._deals = Deals(kind, seats, stake, options, np.random.default_rng(seed))
        self._setup: dict[str, Any] = {"seats": seats, "stake": stake, "options": options}
        described, players = self._deals.described, self._deals.seats
        banked = described["banked"]
        kinds_of = pyspiel.GameType
        game_type = kinds_of(
            short_name=f"turnstone_{kind.replace('-', '_')}",
            long_name=described["label"],
            dynamics=kinds_of.Dynamics.SEQUENTIAL,
            chance_mode=kinds_of.ChanceMode.SAMPLED_STOCHASTIC,
            information=kinds_of.Information.IMPERFECT_INFORMATION,
            utility=kinds_of.Utility.GENERAL_SUM if banked else kinds_of.Utility.ZERO_SUM,
            reward_model=kinds_of.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        most = MAX_BANKED_UTILITY if banked else float(players - 1)
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self._deals.actions,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-MAX_BANKED_UTILITY / 100 if banked else -1.0,
            max_utility=most,
            utility_sum=None if banked else 0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type, game_info, {})

    def new_initial_state(self, seed: Seed | None = None) -> State:
        """A deal; without a seed the next one of the game's own."""
        match = self._deals.next() if seed is None else deal(self.kind, seed, **self._setup)
        return State(self, match)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of a seat."""
        return Observer(self._deals.observation_shape, iig_obs_type)


class State(pyspiel.State):  # type: ignore[misc]
    """A position of a match."""

    def __init__(self, game: Game, match: Match) -> None:
        super().__init__(game)
        self.match = match
        self._stake = game._deals.stake
        self._events: list[Any] = []
        self._own: list[list[int]] = [[] for _ in range(match.seats)]

    def current_player(self) -> int:
        to_act = self.match.to_act()
        return to_act[0] if to_act else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return not self.match.to_act()

    def _legal_actions(self, player: int) -> list[int]:
        """The indices of the legal actions, ascending; none for a seat that may not act."""
        return sorted(self.match.legal_indices(player)) if player in self.match.to_act() else []

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self._events += self.match.play(action, player, events=True)
        self._own[player].append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The action as JSON; of an action that is not legal now, its index."""
        indices = self.match.legal_indices(player)
        return json.dumps(self.match.legal(player)[indices.index(action)]) if action in indices else str(action)

    def returns(self) -> list[float]:
        scores = self.match.scores()
        return [0.0] * self.match.seats if scores is None else [score / self._stake for score in scores]

    def rewards(self) -> list[float]:
        """The same as `returns`: there are no rewards before the end."""
        return self.returns()

    def information_state(self, player: int) -> str:
        """What a seat knows: its own actions, the public events, and its view."""
        return json.dumps([self._own[player], self._events, self.match.view(player)], sort_keys=True)

    def resample_from_infostate(self, player: int, seed: Seed | None = None) -> State:
        """A copy in which everything that the seat cannot know is redrawn."""
        other: State = self.clone()
        other.match = self.match.redrawn(player, seed)
        return other

    def __str__(self) -> str:
        """The public position."""
        return json.dumps(self.match.view())


class Observer:
    """Writes the observation of a seat into `tensor`."""

    def __init__(self, shape: tuple[int], kind: Any) -> None:
        self._recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.match.observation(player)

    def string_from(self, state: State, player: int) -> str:
        """The view as JSON; with perfect recall, everything that the seat knows."""
        return state.information_state(player) if self._recall else json.dumps(state.match.view(player))


def load_game(kind: str, **more: Any) -> Game:
    """A game by the name of its kind."""
    return Game(kind, **more)


def registered_names() -> list[str]:
    """The names of all kinds."""
    return list(kinds())
