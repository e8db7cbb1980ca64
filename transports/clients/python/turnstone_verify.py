#!/usr/bin/env python3
"""Verify fair deals from public data, with nothing but Python 3.11 or newer.

    turnstone_verify.py --from https://HOST https://HOST/api/tables/ID/replay
    turnstone_verify.py --statements statements.json --list day.json bundle.json

Each bundle gets one line: a code, the table, a sentence. The page /docs/fairness of a server describes the formats and
the codes. This program does not replay the rules of a game: `turnstone verify --fair` does. Exit status: 0 if every
bundle holds, 1 if one is broken, 2 if one has to be verified again later, 3 if one needs a newer verifier, 4 if one
has commit and reveal only.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import hashlib
import hmac
import json
import re
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

DIGESTED = ("config", "gameId", "log", "outcome", "seats", "seed", "sessionId", "version")
EXIT = {"holds": 0, "sealed": 2, "open": 2, "unknown": 3, "commit-and-reveal": 4}
DAY_MS = 86_400_000
# How far the number of an era can be from the time of its statement, and a server's clock behind that of a player.
NEAR_MS = 60_000
CLOCKS_MS = 600_000
SEALS = ("daily", "duel", "series", "tournament")
DEAL = {"day", "number", "seedOf", "brought", "pair"}
# Games whose tables of a pair can have one deal.
PAIRED = ("tic-tac-toe", "connect-four", "mancala")
REASONS = ("restored", "compromised", "lost")
LARGEST = 16 << 20
HEX = re.compile(r"[0-9a-f]{64}")
STATEMENT = re.compile(r"turnstone statement 1\n(0|[1-9][0-9]{0,9})\n([0-9a-f]{64})\n(0|[1-9][0-9]{0,14})\n([^\n]*)\n")
WORD = re.compile("[a-z-]+")
ERA = re.compile("[1-9][0-9]{0,11}")
UUID_7 = "([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}"
ID = re.compile(f"t_{UUID_7}|duel_{UUID_7}(?:_l[1-9][0-9]*)?")
HEADER = re.compile(
    r"ply=([0-9]+), seat=([0-9]+), at=([0-9]+), index=([0-9]+), count=([0-9]+), "
    r"path=\(([^()]*)\), key=(:[^:]*:), signature=(:[^:]*:)"
)


class Broken(Exception):
    """A check that failed."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


# Ed25519 verification, as RFC 8032, section 6, writes it: Python's standard library has none. It handles only public
# data, so that its timing reveals nothing.

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_ORDER = 2**252 + 27742317777372353535851937790883648493
_ROOT_OF_MINUS_1 = pow(2, (_P - 1) // 4, _P)
Point = tuple[int, int, int, int]


def _add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, p: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, p)
        p = _add(p, p)
        number >>= 1
    return result


def _decode(encoded: bytes) -> Point | None:
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_1 % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _encode(p: Point) -> bytes:
    inverse = pow(p[2], -1, _P)
    x, y = p[0] * inverse % _P, p[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _decode((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))


def is_signed(key: bytes, text: str, signature: bytes) -> bool:
    """Whether the owner of a public key has signed a text."""
    point, s = _decode(key), int.from_bytes(signature[32:], "little")
    if point is None or _BASE is None or s >= _ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text.encode()).digest(), "little") % _ORDER
    minus = (_P - point[0], point[1], 1, _P - point[3])
    return _encode(_add(_times(s, _BASE), _times(h, minus))) == signature[:32]


# Hashes and trees.


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def leaf(text: str) -> bytes:
    return hashlib.sha256(b"\0" + text.encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def root(hashes: list[bytes]) -> bytes:
    """The root of a tree of RFC 6962, section 2.1."""
    if not hashes:
        return hashlib.sha256().digest()
    if len(hashes) == 1:
        return hashes[0]
    left = _split(len(hashes))
    return _node(root(hashes[:left]), root(hashes[left:]))


def root_of_path(own: bytes, index: int, count: int, path: list[bytes]) -> bytes | None:
    """The root to which a path leads; None if the path has another length."""
    if not 0 <= index < count:
        return None
    if count == 1:
        return None if path else own
    if not path:
        return None
    left = _split(count)
    if index < left:
        inner = root_of_path(own, index, left, path[:-1])
        return inner and _node(inner, path[-1])
    inner = root_of_path(own, index - left, count - left, path[:-1])
    return inner and _node(path[-1], inner)


def canonical(value: Any) -> str:
    """The form of RFC 8785 for the values of bundles: integers that every JSON reader reads, and no other numbers."""
    check: list[Any] = [value]
    while check:
        item = check.pop()
        if isinstance(item, float) or (is_int(item) and abs(item) >= 2**53):
            raise ValueError(f"{item} is not a number of a bundle")
        check.extend(item.values() if isinstance(item, dict) else item if isinstance(item, list) else ())
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def parse(text: bytes) -> Any:
    """JSON, without what only Python reads."""

    def constant(name: str) -> None:
        raise ValueError(f"{name} is not JSON")

    return json.loads(text.decode(), parse_constant=constant)


def is_int(value: Any, least: int = -(2**63), most: int = 2**64 - 1) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_hash(value: Any) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def start_of(day: str) -> int | None:
    """The start of a day in epoch milliseconds."""
    try:
        start = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    is_exact = start.strftime("%Y-%m-%d") == day and start.year >= 1970
    return int(start.timestamp()) * 1000 if is_exact else None


@dataclass(frozen=True, order=True)
class DayName:
    """A day, in days since 1970, in an era."""

    day: int
    era: int

    def __str__(self) -> str:
        return date(self.day) + (f"/{self.era}" if self.era else "")


def date(day: int) -> str:
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)).strftime("%Y-%m-%d")
    except OverflowError:
        return f"day {day}"


