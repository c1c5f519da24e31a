// Writes sdk/src/wire.ts from the server's schemas, so that the two cannot say different things.
// With --check it writes nothing and fails when the file is not what it would write.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { resources } from '../server/dist/wire/resources.js';

const target = new URL('../sdk/src/wire.ts', import.meta.url);

const names = Object.keys(resources);
const types = await openapiTS({
  openapi: '3.1.0',
  info: { title: 'Regrove', version: '1.6.6' },
  components: { schemas: JSON.parse(JSON.stringify(resources)) },
});
const schemas = astToString(types.filter(({ name }) => name?.text === 'components'));
const aliases = names.map((name) => `export type ${name} = components['schemas']['${name}'];`);
const text = `// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.\n\n${schemas}\n${aliases.join('\n')}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(target, text);
} else if ((await readFile(target, 'utf8')) !== text) {
  console.error('sdk/src/wire.ts is not what the schemas say: run npm run generate');
  process.exitCode = 1;
}
