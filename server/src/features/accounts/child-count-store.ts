import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';

/** The number of direct children. One statement sees each of them either counted or not counted yet. */
export const childCount = (parent: string): string => `
  (coalesce((select children from account_children where account_id = ${parent}), 0)
    + (select count(*) from accounts child where child.parent_id = ${parent} and not child.counted))`;

// Parents in order, so that two processes cannot wait for each other.
const count = acrossAccounts<{ added: number }>(
  'a job counts the children of all accounts',
  `with pending as (
    select id from accounts where parent_id is not null and not counted limit $1 for no key update skip locked
  ), counted as (
    update accounts set counted = true from pending where accounts.id = pending.id returning accounts.parent_id
  ), added as (
    insert into account_children (account_id, children)
    select parent_id, count(*) from counted group by parent_id order by parent_id
    on conflict (account_id) do update set children = account_children.children + excluded.children
  ) select count(*) as added from counted`,
  { distributed: [] },
);

/**
 * Counts up to `atMost` children that are not counted yet; returns how many. None on a distributed store, where every account that
 * is marked would be a change on all nodes: there children are counted when they are asked for.
 */
export const addPendingChildren = async (db: Database, atMost: number): Promise<number> =>
  db.layout === 'distributed' ? 0 : ((await db.first(count, [atMost]))?.added ?? 0);
