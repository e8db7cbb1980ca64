"""Changed chains of statements for `agree.py`: each is signed again, so that more than its signatures is checked."""

import hashlib
import random

import turnstone_verify as verifier

HOUR = 3_600_000
STEPS = (1, 60_000, 600_000, 600_001, HOUR, 23 * HOUR, 24 * HOUR, 25 * HOUR, 48 * HOUR, 72 * HOUR)
REASONS = ("restored", "compromised", "lost", "moved")
Draft = tuple[int, list[str]]


class Key:
    """The key of 32 equal bytes, as the examples have them."""

    def __init__(self, byte: int) -> None:
        digest = hashlib.sha512(bytes([byte]) * 32).digest()
        lower = int.from_bytes(digest[:32], "little") & (1 << 254) - 8
        self.secret, self.prefix = lower | 1 << 254, digest[32:]
        self.public = verifier._encode(verifier._times(self.secret, verifier._BASE))

    def sign(self, text: str) -> str:
        def scalar(*parts: bytes) -> int:
            return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % verifier._ORDER

        nonce = scalar(self.prefix, text.encode())
        point = verifier._encode(verifier._times(nonce, verifier._BASE))
        answer = (nonce + scalar(point, self.public, text.encode()) * self.secret) % verifier._ORDER
        return (point + answer.to_bytes(32, "little")).hex()


KEYS = {key.public.hex(): key for key in map(Key, range(1, 5))}


def drafts_of(example: dict) -> list[Draft]:
    texts = [statement["text"] for page in example["statements"] for statement in page["statements"]]
    return [(int(lines[3]), lines[4].split(" ")) for lines in (text.split("\n") for text in texts)]


def signed(drafts: list[Draft]) -> list[dict]:
    """The statements of drafts, each signed by the key that signs there. A key before a lost era signs itself."""
    shown, previous, signer = [], "0" * 64, None
    for place, (at, words) in enumerate(drafts):
        text = f"turnstone statement 1\n{place + 1}\n{previous}\n{at}\n{' '.join(words)}\n"
        following = drafts[place + 1][1] if place + 1 < len(drafts) else [""]
        named = words[1] if words[0] == "key" else None
        is_lost = following[0] == "era" and following[2] == "lost"
        owner = named if named and (is_lost or signer is None) else signer or next(iter(KEYS))
        shown.append({"number": place + 1, "text": text, "key": owner, "signature": KEYS[owner].sign(text)})
        previous, signer = hashlib.sha256(text.encode()).hexdigest(), named or signer
    return shown


def moved_day(name: str, dice: random.Random) -> str:
    day, slash, era = name.partition("/")
    start = (verifier.start_of(day) or 0) // verifier.DAY_MS
    return verifier.date(start + dice.choice((-2, -1, 1, 2))) + slash + era


def change(drafts: list[Draft], dice: random.Random) -> None:
    """Change one thing."""
    place = dice.randrange(len(drafts))
    at, words = drafts[place]
    step = dice.choice(STEPS) * dice.choice((-1, 1))
    match dice.randrange(9):
        case 0:
            drafts[place] = (max(0, at + step), words)
        case 1:
            drafts[place:] = [(max(0, later + step), says) for later, says in drafts[place:]]
        case 2:
            del drafts[place]
        case 3:
            drafts.insert(dice.randrange(len(drafts) + 1), (at, words))
        case 4:
            reason = dice.choice(REASONS)
            era = str((at + dice.choice((0, 0, 0, 30_000, 61_000))) // 1000)
            drafts.insert(place + 1, (at, ["era", era, reason]))
            if reason == "lost" and dice.randrange(2):
                drafts.insert(place + 1, (at, ["key", dice.choice(list(KEYS))]))
        case 5:
            drafts.insert(place + 1, (at, ["key", dice.choice(list(KEYS))]))
        case 6 if words[0] in ("secret", "list"):
            drafts[place] = (at, [words[0], moved_day(words[1], dice), *words[2:]])
        case 7 if words[0] == "list":
            drafts[place] = (at, [*words[:2], "-", *words[3:]])
        case 7 if words[0] == "secret":
            other = dice.choice([says for _, says in drafts if says[0] == "secret"])
            drafts[place] = (at, [*words[:2], other[2]])
        case 8 if words[0] == "era":
            drafts[place] = (at, ["era", str(int(words[1]) + dice.choice((-70, -1, 1, 70))), dice.choice(REASONS)])
        case _:
            drafts.append(drafts.pop(place))


def changed(example: dict, dice: random.Random) -> dict:
    """The example with a chain that was changed in some places and signed again, and with some notes."""
    drafts = drafts_of(example)
    before = signed(drafts)
    for _ in range(dice.randrange(4)):
        if drafts:
            change(drafts, dice)
    shown = signed(drafts)
    noted = []
    for _ in range(dice.randrange(3)):
        text = dice.choice(before + shown)["text"] if dice.randrange(8) == 0 else dice.choice(shown or before)["text"]
        time = int(text.split("\n")[3]) + dice.choice((0, *STEPS))
        noted.append(hashlib.sha256(text.encode()).hexdigest() + ("" if dice.randrange(6) == 0 else f"@{time}"))
    return {**example, "statements": [{"statements": shown, "next": None}] if shown else [], "noted": noted}