def name_of(text: Any) -> DayName | None:
    """The day and the era of a name such as 2026-11-25 or 2026-11-25/1795600800."""
    if not isinstance(text, str):
        return None
    day, slash, era = text.partition("/")
    start = start_of(day)
    if start is None or (slash and not ERA.fullmatch(era)):
        return None
    return DayName(start // DAY_MS, int(era) if slash else 0)


def made_of(table: str) -> tuple[int, bool] | None:
    """When a table was created, by its id, and whether it is a leg: then it is the time of its duel."""
    parts = ID.fullmatch(table)
    return (int(parts[1] or parts[2], 16), parts[2] is not None) if parts else None


# The bundle by itself.


def check_form(bundle: Any) -> None:
    """The members that every bundle has."""

    def need(holds: bool, name: str) -> None:
        if not holds:
            raise Broken("bundle", f"Not a replay bundle: {name}.")

    def is_text(value: Any) -> bool:
        return value is None or isinstance(value, str)

    need(isinstance(bundle, dict), "no object")
    for name in ("sessionId", "gameId", "version", "digest"):
        need(isinstance(bundle.get(name), str), name)
    for name in ("seed", "seedCommit", "seedHash", "sealedReason"):
        need(is_text(bundle.get(name)), name)
    need(is_int(bundle.get("seats"), 0), "seats")
    need("config" in bundle, "config")
    need(isinstance(bundle.get("log"), list) and isinstance(bundle.get("outcome"), list), "log or outcome")
    for entry in bundle["log"]:
        is_entry = isinstance(entry, dict) and is_int(entry.get("seat"), 0, 255) and is_int(entry.get("at"), 0)
        need(is_entry and "action" in entry and isinstance(entry.get("leave", False), bool), "log")
    for entry in bundle["outcome"]:
        need(isinstance(entry, dict) and is_int(entry.get("seat"), 0, 255), "outcome")
        need(entry.get("result") in ("win", "loss", "draw") and is_int(entry.get("score"), most=2**63 - 1), "outcome")
        pieces = entry.get("winningPieces") or []
        is_ranked = entry.get("rank") is None or is_int(entry["rank"], 0, 255)
        need(is_ranked and isinstance(pieces, list) and all(is_int(piece, 0, 255) for piece in pieces), "outcome")


def deal_of(bundle: Any) -> Any:
    """`config.deal`; None without one."""
    config = bundle["config"]
    deal = config.get("deal") if isinstance(config, dict) else None
    if deal is None:
        return None
    holds = isinstance(deal, dict) and isinstance(deal.get("day"), str) and is_int(deal.get("number"), 0, 2**32 - 1)
    brought = deal.get("brought") if holds else None
    holds = isinstance(brought, list) and all(item is None or is_hash(item) for item in brought)
    owner = deal.get("seedOf") if holds else None
    if isinstance(owner, dict):
        holds = isinstance(owner.get("day"), str) and is_int(owner.get("number"), 0, 2**32 - 1)
    elif owner not in (None, "daily"):
        holds = False
    pair = deal.get("pair") if holds else None
    if pair is not None:
        holds = isinstance(pair, dict) and isinstance(pair.get("of"), str) and is_int(pair.get("table"), 0, 2**32 - 1)
    if not holds:
        raise Broken("bundle", "Not a replay bundle: config.deal.")
    return deal


def check_bundle(bundle: Any) -> None:
    """Form, digest and commitment."""
    check_form(bundle)
    seed = bundle.get("seed")
    commits = [commit for commit in (bundle.get("seedCommit"), bundle.get("seedHash")) if commit is not None]
    if seed is None:
        is_sealed = bundle.get("sealedReason") is not None and not bundle["log"]
        if not (is_sealed and all(map(is_hash, [*commits, bundle["digest"]]))):
            raise Broken("bundle", "The bundle does not hold: the seed is missing.")
        return
    try:
        digest = sha256(canonical({name: bundle[name] for name in DIGESTED}))
    except (ValueError, RecursionError):
        digest = ""
    if digest != bundle["digest"]:
        raise Broken("bundle", "The digest is not that of the bundle.")
    if not is_hash(seed) or any(commit != sha256(seed) for commit in commits):
        raise Broken("bundle", "The commitment is not the sha256 of the seed.")


# Statements.


@dataclass(frozen=True)
class Era:
    """An era that a statement begins. `reason` is None if only a later version knows it."""

    era: int
    reason: str | None
    number: int
    at: int
    is_unsigned: bool

    @property
    def has_new_secrets(self) -> bool:
        return self.reason in ("compromised", "lost")


@dataclass(frozen=True)
class Stated:
    """A statement of a chain: its members, its time, the latest time until then, and the words of its last line."""

    number: int
    shown: tuple[str, str, str]
    at: int
    since: int
    words: list[str]


@dataclass
class Chain:
    """The statements, if they are one chain."""

    statements: list[Stated] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    eras: list[Era] = field(default_factory=list)
    unknown: int | None = None

    def era_at(self, time: int) -> int:
        return next((era.era for era in reversed(self.eras) if era.era * 1000 <= time), 0)

    def has_era(self, number: int) -> bool:
        return number == 0 or any(era.era == number for era in self.eras)

    def secrets_of(self, number: int) -> int:
        """The newest era until this one that began with new secrets."""
        return next((era.era for era in reversed(self.eras) if era.has_new_secrets and era.era <= number), 0)

    def explaining(self, time: int | None, number: int | None = None) -> Era | None:
        """The era that explains why something of this time, and of the statement of this number, was lost."""
        for era in self.eras:
            is_later = time is not None and time < era.at and (number is None or number >= era.number)
            if era.reason == "restored" and is_later:
                return era
        return None

    def explained(self, why: str, time: int | None, number: int | None = None) -> str:
        era = self.explaining(time, number)
        return f"{why} Era {era.era} (restored) began later, and explains it." if era else why


def shown_of(statement: Any) -> tuple[str, str, str] | None:
    """Text, key and signature of a statement; None unless it has them."""
    if not isinstance(statement, dict):
        return None
    text: Any = statement.get("text")
    key: Any = statement.get("key")
    signature: Any = statement.get("signature")
    is_signature = isinstance(signature, str) and re.fullmatch("[0-9a-f]{128}", signature)
    return (text, key, signature) if isinstance(text, str) and is_hash(key) and is_signature else None


def words_of(line: str) -> list[str] | None:
    """The words of the last line of a statement; None if it says something known in another form."""
    words = line.split(" ")
    match words:
        case ["key", key] if is_hash(key):
            return words
        case ["secret", day, commit] if start_of(day) is not None and is_hash(commit):
            return words
        case ["era", era, reason] if ERA.fullmatch(era) and WORD.fullmatch(reason):
            return words
        case ["list", name, secret, tables, top] if name_of(name) and (secret == "-" or is_hash(secret)):
            is_count = re.fullmatch("0|[1-9][0-9]{0,9}", tables) and int(tables) < 2**32
            return words if is_count and is_hash(top) else None
        case ["key" | "secret" | "era" | "list", *_]:
            return None
        case [kind, *_] if WORD.fullmatch(kind):
            return words
        case _:
            return None


def is_unknown(words: list[str]) -> bool:
    """Whether only a later version knows the kind of a statement, or the reason of an era."""
    return words[0] not in ("key", "secret", "list") and not (words[0] == "era" and words[2] in REASONS)


def is_of_this_version(words: list[str], at: int) -> bool:
    """Whether the version before did not state this: it knew no eras, and stated secrets two days ahead."""
    if words[0] == "secret":
        return (start_of(words[1]) or 0) > at + 2 * DAY_MS
    return words[0] not in ("key", "list")


class Reading:
    """A chain while it is read."""

    def __init__(self) -> None:
        self.chain = Chain()
        self.previous = "0" * 64
        self.signer: str | None = None
        # The key that the statement before has named and signed itself, though another one signed until then.
        self.named_itself = False
        # A statement of this version was read: from then on no time is before the one before it.
        self.is_in_order = False

    def add(self, statement: Any) -> None:
        number = len(self.chain.statements) + 1

        def need(holds: object, what: str) -> None:
            if not holds:
                raise Broken("statements", f"Statement {number} {what}.")

        shown = shown_of(statement)
        parts = STATEMENT.fullmatch(shown[0]) if shown else None
        words = words_of(parts[4]) if parts else None
        if shown is None or parts is None or words is None:
            raise Broken("statements", f"Statement {number} is invalid.")
        follows = int(parts[1]) == number and parts[2] == self.previous
        need(follows, "does not follow the one before it")
        is_unsigned = self.named_itself
        need(self.signs(shown, words), "is not signed by the key that signs there")
        name = name_of(words[1]) if words[0] == "list" else None
        need(name is None or self.chain.has_era(name.era), "names an era that has not begun")
        at = int(parts[3])
        before = self.chain.statements[-1] if self.chain.statements else None
        self.is_in_order = self.is_in_order or is_of_this_version(words, at)
        is_back = before is not None and at < before.at
        need(not (self.is_in_order and is_back), "is dated before the one before it")
        if words[0] == "era":
            self.begin(int(words[1]), words[2], number, at, is_unsigned)
        if is_unknown(words):
            self.chain.unknown = self.chain.unknown or number
        self.previous = sha256(shown[0])
        since = max(at, before.since) if before else at
        self.chain.statements.append(Stated(number, shown, at, since, words))

    def signs(self, shown: tuple[str, str, str], words: list[str]) -> bool:
        """Whether the key that signs here has signed this. A key that signs itself is not signed by the one before:
        only the beginning of an era can say why."""
        text, key, signature = shown
        named = words[1] if words[0] == "key" else None
        expected = self.signer or named
        if self.named_itself and not (words[0] == "era" and words[2] == "lost"):
            return False
        self.named_itself = named is not None and named != expected and named == key
        self.signer = named or self.signer
        self.chain.keys |= {named} if named else set()
        is_expected = key == expected or self.named_itself
        return is_expected and is_signed(bytes.fromhex(key), text, bytes.fromhex(signature))

    def begin(self, era: int, reason: str, number: int, at: int, is_unsigned: bool) -> None:
        is_later = not self.chain.eras or self.chain.eras[-1].era < era
        if not is_later or abs(era * 1000 - at) > NEAR_MS:
            why = "begins an era that is not later than the one before it, or not of its own time"
            raise Broken("statements", f"Statement {number} {why}.")
        known = reason if reason in REASONS else None
        self.chain.eras.append(Era(era, known, number, at, is_unsigned))


def read_chain(pages: list[Any]) -> Chain:
    reading = Reading()
    for page in pages:
        statements = page.get("statements") if isinstance(page, dict) else None
        if not isinstance(statements, list):
            raise Broken("statements", "Not statements.")
        for statement in statements:
            reading.add(statement)
    if reading.named_itself:
        raise Broken("statements", "The last statement names a key that the key before it has not signed.")
    return reading.chain


# Notes.


@dataclass(frozen=True)
class Note:
    """A statement that was noted as the newest one: the sha256 of its text, when, and its number if it is known."""

    hash: str
    at: int | None = None
    number: int | None = None

    @staticmethod
    def of(text: str) -> Note:
        """Reads HASH or HASH@TIME."""
        noted, is_timed, at = text.partition("@")
        if is_timed and not re.fullmatch("[0-9]{1,15}", at):
            raise ValueError("TIME is not in epoch milliseconds")
        return Note(noted, int(at) if is_timed else None)


def check_notes(chain: Chain | None, notes: Iterable[Note]) -> list[Note]:
    """Each noted statement is in the chain, and none that follows it is dated before the note. Returns the notes with
    the numbers of their statements."""
    found: list[Note] = []
    for note in notes:
        statements = chain.statements if chain else []
        own = next((stated for stated in statements if sha256(stated.shown[0]) == note.hash), None)
        if own is None:
            why = "A statement that was noted earlier is not among the statements."
            era = chain.explaining(note.at, note.number) if chain else None
            if era and note.number is not None:
                why += f" Era {era.era} (restored) began later, and explains it."
            elif era:
                why += f" Era {era.era} (restored) began later: it explains it if its number is at least {era.number}."
            raise Broken("rewritten", why)
        for later in statements[own.number :]:
            if note.at is not None and later.at < note.at - CLOCKS_MS:
                why = f"Statement {own.number} was noted as the newest one, and statement {later.number} after it is"
                raise Broken("rewritten", f"{why} dated before that.")
        found.append(Note(note.hash, note.at, own.number))
    return found


# Secrets.


@dataclass(frozen=True)
class Commit:
    """The commitment to a secret: the era in which it was stated, the number of its statement, and since when."""

    era: int
    hash: str
    number: int
    since: int


@dataclass(frozen=True)
class ClosedDay:
    """What the list statement of a day says; `secret` is None if the server has lost it."""

    secret: str | None
    tables: int
    root: str


class Secrets:
    """The secrets of a chain, without contradictions."""

    def __init__(self, chain: Chain | None) -> None:
        self.chain = chain or Chain()
        self.commits: dict[int, list[Commit]] = {}
        self.stated: dict[DayName, str] = {}
        self.lists: dict[DayName, tuple[ClosedDay, int]] = {}
        self.newest = self.chain.statements[-1].at if self.chain.statements else 0
        era = 0
        begun = {own.number: own.era for own in self.chain.eras}
        for stated in self.chain.statements:
            name = name_of(stated.words[1]) if stated.words[0] in ("secret", "list") else None
            if name and stated.words[0] == "secret":
                self._commit(name.day, era, stated)
            elif name:
                self._close(name, stated)
            era = begun.get(stated.number, era)

    def _commit(self, day: int, era: int, stated: Stated) -> None:
        commit = stated.words[2]
        if self.stated.setdefault(DayName(day, era), commit) != commit:
            raise Broken("secret", f"{date(day)} has two secrets in one era.")
        known = self.commits.setdefault(day, [])
        # The same secret, stated again: the first statement counts.
        if not known or known[-1].hash != commit or known[-1].era < self.chain.secrets_of(era):
            known.append(Commit(era, commit, stated.number, stated.since))

    def _close(self, name: DayName, stated: Stated) -> None:
        _, _, secret, tables, top = stated.words
        commit = self.commit_of(name)
        if secret == "-":
            lost = [era.number for era in self.chain.eras if era.reason == "lost"]
            if commit is None or not any(commit.number <= number < stated.number for number in lost):
                raise Broken("secret", f"The list of {name} has no secret, and no era says that it was lost.")
        elif commit is None or commit.hash != sha256(secret):
            raise Broken("secret", f"The list of {name} reveals another secret than the one stated before.")
        if name in self.lists:
            raise Broken("secret", f"{name} was closed twice.")
        if stated.at < (name.day + 1) * DAY_MS:
            raise Broken("secret", f"The secret of {name} was revealed before the end of that day.")
        self.lists[name] = ClosedDay(None if secret == "-" else secret, int(tables), top), stated.at

    def commit_of(self, name: DayName) -> Commit | None:
        """The commitment to the secret of a day in an era. A store that was salvaged without its statements states
        the secret again, in a later era."""
        oldest = self.chain.secrets_of(name.era)
        known = self.commits.get(name.day, [])
        for commit in reversed(known):
            if oldest <= commit.era <= name.era:
                return commit
        return next((commit for commit in known if self.chain.secrets_of(commit.era) == oldest), None)

    def closed(self, text: str) -> ClosedDay | None:
        """What closes a day in an era. Lists that share a secret are stated together: if another one has revealed it,
        and a day later this one has no list, it has no tables."""
        name = name_of(text)
        if name is None:
            return None
        if name in self.lists:
            return self.lists[name][0]
        own = self.commit_of(name)
        for other, (shown, at) in sorted(self.lists.items(), key=lambda item: item[0]):
            commit = self.commit_of(other) if other.day == name.day else None
            if own and commit and commit.number == own.number and self.newest > at + DAY_MS:
                return ClosedDay(shown.secret, 0, root([]).hex())
        return None

    def is_empty(self, day: int) -> bool:
        """Whether no table is known to be of this day, in any era: its lists are empty and reveal all its secrets, or
        no secret was ever stated for it. One that an era replaced before the day began has no tables."""
        current = self.chain.secrets_of(self.chain.era_at(day * DAY_MS))
        lists = [shown for name, (shown, _) in self.lists.items() if name.day == day]
        revealed = {sha256(shown.secret) for shown in lists if shown.secret is not None}
        used = [commit for commit in self.commits.get(day, []) if self.chain.secrets_of(commit.era) >= current]
        is_revealed = all(commit.hash in revealed for commit in used)
        return is_revealed and all(shown.tables == 0 for shown in lists)

    def lost_in(self, name: DayName) -> int:
        return next((era.era for era in self.chain.eras if era.reason == "lost" and era.era > name.era), 0)


def check_late(secrets: Secrets, notes: list[Note], name: DayName | None, made: tuple[int, bool] | None) -> str | None:
    """The secret was stated a day before its day, and no note says otherwise. Returns what excuses a later one."""
    commit = secrets.commit_of(name) if name else None
    if name is None or commit is None:
        return None
    for era in secrets.chain.eras:
        if era.has_new_secrets and era.era <= name.era and 0 <= name.day - era.era * 1000 // DAY_MS <= 1:
            why = f"Era {era.era} ({era.reason}) replaced the secret of {name} less than a day before it."
            raise Broken("late", why)
    due = max(0, (name.day - 1) * DAY_MS)
    if any(note.at is not None and note.at >= due and (note.number or 0) < commit.number for note in notes):
        raise Broken("late", f"A note shows that the secret of {name} was not stated a day before it.")
    if commit.since <= due:
        return None
    first = secrets.chain.statements[0].since // DAY_MS if secrets.chain.statements else 0
    stated = commit.since // DAY_MS
    is_after = made is None or made[0] // DAY_MS != name.day or made[0] >= commit.since
    if is_after and name.day <= first + 1 and stated <= first:
        return "the server's first days"
    before = range(max(0, name.day - 2), stated) if stated <= name.day else None
    if is_after and before is not None and all(map(secrets.is_empty, before)):
        return "days without any table"
    why = f"The secret of {name} was stated less than a day before that day."
    eras = [era for era in secrets.chain.eras if era.reason == "restored" and era.number < commit.number]
    # A store that was salvaged can lack statements: it states the secrets of these days again.
    if eras and eras[-1].at // DAY_MS == stated:
        why += f" Era {eras[-1].era} (restored) began before on that day, perhaps without earlier statements."
    raise Broken("late", why)


# Lists.


def entry_leaf(number: int, table: str, seed_of: str, commit: str | None, ending: str) -> bytes:
    return leaf(f"turnstone table 1\n{number}\n{table}\n{seed_of}\n{commit or '-'}\n{ending}\n")


def leaf_of(entry: Any) -> bytes:
    return entry_leaf(*(entry.get(name) for name in ("number", "table", "seedOf", "seedCommit", "ending")))


def owner_of(seed_of: str) -> tuple[str, int] | None:
    """Day and number of the table whose seed is shared."""
    day, _, number = seed_of.partition(" ")
    is_number = re.fullmatch("[1-9][0-9]{0,9}", number) and int(number) < 2**32
    return (day, int(number)) if is_number and name_of(day) else None


def is_entry(entry: Any) -> bool:
    if not (isinstance(entry, dict) and is_int(entry.get("number"), 0, 2**32 - 1) and is_hash(entry.get("table"))):
        return False
    name, seed_of, commit, ending = (entry.get(name) for name in ("tableId", "seedOf", "seedCommit", "ending"))
    is_named = name is None or (isinstance(name, str) and sha256(name) == entry["table"])
    is_known = isinstance(seed_of, str) and (seed_of in ("own", "daily") or owner_of(seed_of) is not None)
    is_ending = ending in ("cancelled", "voided") or is_hash(ending)
    return is_named and is_known and (commit is None or is_hash(commit)) and is_ending


def read_lists(pages: list[Any], chain: Chain | None, secrets: Secrets) -> tuple[dict[str, list[Any]], dict[str, int]]:
    """The entries of each closed day, and how many tables of each open day still run."""
    lists: dict[str, list[Any]] = {}
    running: dict[str, int] = {}
    for page in pages:
        is_list = isinstance(page, dict) and isinstance(page.get("day"), str) and isinstance(page.get("closed"), bool)
        tables, entries = (page.get("tables"), page.get("entries", [])) if is_list else (None, None)
        is_counted = is_int(tables, 0, 2**32 - 1) or (tables is None and is_list and not page["closed"])
        run = page.get("running") if is_list else None
        is_counted = is_counted and (run is None or is_int(run, 0, 2**32 - 1))
        if not (is_counted and isinstance(entries, list) and all(map(is_entry, entries))):
            raise Broken("list", "Not a list.")
        day = page["day"]
        if not page["closed"]:
            running |= {} if run is None else {day: run}
            continue
        closed = secrets.closed(day)
        if chain and (closed is None or closed.tables != tables):
            raise Broken("list", f"No statement closes {day} with {tables} tables.")
        lists.setdefault(day, []).extend(entries)
    for day, entries in lists.items():
        if [entry["number"] for entry in entries] != list(range(1, len(entries) + 1)):
            raise Broken("list", f"The list of {day} does not have each number once.")
        if len({entry["table"] for entry in entries}) != len(entries):
            raise Broken("list", f"The list of {day} has a table twice.")
        closed = secrets.closed(day)
        top = root([leaf_of(entry) for entry in entries]).hex()
        if closed and (closed.tables, closed.root) != (len(entries), top):
            raise Broken("list", f"The list of {day} is not the signed one, or pages are missing.")
    check_seeds(lists)
    return lists, running


def check_seeds(lists: dict[str, list[Any]]) -> None:
    """A seed belongs to one table, except those that are shared, which are equal."""
    own, daily = set[str](), dict[str, str]()
    every = [(day, entry) for day, entries in lists.items() for entry in entries]
    for day, entry in every:
        commit, seed_of = entry.get("seedCommit"), entry["seedOf"]
        if commit is None:
            continue
        if seed_of == "own":
            holds = commit not in own
            own.add(commit)
        elif seed_of == "daily":
            holds = daily.setdefault(day, commit) == commit
        else:
            holds = is_shared(lists, seed_of, commit)
        if not holds:
            number = entry["number"]
            raise Broken("list", f"Table {number} of {day} has a seed that cannot be its own or the shared one.")


def is_shared(lists: dict[str, list[Any]], seed_of: str, commit: str) -> bool:
    owner = owner_of(seed_of)
    if owner is None or owner[0] not in lists:
        return owner is not None
    entries = lists[owner[0]]
    if owner[1] > len(entries) or entries[owner[1] - 1]["seedOf"] != "own":
        return False
    return entries[owner[1] - 1].get("seedCommit") in (None, commit)


# One table.


def seed_of(deal: Any) -> str:
    owner = deal.get("seedOf")
    return f"{owner['day']} {owner['number']}" if isinstance(owner, dict) else owner or "own"


def seed_day(deal: Any) -> str:
    owner = deal.get("seedOf")
    day: str = owner["day"] if isinstance(owner, dict) else deal["day"]
    return day


def seed_from(secret: str, deal: Any) -> str:
    """The seed of a deal, in hex."""
    owner = deal.get("seedOf")
    if owner == "daily":
        text = f"turnstone daily 1\n{deal['day']}\n"
    else:
        number = owner["number"] if isinstance(owner, dict) else deal["number"]
        lines = "".join(f"{item or '-'}\n" for item in deal["brought"])
        text = f"turnstone deal 1\n{seed_day(deal)}\n{number}\n{lines}"
    return hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).hexdigest()


