"""The generated files are up to date."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import types
import unittest
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parents[1] / "scripts"


class Generated(unittest.TestCase):
    def test_types_and_codes_are_those_of_the_document(self) -> None:
        self.check("make_types.py")

    def test_the_sync_client_is_generated_from_the_async_one(self) -> None:
        self.check("make_sync.py")

    def check(self, script: str) -> None:
        done = subprocess.run([sys.executable, SCRIPTS / script, "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


class Shapes(unittest.TestCase):
    def made(self, schemas: dict[str, Any]) -> str:
        spec = importlib.util.spec_from_file_location("make_types", SCRIPTS / "make_types.py")
        assert spec and spec.loader
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        text: str = script.types({"components": {"schemas": schemas}})
        exec(compile(text, "types.py", "exec"), types.ModuleType("made").__dict__)
        return text

    def test_a_discriminated_union_has_literals(self) -> None:
        drop = {"type": "object", "required": ["type"], "properties": {"type": {"const": "drop"}}}
        mark = {"type": "object", "properties": {"cell": {"type": ["integer", "null"], "description": "Which."}}}
        text = self.made({"Move": {"oneOf": [drop, {"$ref": "#/components/schemas/Mark"}]}, "Mark": mark})
        self.assertIn('class Move1(TypedDict):\n    type: Literal["drop"]\n', text)
        self.assertIn("Move: TypeAlias = Move1 | Mark\n", text)
        self.assertIn("class Mark(TypedDict):\n    # Which.\n    cell: NotRequired[int | None]\n", text)

    def test_all_of_becomes_one_shape(self) -> None:
        seen = {"type": "object", "required": ["game"], "properties": {"game": {"type": "string"}}}
        more = {"required": ["x"], "properties": {"x": {"enum": ["a", None]}}}
        text = self.made({"Seen": seen, "More": {"allOf": [{"$ref": "#/components/schemas/Seen"}, more]}})
        self.assertIn('class More(TypedDict):\n    x: Literal["a"] | None\n    game: str\n', text)

    def test_python_keywords_as_names(self) -> None:
        text = self.made({"Way": {"type": "object", "required": ["from"], "properties": {"from": {"type": "number"}}}})
        self.assertIn('Way = TypedDict("Way", {"from": "float"})', text)

    def test_unknown_schemas_are_an_error(self) -> None:
        inner = {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {}}}}}
        wrong: list[dict[str, Any]] = [{"X": {"not": {}}}, {"A": inner, "AB": {"type": "string"}}]
        for schemas in wrong:
            with self.assertRaises(SystemExit):
                self.made(schemas)


if __name__ == "__main__":
    unittest.main()
