"""Both clients have a method for every operation of the OpenAPI document, except for those listed here."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path

CLIENTS = Path(__file__).parents[2]
DOCUMENT = CLIENTS.parents[1] / "golden" / "openapi.json"
# Recovery by a cookie, notifications and a messenger are for the pages. The webhook is called by the messenger. A
# party's stream is read with `stream`. Statements and lists of days are for `turnstone_verify.py`.
OMITTED = {
    "challengeMessenger", "fairness", "fairnessDay", "fairnessEraDay", "joinMessenger", "linkMessenger",
    "messengerWebhook", "pushKey", "pushSubscribe", "pushUnsubscribe", "recover", "streamParty", "unlinkMessenger",
}  # fmt: skip
PYTHON_CALL = re.compile(r'\.call\(\s*"([A-Z]+)",\s*(?:f?"([^"]*)"|(self\._path))')
PYTHON_STREAM = re.compile(r'\.stream\(\s*f?"([^"]*)"')
TYPESCRIPT_CALL = re.compile(
    r"const path = `([^`]*)`|\.call(?:<[^>]*>)?\(\s*'([A-Z]+)',\s*(?:[`']([^`']*)[`']|(this\.#path)|path\b)"
)
TYPESCRIPT_STREAM = re.compile(r"\.stream(?:<[^(]*>)?\(\s*[`']([^`']*)[`']")


def route(method: str, path: str) -> str:
    """The method and the path with an empty pair of braces for each parameter."""
    path = re.sub(r"^\$?\{?this\.#path\}?|^\{?self\._path\}?", "/api/tables/{}", path)
    return f"{method} " + re.sub(r"\$?\{[^}]*\}", "{}", path)


def python(text: str) -> set[str]:
    called = {route(method, path or own) for method, path, own in PYTHON_CALL.findall(text)}
    return called | {route("GET", path) for path in PYTHON_STREAM.findall(text)}


def typescript(text: str) -> set[str]:
    found, named = {route("GET", path) for path in TYPESCRIPT_STREAM.findall(text)}, ""
    for constant, method, path, own in TYPESCRIPT_CALL.findall(text):
        if constant:
            named = constant
        else:
            found.add(route(method, path or own or named))
    return found


class Operations(unittest.TestCase):
    def omitted(self, called: set[str]) -> set[str]:
        paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
        operations = {
            route(method.upper(), path): operation["operationId"]
            for path, methods in paths.items()
            for method, operation in methods.items()
            if method != "parameters"
        }
        self.assertEqual(called - operations.keys(), set(), "no operation of the document")
        return {operation for own, operation in operations.items() if own not in called}

    def test_python_calls_every_operation(self) -> None:
        source = CLIENTS / "python" / "src" / "turnstone" / "aio.py"
        self.assertEqual(self.omitted(python(source.read_text(encoding="utf-8"))), OMITTED)

    def test_typescript_calls_every_operation(self) -> None:
        sources = [CLIENTS / "typescript" / "src" / name for name in ("client.ts", "table.ts")]
        text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
        self.assertEqual(self.omitted(typescript(text)), OMITTED)


if __name__ == "__main__":
    unittest.main()
