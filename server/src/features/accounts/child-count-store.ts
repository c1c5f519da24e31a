import type { Database, Transaction } from '../../database/database.js';
import { lockReference } from '../../database/reference-lock-store.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

/** The number of direct children. One statement sees each of them either counted or not counted yet. */
export const childCount = (parent: string): string => `
  (coalesce((select children from account_children where account_id = ${parent}), 0)
    + (select count(*) from accounts child where child.parent_id = ${parent} and not child.counted))`;

const job = 'a job counts the children of all accounts';

// Parents in order, so that two processes cannot wait for each other.
const count = crossAccountStatement<{ added: number }>(
  job,
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

/** Counts up to `limit` children that are not counted yet; returns how many. */
export const addPendingChildren = async (db: Database, limit: number): Promise<number> =>
  db.layout === 'distributed'
    ? db.transaction((tx) => addOnNodes(tx, limit))
    : ((await db.first(count, [limit]))?.added ?? 0);

const selectPending = crossAccountStatement<{ id: string; parentId: string }>(
  job,
  'select id, parent_id from accounts where parent_id is not null and not counted limit $1',
);
const add = statement(`
  insert into account_children (account_id, children) values ($1, $2)
  on conflict (account_id) do update set children = account_children.children + excluded.children`);
const mark = crossAccountStatement(job, 'update accounts set counted = true where id = any($1::uuid[])');

/**
 * The same in several statements, one process at a time. The accounts are marked last, because this is done on all nodes, and no
 * account can be created meanwhile.
 */
async function addOnNodes(tx: Transaction, limit: number): Promise<number> {
  await lockReference(tx, 'account_children');
  const pending = await tx.rows(selectPending, [limit]);
  if (pending.length === 0) return 0;
  const parents = new Map<string, number>();
  for (const { parentId } of pending) parents.set(parentId, (parents.get(parentId) ?? 0) + 1);
  for (const [parent, children] of parents) await tx.rows(add, [parent, children]);
  await tx.rows(mark, [pending.map(({ id }) => id)]);
  return pending.length;
}
