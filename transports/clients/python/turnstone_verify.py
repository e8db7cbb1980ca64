#!/usr/bin/env python3
"""Verify fair deals from public data, with nothing but Python 3.11 or newer.

    turnstone_verify.py --from https://HOST https://HOST/api/tables/ID/replay
    turnstone_verify.py --statements statements.json --list day.json bundle.json

Each bundle gets one line: a code, the table, a sentence. The page /docs/fairness of a server describes the formats and
the codes. This program does not replay the rules of a game: `turnstone verify --fair` does. Exit status: 0 if every
bundle holds, 1 if one is broken, 2 if one has to be verified again later, 4 if one has commit and reveal only.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import re
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

DIGESTED = ("config", "gameId", "log", "outcome", "seats", "seed", "sessionId", "version")
EXIT = {"holds": 0, "sealed": 2, "open": 2, "commit-and-reveal": 4}
DAY_MS = 86_400_000
LARGEST = 16 << 20
HEX = re.compile(r"[0-9a-f]{64}")
STATEMENT = re.compile(r"turnstone statement 1\n(0|[1-9][0-9]*)\n([0-9a-f]{64})\n(0|[1-9][0-9]*)\n([^\n]*)\n")
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
    if not holds:
        raise Broken("bundle", "Not a replay bundle: config.deal.")
    return deal


def check_bundle(bundle: Any) -> None:
    """Form, digest and commitment."""
    check_form(bundle)
    seed = bundle.get("seed")
    commits = [commit for commit in (bundle.get("seedCommit"), bundle.get("seedHash")) if commit is not None]
    if seed is None:
        is_sealed = bundle.get("sealedReason") in ("daily", "duel") and not bundle["log"]
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
class ClosedDay:
    """What the list statement of a day says."""

    secret: str
    tables: int
    root: str


@dataclass
class Chain:
    """The statements, if they are one chain: the members of each, its time, and the words of its last line."""

    shown: list[tuple[str, str, str]] = field(default_factory=list)
    says: list[tuple[int, list[str]]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    def closed(self, day: str) -> ClosedDay | None:
        for _, words in self.says:
            if words[0] == "list" and words[1] == day:
                return ClosedDay(words[2], int(words[3]), words[4])
        return None


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
    """The words of the last line of a statement; None unless it says something known."""
    words = line.split(" ")
    is_day = len(words) > 1 and start_of(words[1]) is not None
    match words:
        case ["key", key] if is_hash(key):
            return words
        case ["secret", _, commit] if is_day and is_hash(commit):
            return words
        case ["list", _, secret, tables, top] if is_day and is_hash(secret) and is_hash(top):
            return words if re.fullmatch("0|[1-9][0-9]{0,9}", tables) and int(tables) < 2**32 else None
        case _:
            return None


def read_chain(pages: list[Any]) -> Chain:
    chain, signer, previous = Chain(), None, "0" * 64
    for page in pages:
        statements = page.get("statements") if isinstance(page, dict) else None
        if not isinstance(statements, list):
            raise Broken("statements", "Not statements.")
        for statement in statements:
            number = len(chain.says) + 1
            shown = shown_of(statement)
            parts = STATEMENT.fullmatch(shown[0]) if shown else None
            words = words_of(parts[4]) if parts else None
            if shown is None or parts is None or words is None:
                raise Broken("statements", f"Statement {number} is invalid.")
            if int(parts[1]) != number or parts[2] != previous:
                raise Broken("statements", f"Statement {number} does not follow the one before it.")
            named = words[1] if words[0] == "key" else None
            text, key, signature = shown
            if key != (signer or named) or not is_signed(bytes.fromhex(key), text, bytes.fromhex(signature)):
                raise Broken("statements", f"Statement {number} is not signed by the key that signs there.")
            signer, previous = named or signer, sha256(text)
            chain.keys |= {named} if named else set()
            chain.shown.append(shown)
            chain.says.append((int(parts[3]), words))
    return chain


def check_secrets(chain: Chain) -> None:
    """Each secret was committed to once, in time, and is the revealed one."""
    ran = {at // DAY_MS for at, _ in chain.says}
    first, commits, closed = min(ran, default=0), dict[str, str](), set[str]()
    for at, words in chain.says:
        day = words[1]
        start = start_of(day) or 0
        if words[0] == "secret":
            is_late = at > start - DAY_MS and start // DAY_MS > first + 1
            if day in commits:
                raise Broken("secret", f"The secret of {day} was stated twice.")
            if is_late and start // DAY_MS - 2 in ran:
                raise Broken("secret", f"The secret of {day} was stated less than a day before that day.")
            commits[day] = words[2]
        elif words[0] == "list":
            if commits.get(day) != sha256(words[2]):
                raise Broken("secret", f"The list of {day} reveals another secret than the one stated before.")
            if day in closed:
                raise Broken("secret", f"{day} was closed twice.")
            if at < start + DAY_MS:
                raise Broken("secret", f"The secret of {day} was revealed before the end of that day.")
            closed.add(day)


# Lists.


def entry_leaf(number: int, table: str, seed_of: str, commit: str | None, ending: str) -> bytes:
    return leaf(f"turnstone table 1\n{number}\n{table}\n{seed_of}\n{commit or '-'}\n{ending}\n")


def leaf_of(entry: Any) -> bytes:
    return entry_leaf(*(entry.get(name) for name in ("number", "table", "seedOf", "seedCommit", "ending")))


def owner_of(seed_of: str) -> tuple[str, int] | None:
    """Day and number of the table whose seed is shared."""
    day, _, number = seed_of.partition(" ")
    is_number = re.fullmatch("[1-9][0-9]{0,9}", number) and int(number) < 2**32
    return (day, int(number)) if is_number and start_of(day) is not None else None


def is_entry(entry: Any) -> bool:
    if not (isinstance(entry, dict) and is_int(entry.get("number"), 0, 2**32 - 1) and is_hash(entry.get("table"))):
        return False
    name, seed_of, commit, ending = (entry.get(name) for name in ("tableId", "seedOf", "seedCommit", "ending"))
    is_named = name is None or (isinstance(name, str) and sha256(name) == entry["table"])
    is_known = isinstance(seed_of, str) and (seed_of in ("own", "daily") or owner_of(seed_of) is not None)
    is_ending = ending in ("cancelled", "voided") or is_hash(ending)
    return is_named and is_known and (commit is None or is_hash(commit)) and is_ending


def read_lists(pages: list[Any], chain: Chain | None) -> dict[str, list[Any]]:
    """The entries of each closed day."""
    lists: dict[str, list[Any]] = {}
    for page in pages:
        is_list = isinstance(page, dict) and isinstance(page.get("day"), str) and isinstance(page.get("closed"), bool)
        tables, entries = (page.get("tables"), page.get("entries", [])) if is_list else (None, None)
        is_counted = is_int(tables, 0, 2**32 - 1) or (tables is None and is_list and not page["closed"])
        if not (is_counted and isinstance(entries, list) and all(map(is_entry, entries))):
            raise Broken("list", "Not a list.")
        if not page["closed"]:
            continue
        day = page["day"]
        closed = chain.closed(day) if chain else None
        if chain and (closed is None or closed.tables != tables):
            raise Broken("list", f"No statement closes {day} with {tables} tables.")
        lists.setdefault(day, []).extend(entries)
    for day, entries in lists.items():
        if [entry["number"] for entry in entries] != list(range(1, len(entries) + 1)):
            raise Broken("list", f"The list of {day} does not have each number once.")
        if len({entry["table"] for entry in entries}) != len(entries):
            raise Broken("list", f"The list of {day} has a table twice.")
        closed = chain.closed(day) if chain else None
        top = root([leaf_of(entry) for entry in entries]).hex()
        if closed and (closed.tables, closed.root) != (len(entries), top):
            raise Broken("list", f"The list of {day} is not the signed one, or pages are missing.")
    check_seeds(lists)
    return lists


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


def check_seed(bundle: Any, deal: Any, chain: Chain | None) -> None:
    if len(deal["brought"]) != (0 if deal.get("seedOf") == "daily" else bundle["seats"]):
        raise Broken("seed", "The seed was not computed from one line for each seat.")
    closed = chain.closed(seed_day(deal)) if chain else None
    if closed is None:
        return
    seed, commit = seed_from(closed.secret, deal), bundle.get("seedCommit")
    if bundle.get("seed") not in (None, seed) or commit not in (None, sha256(seed)):
        raise Broken("seed", "The seed is not the one that secret, day, number and players give.")


def check_proof(bundle: Any, deal: Any, chain: Chain | None, lists: dict[str, list[Any]]) -> bool:
    """Whether the table is proven to be in the list of its day."""
    table, fair = sha256(bundle["sessionId"]), bundle.get("fair")
    if deal is None:
        if fair is not None or any(entry["table"] == table for entries in lists.values() for entry in entries):
            raise Broken("proof", "The table is in a list, and its bundle does not say how it was dealt.")
        return False
    day, number = deal["day"], deal["number"]
    own = entry_leaf(number, table, seed_of(deal), bundle.get("seedCommit"), bundle["digest"])
    if day in lists and (not 1 <= number <= len(lists[day]) or leaf_of(lists[day][number - 1]) != own):
        raise Broken("proof", "The list of the day has another table under this number, or other values.")
    if chain is None:
        return False
    if fair is None:
        return day in lists
    proof = fair.get("proof") if isinstance(fair, dict) else None
    shown = shown_of(fair["statement"]) if isinstance(fair, dict) and "statement" in fair else None
    if shown is None or not isinstance(proof, list) or not all(map(is_hash, proof)):
        raise Broken("proof", "The proof of the bundle is invalid.")
    if shown not in chain.shown:
        raise Broken("proof", "The statement of the bundle is not among the statements.")
    words = chain.says[chain.shown.index(shown)][1]
    leads = words[:2] == ["list", day] and number > 0
    top = root_of_path(own, number - 1, int(words[3]), [bytes.fromhex(item) for item in proof]) if leads else None
    if top is None or top.hex() != words[4]:
        raise Broken("proof", "The proof of the bundle does not lead to the list of its day.")
    return True


# Receipts.


def from_base64(item: str, length: int) -> bytes:
    """A byte sequence of RFC 8941; ValueError unless it has this length."""
    if len(item) < 2 or item[0] != ":" or item[-1] != ":":
        raise ValueError(item)
    decoded = base64.b64decode(item[1:-1], validate=True)
    if len(decoded) != length or base64.b64encode(decoded).decode() != item[1:-1]:
        raise ValueError(item)
    return decoded


def check_receipt(line: str, bundle: Any, chain: Chain | None) -> None:
    table, space, rest = line.partition(" ")
    if not space:
        raise Broken("receipt", "A line of the receipts is invalid.")
    if table != bundle["sessionId"]:
        return
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
        raise Broken("receipt", f"The receipt of move {ply} is signed by a key that no statement names.")
    if bundle.get("seed") is None:
        return
    entry = bundle["log"][ply] if ply < len(bundle["log"]) else {"seat": None, "at": None, "action": None}
    is_same = (entry["seat"], entry["at"], entry.get("leave", False)) == (seat, at, False)
    if not is_same or sha256(canonical(entry["action"])) != action:
        raise Broken("receipt", f"Move {ply} was acknowledged, and the log does not have it there.")


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
    """Verifies the bundles of one server. `statements` and `lists` are responses of it; `noted` is the hash of a
    statement that was noted earlier."""

    def __init__(self, statements: list[Any], lists: list[Any], noted: str | None = None) -> None:
        self.chain: Chain | None = None
        self.lists: dict[str, list[Any]] = {}
        self.broken: Broken | None = None
        try:
            self.chain = read_chain(statements) if statements else None
            shown = self.chain.shown if self.chain else []
            if noted is not None and noted not in (sha256(text) for text, _, _ in shown):
                raise Broken("rewritten", "The statement that was noted earlier is not among the statements.")
            if self.chain:
                check_secrets(self.chain)
            self.lists = read_lists(lists, self.chain)
        except Broken as broken:
            self.broken = broken

    def verdict(self, bundle: Any, brought: Iterable[Brought] = (), receipts: Iterable[str] = ()) -> tuple[str, str]:
        """The code and the sentence of the first verdict that applies."""
        try:
            check_bundle(bundle)
            deal = deal_of(bundle)
            if self.broken:
                raise self.broken
            if deal is not None:
                check_seed(bundle, deal, self.chain)
            for one in brought:
                seats = deal["brought"] if deal is not None else []
                if one.seat >= len(seats) or seats[one.seat] != one.hash():
                    raise Broken("brought", f"The deal does not contain what seat {one.seat} brought.")
            is_proven = check_proof(bundle, deal, self.chain, self.lists)
            for line in receipts:
                check_receipt(line, bundle, self.chain)
        except Broken as broken:
            return broken.code, broken.why
        return self._good(bundle, deal, is_proven)

    def _good(self, bundle: Any, deal: Any, is_proven: bool) -> tuple[str, str]:
        if bundle.get("seed") is None:
            return "sealed", "The seed is still sealed. Keep this bundle and verify later."
        if deal is None:
            return (
                "commit-and-reveal",
                "The seed is the one that was committed to before the first move. How it was chosen is not shown.",
            )
        if self.chain is None:
            return "open", "The statements of the server are needed to check how the seed was chosen."
        if not (self.chain.closed(deal["day"]) and self.chain.closed(seed_day(deal))):
            return "open", "The day is not closed yet: verify again later."
        if not is_proven:
            return (
                "open",
                "The seed is right. The rest needs the list of the day, or a new copy of the bundle.",
            )
        owner = deal.get("seedOf")
        named = f"the seed of table {owner['number']} of {owner['day']}" if isinstance(owner, dict) else "its own seed"
        seed = "the seed of that day's challenge" if owner == "daily" else named
        where = f"Table {deal['number']} of {deal['day']}, with {seed}"
        return "holds", f"{where}: statements, secret, seed and list agree. The match was not replayed."


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
    return {day for day in days if start_of(day) is not None}


def brought_of(argument: str) -> Brought:
    seat, client_ref, client_seed = argument.split(":", 2)
    return Brought(int(seat), client_ref or None, client_seed or None)


def harmless(text: str) -> str:
    """Untrusted text for a terminal."""
    shown = "".join(letter if " " <= letter <= "~" else repr(letter)[1:-1] for letter in text[:300])
    return shown + ("..." if len(text) > 300 else "")


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
    add("--noted", metavar="HASH", help="the sha256 of a statement that was noted earlier")
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
    if given.server:
        address = given.server.rstrip("/")
        statements += pages(f"{address}/api/fairness")
        for day in sorted(set().union(*(days_of(bundle) for _, bundle in bundles))):
            lists += pages(f"{address}/api/fairness/days/{urllib.parse.quote(day)}")
    receipts = read(given.receipts).decode().splitlines() if given.receipts else []
    checker = Checker(statements, lists, given.noted)
    worst = 0
    for place, bundle in bundles:
        code, why = checker.verdict(bundle, given.brought, filter(None, receipts))
        name = bundle.get("sessionId", place) if isinstance(bundle, dict) else place
        print(f"{code}: {harmless(str(name))}: {harmless(why)}")
        status = EXIT.get(code, 1)
        worst = 1 if 1 in (worst, status) else max(worst, status)
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, RecursionError) as error:
        print(f"error: {harmless(str(error))}", file=sys.stderr)
        sys.exit(1)
