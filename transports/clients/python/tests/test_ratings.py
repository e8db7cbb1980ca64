"""Ratings of a real server, computed again from the results of its tables."""

from __future__ import annotations

import json
import math
import random
import unittest
from pathlib import Path
from typing import Any, TypeAlias

from world import BINARY

from turnstone import Client
from turnstone.dev import DevServer
from turnstone.types import GameId, TableKind

SCALE = 173.7178
VECTORS = Path(__file__).resolve().parents[4] / "golden/ratings/vectors.json"

Numbers: TypeAlias = tuple[float, float, float]
Game: TypeAlias = tuple[Numbers, float]

BEGIN: Numbers = (1500.0, 350.0, 0.06)


def after(own: Numbers, games: list[Game]) -> Numbers:
    """The numbers of a player after one period of Glicko-2."""
    mu, phi, sigma = (own[0] - 1500) / SCALE, own[1] / SCALE, own[2]
    information = gain = 0.0
    for (rating, deviation, _), share in games:
        weight = 1 / math.sqrt(1 + 3 * (deviation / SCALE / math.pi) ** 2)
        chance = 1 / (1 + math.exp(-weight * (mu - (rating - 1500) / SCALE)))
        information += weight**2 * chance * (1 - chance)
        gain += weight * (share - chance)
    variance = 1 / information
    sigma = volatility(phi, sigma, variance, variance * gain)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    return 1500 + SCALE * (mu + phi**2 * gain), min(350.0, SCALE * phi), sigma


def volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5, by bisection."""
    start = math.log(sigma**2)

    def excess(x: float) -> float:
        all_of = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - all_of) / (2 * all_of**2) - (x - start) / 0.25

    low, high = start - 20, start + 20
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return math.exp(low / 2)


def share(game_id: str, stake: int, one: dict[str, Any], other: dict[str, Any]) -> float:
    """The result of one seat against another."""
    scores: tuple[int, int] = (one["score"], other["score"])
    if "rank" not in one and game_id.startswith("holdem"):
        pot = 2 * stake + sum(scores)
        return (stake + scores[0]) / pot if pot else 0.5
    # A lower rank is better.
    better, worse = (other["rank"], one["rank"]) if "rank" in one else scores
    return 0.5 + (int(better) > int(worse)) / 2 - (int(better) < int(worse)) / 2


def play(host: Client, others: list[Client], kind: TableKind, dice: random.Random) -> str:
    """A table of these members, played to its end by chance."""
    table = host.open_table(kind, open=True, seats=len(others) + 1)
    seats = [table] + [member.join_table(table.id) for member in others]
    while True:
        for seat in seats:
            state: dict[str, Any] = dict(seat.read()["state"])
            if state["terminal"]:
                return table.id
            if state["yourTurn"]:
                seat.act(dice.choice(state["legalActions"]))


class Recomputed(unittest.TestCase):
    def test_the_example_of_the_paper(self) -> None:
        paper = json.loads(VECTORS.read_text())["paper"]
        games: list[Game] = [((rating, deviation, 0.06), won) for rating, deviation, won in paper["games"]]
        rating, deviation, sigma = after(paper["from"], games)
        self.assertAlmostEqual(rating, paper["rating"], places=3)
        self.assertAlmostEqual(deviation, paper["deviation"], places=3)
        self.assertAlmostEqual(sigma, paper["volatility"], places=6)

    def test_ratings_follow_from_the_results(self) -> None:
        dice = random.Random(7)
        kinds: list[tuple[TableKind, GameId, int]] = [
            ("tic-tac-toe-vs-house", "tic-tac-toe", 2),
            ("holdem-open", "holdem", 2),
            ("president", "president", 3),
        ]
        with DevServer(seed=7, program=BINARY) as server:
            members = {name: server.member(name) for name in ("ada", "bob", "cyn")}
            for kind, game_id, seats in kinds:
                own: dict[str, Numbers] = {}
                for _ in range(6):
                    names = dice.sample(sorted(members), seats)
                    host, *others = [members[name] for name in names]
                    table = play(host, others, kind, dice)
                    self.compare(host, table, own)
                for name, (rating, deviation, _) in own.items():
                    ratings = {row["gameId"]: row for row in members[name].player(name)["ratings"]}
                    self.assertLessEqual(abs(ratings[game_id]["rating"] - rating), 1)
                    self.assertLessEqual(abs(ratings[game_id]["deviation"] - deviation), 1)

    def compare(self, host: Client, table: str, own: dict[str, Numbers]) -> None:
        """Compute the ratings after a table, and compare the changes that its end card shows."""
        card: dict[str, Any] = dict(host.table(table).card())
        outcome: list[dict[str, Any]] = [dict(seat) for seat in host.table(table).replay()["outcome"]]
        names = [seat["name"] for seat in card["seats"]]
        before = [own.get(name, BEGIN) for name in names]
        for at, seat in enumerate(card["seats"]):
            others = [other for other in range(len(names)) if other != at]
            games = [
                (before[other], share(card["gameId"], card["stake"], outcome[at], outcome[other])) for other in others
            ]
            now = after(before[at], games)
            self.assertLessEqual(abs(seat["ratingChange"] - (now[0] - before[at][0])), 1, card)
            own[names[at]] = now


if __name__ == "__main__":
    unittest.main()
