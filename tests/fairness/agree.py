"""Checks that the three verifiers of deals agree: `turnstone verify --fair`, `turnstone_verify.py` and `fairness.js`.

It gives them every example of `golden/fairness`, whose verdicts are known; 10,000 bundles of all games, each with one
byte changed; and chains with eras and notes, changed and signed again.
TURNSTONE names the binary, if it is not the one of a debug build; Node must be installed.
"""

import base64
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.append(str(ROOT / "transports/clients/python"))
import chains  # noqa: E402
import turnstone_verify  # noqa: E402

TURNSTONE = os.environ.get("TURNSTONE", str(ROOT / "target/debug/turnstone"))
PYTHON = ROOT / "transports/clients/python/turnstone_verify.py"
SCRIPTS = ROOT / "transports/web/site/assets/lib"
# Changed bundles, by the example that they are made from.
CHANGES = {"holds-every-game": 9_000, "holds-second-leg": 400, "open": 300, "sealed": 300}
# Examples whose chains are changed, each this often.
CHAINS = (
    "holds-restored-twice", "holds-receipt-lost", "holds-compromised", "late-compromised", "holds-lost", "late-lost",
    "commit-and-reveal-lost", "holds-salvaged", "holds-down-1-day", "holds-first-days", "late-by-note", "unknown-era",
)  # fmt: skip
CHANGED_CHAINS = 60


