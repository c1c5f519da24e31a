// Generates the types of the SDK (sdk/src/wire/REVISION.ts) and of the dashboard (web/src/api/wire.ts) from the
// server's schemas, so that they cannot diverge.
import openapiTS, { astToString } from 'openapi-typescript';
import { adapters } from '../server/dist/wire/revisions/index.js';
import { dashboardResources } from '../server/dist/wire/dashboard/resources.js';
import { resources } from '../server/dist/wire/resources.js';
import { writeGenerated } from './generated-file.mjs';

/** Schemas that are used only by orders. */
const ofOrders = /Order$|^ProjectSetting$/;

const writeTypes = async (path, version, schemas) => writeGenerated(path, await typesOf(version, schemas));

for (const [revision, { schema, hasPath }] of adapters) {
  const known = Object.entries(resources).filter(([name]) => hasPath('/orders') || !ofOrders.test(name));
  const schemas = known.map(([name, newest]) => [name, schema(newest)]);
  await writeTypes(`sdk/src/wire/${revision}.ts`, revision, schemas);
}
await writeTypes('web/src/api/wire.ts', 'dashboard', Object.entries(dashboardResources));

async function typesOf(version, schemas) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Regrove', version },
    components: { schemas: JSON.parse(JSON.stringify(Object.fromEntries(schemas))) },
  };
  // A field with a default is still optional in requests.
  const nodes = await openapiTS(document, { defaultNonNullable: false });
  const types = astToString(nodes.filter(({ name }) => name?.text === 'components'));
  const aliases = schemas.map(([name]) => `export type ${name} = components['schemas']['${name}'];`);
  return `// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.\n\n${types}\n${aliases.join('\n')}\n`;
}