@dataclass
class Record:
    """What a server publishes, without contradictions."""

    chain: Chain | None
    notes: list[Note]
    secrets: Secrets
    lists: dict[str, list[Any]]
    running: dict[str, int]

    def has(self, table: str) -> bool:
        return any(entry["table"] == table for entries in self.lists.values() for entry in entries)

    def explained(self, why: str, time: int | None, number: int | None = None) -> str:
        return self.chain.explained(why, time, number) if self.chain else why

    def still_open(self, day: str) -> str:
        run = self.running.get(day)
        if run is None:
            return f"{day} is not closed yet."
        return f"{day} is not closed yet: {run} of its tables still {'runs' if run == 1 else 'run'}."


def check_seed(bundle: Any, deal: Any, secrets: Secrets) -> None:
    if not deal.keys() <= DEAL:
        # What this program does not know may have a part in the seed.
        return
    if len(deal["brought"]) != (0 if deal.get("seedOf") == "daily" else bundle["seats"]):
        raise Broken("seed", "The seed was not computed from one line for each seat.")
    pair = deal.get("pair")
    if pair is not None and bundle["gameId"] not in PAIRED:
        raise Broken("seed", "This game hides what a pair of tables with one deal would show.")
    if pair is not None and pair["table"] % 2 and deal.get("seedOf") is not None:
        raise Broken("seed", "The first table of a pair has the seed of another table.")
    closed = secrets.closed(seed_day(deal))
    if closed is None or closed.secret is None:
        return
    seed, commit = seed_from(closed.secret, deal), bundle.get("seedCommit")
    if bundle.get("seed") not in (None, seed) or commit not in (None, sha256(seed)):
        raise Broken("seed", "The seed is not the one that secret, day, number and players give.")


