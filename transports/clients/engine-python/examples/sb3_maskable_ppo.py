"""Learns connect four against random play with MaskablePPO of sb3-contrib, in some seconds.

    pip install 'turnstone-engine[sb3]'
    python sb3_maskable_ppo.py

The masks keep the policy on legal actions. `--planes` gives it the board as planes, for a policy with convolutions of
your own; the policy here flattens them.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from turnstone_engine.sb3 import TurnstoneVecEnv

KIND = "connect-four-vs-house"
MATCHES = 64


def against(model: MaskablePPO, opponent: str, level: int | None, planes: bool, matches: int = 200) -> float:
    """The mean result of the learned player, from -1 to 1."""
    env = TurnstoneVecEnv(KIND, MATCHES, opponent=opponent, level=level, planes=planes)
    env.seed(2)
    seen = env.reset()
    results: list[float] = []
    while len(results) < matches:
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        seen, rewards, ended, _ = env.step(actions)
        results.extend(rewards[ended])
    return float(np.mean(results))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=80_000, help="steps of single matches (80000)")
    parser.add_argument("--planes", action="store_true")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    env = TurnstoneVecEnv(KIND, MATCHES, opponent="random", planes=chosen.planes)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=1, device="cpu"
    )
    before = against(model, "random", None, chosen.planes)
    model.learn(chosen.steps)
    after, house = against(model, "random", None, chosen.planes), against(model, "house", 2, chosen.planes)
    print(f"against random play: {before:+.2f} before, {after:+.2f} after training")
    print(f"against level 2 of the house: {house:+.2f}")


if __name__ == "__main__":
    main()
