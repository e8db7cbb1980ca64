"""Every kind as a Gymnasium environment for one seat, and as a vector environment
(`pip install 'turnstone-engine[gymnasium]'`).

Importing this module also registers each kind with Gymnasium, as `turnstone/KIND-vVERSION` with the version of its
rules: `gymnasium.make("turnstone/connect-four-vs-house-v1", opponent="house", level=3)`, and `gymnasium.make_vec` with
`num_envs=64` and the same arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import Match, VectorEnv, kinds
from . import planes as as_planes
from ._deals import Deals, Opponent

if TYPE_CHECKING:
    from ._engine import Reply

Numbers = NDArray[np.float32]


class TurnstoneEnv(gymnasium.Env[Numbers, Any]):
    """One seat of a match; an opponent plays the others. `level` is that of an opponent `house`, from 1 to 5, its best.

    - Actions and observations are those of the encoding. The mask is `action_masks()` and `info["action_mask"]`.
    - The reward comes at the end: the chips won or lost for each chip of the stake.
    - An illegal action gives up: the seat leaves the match, as the rules of the game define it. `info` has `illegal`.
    - A match that ends before the seat's first decision is dealt again.
    - With `planes=True`, observations are planes (channels, rows, columns); the game must have a board.
    - With `render_mode="ansi"`, `render` returns the seat's view as text.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        kind: str,
        *,
        seat: int = 0,
        opponent: Opponent = "random",
        level: int | None = None,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
        planes: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"{render_mode!r} is no render mode: there is only 'ansi'")
        self.render_mode = render_mode
        self._match: Match | None = None
        self._deals = Deals(kind, seats, stake, options, self.np_random)
        if not 0 <= seat < self._deals.seats:
            raise ValueError(f"there is no seat {seat}, only {self._deals.seats} seats")
        self.seat, self.opponent, self.level = seat, opponent, level
        self._kind, self._planes = kind, planes
        self.observation_space = Box(0, 1, shape_of(kind, planes), np.float32)
        self.action_space = Discrete(self._deals.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self._deals.rng = self.np_random
        self._match = self._deals.next()
        self._continue()
        while not self.match.to_act():
            self._match = self._deals.next()
            self._continue()
        return self._observation(), self._info()

    @property
    def match(self) -> Match:
        """The match in play."""
        if self._match is None:
            raise ResetNeeded("call reset before anything else")
        return self._match

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        if not self.match.to_act():
            raise ResetNeeded("the match is over: call reset")
        legal = self._deals.play(self.match, action, self.seat)
        self._continue()
        over = not self.match.to_act()
        reward = self._deals.returns(self.match)[self.seat]
        info = self._info() if legal else self._info() | {"illegal": True}
        return self._observation(), reward, over, False, info

    def render(self) -> str | None:
        """The seat's view as text, in the mode `ansi`."""
        return None if self.render_mode is None else self.match.drawn(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """By index of the encoding: whether the action is legal."""
        return self.match.mask(self.seat)

    def _continue(self) -> None:
        """Let the opponent play until the own seat may act or the match is over."""
        while (to_act := self.match.to_act()) and self.seat not in to_act:
            self.match.play(self._deals.choose(self.opponent, self.match, to_act[0], self.level), to_act[0])

    def _observation(self) -> Numbers:
        observation = self.match.observation(self.seat)
        return as_planes(self._kind, observation) if self._planes else observation

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8)}


