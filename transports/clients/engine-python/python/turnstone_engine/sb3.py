"""Every kind as a vector environment of Stable-Baselines3 (`pip install 'turnstone-engine[sb3]'`).

`MaskablePPO` of sb3-contrib finds the masks by itself: `MaskablePPO("MlpPolicy", TurnstoneVecEnv(kind, 64))`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from .gymnasium import Numbers, TurnstoneVectorEnv


class TurnstoneVecEnv(VecEnv):  # type: ignore[misc]
    """Many matches of one seat each, stepped in one call of the engine. The arguments are those of
    `turnstone_engine.gymnasium.TurnstoneVectorEnv`."""

    def __init__(self, kind: str, num_envs: int = 1, **more: Any) -> None:
        self.envs = TurnstoneVectorEnv(kind, num_envs, **more)
        self._actions: NDArray[np.int64] = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self) -> Numbers:
        """Deal all matches; `seed` before it sets their seed."""
        observations, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Numbers, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, ended, _, infos = self.envs.step(self._actions)
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(ended):
            each[number] = {"terminal_observation": infos["final_obs"][number], "TimeLimit.truncated": False}
            if infos["final_info"]["illegal"][number]:
                each[number]["illegal"] = True
        return observations, rewards.astype(np.float32), ended, each

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, actions): whether each action is legal."""
        return self.envs.action_masks()

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = self.envs.action_masks if attr_name == "action_masks" else getattr(self.envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: the attributes of these environments cannot be set")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Of a single environment there is only the method `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name}: only action_masks can be called")
        masks = self.action_masks()
        return [masks[number] for number in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Sequence[int] | int | None = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
