// Makes the embedded folder from the sources of the pages: bundle.mjs SITE OUT
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const [site, out] = process.argv.slice(2);
const assets = join(site, 'assets');

/** The files beside the assets, which are copied unchanged. */
const COPIED = [
  'app.html',
  'apple-touch-icon.png',
  'docs.html',
  'front.html',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'icon.svg',
  'manifest.webmanifest',
];

/** The style sheets of all pages, in the order of their rules. Each other sheet of `boards` is loaded with its board.
 * */
const SHEETS = [
  'tokens.css',
  'base.css',
  'table/table.css',
  'boards/boards.css',
  'boards/cards.css',
  'boards/chips.css',
  'views/views.css',
  'views/front.css',
  'views/member.css',
];

/**
 * The modules that are loaded together. `app`: the frame, the library and the front page. `table`: the page of a table
 * and code that several boards share. Every board and every other page is a chunk of its own.
 */
const GROUPS = [
  {
    name: 'app',
    test: /assets\/(app|lib\/(?!fairness)[^/]+|boards\/index|views\/(front|play|forms|member|pictures|rows|strokes|words))\.js$/,
  },
  { name: 'table', test: /assets\/(table\/(?!sound)[^/]+|boards\/(contract|generic|grid|cards|chips|dice))\.js$/ },
];

const NAMES = { entryFileNames: 'js/[name].js', chunkFileNames: 'js/[name].js' };

/** Bundles modules; a warning is an error, except for a page that other pages also load. */
async function modules(input, output) {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    // The libraries that the pages use are installed beside this script.
    resolve: { modules: [join(import.meta.dirname, 'node_modules')] },
    onLog(level, log) {
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
    },
  });
  return (await bundle.generate({ minify: true, ...output })).output;
}

/** A style sheet without its comments and indentation. */
async function sheet(name) {
  const text = await readFile(join(assets, name), 'utf8');
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\n\s*/g, '\n')
    .trimStart();
}

const files = new Map();
for (const { fileName, code } of await modules(
  { app: join(assets, 'app.js') },
  { format: 'esm', ...NAMES, codeSplitting: { groups: GROUPS } },
))
  files.set(`assets/${fileName}`, code);
// A worker is one script: not every browser supports modules there.
const [worker] = await modules({ sw: join(site, 'sw.js') }, { format: 'iife' });
files.set('sw.js', worker.code);
// Runs before the first paint, so it is not a module.
const [looks] = await modules({ looks: join(assets, 'lib/looks.js') }, { format: 'iife' });
files.set('assets/looks.js', looks.code);

files.set('assets/app.css', (await Promise.all(SHEETS.map(sheet))).join(''));
files.set('assets/docs.css', await sheet('views/docs.css'));
for (const file of await readdir(join(assets, 'boards')))
  if (file.endsWith('.css') && !SHEETS.includes(`boards/${file}`))
    files.set(`assets/boards/${basename(file)}`, await sheet(`boards/${file}`));

for (const folder of ['assets/js', 'assets/boards']) await mkdir(join(out, folder), { recursive: true });
for (const [name, text] of files) await writeFile(join(out, name), text);
for (const name of COPIED) await cp(join(site, name), join(out, name));

// The icon of the tab is inlined in the document.
const icon = `data:image/svg+xml,${encodeURIComponent(await readFile(join(site, 'icon.svg'), 'utf8'))}`;
const frame = await readFile(join(out, 'app.html'), 'utf8');
await writeFile(join(out, 'app.html'), frame.replace('href="/icon.svg"', `href="${icon}"`));