class TurnstoneVectorEnv(GymnasiumVectorEnv[Numbers, ArrayLike, NDArray[Any]]):
    """Many matches of one seat each, stepped in one call of the engine. The arguments are those of `VectorEnv`.

    - Actions, observations, rewards and illegal actions are those of `TurnstoneEnv`. Without `opponent`, the opponent
      is `"random"`; a game against the bank has none.
    - A match that ends is dealt again in the same step (`AutoresetMode.SAME_STEP`). `infos["final_obs"]` has the last
      observations, `infos["final_info"]` the masks of that moment, in which nothing is legal.
    - The masks are `action_masks()` and `infos["action_mask"]`. All arrays are copies.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        kind: str,
        num_envs: int = 1,
        *,
        opponent: str | Reply | None = None,
        level: int | None = None,
        seat: int | Literal["random"] | None = None,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
        planes: bool = False,
        threads: int = 1,
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"{render_mode!r} is no render mode: there is none")
        shape = shape_of(kind, planes)
        self._kind, self._planes = kind, planes
        if opponent is None and not kinds()[kind]["banked"]:
            opponent = "random"
        self._arguments: dict[str, Any] = {
            "kind": kind, "n": num_envs, "opponent": opponent, "level": level, "seat": seat, "seats": seats,
            "stake": stake, "options": options, "planes": planes, "illegal_leaves": True, "threads": threads,
        }  # fmt: skip
        # Wrong arguments are errors now, not at the first reset.
        VectorEnv(**self._arguments)
        self._env: VectorEnv | None = None
        self.num_envs = num_envs
        self.single_observation_space = Box(0, 1, shape, np.float32)
        self.single_action_space = Discrete(kinds()[kind]["actions"]["count"])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal all matches. `reset_mask` is an error: the step that ends a match deals it again."""
        if options is not None and "reset_mask" in options:
            raise ValueError("reset_mask: a match that is over is dealt again in the same step")
        super().reset(seed=seed)
        self._env = VectorEnv(seed=self.np_random.bytes(32), **self._arguments)
        return self._observations(), self._infos()

    @property
    def env(self) -> VectorEnv:
        """The engine's environment."""
        if self._env is None:
            raise ResetNeeded("call reset before anything else")
        return self._env

    def step(
        self, actions: ArrayLike
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        env, every = self.env, np.arange(self.num_envs)
        masks, seats = env.masks.copy(), env.turns.copy()
        env.step(actions)
        rewards, ended = env.rewards[every, seats].astype(np.float64), env.ended.copy()
        infos = self._infos()
        if ended.any():
            index = np.asarray(actions)
            inside = (index >= 0) & (index < masks.shape[1])
            illegal = ended & ~(inside & masks[every, np.where(inside, index, 0)])
            infos |= self._final_infos(ended.copy(), illegal)
        return self._observations(), rewards, ended, np.zeros_like(ended), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, actions): whether each action is legal."""
        return self.env.masks.copy()

    def _observations(self) -> Numbers:
        return (self.env.planes if self._planes else self.env.observations).copy()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, ended: NDArray[np.bool_], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        """What belongs to the matches that ended: where they are, and that of illegal actions."""
        last = self.env.final_observations[ended]
        observations = np.full(self.num_envs, None, dtype=object)
        for number, observation in zip(
            np.flatnonzero(ended), as_planes(self._kind, last) if self._planes else last, strict=True
        ):
            observations[number] = observation
        infos = {
            "action_mask": np.zeros((self.num_envs, self.env.masks.shape[1]), np.int8),
            "_action_mask": ended,
            "illegal": illegal,
            "_illegal": illegal,
        }
        return {"final_obs": observations, "_final_obs": ended, "final_info": infos, "_final_info": ended}


def shape_of(kind: str, planes: bool) -> tuple[int, ...]:
    """The shape of an observation."""
    if kind not in kinds():
        raise ValueError(f"{kind!r} is none of the kinds {', '.join(kinds())}")
    shape: list[int] = kinds()[kind]["observation"]["shape"]
    return as_planes(kind, np.zeros(shape, np.float32)).shape if planes else tuple(shape)


for _kind, _described in kinds().items():
    gymnasium.register(
        f"turnstone/{_kind}-v{_described['version']}",
        entry_point="turnstone_engine.gymnasium:TurnstoneEnv",
        vector_entry_point="turnstone_engine.gymnasium:TurnstoneVectorEnv",
        kwargs={"kind": _kind},
    )
