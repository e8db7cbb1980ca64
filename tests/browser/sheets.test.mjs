// The style sheets of all pages are loaded together, and those of boards stay when another page is shown. So a rule of
// one file must not reach what another file draws.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

/** The class of every board, which each of them refines. */
const FRAME = 'board';

/** Splits at a character outside of parentheses. */
function split(text, at) {
  let depth = 0;
  const parts = [''];
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (depth === 0 && at.test(letter)) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The selectors of a sheet; without those for forced colours, which one place sets for all boards. */
function selectorsOf(sheet) {
  const text = sheet.replace(/\/\*[^]*?\*\//g, '').replace(/@media \(forced-colors[^]*?\n\}/g, '');
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head]) => head.trim());
  const rules = heads.filter((head) => !/^(@|from$|to$|[\d.]+%|&)/.test(head));
  return rules.flatMap((head) => split(head, /,/));
}

/** The classes of the first part of a selector that has some: they decide where the rule acts. */
function scopeOf(selector) {
  const parts = split(selector, /[\s>+~]/).map((part) =>
    [...part.replace(/:not\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name),
  );
  return parts.map((names) => names.filter((name) => name !== FRAME)).find((names) => names.length > 0) ?? [];
}

/** The classes for which two files have a rule that no class of their own limits. */
function shared(sheets) {
  const scopes = sheets.flatMap(({ name, text }) => selectorsOf(text).map((one) => ({ name, scope: scopeOf(one) })));
  const alone = new Map();
  for (const { name, scope } of scopes)
    if (scope.length === 1) alone.set(scope[0], new Set([...(alone.get(scope[0]) ?? []), name]));
  const isOwn = (one, name) => [...(alone.get(one) ?? [])].every((other) => other === name);
  const foreign = scopes.filter(({ name, scope }) => scope.length > 0 && !scope.some((one) => isOwn(one, name)));
  const found = new Map(foreign.map(({ scope }) => [scope[0], alone.get(scope[0])]));
  return [...found].map(([one, names]) => `${one}: ${[...names].join(', ')}`).sort();
}

test('each class is defined in one style sheet', async () => {
  const assets = join(process.env.SITE, 'assets');
  const names = (await readdir(assets, { recursive: true })).filter((name) => name.endsWith('.css'));
  assert.ok(names.length > 15, `${names}`);
  const sheets = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(assets, name), 'utf8') })),
  );
  assert.deepEqual(shared(sheets), []);
});

test('a class of two style sheets is found, a refined one is not', () => {
  const one = { name: 'one.css', text: '.rules { height: 9px; }\n.chips { color: red; }' };
  assert.deepEqual(shared([one, { name: 'two.css', text: '@media print { .rules .mark { color: red; } }' }]), [
    'rules: one.css, two.css',
  ]);
  assert.deepEqual(shared([one, { name: 'two.css', text: '.felt .rules, .chips.felt { color: red; }' }]), []);
});