def check_proof(bundle: Any, deal: Any, record: Record) -> bool:
    """Whether the table is proven to be in the list of its day."""
    chain, lists = record.chain, record.lists
    table, fair = sha256(bundle["sessionId"]), bundle.get("fair")
    if deal is None:
        if fair is not None or record.has(table):
            raise Broken("proof", "The table is in a list, and its bundle does not say how it was dealt.")
        return False
    day, number, made = deal["day"], deal["number"], made_of(bundle["sessionId"])
    created = made[0] if made else None
    own = entry_leaf(number, table, seed_of(deal), bundle.get("seedCommit"), bundle["digest"])
    allowed = {own}
    seed_closed = record.secrets.closed(seed_day(deal))
    if seed_closed and seed_closed.secret is None:
        # Its seed may have been lost before it was archived: without the seed, its digest cannot be computed.
        allowed.add(entry_leaf(number, table, seed_of(deal), bundle.get("seedCommit"), "voided"))
    if day in lists and (not 1 <= number <= len(lists[day]) or leaf_of(lists[day][number - 1]) not in allowed):
        why = "The list of the day has another table under this number, or other values."
        raise Broken("proof", record.explained(why, created))
    closed = record.secrets.closed(day)
    if closed and not 1 <= number <= closed.tables:
        raise Broken("proof", record.explained("The list of the day does not have as many tables.", created))
    if chain is None:
        return False
    if fair is None:
        return day in lists
    proof = fair.get("proof") if isinstance(fair, dict) else None
    shown = shown_of(fair["statement"]) if isinstance(fair, dict) and "statement" in fair else None
    if shown is None or not isinstance(proof, list) or not all(map(is_hash, proof)):
        raise Broken("proof", "The proof of the bundle is invalid.")
    stated = next((stated for stated in chain.statements if stated.shown == shown), None)
    if stated is None:
        parts = STATEMENT.fullmatch(shown[0])
        why = "The statement of the bundle is not among the statements."
        raise Broken("proof", record.explained(why, created, int(parts[1]) if parts else None))
    words = stated.words
    leads = words[:2] == ["list", day] and number > 0
    top = root_of_path(own, number - 1, int(words[3]), [bytes.fromhex(item) for item in proof]) if leads else None
    if top is None or top.hex() != words[4]:
        raise Broken("proof", "The proof of the bundle does not lead to the list of its day.")
    return True


