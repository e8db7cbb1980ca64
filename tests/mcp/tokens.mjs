// The sizes of the texts of results, counted by the tokenizer of a common model (o200k): of whole games of every kind that
// play.py has played, the median is at most 300 tokens and the most 500, the first result of each table apart.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";

const MEDIAN = 300;
const MOST = 500;
const FEWEST = 8;

const { first, later } = JSON.parse(readFileSync("texts.json", "utf8"));
const counts = (texts) => texts.map((text) => encode(text).length).sort((a, b) => a - b);
for (const [kind, texts] of Object.entries(later)) {
  const sizes = counts(texts);
  const median = sizes[sizes.length >> 1];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${kind}: first ${counts(first[kind])}, median ${median}, most ${sizes.at(-1)}, game ${total} in ${texts.length}`);
  const longest = texts.find((text) => encode(text).length === sizes.at(-1));
  // A game can be over after a few moves.
  assert.ok(sizes.length < FEWEST || median <= MEDIAN, `${kind}: a median of ${median} tokens`);
  assert.ok(sizes.at(-1) <= MOST, `${kind}: ${sizes.at(-1)} tokens\n${longest}`);
}
