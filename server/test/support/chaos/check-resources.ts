import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../api-client.js';
import type { Observer } from '../faults/observer.js';
import type { Integrator } from './integrator.js';
import { kinds, type Kind, type KnownResource } from './known-resources.js';

/** Fields that the service itself changes later. */
const moving: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  '/feeds': ['health_check', 'health_check_checked_at', 'health_check_changed_at', 'activated_at'],
};

const markIn: Readonly<Record<Kind, (item: Json) => string>> = {
  '/accounts': ({ name }) => name,
  '/biomass/offsets': ({ pages }) => String(pages),
  '/deposits': ({ pages }) => String(pages),
  '/feeds': ({ external_id: text }) => (text === null ? 'read' : text.split('/')[0]),
  '/orders': ({ external_id: text }) => text,
  '/quotes': ({ external_id: text }) => text,
  '/servers': ({ username }) => username.split('/')[0],
  '/users': ({ email }) => email.replace(/mark(\d+)@.*/, 'mark $1'),
};

/** Excludes offsets of months, quotes and orders, and deposits of feeds: they are checked with what they come from. */
const isOwn = (kind: Kind, item: Json, begun: Date): boolean => {
  if (kind === '/deposits') return item.feed_id === null;
  if (kind !== '/biomass/offsets') return true;
  return item.quote_id === null && item.order_id === null && new Date(item.date) >= begun;
};

/** Checks that exactly the acknowledged resources exist, once each. */
export async function checkResources(client: Integrator, begun: Date): Promise<string[]> {
  const api = await client.client();
  const read = async (path: string): Promise<Json> => (await api.get(path)).body;
  const problems = [...client.problems];
  for (const kind of kinds) {
    const items: Json[] = (await read(kind)).filter((item: Json) => isOwn(kind, item, begun));
    problems.push(...compare(kind, client.resources.of(kind), items));
  }
  const offsets: Json[] = await read('/biomass/offsets');
  const carbon: Json[] = await read('/carbon/offsets');
  for (const { body, state } of client.resources.of('/quotes')) {
    if (state !== 'exists' || body.biomass_offset_id === null) continue;
    const ids = offsets.filter(({ quote_id: id }) => id === body.id).map(({ id }) => id);
    if (!isDeepStrictEqual(ids, [body.biomass_offset_id]))
      problems.push(`quote ${body.id} has offsets ${ids.join(' ')}`);
  }
  for (const { body, state } of client.resources.of('/orders')) {
    if (state !== 'exists') continue;
    const made = [offsets, carbon].map((all) =>
      all.filter(({ order_id: id }) => id === body.id).map(({ id }) => id),
    );
    const listed = [body.biomass_offset_ids, body.carbon_offset_ids];
    if (!isDeepStrictEqual(made.map(sorted), listed.map(sorted)))
      problems.push(`order ${body.id} made ${made.join(' ')}`);
  }
  const favorites: Json[] = await read('/projects');
  if (!isDeepStrictEqual(sorted(favorites.map(({ id }) => id)), sorted([...client.favorites])))
    problems.push(
      `favorites are ${favorites.map(({ id }) => id).join(' ')}, not ${[...client.favorites].join(' ')}`,
    );
  const settings = await read('/settings');
  for (const [name, value] of Object.entries(client.settings))
    if (settings[name] !== value) problems.push(`the setting ${name} is ${settings[name]}, not ${value}`);
  const deposits: Json[] = await read('/deposits');
  const counted = deposits
    .filter(({ feed_id: id }) => id !== null)
    .reduce<number>((sum, { pages }) => sum + Number(pages), 0);
  if (counted !== client.device.last - client.device.first)
    problems.push(`readings came to ${counted}, not ${client.device.last - client.device.first}`);
  return problems;
}

function compare(kind: Kind, resources: readonly KnownResource[], items: readonly Json[]): string[] {
  const problems: string[] = [];
  const byMark = new Map<string, Json[]>();
  for (const item of items) {
    const mark = markIn[kind](item);
    byMark.set(mark, [...(byMark.get(mark) ?? []), item]);
  }
  for (const { mark, body, state } of resources) {
    const found = byMark.get(mark) ?? [];
    byMark.delete(mark);
    const wanted = { exists: [1], deleted: [0], unknown: [0, 1] }[state];
    if (!wanted.includes(found.length))
      problems.push(`${kind} ${mark} is ${state} and there ${found.length} times`);
    else if (state === 'exists') {
      const differing = Object.keys(found[0]).filter(
        (name) => !moving[kind]?.includes(name) && !isDeepStrictEqual(found[0][name], body[name]),
      );
      if (differing.length > 0) problems.push(`${kind} ${mark} differs in ${differing.join(', ')}`);
    }
  }
  for (const [mark, left] of byMark)
    problems.push(`${kind} ${mark} is there ${left.length} times and nobody made it`);
  return problems;
}

const sorted = (ids: readonly string[]): string[] => [...ids].sort();

/**
 * Finds rows without an audit entry for their creation, and such entries without a row (unless it was deleted). What
 * the month close creates is recorded in the entry of its settlement and checked by the ledger. `accounts`: only theirs.
 */
export const findAuditMismatches = (
  observer: Observer,
  accounts: readonly string[] | null = null,
): Promise<{ what: string }[]> =>
  observer.query(
    `
    with kept as (
      select account_id, 'deposit' as kind, id from deposits
      union all select account_id, 'biomass_offset', id from biomass_offsets where settled_month is null
      union all select account_id, 'carbon_offset', id from carbon_offsets
      union all select account_id, 'quote', id from quotes
      union all select account_id, 'order', id from orders
      union all select account_id, 'server', id from servers
      union all select account_id, 'feed', id from feeds
      union all select account_id, 'user', id from users
    ), made as (
      select account_id, split_part(action, '.', 1) as kind, subject_id as id,
        count(*) filter (where action like '%.create') as times
      from audit_entries where action ~ '^(deposit|biomass_offset|carbon_offset|quote|order|server|feed|user)\\.(create|delete)$'
      group by 1, 2, 3 having count(*) filter (where action like '%.delete') = 0
    )
    select coalesce(kept.kind, made.kind) || ' ' || coalesce(kept.id, made.id) || ' has ' || coalesce(times, 0) || ' entries, '
      || case when kept.id is null then 'and is not there' else 'and is there' end as what
    from kept full join made using (account_id, kind, id)
    where (kept.id is null or times is distinct from 1) and ($1::uuid[] is null or account_id = any($1))`,
    [accounts],
  );
