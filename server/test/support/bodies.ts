import type { Kind } from './bad-values.js';
import type { World } from './world.js';

/** An endpoint that takes a body: a valid body, and the kind of each field. */
export interface BodyOf {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: (world: World) => Record<string, unknown>;
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, Kind>>;
  /** Fields that must not be null, in addition to the required ones. */
  readonly notNull?: readonly string[];
}

const account = { name: 'line', display_name: 'line', external_id: 'line' } as const;
const items = {
  items: 'list',
  'items[0].quantity': 'positiveInteger',
  'items[0].width': 'positive',
  'items[0].length': 'positive',
  'items[0].gsm': 'positiveInteger',
  'items[0].mass': 'positive',
} as const;
const settings = (kind: string): Record<string, Kind> => ({
  [kind]: 'list',
  [`${kind}[0].project_id`]: 'id',
  [`${kind}[0].percentage`]: 'percentage',
});

export const bodies: readonly BodyOf[] = [
  { method: 'POST', path: '/accounts', body: () => ({ name: 'New' }), required: ['name'], fields: account },
  {
    method: 'PATCH',
    path: '/accounts/:id',
    body: () => ({ name: 'Changed' }),
    required: [],
    fields: account,
    notNull: ['name'],
  },
  {
    method: 'POST',
    path: '/biomass/offsets',
    body: () => ({ pages: 10 }),
    required: [],
    fields: { pages: 'positiveInteger', trees: 'positive', project_id: 'id', quote_id: 'id', date: 'date' },
  },
  {
    method: 'POST',
    path: '/deposits',
    body: () => ({ pages: 10 }),
    required: ['pages'],
    fields: { pages: 'integer', width: 'positive', length: 'positive', gsm: 'positiveInteger', date: 'date' },
  },
  {
    method: 'POST',
    path: '/deposits/batch',
    body: () => ({ deposits: [{ pages: 10 }] }),
    required: ['deposits'],
    fields: {
      deposits: 'list',
      'deposits[0].pages': 'integer',
      'deposits[0].width': 'positive',
      'deposits[0].length': 'positive',
      'deposits[0].gsm': 'positiveInteger',
      'deposits[0].date': 'date',
    },
    notNull: ['deposits[0].pages'],
  },
  {
    method: 'POST',
    path: '/deposits/import',
    body: () => ({ csv: 'job,sheets\nbody,10\n' }),
    required: [],
    fields: { csv: 'file', jsonl: 'file' },
  },
  {
    method: 'POST',
    path: '/feeds',
    body: () => ({ type: 'fmaudit' }),
    required: ['type'],
    fields: {
      type: 'integration',
      server_id: 'id',
      external_id: 'longLine',
      server_password: 'secret',
      collection_scope: 'word',
      activated_at: 'date',
    },
    notNull: ['server_password'],
  },
  {
    method: 'POST',
    path: '/feeds/:id/readings',
    body: () => ({ readings: [{ device: 'CNB1', total: 10 }] }),
    required: ['readings'],
    fields: {
      readings: 'list',
      'readings[0].device': 'line',
      'readings[0].total': 'count',
      'readings[0].unit': 'word',
      'readings[0].name': 'line',
      'readings[0].model': 'line',
      'readings[0].managed': 'truth',
      'readings[0].read_at': 'date',
    },
    notNull: ['readings[0].device', 'readings[0].total'],
  },
  {
    method: 'POST',
    path: '/feeds/:id/agents',
    body: () => ({ name: 'Office' }),
    required: [],
    fields: { name: 'line' },
  },
  {
    method: 'POST',
    path: '/feeds/:id/agents/report',
    body: () => ({ version: '1', devices: 1, trouble: [{ address: '10.0.0.1', reason: 'silent' }] }),
    required: ['version', 'devices', 'trouble'],
    fields: {
      version: 'line',
      devices: 'count',
      trouble: 'list',
      'trouble[0].address': 'line',
      'trouble[0].reason': 'line',
    },
    notNull: ['version', 'devices', 'trouble[0].address', 'trouble[0].reason'],
  },
  {
    method: 'PATCH',
    path: '/feeds/:id',
    body: () => ({ external_id: 'changed' }),
    required: [],
    fields: { server_id: 'id', external_id: 'longLine', server_password: 'secret' },
    notNull: ['server_password'],
  },
  {
    method: 'POST',
    path: '/quotes',
    body: ({ projects }) => ({ project_id: projects.forest, items: [{ quantity: 10 }] }),
    required: ['project_id', 'items'],
    fields: { project_id: 'id', external_id: 'line', ...items },
  },
  {
    method: 'POST',
    path: '/orders',
    body: ({ projects, carbon }) => ({
      items: [{ quantity: 10 }],
      biomass_project_settings: [{ project_id: projects.forest, percentage: 100 }],
      carbon_project_settings: [{ project_id: carbon.stoves, percentage: 100 }],
    }),
    required: ['items'],
    fields: {
      external_id: 'line',
      ...items,
      ...settings('biomass_project_settings'),
      ...settings('carbon_project_settings'),
    },
  },
  {
    method: 'POST',
    path: '/servers',
    body: () => ({ type: 'fmaudit', url: 'https://print.example.com', username: 'reader' }),
    required: ['type', 'url', 'username'],
    fields: { type: 'integration', url: 'url', username: 'line', password: 'secret' },
  },
  {
    method: 'PATCH',
    path: '/servers/:id',
    body: () => ({ username: 'changed' }),
    required: [],
    fields: { url: 'url', username: 'line', password: 'secret' },
    notNull: ['url', 'username', 'password'],
  },
  {
    method: 'PATCH',
    path: '/settings',
    body: () => ({ locale: 'de' }),
    required: [],
    fields: { locale: 'word', badge_enabled: 'flag', carbon_project_ids: 'list' },
    notNull: ['locale', 'badge_enabled', 'carbon_project_ids'],
  },
  {
    method: 'POST',
    path: '/users',
    body: () => ({ email: 'new@example.com' }),
    required: ['email'],
    fields: { email: 'email', full_name: 'line', locale: 'word' },
  },
  {
    method: 'POST',
    path: '/webhook_endpoints',
    body: () => ({ url: 'https://mis.example.com/', events: ['*'] }),
    required: ['url', 'events'],
    fields: { url: 'url', events: 'list', description: 'line', include_descendants: 'flag' },
  },
  {
    method: 'PATCH',
    path: '/webhook_endpoints/:id',
    body: () => ({ description: 'changed' }),
    required: [],
    fields: { url: 'url', events: 'list', description: 'line', include_descendants: 'flag', status: 'word' },
    notNull: ['url', 'events', 'include_descendants', 'status'],
  },
  {
    method: 'POST',
    path: '/webhook_endpoints/:id/replay',
    body: () => ({ start_date: '2026-01-01', end_date: '2026-01-02' }),
    required: ['start_date', 'end_date'],
    fields: { start_date: 'date', end_date: 'date', events: 'list' },
  },
];

/** The valid body with one field replaced by a JSON text, which need not be well-formed. */
export function withField({ body }: BodyOf, world: World, field: string, value: string): string {
  const whole = body(world);
  const [, list = '', name = ''] = /^(\w+)\[0\]\.(\w+)$/.exec(field) ?? [];
  const entry = (whole[list] as object[] | undefined)?.[0];
  const changed = entry ? { [list]: [{ ...entry, [name]: placeholder }] } : { [field]: placeholder };
  return JSON.stringify({ ...whole, ...changed }).replace(`"${placeholder}"`, () => value);
}

const placeholder = '@@';
