import type { Json } from '../api-client.js';
import type { Expectation, Integrator } from './integrator.js';
import type { Kind, KnownResource } from './known-resources.js';

/** Other resources of the installation that requests refer to. */
export interface ActionContext {
  readonly forestry: readonly string[];
  readonly carbonProject: string;
}

type Action = (client: Integrator, around: ActionContext) => Promise<void>;

/** Creates a resource whose body contains the mark. */
const create =
  (kind: Kind, bodyOf: (mark: string, client: Integrator, around: ActionContext) => Json): Action =>
  async (client, around) => {
    const number = client.nextNumber();
    // Resources without a name are identified by a unique amount.
    const mark =
      kind === '/deposits' || kind === '/biomass/offsets' ? String(100 + number) : `mark ${number}`;
    const outcome = await client.send('POST', kind, bodyOf(mark, client, around));
    if (outcome === 'unknown') client.resources.add(kind, { mark, body: undefined, state: 'unknown' });
    else if ('done' in outcome) client.resources.add(kind, { mark, body: outcome.done, state: 'exists' });
  };

/** A resource that certainly exists and matches; undefined if there is none. */
const oneOf = (client: Integrator, kind: Kind, fits: (resource: KnownResource) => boolean = () => true) => {
  const choice = client.resources
    .of(kind)
    .filter((resource) => resource.state === 'exists' && fits(resource));
  return choice[client.random.upTo(choice.length)];
};

const remove =
  (kind: Kind, fits?: (resource: KnownResource) => boolean, expected?: Expectation): Action =>
  async (client) => {
    const resource = oneOf(client, kind, fits);
    if (!resource) return;
    const outcome = await client.send('DELETE', `${kind}/${String(resource.body.id)}`, undefined, expected);
    if (outcome === 'unknown') resource.state = 'unknown';
    else if ('done' in outcome) resource.state = 'deleted';
  };

/** Changes a resource and retries until the result is known. */
const change =
  (
    method: string,
    kind: Kind,
    verb: string,
    bodyOf: (resource: KnownResource, client: Integrator) => Json = () => undefined,
    fits?: (resource: KnownResource) => boolean,
  ): Action =>
  async (client) => {
    const resource = oneOf(client, kind, fits);
    if (!resource) return;
    const path = `${kind}/${String(resource.body.id)}${verb}`;
    const outcome = await client.send(method, path, bodyOf(resource, client), { untilKnown: true });
    if (outcome !== 'unknown' && 'done' in outcome) resource.body = outcome.done;
  };

const items = [{ quantity: 1000 }];
const isBare = ({ body }: KnownResource): boolean => body.quote_id === null && body.order_id === null;
const isRead = (client: Integrator, { body }: KnownResource): boolean => body.id === client.device.feed;

const createOffset = create('/biomass/offsets', (mark) => ({ pages: Number(mark) }));

/** Creates two deposits; either both or neither must exist afterwards. */
const createBatch: Action = async (client) => {
  const marks = [client.nextNumber(), client.nextNumber()].map((number) => String(100 + number));
  const date = client.month().toISOString();
  const deposits = marks.map((mark) => ({ pages: Number(mark), date }));
  const outcome = await client.send('POST', '/deposits/batch', { deposits });
  for (const [index, mark] of marks.entries()) {
    if (outcome === 'unknown') client.resources.add('/deposits', { mark, body: undefined, state: 'unknown' });
    else if ('done' in outcome)
      client.resources.add('/deposits', { mark, body: outcome.done.deposits[index], state: 'exists' });
  }
};

/** Imports two jobs, and again: each must exist at most once afterwards. */
const importJobs: Action = async (client) => {
  const marks = [client.nextNumber(), client.nextNumber()].map((number) => String(100 + number));
  const date = client.month().toISOString();
  const csv = ['job,sheets,date', ...marks.map((mark) => `${mark},${mark},${date}`)].join('\n');
  await client.send('POST', '/deposits/import', { csv });
  await client.send('POST', '/deposits/import', { csv });
  for (const mark of marks) client.resources.add('/deposits', { mark, body: undefined, state: 'unknown' });
};

/** A quote is executed once, however often the request is sent. */
const executeQuote: Action = async (client) => {
  const quote = oneOf(client, '/quotes', ({ body }) => body.biomass_offset_id === null);
  if (!quote) return;
  const outcome = await client.send(
    'POST',
    '/biomass/offsets',
    { quote_id: quote.body.id },
    { untilKnown: true },
  );
  if (outcome === 'unknown' || !('done' in outcome)) return;
  const { id } = outcome.done;
  quote.body = { ...quote.body, biomass_offset_id: id, biomass_offset_ids: [id] };
};

/** Sends an increasing counter to the one feed that is never stopped or deleted. */
const pushReadings: Action = async (client) => {
  const { device } = client;
  if (device.feed === '') {
    const outcome = await client.send('POST', '/feeds', { type: 'fmaudit' }, { untilKnown: true });
    if (outcome === 'unknown' || !('done' in outcome)) return;
    device.feed = outcome.done.id;
    client.resources.add('/feeds', { mark: 'read', body: outcome.done, state: 'exists' });
  }
  const total = device.last + 1 + client.random.upTo(50);
  const body = { readings: [{ device: 'A', total }] };
  const outcome = await client.send('POST', `/feeds/${device.feed}/readings`, body, { untilKnown: true });
  if (outcome === 'unknown' || !('done' in outcome)) return;
  if (device.first === 0) device.first = total;
  device.last = total;
};

