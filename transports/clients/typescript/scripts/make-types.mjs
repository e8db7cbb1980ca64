// Writes src/api.ts, the shapes of requests and responses, and src/games.ts, those of each game, from the OpenAPI
// document: node scripts/make-types.mjs [--check]
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';

const from = new URL('../../../../golden/openapi.json', import.meta.url);
const made = 'Made from the OpenAPI document by scripts/make-types.mjs; do not edit.';

const { openapi, info, components } = JSON.parse(await readFile(from, 'utf8'));
// The client has the paths itself.
const shapes = { openapi, info, paths: {}, components: { schemas: components.schemas } };
const nodes = await openapiTS(shapes, { rootTypes: true, rootTypesNoSchemaPrefix: true });

const games = Object.entries(components.schemas.GameView.discriminator.mapping).map(([game, target]) => {
  const view = target.split('/').at(-1);
  const [action, event] = ['Action', 'Event'].map((kind) => view.replace(/View$/, kind));
  for (const name of [action, event]) if (!(name in components.schemas)) throw new Error(`${game} has no ${name}`);
  return `'${game}': { view: api.${view}; action: api.${action}; event: api.${event} };`;
});
const byGame = `import type * as api from './api.js';

/** The view, the action and the events of each game, by the game's id. */
export interface Games {
${games.join('\n')}
}
`;

const files = {
  'src/api.ts': `// The shapes of requests and answers. ${made}\n\n${astToString(nodes)}`,
  'src/games.ts': `// The shapes of each game. ${made}\n${byGame}`,
};
for (const [name, content] of Object.entries(files)) {
  const to = new URL(`../${name}`, import.meta.url);
  const layout = { ...(await prettier.resolveConfig(to)), parser: 'typescript' };
  const text = await prettier.format(content, layout);
  if (!process.argv.includes('--check')) {
    await writeFile(to, text);
  } else if ((await readFile(to, 'utf8').catch(() => '')) !== text) {
    console.error(`${name}: not what the OpenAPI document says; run transports/clients/generate`);
    process.exitCode = 1;
  }
}
