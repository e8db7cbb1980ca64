"""Verification of a settled table's replay.

From the bundle alone it checks the seed against its commitment, the digest, the form and order of the log, and that the
outcome adds up. To check that the deal follows from the seed and the log from the rules, the match must be replayed,
which this package cannot do: it runs the program `turnstone verify`, if there is one. `Verdict.replayed` says whether
it was run; without it, a bundle that was forged as a whole, digest included, passes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DIGESTED = ("config", "gameId", "log", "outcome", "seats", "seed", "sessionId", "version")


@dataclass(frozen=True)
class Finding:
    """One check. `holds` is None if it could not be made, and `words` say why."""

    name: str
    holds: bool | None
    words: str


@dataclass(frozen=True)
class Verdict:
    """All checks. True if nothing contradicts the bundle."""

    findings: tuple[Finding, ...]
    replayed: bool

    def __bool__(self) -> bool:
        return all(finding.holds is not False for finding in self.findings)

    def __str__(self) -> str:
        signs = {True: "holds", False: "DOES NOT HOLD", None: "not checked"}
        return "\n".join(f"{finding.name}: {signs[finding.holds]}. {finding.words}" for finding in self.findings)


def verify(
    bundle: Mapping[str, Any], *, table_id: str | None = None, commit: str | None = None, program: str | None = None
) -> Verdict:
    """Verify a replay. `table_id` and `commit` are the table's id and its `seedCommit` before play.

    `program` is the path of the turnstone program; without it $TURNSTONE and then the search path are used. An empty
    string runs no program.
    """
    bundle = dict(bundle)
    findings = [finding for finding in (_table(bundle, table_id), _commit(bundle, commit)) if finding]
    try:
        findings += [_seed(bundle), _digest(bundle), _log(bundle), _outcome(bundle)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        findings.append(Finding("form", False, f"This is no replay bundle ({type(error).__name__}: {error})."))
    replayed = _replay(bundle, program)
    return Verdict((*findings, replayed), replayed.holds is not None)


def canonical(value: Any) -> str:
    """The form of RFC 8785. Bundles contain only integers; another number is rejected rather than written wrongly."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: str(member[0]).encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(inner)}" for name, inner in members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        if not value.is_integer() or abs(value) > 2**53:
            raise ValueError(f"{value} is not an integer")
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _table(bundle: Mapping[str, Any], table_id: str | None) -> Finding | None:
    if table_id is None:
        return None
    holds = bundle.get("sessionId") == table_id
    return Finding("table", holds, "It is of this table." if holds else "It is of another table.")


def _commit(bundle: Mapping[str, Any], commit: str | None) -> Finding | None:
    if commit is None:
        return None
    holds = bundle.get("seedCommit") == commit
    words = "It is the one that was seen at the table." if holds else f"At the table it was {commit}."
    return Finding("commitment", holds, words)


def _seed(bundle: Mapping[str, Any]) -> Finding:
    seed, told = bundle["seed"], bundle.get("seedCommit")
    if seed is None:
        return Finding("seed", None, f"It is sealed ({bundle.get('sealedReason')}).")
    if told is None:
        return Finding("seed", None, "The bundle has no commitment to hold it against.")
    made = sha256(seed)
    return Finding("seed", made == told, "Its sha256 is the commitment." if made == told else f"Its sha256 is {made}.")


def _digest(bundle: Mapping[str, Any]) -> Finding:
    if bundle["seed"] is None:
        return Finding("digest", None, "It is made over the seed too, which is sealed.")
    made = sha256(canonical({name: bundle[name] for name in DIGESTED}))
    holds = made == bundle["digest"]
    return Finding("digest", holds, "It is that of the contents." if holds else f"The contents have {made}.")


def _log(bundle: Mapping[str, Any]) -> Finding:
    if bundle["seed"] is None:
        return Finding("log", None, "It is closed as long as the seed is sealed.")
    before = 0
    for place, entry in enumerate(bundle["log"], 1):
        seated = _whole(entry["seat"]) and 0 <= entry["seat"] < bundle["seats"]
        formed = entry["action"] is None if entry.get("leave") else isinstance(entry["action"], dict)
        if not (seated and formed and _whole(entry["at"]) and entry["at"] >= before):
            return Finding("log", False, f"Entry {place} cannot be: its seat, action or time is wrong.")
        before = entry["at"]
    return Finding("log", True, f"{len(bundle['log'])} entries by seats of the table, none before the one it follows.")


def _outcome(bundle: Mapping[str, Any]) -> Finding:
    entries = bundle["outcome"]
    holds = [entry["seat"] for entry in entries] == list(range(bundle["seats"]))
    # One seat alone plays against the bank: what it wins, no other seat loses.
    if bundle["seats"] > 1:
        holds = holds and sum(entry.get("score", 0) for entry in entries) == 0
    return Finding("chips", holds, "The results add up." if holds else "The results do not add up.")


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _replay(bundle: Mapping[str, Any], program: str | None) -> Finding:
    found = program if program is not None else os.environ.get("TURNSTONE") or shutil.which("turnstone")
    if not found:
        return Finding("replay", None, "There is no turnstone program here to play it again with.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bundle.json"
        file.write_text(json.dumps(bundle), encoding="utf-8")
        try:
            done = subprocess.run([found, "verify", str(file)], capture_output=True, text=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return Finding("replay", None, f"{found} could not be asked: {error}")
    words = done.stdout.strip() or done.stderr.strip()
    holds = {0: True, 1: False}.get(done.returncode)
    return Finding("replay", holds, words)