const choose =
  (method: 'POST' | 'DELETE'): Action =>
  async (client, { forestry }) => {
    const project = forestry[client.random.upTo(forestry.length)] ?? '';
    const wasThere = client.favorites.has(project);
    const expected = { untilKnown: true, refusals: method === 'DELETE' && !wasThere ? [404] : [] };
    await client.send(method, `/projects/${project}`, undefined, expected);
    if (method === 'POST') client.favorites.add(project);
    else client.favorites.delete(project);
  };

/** All write operations by method and path. The test fails if an operation of the route table is missing here. */
export const actions: Readonly<Record<string, Action>> = {
  'POST /accounts': create('/accounts', (mark) => ({ name: mark })),
  'PATCH /accounts/:id': change('PATCH', '/accounts', '', (_, client) => ({
    display_name: `shown ${client.nextNumber()}`,
  })),
  'POST /accounts/:id/activate': change('POST', '/accounts', '/activate'),
  'POST /accounts/:id/deactivate': change('POST', '/accounts', '/deactivate'),
  'POST /biomass/offsets': (client, around) =>
    client.random.upTo(3) === 0 ? executeQuote(client, around) : createOffset(client, around),
  // The month close may have billed it already.
  'DELETE /biomass/offsets/:id': remove('/biomass/offsets', isBare, { refusals: [400] }),
  'POST /deposits': create('/deposits', (mark, { month }) => ({
    pages: Number(mark),
    date: month().toISOString(),
  })),
  'POST /deposits/batch': createBatch,
  'POST /deposits/import': importJobs,
  // The month close may have settled it already.
  'DELETE /deposits/:id': remove('/deposits', undefined, { refusals: [400] }),
  'POST /projects/:id': choose('POST'),
  'DELETE /projects/:id': choose('DELETE'),
  'POST /feeds': create('/feeds', (mark) => ({ type: 'fmaudit', external_id: mark })),
  'PATCH /feeds/:id': (client, around) =>
    change(
      'PATCH',
      '/feeds',
      '',
      ({ mark }) => ({ external_id: `${mark}/${client.nextNumber()}` }),
      (resource) => !isRead(client, resource),
    )(client, around),
  'DELETE /feeds/:id': (client, around) =>
    remove('/feeds', (resource) => !isRead(client, resource))(client, around),
  'POST /feeds/:id/readings': pushReadings,
  'POST /feeds/:id/activate': change('POST', '/feeds', '/activate'),
  'POST /feeds/:id/deactivate': (client, around) =>
    change(
      'POST',
      '/feeds',
      '/deactivate',
      undefined,
      (resource) => !isRead(client, resource),
    )(client, around),
  'POST /quotes': create('/quotes', (mark, _, { forestry }) => ({
    project_id: forestry[0],
    external_id: mark,
    items,
  })),
  'DELETE /quotes/:id': remove('/quotes', ({ body }) => body.biomass_offset_id === null),
  'POST /orders': create('/orders', (mark, _, { carbonProject }) => ({
    items,
    external_id: mark,
    carbon_project_settings: [{ project_id: carbonProject }],
  })),
  'PATCH /orders/:id/place': change(
    'PATCH',
    '/orders',
    '/place',
    undefined,
    ({ body }) => body.status === 'draft',
  ),
  'DELETE /orders/:id': remove('/orders', ({ body }) => body.status === 'draft'),
  'POST /servers': create('/servers', (mark) => ({
    type: 'fmaudit',
    url: 'https://print.example',
    username: mark,
    password: 'secret',
  })),
  'PATCH /servers/:id': change('PATCH', '/servers', '', ({ mark }, client) => ({
    username: `${mark}/${client.nextNumber()}`,
    // Changing the URL requires the password again.
    url: `https://print-${client.random.upTo(9)}.example`,
    password: 'secret',
  })),
  'DELETE /servers/:id': remove('/servers'),
  'PATCH /settings': async (client) => {
    const changed = {
      locale: ['de', 'en', 'fr'][client.random.upTo(3)],
      badge_enabled: client.random.upTo(2) === 0,
    };
    await client.send('PATCH', '/settings', changed, { untilKnown: true });
    Object.assign(client.settings, changed);
  },
  'POST /users': create('/users', (mark) => ({ email: `${mark.replace(' ', '')}@example.com` })),
  'PATCH /users/:id': change('PATCH', '/users', '', (_, client) => ({
    full_name: `Somebody ${client.nextNumber()}`,
    permission: client.random.upTo(2) === 0 ? 'full' : 'restricted',
  })),
  'DELETE /users/:id': remove('/users'),
};

/** Is always refused and must leave no trace. */
export const sendInvalidRequest: Action = async (client) => {
  const pages = 100 + client.nextNumber();
  const path = client.random.upTo(2) === 0 ? '/deposits' : '/biomass/offsets';
  await client.send('POST', path, { pages, project_id: 'nonsense' }, { untilKnown: true, refusals: [400] });
};
