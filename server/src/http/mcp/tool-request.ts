import { isIdempotencyKey, wrongIdempotencyKey } from '../edge/idempotency.js';
import { HttpError } from '../edge/http-error.js';
import { isUuid } from '../../platform/ids.js';
import { shorten } from '../../platform/text/shorten.js';
import type { ApiRequest } from './api-request.js';
import { usualLimit } from './tool-schema.js';
import type { Tool } from './tools.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** The request that a call of a tool stands for. What the API checks itself is left to it: it says what is wrong in its own words. */
export function toolRequest({ route, args }: Tool, given: Arguments): ApiRequest {
  for (const name of Object.keys(given)) if (!args.has(name)) throw unknownArgument(name, [...args.keys()]);
  const values = new Map(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  for (const [name, { required }] of args)
    if (required && !values.has(name)) throw new HttpError(400, `${name} is required`);

  const account = values.has('account_id') ? `/accounts/${idIn(values, 'account_id')}` : '';
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => idIn(values, name));
  const query = new URLSearchParams();
  for (const [name, { in: place, name: known }] of args)
    if (place === 'query' && values.has(name)) query.set(known, textOf(name, values.get(name)));
  if ('item' in route && !query.has('limit')) query.set('limit', String(usualLimit));

  const body = values.get('body');
  return {
    method: route.method,
    path: `/v1${account}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: {
      ...(values.has('idempotency_key') && { 'idempotency-key': keyIn(values.get('idempotency_key')) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

const words = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const unknownArgument = (name: string, known: readonly string[]): HttpError =>
  new HttpError(400, `${shorten(name)} is not an argument of this tool: use ${words.format(known)}`);

/** Anything else, such as two dots, could make a path of another route. */
function idIn(values: ReadonlyMap<string, unknown>, name: string): string {
  const value = values.get(name);
  if (typeof value !== 'string' || !isUuid(value)) throw new HttpError(400, `${name} must be a UUID`);
  return value;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new HttpError(400, `${name} must be a single value`);
}

function keyIn(value: unknown): string {
  if (typeof value !== 'string' || !isIdempotencyKey(value)) throw wrongIdempotencyKey();
  return value;
}
