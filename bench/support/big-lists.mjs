import { writeCursor } from './compiled-server.mjs';

/**
 * Every list that grows without bound: its table, its sort column and direction. Accounts and users belong to the
 * account with many children; everything else belongs to the account with many rows.
 */
export const bigLists = [
  { path: '/deposits', table: 'deposits', sort: 'date', newestFirst: true, takesDays: true },
  { path: '/biomass/offsets', table: 'biomass_offsets', sort: 'date', newestFirst: true, takesDays: true },
  { path: '/biomass/certificates', table: 'biomass_certificates', sort: 'date', newestFirst: true },
  { path: '/carbon/offsets', table: 'carbon_offsets', sort: 'date', newestFirst: true },
  { path: '/quotes', table: 'quotes', sort: 'created_at', newestFirst: true },
  { path: '/orders', table: 'orders', sort: 'created_at', newestFirst: true },
  { path: '/servers', table: 'servers', sort: 'created_at', newestFirst: true },
  { path: '/feeds', table: 'feeds', sort: 'created_at', newestFirst: true },
  { path: '/users', table: 'users', sort: 'created_at', newestFirst: false, ofParent: true },
  {
    path: '/accounts',
    table: 'accounts',
    sort: 'name_sort',
    newestFirst: false,
    ofParent: true,
    owner: 'parent_id',
  },
];

export const pageSize = 100;

/** The key after which two pages are left. */
export async function keyNearEnd(pool, { table, sort, newestFirst, owner = 'account_id' }, account) {
  const backwards = newestFirst ? 'asc' : 'desc';
  const text = `select ${sort} as sort, id from ${table} where ${owner} = $1
    order by ${sort} ${backwards}, id ${backwards} offset ${2 * pageSize} limit 1`;
  const { rows } = await pool.withClient((client) => client.query(text, [account.id]));
  return rows[0];
}

/** The queries that start near the end of a list: by cursor and, if it supports days, by day. */
export function queriesNearEnd({ takesDays }, key) {
  const ways = [{ name: 'cursor', query: {}, cursor: writeCursor(key), after: key }];
  if (takesDays) {
    const day = key.sort.toISOString().slice(0, 10);
    ways.push({ name: 'end_date', query: { end_date: day }, after: undefined });
  }
  return ways;
}
