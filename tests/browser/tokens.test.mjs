// The contrast of the colours in both schemes, as WCAG 2 measures it.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

const SEATS = [0, 1, 2, 3, 4, 5].map((seat) => `seat-${seat}`);

/** Texts: 4.5 to 1. */
const TEXTS = [
  ...['ground', 'raised'].flatMap((ground) => [
    ['ink', ground],
    ['quiet', ground],
    ['accent', ground],
    ['warning', ground],
  ]),
  ['ink', 'sunken'],
  ['quiet', 'sunken'],
  ['ink', 'felt'],
  ['quiet', 'felt'],
  ['ink', 'accent-soft'],
  ['ink', 'warning-soft'],
  ['card-back-ink', 'card-back'],
  ['on-wood', 'pit'],
  ['ink', 'water'],
  ['on-accent', 'accent'],
  ['on-warning', 'warning'],
  ...['red', 'black', 'green', 'blue'].map((suit) => [`suit-${suit}`, 'card']),
];

/** Controls, their edges and focus, and players' colours: 3 to 1. For a face-down card, its face or its edge. */
const SHAPES = [
  ['seed', 'pit'],
  ['hull-dark', 'water'],
  ['hit', 'water'],
  ['on-hit', 'hit'],
  ['card-back card-back-line', 'ground'],
  ['card-back card-back-line', 'felt'],
  ...['ground', 'raised', 'felt'].flatMap((ground) => [
    ['edge', ground],
    ['accent', ground],
    ['warning', ground],
    ...SEATS.map((seat) => [seat, ground]),
  ]),
];

const source = await readFile(`${process.env.SITE}/assets/tokens.css`, 'utf8');
const light = colours(/:root \{([^}]*)\}/);
const schemes = { light, dark: { ...light, ...colours(/:root\[data-theme='dark'\] \{([^}]*)\}/) } };

for (const [scheme, tokens] of Object.entries(schemes)) {
  test(`texts and shapes have enough contrast in ${scheme} colours`, () => {
    assert.deepEqual([...tooFaint(tokens, TEXTS, 4.5), ...tooFaint(tokens, SHAPES, 3)], []);
  });
}

test('every value that a style sheet uses by name is defined', async () => {
  const assets = `${process.env.SITE}/assets`;
  const files = (await readdir(assets, { recursive: true })).filter((name) => /\.(css|js)$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(`${assets}/${name}`, 'utf8')));
  const defined = new Set(
    texts.flatMap((text) => [...text.matchAll(/(--[\w-]+)(?=['"`]?[:,\]])/g)].map(([name]) => name)),
  );
  const used = texts
    .filter((_, place) => files[place].endsWith('.css'))
    .flatMap((text) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  assert.ok(used.length > 500);
  assert.deepEqual(
    [...new Set(used)].filter((name) => !defined.has(name)),
    [],
  );
});

/** The colours of a block of the style sheet. */
function colours(block) {
  const declarations = block.exec(source)?.[1] ?? assert.fail(`the sheet has no ${block}`);
  return Object.fromEntries([...declarations.matchAll(/--([a-z0-9-]+):\s*#([0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));
}

function tooFaint(tokens, pairs, least) {
  const colour = (name) => tokens[name] ?? assert.fail(`there is no ${name}`);
  return pairs.flatMap(([fronts, back]) => {
    const ratio = Math.max(...fronts.split(' ').map((front) => contrast(colour(front), colour(back))));
    return ratio < least ? [`${fronts} on ${back}: ${ratio.toFixed(2)}, not ${least}`] : [];
  });
}

function contrast(front, back) {
  const [bright, dim] = [luminance(front), luminance(back)].sort((one, other) => other - one);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex) {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
