"""Writes src/turnstone/types.py, codes.py and games.py from the OpenAPI document.

    python scripts/make_types.py             writes them
    python scripts/make_types.py --check     checks whether they are up to date, and writes nothing

A schema of an object becomes a TypedDict whose keys are those on the wire, any other schema an alias.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]
DOCUMENT = PACKAGE.parents[2] / "golden" / "openapi.json"
Schema = dict[str, Any]

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# Keywords of a schema that do not change its type.
IGNORED = {
    "default", "deprecated", "description", "example", "examples", "exclusiveMaximum", "exclusiveMinimum", "format",
    "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum",
    "pattern", "propertyNames", "title", "uniqueItems", "discriminator", "readOnly", "writeOnly", "$comment",
}  # fmt: skip
TYPES_HEAD = '''"""The shapes of requests and responses, as they are on the wire.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
'''
CODES_HEAD = '''"""An exception class for every error code of the API.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from .errors import Refused
'''
GAMES_HEAD = '''"""Every game, for `turns`: with it, views and actions have the types of that game alone.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from . import types
from .game import Game

'''


class Types:
    """Collects declarations while it walks through the schemas; inner objects are named after their path."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas
        self.declared: list[str] = []
        self.aliases: dict[str, tuple[str, str]] = {}
        self.names: set[str] = set()

    def declare(self, name: str, schema: Schema) -> None:
        if "allOf" in schema:
            schema = self.merged(schema)
        if self.is_record(schema):
            self.record(name, schema)
        else:
            self.take(name)
            kind = self.expression(name, schema)
            note = schema.get("description")
            self.aliases[name] = kind, f"{name}: TypeAlias = {kind}" + (f"\n{docstring(note)}" if note else "") + "\n"

    def text(self) -> str:
        """The records, which may refer to later declarations, and then the aliases, each after those that it uses."""
        declared, waiting = list(self.declared), dict(self.aliases)
        while waiting:
            ready = [
                name for name, (kind, _) in waiting.items() if not waiting.keys() & re.findall(r"\w+", unquoted(kind))
            ]
            if not ready:
                raise SystemExit(f"make_types: these aliases refer to each other: {sorted(waiting)}")
            declared += [waiting.pop(name)[1] for name in ready]
        return "".join(f"\n\n{each}" for each in declared)

    @staticmethod
    def is_record(schema: Schema) -> bool:
        return bool(schema.get("properties")) and not {"anyOf", "oneOf", "allOf"} & schema.keys()

    def take(self, name: str) -> None:
        if name in self.names:
            raise SystemExit(f"make_types: two shapes would be called {name}")
        self.names.add(name)

    def record(self, name: str, schema: Schema) -> None:
        self.take(name)
        required = set(schema.get("required", ()))
        fields = {
            key: (self.expression(f"{name}{key[0].upper()}{key[1:]}", inner), inner, key in required)
            for key, inner in schema["properties"].items()
        }
        note = schema.get("description")
        if any(not key.isidentifier() or keyword.iskeyword(key) for key in fields):
            pairs = [f"{json.dumps(k)}: {json.dumps(optional(t, r))}" for k, (t, _, r) in fields.items()]
            self.declared.append(f'{name} = TypedDict("{name}", {{{", ".join(pairs)}}})\n')
            return
        lines = [f"class {name}(TypedDict):"]
        if note:
            lines += [indent(docstring(note)), ""]
        for key, (kind, inner, needed) in fields.items():
            if "description" in inner:
                lines.append(indent("\n".join(textwrap.wrap(inner["description"], 110, initial_indent="# ",
                                                            subsequent_indent="# "))))  # fmt: skip
            lines.append(f"    {key}: {optional(kind, needed)}")
        self.declared.append("\n".join(lines) + "\n")

    def expression(self, name: str, schema: Schema) -> str:
        """The type of a schema; an unknown construct is an error, never `Any`."""
        if "$ref" in schema:
            return str(schema["$ref"]).rsplit("/", 1)[1]
        if "const" in schema:
            return literal([schema["const"]])
        if "enum" in schema:
            return literal(schema["enum"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return union(self.expression(f"{name}{i + 1}", s) for i, s in enumerate(schema[several]))
        if "allOf" in schema:
            return self.expression(name, self.merged(schema))
        if self.is_record(schema):
            self.record(name, schema)
            return name
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return union(self.expression(name, {**schema, "type": kind}) for kind in kinds)
        if kinds in PLAIN:
            return PLAIN[kinds]
        if kinds == "array":
            if schema.get("prefixItems"):
                inner = [self.expression(f"{name}{i + 1}", s) for i, s in enumerate(schema["prefixItems"])]
                # JSON has no tuples: the parsed value is a list.
                return f"list[{union(inner)}]"
            return f"list[{self.expression(f'{name}Item', schema.get('items', {}))}]"
        if kinds == "object":
            values = schema.get("additionalProperties", {})
            if values is True or values is False:
                values = {}
            return f"dict[str, {self.expression(f'{name}Value', values)}]"
        unknown = schema.keys() - IGNORED
        if unknown:
            raise SystemExit(f"make_types: {name} has a schema that is not understood: {sorted(unknown)}")
        return "Any"

    def merged(self, schema: Schema) -> Schema:
        """The merged schema of an `allOf`."""
        whole: Schema = {k: v for k, v in schema.items() if k != "allOf"}
        for part in schema["allOf"]:
            if "$ref" in part:
                part = self.schemas[part["$ref"].rsplit("/", 1)[1]]
            if "allOf" in part:
                part = self.merged(part)
            for key, value in part.items():
                if key == "properties":
                    whole["properties"] = {**value, **whole.get("properties", {})}
                elif key == "required":
                    whole["required"] = [*whole.get("required", []), *value]
                else:
                    whole.setdefault(key, value)
        return whole


def optional(kind: str, needed: bool) -> str:
    return kind if needed else f"NotRequired[{kind}]"


def literal(values: list[Any]) -> str:
    named = [repr(value) if isinstance(value, str) else str(value) for value in values if value is not None]
    kinds = [f"Literal[{', '.join(named).replace(chr(39), chr(34))}]"] if named else []
    return union(kinds + ["None"] * (None in values))


def union(kinds: Any) -> str:
    each = list(dict.fromkeys(kinds))
    return "Any" if "Any" in each else " | ".join(each)


def unquoted(kind: str) -> str:
    return re.sub(r'"[^"]*"', "", kind)


def docstring(text: str) -> str:
    wrapped = textwrap.wrap(text, 110)
    whole = f'"""{wrapped[0]}"""' if len(wrapped) == 1 else '"""' + "\n".join(wrapped) + '\n"""'
    return whole.replace("\\", "\\\\")


def indent(text: str) -> str:
    return textwrap.indent(text, "    ")


def types(document: Schema) -> str:
    schemas = document["components"]["schemas"]
    made = Types(schemas)
    for name, schema in schemas.items():
        made.declare(name, schema)
    return TYPES_HEAD + made.text()


def codes(document: Schema) -> str:
    text = CODES_HEAD
    names = {}
    for code in document["components"]["schemas"]["ErrorCode"]["enum"]:
        names[code] = "".join(word.capitalize() for word in code.split("_"))
        text += f'\n\nclass {names[code]}(Refused):\n    """The code `{code}`."""\n'
    lines = "".join(f'    "{code}": {name},\n' for code, name in names.items())
    return text + f"\n\nBY_CODE: dict[str, type[Refused]] = {{\n{lines}}}\n"


def games(document: Schema) -> str:
    schemas = document["components"]["schemas"]
    text = GAMES_HEAD
    for game, target in schemas["GameView"]["discriminator"]["mapping"].items():
        view = target.rsplit("/", 1)[1]
        action = view.removesuffix("View") + "Action"
        if action not in schemas:
            raise SystemExit(f"make_types: {game} has no {action}")
        text += f'{game.upper().replace("-", "_")}: Game[types.{view}, types.{action}] = Game("{game}")\n'
    return text


def main() -> None:
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    made = (("types.py", types(document)), ("codes.py", codes(document)), ("games.py", games(document)))
    stale = []
    for name, text in made:
        file = PACKAGE / "src" / "turnstone" / name
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        raise SystemExit(f"{' and '.join(stale)}: not what the OpenAPI document says; run transports/clients/generate")


if __name__ == "__main__":
    main()