def check_day(bundle: Any, deal: Any, chain: Chain | None) -> tuple[int, bool]:
    """The table was created on the day and in the era of its deal, and before all its moves. A leg of a duel has the
    time of its duel, and can be dealt later."""
    made, name = made_of(bundle["sessionId"]), name_of(deal["day"])
    if made is None:
        raise Broken("day", "The table's id does not say when it was created.")
    if name is None:
        raise Broken("day", f"{deal['day']} is no day.")
    created, is_leg = made
    if name.day != created // DAY_MS and not (is_leg and name.day > created // DAY_MS):
        raise Broken("day", f"The table was created on {date(created // DAY_MS)}, and is dealt as one of {name}.")
    era = chain.era_at(created) if chain else name.era
    if name.era != era and not (is_leg and chain and name.era > era and chain.has_era(name.era)):
        why = f"The table was created in era {era}, and is dealt as one of {name}."
        raise Broken("day", why if chain is None or chain.has_era(name.era) else chain.explained(why, created))
    if any(entry["at"] < created for entry in bundle["log"]):
        raise Broken("day", "A move is dated before the table was created.")
    return made


# Receipts.


def from_base64(item: str, length: int) -> bytes:
    """A byte sequence of RFC 8941; ValueError unless it has this length."""
    if len(item) < 2 or item[0] != ":" or item[-1] != ":":
        raise ValueError(item)
    decoded = base64.b64decode(item[1:-1], validate=True)
    if len(decoded) != length or base64.b64encode(decoded).decode() != item[1:-1]:
        raise ValueError(item)
    return decoded


