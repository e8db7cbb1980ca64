// Draws the icon as pictures for systems that take no SVG: icons.mjs SITE. Run it by `../icons` after a change of icon.svg.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const [site] = process.argv.slice(2);
const icon = await readFile(join(site, 'icon.svg'), 'utf8');
const ground = /<rect[^>]*fill="([^"]+)"/.exec(icon)[1];
/** Without its round corners: systems cut their own shape. */
const square = icon.replace(/ rx="\d+"/, '');
/** What lies within the circle that every shape keeps, four fifths as wide, on the icon's own ground. */
const maskable = square.replace(/viewBox="0 0 32 32"/, 'viewBox="-4 -4 40 40"');

/** @type {[name: string, svg: string, width: number][]} */
const PICTURES = [
  ['icon-192.png', icon, 192],
  ['icon-512.png', icon, 512],
  ['icon-maskable.png', maskable, 512],
  ['apple-touch-icon.png', square, 180],
];

for (const [name, svg, width] of PICTURES) {
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    ...(svg === icon ? {} : { background: ground }),
  });
  await writeFile(join(site, name), drawn.render().asPng());
}
