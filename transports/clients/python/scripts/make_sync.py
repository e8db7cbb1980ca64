"""Writes src/turnstone/client.py, the sync client, from src/turnstone/aio.py.

python scripts/make_sync.py             writes it
python scripts/make_sync.py --check     checks whether it is up to date, and writes nothing
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "turnstone"
HEAD = '"""The sync client. Made from aio.py by scripts/make_sync.py; do not edit."""'
RULES = [
    (r'\A""".*?"""', HEAD),
    (r"\bfrom \._asyncio import", "from ._blocking import"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(closing|next)\b", r"\1"),
    (r"\bAsyncGenerator\[(.*?), None\]", r"Generator[\1, None, None]"),
    (r"\bAsync(Client|Table|Turn|Iterator|Generator)\b", r"\1"),
]


def main() -> None:
    text = (FOLDER / "aio.py").read_text(encoding="utf-8")
    for pattern, replacement in RULES:
        text = re.sub(pattern, replacement, text, flags=re.DOTALL)
    file = FOLDER / "client.py"
    if "--check" not in sys.argv:
        file.write_text(text, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != text:
        raise SystemExit("client.py: not what aio.py says; run transports/clients/generate")


if __name__ == "__main__":
    main()
