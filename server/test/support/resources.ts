import { bill } from './billing.js';
import { unknownId } from './refusal.js';
import type { TestAccount, World } from './world.js';

/** The id of one resource of each kind, by its path. */
export type Resources = Readonly<Record<string, string>>;

/** Creates one of everything for the account. A customer has no account below it: it uses its own. */
export async function createResources(world: World, { id, account, api }: TestAccount): Promise<Resources> {
  const create = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await api.post(path, body);
    if (answer.status !== 200) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, string>;
  };
  const idOf = async (path: string, body: unknown): Promise<string> => (await create(path, body))['id'] ?? '';

  const offset = await create('/biomass/offsets', { pages: 100 });
  const order = await idOf('/orders', {
    items: [{ quantity: 500 }],
    carbon_project_settings: [{ project_id: world.carbon.stoves }],
  });
  await api.patch(`/orders/${order}/place`);
  // So long ago that nothing else is billed with it.
  await create('/biomass/offsets', { pages: 100, date: '2020-01-15' });
  await bill(world.server, '2020-01');
  const invoices = await api.get('/invoices');
  const events = await api.get('/events?limit=1');
  const carbonOffsets = await api.get('/carbon/offsets');
  await api.post(`/projects/${world.projects.grove}`);
  return {
    '/accounts': account.role === 'customer' ? id : await idOf('/accounts', { name: 'Below' }),
    '/biomass/certificates': offset['certificate_id'] ?? '',
    '/biomass/offsets': offset['id'] ?? '',
    '/carbon/offsets': carbonOffsets.body[0].id,
    '/carbon/projects': world.carbon.stoves,
    '/deposits': await idOf('/deposits', { pages: 5 }),
    '/events': events.body[0].id,
    '/feeds': await idOf('/feeds', { type: 'agent' }),
    '/forestry/projects': world.projects.forest,
    '/invoices': invoices.body[0].id,
    '/orders': await idOf('/orders', { items: [{ quantity: 500 }] }),
    '/projects': world.projects.grove,
    '/quotes': await idOf('/quotes', { project_id: world.projects.forest, items: [{ quantity: 500 }] }),
    // Only root accounts have them, and making one takes seconds.
    '/sandboxes': unknownId,
    '/servers': await idOf('/servers', {
      type: 'fmaudit',
      url: 'https://print.example.com',
      username: 'reader',
    }),
    '/webhook_endpoints': await idOf('/webhook_endpoints', { url: 'https://mis.example.com', events: ['*'] }),
    '/users': await idOf('/users', { email: 'someone@example.com' }),
  };
}

/** A route's path with `:id` replaced by the resource of that kind. Nothing belongs to it that has an id of its own. */
export function pathTo(routePath: string, resources: Resources): string {
  const [kind = ''] = routePath.split('/:id');
  return routePath
    .replace(':id', resources[kind] ?? 'no-such-kind')
    .replace(/:(delivery|agent)_id/, unknownId);
}

/** What a request to this path cannot do without. */
export const requiredQuery = (path: string): string => (path === '/reports/annual' ? '?year=2026' : '');