def options(example: dict, bundles: list[bytes], work: Path) -> list[str]:
    """The options of the two command lines. The files are in `work`."""
    work.mkdir()
    given = []

    def file(name: str, content: str | bytes) -> str:
        (work / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    for member, option in (("statements", "--statements"), ("lists", "--list")):
        for at, page in enumerate(example.get(member, [])):
            given += [option, file(f"{member}-{at}", json.dumps(page))]
    if "receipts" in example:
        given += ["--receipts", file("receipts", "\n".join(example["receipts"]))]
    for sent in example.get("brought", []):
        given.append(f"--brought={sent['seat']}:{sent['clientRef']}:{sent['clientSeed']}")
    given += [f"--noted={note}" for note in example.get("noted", [])]
    return given + [file(f"bundle-{at}", bundle) for at, bundle in enumerate(bundles)]


def by_command(command: list[str], work: Path) -> list[str]:
    done = subprocess.run(command, check=False, cwd=work, capture_output=True, text=True)
    if done.stderr:
        sys.exit(f"{command[:4]}: {done.stderr}")
    return [line.split(":")[0] for line in done.stdout.splitlines()]


def by_node(groups: list[tuple[dict, list[bytes]]], work: Path) -> list[str]:
    """The verdicts of the JavaScript module on all bundles, in one process."""
    shutil.copytree(SCRIPTS, work / "lib")
    (work / "package.json").write_text('{"type": "module"}')
    lines = []
    for example, bundles in groups:
        lines.append({name: example[name] for name in ("statements", "lists", "noted") if name in example})
        kept = {name: example[name] for name in ("brought", "receipts") if name in example}
        lines += [{"bundle": base64.b64encode(bundle).decode(), **kept} for bundle in bundles]
        if "receipts" in example:
            ids = [json.loads(bundle)["sessionId"] for bundle in bundles]
            lines.append({"unlisted": ids, "receipts": example["receipts"]})
    command = ["node", "--no-warnings", str(HERE / "vectors.mjs"), str(work / "lib")]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.split()


def changed(bundle: bytes, dice: random.Random) -> bytes:
    """The bundle with another byte at one place: mostly one of the same kind, so that most results are JSON."""
    place = dice.randrange(len(bundle))
    old = bundle[place]
    if dice.randrange(8) == 0:
        others = bytes(range(256))
    elif chr(old).isdigit():
        others = b"0123456789"
    elif chr(old).islower():
        others = b"abcdefghijklmnopqrstuvwxyz0123456789"
    else:
        others = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ_- :,{}[]"\\/.+eEtfn'
    new = dice.choice(others.replace(bytes([old]), b""))
    return bundle[:place] + bytes([new]) + bundle[place + 1 :]


def compact(bundle: dict) -> bytes:
    return json.dumps(bundle, separators=(",", ":")).encode()


def in_process(example: dict, bundles: list[bytes]) -> list[str]:
    """The verdicts of the Python program, without a process of its own."""
    notes = map(turnstone_verify.Note.of, example.get("noted", []))
    checker = turnstone_verify.Checker(example.get("statements", []), example.get("lists", []), notes)
    receipts, parsed = example.get("receipts", []), [json.loads(bundle) for bundle in bundles]
    codes = [checker.verdict(bundle, (), receipts)[0] for bundle in parsed]
    return codes + [code for _, code, _ in checker.unlisted(parsed, receipts)]


def compare(verdicts: dict[str, list[str]], what: list) -> None:
    """Ends the program if the languages differ."""
    lengths = {language: len(codes) for language, codes in verdicts.items()}
    if len(set(lengths.values())) > 1:
        sys.exit(f"numbers of verdicts differ: {lengths}")
    differing = [at for at, codes in enumerate(zip(*verdicts.values(), strict=True)) if len(set(codes)) > 1]
    for at in differing[:10]:
        print({language: codes[at] for language, codes in verdicts.items()}, what[at])
    if differing:
        sys.exit(f"{len(differing)} verdicts differ")


def agree_on_chains(examples: dict[str, dict]) -> Counter:
    """Changed chains, one after another: each has a record of its own."""
    dice = random.Random(20261127)
    changed = [chains.changed(examples[name], dice) for name in CHAINS for _ in range(CHANGED_CHAINS)]
    groups = [(example, [compact(bundle) for bundle in example["bundles"]]) for example in changed]
    verdicts: dict[str, list[str]] = {"Rust": [], "Python": []}
    what = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        verdicts["JavaScript"] = by_node(groups, work)
        for at, (example, bundles) in enumerate(groups):
            given = options(example, bundles, work / str(at))
            codes = by_command([TURNSTONE, "verify", "--fair", *given], work / str(at))
            verdicts["Rust"] += codes
            verdicts["Python"] += in_process(example, bundles)
            what += [json.dumps({"chain": chains.drafts_of(example), "noted": example["noted"]})] * len(codes)
    compare(verdicts, what)
    return Counter(verdicts["Rust"])


def main() -> None:
    files = sorted((ROOT / "golden/fairness").glob("*.json"))
    examples = {file.stem: json.loads(file.read_text()) for file in files}
    groups = [(example, [compact(bundle) for bundle in example["bundles"]]) for example in examples.values()]
    expected = []
    for example, bundles in groups:
        expected += [example["expected"]] * len(bundles) + example.get("unlisted", [])
    dice = random.Random(20261125)
    for name, count in CHANGES.items():
        bundles = examples[name]["bundles"]
        groups.append((examples[name], [changed(compact(bundles[at % len(bundles)]), dice) for at in range(count)]))

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        verdicts = {"JavaScript": by_node(groups, work), "Rust": [], "Python": []}
        for at, (example, bundles) in enumerate(groups):
            given = options(example, bundles, work / str(at))
            verdicts["Rust"] += by_command([TURNSTONE, "verify", "--fair", *given], work / str(at))
            verdicts["Python"] += by_command([sys.executable, str(PYTHON), *given], work / str(at))

    for language, codes in verdicts.items():
        if codes[: len(expected)] != expected:
            wrong = [pair for pair in zip(expected, codes, strict=False) if pair[0] != pair[1]]
            sys.exit(f"{language}: expected and given verdicts on examples: {wrong}")
    every = [bundle for _, bundles in groups[len(examples) :] for bundle in bundles]
    compare({language: codes[len(expected) :] for language, codes in verdicts.items()}, every)
    counts = Counter(verdicts["Rust"][len(expected) :])
    if min(counts["bundle"], counts["proof"]) < 1_000 or min(counts["holds"], counts["open"], counts["sealed"]) < 10:
        sys.exit(f"too few of some kind: {counts}")
    print(f"{len(expected)} examples, {sum(counts.values())} changed bundles: {dict(counts)}")
    counts = agree_on_chains(examples)
    kinds = ("statements", "rewritten", "secret", "receipt", "day", "late", "unknown", "commit-and-reveal", "holds")
    if min(counts[kind] for kind in kinds) < 5:
        sys.exit(f"too few of some kind: {counts}")
    print(f"{sum(counts.values())} verdicts on changed chains: {dict(counts)}")


if __name__ == "__main__":
    main()
