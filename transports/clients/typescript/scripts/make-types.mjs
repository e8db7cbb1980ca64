// Writes src/api.ts, the shapes of requests and answers, from the OpenAPI document: node scripts/make-types.mjs [--check]
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';

const from = new URL('../../../../golden/openapi.json', import.meta.url);
const to = new URL('../src/api.ts', import.meta.url);
const head = `// The shapes of requests and answers. Made from the OpenAPI document by scripts/make-types.mjs; do not edit.\n\n`;

const { openapi, info, components } = JSON.parse(await readFile(from, 'utf8'));
// The client knows the paths itself.
const shapes = { openapi, info, paths: {}, components: { schemas: components.schemas } };
const nodes = await openapiTS(shapes, { rootTypes: true, rootTypesNoSchemaPrefix: true });
const layout = { ...(await prettier.resolveConfig(to)), parser: 'typescript' };
const text = await prettier.format(head + astToString(nodes), layout);

if (!process.argv.includes('--check')) {
  await writeFile(to, text);
} else if ((await readFile(to, 'utf8')) !== text) {
  console.error('src/api.ts: not what the OpenAPI document says; run transports/clients/generate');
  process.exit(1);
}
