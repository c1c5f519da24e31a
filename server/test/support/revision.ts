/**
 * The suite is written in the newest revision and runs in every one: requests are translated to the revision under
 * test and responses back, by rules that are written here and not taken from the server.
 */
export const revision = process.env['TEST_REVISION'] ?? '1.6.6';

const newest = '1.6.6';
const older = '1.6.3';

export const requiresUserAgent = revision !== older;

/** Orders exist in the newest revision only, so they always use it. */
export function revisionFor(path: string, requested: string | undefined): string {
  if (requested === newest || requested === older) return requested;
  return path.includes('/orders') ? newest : revision;
}

/** Paths that take a body of another shape in the older revision. In the newest, all do. */
export const hasOwnBody = (path: string): boolean =>
  revision === newest ||
  ['/deposits', '/deposits/batch', '/quotes', '/servers', '/servers/:id'].includes(path);

type Fields = Record<string, unknown>;

/** Translates a request body to the revision. */
export function toRevision(spoken: string, method: string, path: string, body: unknown): unknown {
  if (spoken !== older || !isFields(body)) return body;
  const renamed = deep(body, (fields) => rename(fields, 'gsm', 'density'));
  const createsServer = method === 'POST' && path.endsWith('/servers');
  return createsServer ? { contact: 'it@example.com', ...(renamed as Fields) } : renamed;
}

/** The same for a raw body; one that is not JSON stays as it is. */
export function rawToRevision<Raw extends string | Buffer>(
  spoken: string,
  method: string,
  path: string,
  raw: Raw,
): string | Raw {
  if (spoken !== older || typeof raw !== 'string') return raw;
  const renamed = raw.replaceAll('"gsm"', '"density"');
  const createsServer = method === 'POST' && path.endsWith('/servers');
  return createsServer ? renamed.replace(/^\{(?=")/, '{"contact":"it@example.com",') : renamed;
}

/** Translates a response to the newest revision, after checking which fields the older one may and must have. */
export function fromRevision(spoken: string, answer: unknown): unknown {
  return spoken === older ? deep(answer, upgrade) : answer;
}

function upgrade(fields: Fields): Fields {
  absent(fields, 'gsm');
  if ('density' in fields) return rename(fields, 'density', 'gsm');
  if ('code' in fields && typeof fields['error'] === 'string') {
    return { ...fields, error: fields['error'].replaceAll('density', 'gsm') };
  }
  if ('certificate_id' in fields || 'serial_numbers' in fields) {
    absent(fields, 'order_id');
    return { ...fields, order_id: null };
  }
  if ('standard_pages' in fields) {
    absent(fields, 'project_ids', 'biomass_offset_ids');
    const offsetId = fields['biomass_offset_id'];
    return {
      ...fields,
      project_ids: [fields['project_id']],
      biomass_offset_ids: offsetId === null ? [] : [offsetId],
    };
  }
  if ('forest_latitude' in fields) return without(fields, 'content_introduction');
  if ('username' in fields) return without(fields, 'contact');
  return fields;
}

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function deep(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => deep(item, change));
  if (!isFields(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, deep(field, change)])),
  );
}

function rename(fields: Fields, from: string, to: string): Fields {
  if (!(from in fields)) return fields;
  const { [from]: value, ...rest } = fields;
  return { ...rest, [to]: value };
}

function without(fields: Fields, name: string): Fields {
  if (!(name in fields)) throw new Error(`Revision ${older} must answer with ${name}`);
  const { [name]: dropped, ...rest } = fields;
  return rest;
}

function absent(fields: Fields, ...names: string[]): void {
  const found = names.find((name) => name in fields);
  if (found !== undefined) throw new Error(`Revision ${older} must not answer with ${found}`);
}
