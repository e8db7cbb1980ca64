"""Draws how connect_four.py learns: the share of games that it wins against each level of the house, as an SVG file.

    python connect_four_curve.py curve.svg

It plays 13,000 games against the house beside the training, which takes some minutes more.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from connect_four import Agent, against_house, train

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 48, 34, 112, 36
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1f2933}path{fill:none;stroke-width:2}"
    ".grid{stroke:#cbd2d9;stroke-width:1}"
    ".l1{stroke:#2e7d32}.l2{stroke:#3e6fb0}.l3{stroke:#8a56ac}.l4{stroke:#c2571a}.l5{stroke:#c62828}"
    "@media(prefers-color-scheme:dark){text{fill:#e4e7eb}.grid{stroke:#3e4c59}.l1{stroke:#7bc67e}.l2{stroke:#84b6f4}"
    ".l3{stroke:#c9a0e6}.l4{stroke:#f0a168}.l5{stroke:#f28b82}}"
)


def draw(moves: list[int], shares: list[list[float]]) -> str:
    """The curves of the levels 1 to 5: `shares` has five numbers from 0 to 1 for each of `moves`."""
    wide, high, last = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, moves[-1]

    def x(at: int) -> float:
        return LEFT + wide * at / last

    def y(share: float) -> float:
        return TOP + high * (1 - share)

    title = "Connect four: games won against the house while learning by self-play"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">']
    out += [f"<style>{STYLE}</style>", f'<text x="{LEFT}" y="18">{title}</text>']
    for percent in (0, 25, 50, 75, 100):
        at = y(percent / 100)
        out.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{LEFT + wide}"/>')
        out.append(f'<text text-anchor="end" x="{LEFT - 6}" y="{at + 4:.1f}">{percent} %</text>')
    for millions in range(0, last // 1_000_000 + 1, 2):
        out.append(f'<text text-anchor="middle" x="{x(millions * 1_000_000):.1f}" y="{HEIGHT - 14}">{millions}</text>')
    out.append(f'<text x="{LEFT + wide + 8}" y="{HEIGHT - 14}">million moves</text>')
    # Names at the right end, at least 14 pixels apart.
    below = 0.0
    for level in range(5):
        points = " ".join(f"{x(at):.1f} {y(share[level]):.1f}" for at, share in zip(moves, shares, strict=True))
        out.append(f'<path class="l{level + 1}" d="M{points}"/>')
        below = max(y(shares[-1][level]) + 4, below + 14)
        out.append(f'<text x="{LEFT + wide + 8}" y="{below:.1f}">level {level + 1}: {shares[-1][level]:.0%}</text>')
    return "\n".join([*out, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--moves", type=int, default=8_500_000)
    parser.add_argument("--games", type=int, default=100, help="games against each level, at each of 26 points")
    chosen = parser.parse_args()
    rng = np.random.default_rng(1)
    agent = Agent(rng)
    moves: list[int] = []
    shares: list[list[float]] = []

    def measure(played: int) -> None:
        moves.append(played)
        shares.append([against_house(agent, level, chosen.games) for level in range(1, 6)])

    train(agent, chosen.moves, rng, measure=measure)
    measure(chosen.moves)
    chosen.file.write_text(draw(moves, shares), encoding="utf-8")
    print(f"wrote {chosen.file}: {', '.join(f'{share:.0%}' for share in shares[-1])} against levels 1 to 5")


if __name__ == "__main__":
    main()