@dataclass(frozen=True)
class Receipt:
    ply: int
    seat: int
    at: int
    action: str


def acknowledged(table: str, rest: str, chain: Chain | None) -> Receipt:
    """A move that a key of the server has acknowledged, from an action, a tab, and the value of `Move-Receipt`."""
    text, _, header = rest.partition("\t")
    parts = HEADER.fullmatch(header)
    try:
        if parts is None:
            raise ValueError(header)
        action = sha256(canonical(parse(text.encode())))
        ply, seat, at, index, count = (int(part) for part in parts.groups()[:5])
        path = [from_base64(item, 32) for item in parts[6].split(" ") if item]
        key, signature = from_base64(parts[7], 32), from_base64(parts[8], 64)
    except (ValueError, RecursionError):
        raise Broken("receipt", "A line of the receipts is invalid.") from None
    own = leaf(f"turnstone receipt 1\n{table}\n{ply}\n{seat}\n{action}\n{at}\n")
    top = root_of_path(own, index, count, path)
    if top is None or not is_signed(key, f"turnstone receipts 1\n{count}\n{top.hex()}\n", signature):
        raise Broken("receipt", f"The receipt of move {ply} is not for this move, or its signature is wrong.")
    if chain and key.hex() not in chain.keys:
        why = f"The receipt of move {ply} is signed by a key that no statement names."
        raise Broken("receipt", chain.explained(why, at))
    return Receipt(ply, seat, at, action)


def check_receipt(line: str, bundle: Any, record: Record) -> None:
    table, space, rest = line.partition(" ")
    if not space:
        raise Broken("receipt", "A line of the receipts is invalid.")
    if table != bundle["sessionId"]:
        return
    move = acknowledged(table, rest, record.chain)
    if bundle.get("seed") is None:
        return
    ply = move.ply
    entry = bundle["log"][ply] if ply < len(bundle["log"]) else {"seat": None, "at": None, "action": None}
    is_same = (entry["seat"], entry["at"], entry.get("leave", False)) == (move.seat, move.at, False)
    if not is_same or sha256(canonical(entry["action"])) != move.action:
        why = f"Move {ply} was acknowledged, and the log does not have it there."
        raise Broken("receipt", record.explained(why, move.at))


