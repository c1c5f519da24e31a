import { defaultRevision } from '../../../../wire/revisions/index.js';
import type { ApiDescription, Operation } from '../model.js';
import { literal, notations } from './literal.js';
import { examplePath, exampleQuery, exampleUserAgent } from './example-request.js';

/** The client's names of the collection at a path, and of one item in it. */
const collections: Readonly<Record<string, readonly [many: string, one: string]>> = {
  '/accounts': ['accounts', 'account'],
  '/biomass/offsets': ['offsets', 'offset'],
  '/biomass/certificates': ['certificates', 'certificate'],
  '/carbon/offsets': ['carbonOffsets', 'offset'],
  '/carbon/projects': ['carbonProjects', 'project'],
  '/deposits': ['deposits', 'deposit'],
  '/deposits/batch': ['deposits', 'created'],
  '/deposits/import': ['deposits', 'imported'],
  '/events': ['events', 'event'],
  '/feeds': ['feeds', 'feed'],
  '/forestry/projects': ['forestryProjects', 'project'],
  '/invoices': ['invoices', 'invoice'],
  '/orders': ['orders', 'order'],
  '/projects': ['favorites', 'favorites'],
  '/quotes': ['quotes', 'quote'],
  '/sandbox': ['sandbox', 'sandbox'],
  '/sandboxes': ['sandboxes', 'sandbox'],
  '/servers': ['servers', 'server'],
  '/settings': ['settings', 'settings'],
  '/users': ['users', 'user'],
  '/volume': ['volume', 'volume'],
  '/webhook_endpoints': ['webhookEndpoints', 'endpoint'],
};

/** The call with @regrove/sdk; undefined if the client does not have it. */
export function sdkSample(operation: Operation): string | undefined {
  if (operation.path === '/account') return 'const account = await client.self();';
  if (operation.path === '/reports/annual')
    return 'const report = await client.reports.annual({ year: 2026 });';
  if (operation.path === '/sandbox/mails') return 'const mails = await client.sandbox.mails();';
  if (operation.path === '/sandbox/advance') return advanceSample(operation);
  const [collection = '', action, actionOfPart] = operation.path.split(/\/\{\w+\}\/?/);
  if (action === 'agents') return agentSample(operation);
  if (actionOfPart !== undefined) return retrySample(operation);
  const names = collections[collection];
  if (!names) return undefined;
  const [many, one] = names;
  const method = actions[action ?? ''] ?? (action || methodName(operation, collection));
  const id = examplePath(operation)
    .slice(collection.length + 1)
    .split('/')[0];
  const query = exampleQuery(operation);
  const input = operation.request?.example ?? (Object.keys(query).length > 0 ? query : undefined);
  const result = results[method] ?? (operation.answer.isList ? many : one);
  const target = method === 'delete' ? '' : `const ${result} = `;
  const call = `${target}await client.${many}.${method}(${id ? literal(id, notations.javascript) : ''}`;
  if (input === undefined) return `${call});`;
  const start = id ? `${call}, ` : call;
  return `${start}${literal(input, notations.javascript, '', start)});`;
}

function retrySample(operation: Operation): string {
  const [, , endpoint = '', , delivery = ''] = examplePath(operation).split('/');
  const [first, second] = [endpoint, delivery].map((id) => literal(id, notations.javascript));
  return `const delivery = await client.webhookEndpoints.retryDelivery(${first ?? ''}, ${second ?? ''});`;
}

function agentSample(operation: Operation): string {
  const [, , feed = '', , agent = ''] = examplePath(operation).split('/');
  const [first = '', second = ''] = [feed, agent].map((id) => literal(id, notations.javascript));
  if (operation.method === 'DELETE') return `await client.feeds.revokeAgent(${first}, ${second});`;
  if (operation.method === 'GET') return `const agents = await client.feeds.agents(${first});`;
  const start = `const agent = await client.feeds.createAgent(${first}, `;
  return `${start}${literal(operation.request?.example, notations.javascript, '', start)});`;
}

function advanceSample({ request }: Operation): string {
  const start = 'const sandbox = await client.sandbox.advance(';
  return `${start}${literal(request?.example, notations.javascript, '', start)});`;
}

/** The client's names of actions, if they differ from the path. */
const actions: Readonly<Record<string, string>> = {
  'agents/report': 'reportAgent',
  readings: 'pushReadings',
  rotate_secret: 'rotateSecret',
};

/** What the client returns, if it is not the resource itself. */
const results: Readonly<Record<string, string>> = {
  pushReadings: 'taken',
  reportAgent: 'taken',
  test: 'result',
  replay: 'replayed',
  deliveries: 'deliveries',
  plantings: 'plantings',
  retirements: 'retirements',
};

const methods: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

function methodName({ method, answer }: Operation, collection: string): string {
  if (collection === '/projects' && method === 'POST') return 'add';
  if (collection === '/projects' && method === 'DELETE') return 'remove';
  if (collection === '/deposits/batch') return 'createBatch';
  if (collection === '/deposits/import') return 'import';
  return method === 'GET' && answer.isList ? 'list' : (methods[method] ?? '');
}

/** The start of a program: defines `client` for all other samples. */
export const sdkSetup = ({ baseUrl, revision }: ApiDescription): string =>
  [
    "import { Regrove } from '@regrove/sdk';",
    '',
    'const client = new Regrove({',
    `  baseUrl: ${literal(baseUrl, notations.javascript)},`,
    '  key: process.env.REGROVE_KEY,',
    `  userAgent: ${literal(exampleUserAgent, notations.javascript)},`,
    ...(revision === defaultRevision ? [] : [`  revision: ${literal(revision, notations.javascript)},`]),
    '});',
  ].join('\n');
