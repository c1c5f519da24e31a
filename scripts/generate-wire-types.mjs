// Generates the types of the SDK (sdk/src/wire) and of the dashboard (web/src/api/wire.ts), and the limits that the dashboard shows
// (web/src/api/limits.ts), from the server's schemas, so that they cannot diverge.
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../server/dist/http/openapi/document.js';
import { routeGroups } from '../server/dist/http/routes/index.js';
import { maxPictureBytes } from '../server/dist/platform/images/check-picture.js';
import { adapters, defaultRevision, revisionNames } from '../server/dist/wire/revisions/index.js';
import { paperSizes } from '../server/dist/features/paper/sizes.js';
import { maxJobFileBytes, maxJobLines } from '../server/dist/wire/job-files/job-fields.js';
import { QuoteRecipient } from '../server/dist/wire/dashboard/quote-link.js';
import { dashboardResources } from '../server/dist/wire/dashboard/resources.js';
import { ClosedMonth, CollectedFeed } from '../server/dist/wire/events/event-objects.js';
import { resources } from '../server/dist/wire/resources.js';
import { maxPlantingFileBytes, maxPlantings } from '../server/dist/wire/planting-file.js';
import { maxUserLines } from '../server/dist/wire/user-file.js';
import { writeGenerated } from './generated-file.mjs';

const origin =
  "// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.\n\n";

for (const [revision, { schema }] of adapters) {
  const { schemas } = openApiDocument(revision, routeGroups, '').components;
  const known = Object.entries(resources).filter(([name]) => name in schemas);
  // No route returns them by themselves: they are what events are about.
  const ofEvents = Object.entries({ ClosedMonth, CollectedFeed });
  const shapes = [...known, ...ofEvents].map(([name, model]) => [name, schema(model)]);
  await writeGenerated(`sdk/src/wire/${revision}.ts`, await typesOf(revision, shapes));
}
await writeGenerated('sdk/src/wire/index.ts', typesByRevision());
await writeGenerated('sdk/src/wire/revisions.ts', listOfRevisions());
await writeGenerated('web/src/api/wire.ts', await typesOf('dashboard', Object.entries(dashboardResources)));
await writeGenerated('web/src/api/limits.ts', limits());

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
  return `${origin}${types}\n${aliases.join('\n')}\n`;
}

/** The types of the default revision by their own names, those of others as `v1_6_3.Deposit`. */
function typesByRevision() {
  const lines = revisionNames.map((revision) =>
    revision === defaultRevision
      ? `export type * from './${revision}.js';`
      : `export type * as ${namespaceOf(revision)} from './${revision}.js';`,
  );
  return `${origin}${lines.join('\n')}\n`;
}

function listOfRevisions() {
  const forEach = (write) => revisionNames.map(write).join('\n');
  return `${origin}${forEach((name) => `import type { components as ${namespaceOf(name)} } from './${name}.js';`)}

/** The revisions of the API, newest first. */
export const revisions = [${revisionNames.map((name) => `'${name}'`).join(', ')}] as const;

/** The revision that this client uses by default. */
export const defaultRevision = '${defaultRevision}';

export interface Wires {
${forEach((name) => `    '${name}': ${namespaceOf(name)}['schemas'];`)}
}

export const hasOrders = {
${forEach((name) => `    '${name}': ${adapters.get(name).hasPath('/orders')},`)}
} as const;
`;
}

function namespaceOf(revision) {
  return `v${revision.replaceAll('.', '_')}`;
}

function limits() {
  const factors = JSON.stringify(limitsOf(dashboardResources.NewMethodology), undefined, 2);
  return `${origin}export const maxPictureBytes = ${maxPictureBytes};

/** Of a file that is imported. */
export const maxDepositLines = ${maxJobLines};
export const maxDepositFileBytes = ${maxJobFileBytes / 2};
export const maxUserLines = ${maxUserLines};
export const maxPlantingLines = ${maxPlantings};
export const maxPlantingFileBytes = ${maxPlantingFileBytes};

/** In metres. */
export const paperSizes = ${JSON.stringify(paperSizes, undefined, 2)} as const;

/** Characters. */
export const maxQuoteRecipient = ${QuoteRecipient.maxLength};

export const newMethodologyLimits = ${factors} as const;
`;
}

/** The limits of the numbers in a request. */
function limitsOf({ properties }) {
  const numbers = Object.entries(properties).filter(([, { maximum }]) => maximum !== undefined);
  return Object.fromEntries(
    numbers.map(([name, { minimum, maximum, decimals = 0 }]) => [name, { minimum, maximum, decimals }]),
  );
}