def tables_of(receipts: Iterable[str], bundles: Iterable[Any]) -> list[str]:
    """The tables of receipts of which no bundle is given."""
    given = {bundle.get("sessionId") for bundle in bundles if isinstance(bundle, dict)}
    return sorted({line.partition(" ")[0] for line in receipts if " " in line} - given)


def check_unlisted(table: str, receipts: list[str], record: Record) -> tuple[str, str] | None:
    """The verdict on receipts of a table of which no bundle is given; None if a list has it."""
    if record.has(sha256(table)):
        return None
    for line in receipts:
        if line.startswith(f"{table} "):
            acknowledged(table, line[len(table) + 1 :], record.chain)
    if record.chain is None:
        return "open", "The statements of the server are needed to check whether a list has this table."
    made = made_of(table)
    if made is None:
        raise Broken("receipt", "No server gives a table this id.")
    name = str(DayName(made[0] // DAY_MS, record.chain.era_at(made[0])))
    closed = record.secrets.closed(name)
    if closed is None:
        return "open", record.still_open(name)
    if made[1]:
        return "open", "A leg of a duel can be in the list of any later day: its bundle is needed."
    if closed.tables and name not in record.lists:
        return "open", f"The list of {name} is needed to check whether it has this table."
    why = f"Moves of this table were acknowledged, and the list of {name} does not have it."
    raise Broken("receipt", record.explained(why, made[0]))


# The verdict.


@dataclass(frozen=True)
class Brought:
    """What a seat brought, as its player says. None: it was not sent."""

    seat: int
    client_ref: str | None
    client_seed: str | None

    def hash(self) -> str | None:
        if self.client_ref is None and self.client_seed is None:
            return None
        return sha256(f"{self.client_ref or ''}\n{self.client_seed or ''}")


class Checker:
    """Verifies the bundles of one server. `statements` and `lists` are responses of it; `notes` are statements that
    were noted earlier."""

    def __init__(self, statements: list[Any], lists: list[Any], notes: Iterable[Note] = ()) -> None:
        self.record: Record | Broken
        try:
            chain = read_chain(statements) if statements else None
            found = check_notes(chain, notes)
            secrets = Secrets(chain)
            self.record = Record(chain, found, secrets, *read_lists(lists, chain, secrets))
        except Broken as broken:
            self.record = broken

    def verdict(self, bundle: Any, brought: Iterable[Brought] = (), receipts: Iterable[str] = ()) -> tuple[str, str]:
        """The code and the sentence of the first verdict that applies."""
        try:
            check_bundle(bundle)
            deal = deal_of(bundle)
            record = self._good_record()
            if deal is not None:
                check_seed(bundle, deal, record.secrets)
            for one in brought:
                seats = deal["brought"] if deal is not None else []
                if one.seat >= len(seats) or seats[one.seat] != one.hash():
                    raise Broken("brought", f"The deal does not contain what seat {one.seat} brought.")
            is_proven = check_proof(bundle, deal, record)
            for line in receipts:
                check_receipt(line, bundle, record)
            made = check_day(bundle, deal, record.chain) if deal is not None else None
            name = name_of(seed_day(deal)) if deal is not None else None
            excuse = check_late(record.secrets, record.notes, name, made)
        except Broken as broken:
            return broken.code, broken.why
        return good(bundle, deal, record, is_proven, facts(deal, record, made, excuse) if deal else [])

    def unlisted(self, bundles: Iterable[Any], receipts: Iterable[str]) -> list[tuple[str, str, str]]:
        """Verdicts on receipts of tables of which no bundle is given and which no list has: table, code, sentence."""
        lines = list(receipts)
        verdicts: list[tuple[str, str, str]] = []
        for table in tables_of(lines, bundles):
            try:
                verdict = check_unlisted(table, lines, self._good_record())
            except Broken as broken:
                verdict = broken.code, broken.why
            verdicts += [(table, *verdict)] if verdict else []
        return verdicts

    def _good_record(self) -> Record:
        if isinstance(self.record, Broken):
            raise self.record
        return self.record


def good(bundle: Any, deal: Any, record: Record, is_proven: bool, more: list[str]) -> tuple[str, str]:
    """The verdict on a table with which nothing is wrong."""
    chain, secrets = record.chain, record.secrets
    is_seal_unknown = bundle.get("seed") is None and bundle.get("sealedReason") not in SEALS
    if bundle.get("seed") is None and not is_seal_unknown:
        return "sealed", "The seed is still sealed. Keep this bundle and verify later."
    later = sorted(deal.keys() - DEAL) if deal else []
    unknown = (
        "it does not know the reason for which the seed is sealed"
        if is_seal_unknown
        else f"config.deal.{later[0]}"
        if later
        else f"statement {chain.unknown} is of a kind that it does not know"
        if chain and chain.unknown
        else None
    )
    if unknown:
        return "unknown", f"Use a newer verifier. This one cannot check everything: {unknown}."
    if deal is None:
        return (
            "commit-and-reveal",
            "The seed is the one that was committed to before the first move. How it was chosen is not shown.",
        )
    if chain is None:
        return "open", "The statements of the server are needed to check how the seed was chosen."
    of_seed, name = secrets.closed(seed_day(deal)), name_of(seed_day(deal))
    if name and of_seed and of_seed.secret is None:
        why = f"The secret of {name} was lost in era {secrets.lost_in(name)}"
        return "commit-and-reveal", f"{why}, and with it the proof of {of_seed.tables} tables."
    for day in (deal["day"], seed_day(deal)):
        if secrets.closed(day) is None:
            return "open", f"{record.still_open(day)} Verify again later."
    if not is_proven:
        return "open", "The seed is right. The rest needs the list of the day, or a new copy of the bundle."
    owner = deal.get("seedOf")
    named = f"the seed of table {owner['number']} of {owner['day']}" if isinstance(owner, dict) else "its own seed"
    seed = "the seed of that day's challenge" if owner == "daily" else named
    where = f"Table {deal['number']} of {deal['day']}, with {seed}"
    first = f"{where}: statements, secret, seed and list agree. The match was not replayed."
    return "holds", " ".join([first, *more])


def facts(deal: Any, record: Record, made: tuple[int, bool] | None, excuse: str | None) -> list[str]:
    """Further facts for a reader of the verdict `holds`."""
    own, of_seed = name_of(deal["day"]), name_of(seed_day(deal))
    if own is None or of_seed is None or record.chain is None:
        return []
    commit = record.secrets.commit_of(of_seed)
    stated, before = commit.number if commit else 2**32, made[0] if made else 0
    is_noted = any((note.number or 0) >= stated and note.at is not None and note.at <= before for note in record.notes)
    found = [
        "A note from before the table has the statement of its secret."
        if is_noted
        else "No note from before the table has the statement of its secret: its date is the server's own word."
    ]
    first = max(0, own.day - 1) * DAY_MS // 1000
    begun = sum(first <= era.era < first + 2 * DAY_MS // 1000 for era in record.chain.eras)
    if begun == 0:
        found.append("No era began on its day or the day before.")
    elif begun == 1:
        found.append("1 era began on its day or the day before, which was a choice of deals.")
    else:
        found.append(f"{begun} eras began on its day or the day before: each was a choice of deals.")
    if excuse:
        found.append(f"The secret was stated less than a day ahead, because of {excuse}.")
    unsigned = [era.era for era in record.chain.eras if era.is_unsigned and era.era <= own.era]
    if unsigned:
        found.append(f"The key of that time is not signed by the one before it: era {unsigned[-1]}.")
    return found


# The command line.


def read(place: str) -> bytes:
    """A file, or what an address has."""
    if place.startswith(("http://", "https://")):
        with urllib.request.urlopen(place, timeout=30) as response:
            content: bytes = response.read(LARGEST + 1)
    else:
        with Path(place).open("rb") as file:
            content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"{place} has more than {LARGEST} bytes")
    return content


def pages(address: str) -> list[Any]:
    """All pages of a route."""
    found: list[Any] = []
    start: Any = 1
    while True:
        page = parse(read(f"{address}?from={start}"))
        found.append(page)
        following = page.get("next") if isinstance(page, dict) else None
        if not is_int(following, start + 1):
            return found
        start = following


def days_of(bundle: Any) -> set[str]:
    """The days whose lists a bundle needs."""
    try:
        check_form(bundle)
        deal = deal_of(bundle)
    except Broken:
        return set()
    days = {deal["day"], seed_day(deal)} if deal else set[str]()
    return {day for day in days if name_of(day)}


def days_of_receipts(statements: list[Any], tables: list[str]) -> set[str]:
    """The days whose lists are needed for receipts of tables of which no bundle is given."""
    shown = [shown_of(one) for page in statements if isinstance(page, dict) for one in page.get("statements", [])]
    parts = [STATEMENT.fullmatch(one[0]) for one in shown if one]
    said = [words_of(part[4]) for part in parts if part]
    eras = [int(words[1]) for words in said if words and words[0] == "era"]
    days: set[str] = set()
    for made in filter(None, map(made_of, tables)):
        era = next((era for era in reversed(eras) if era * 1000 <= made[0]), 0)
        days.add(str(DayName(made[0] // DAY_MS, era)))
    return days


def brought_of(argument: str) -> Brought:
    seat, client_ref, client_seed = argument.split(":", 2)
    return Brought(int(seat), client_ref or None, client_seed or None)


def harmless(text: str) -> str:
    """Untrusted text for a terminal."""
    shown = "".join(letter if " " <= letter <= "~" else repr(letter)[1:-1] for letter in text[:700])
    return shown + ("..." if len(text) > 700 else "")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Verify fair deals from public data.")
    add = parser.add_argument
    add("bundles", nargs="+", metavar="BUNDLE", help="a replay bundle: a file or an address")
    add("--from", dest="server", metavar="URL", help="the server, whose statements and lists are fetched")
    add(
        "--statements",
        action="append",
        default=[],
        metavar="FILE",
        help="a response of /api/fairness, or several",
    )
    add("--list", action="append", default=[], metavar="FILE", help="a response of /api/fairness/days/DAY, or several")
    add(
        "--receipts",
        metavar="FILE",
        help="lines of receipts that were kept",
    )
    add("--brought", action="append", default=[], type=brought_of, metavar="SEAT:REF:SEED", help="what a seat sent")
    add(
        "--noted",
        action="append",
        default=[],
        type=Note.of,
        metavar="HASH@TIME",
        help="the sha256 of a statement that was noted earlier, and when it was the newest one",
    )
    given = parser.parse_args()
    if given.noted and not given.statements and not given.server:
        parser.error("--noted needs --statements or --from")
    return given


def main() -> int:
    given = arguments()
    bundles: list[tuple[str, Any]] = []
    for place in given.bundles:
        content = read(place)
        try:
            bundles.append((place, parse(content)))
        except (ValueError, RecursionError):
            bundles.append((place, None))
    statements, lists = ([parse(read(place)) for place in places] for places in (given.statements, given.list))
    receipts = [line for line in read(given.receipts).decode().splitlines() if line] if given.receipts else []
    every = [bundle for _, bundle in bundles]
    if given.server:
        address = given.server.rstrip("/")
        statements += pages(f"{address}/api/fairness")
        days = set().union(*map(days_of, every))
        for day in sorted(days):
            lists += pages(f"{address}/api/fairness/days/{urllib.parse.quote(day)}")
        for day in sorted(days_of_receipts(statements, tables_of(receipts, every)) - days):
            # A server that has lost the table may not have its day either.
            with contextlib.suppress(OSError):
                lists += pages(f"{address}/api/fairness/days/{urllib.parse.quote(day)}")
    checker = Checker(statements, lists, given.noted)
    verdicts: list[tuple[str, str, str]] = []
    for place, bundle in bundles:
        name = bundle.get("sessionId", place) if isinstance(bundle, dict) else place
        verdicts.append((str(name), *checker.verdict(bundle, given.brought, receipts)))
    worst = 0
    for name, code, why in verdicts + checker.unlisted(every, receipts):
        print(f"{code}: {harmless(name)}: {harmless(why)}")
        status = EXIT.get(code, 1)
        worst = 1 if 1 in (worst, status) else max(worst, status)
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, RecursionError) as error:
        print(f"error: {harmless(str(error))}", file=sys.stderr)
        sys.exit(1)
