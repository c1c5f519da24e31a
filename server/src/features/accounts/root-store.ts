import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';
import type { AccountId } from './account.js';

const select = acrossAccounts<{ id: AccountId; rootId: AccountId }>(
  'a file invites people of several accounts',
  'select id, lineage[1] as root_id from accounts where id = any($1)',
);

/** The accounts by their root accounts. */
export async function rootsOf(
  db: Database,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, AccountId[]>> {
  const roots = new Map<AccountId, AccountId[]>();
  for (const { id, rootId } of await db.rows(select, [accounts]))
    roots.set(rootId, [...(roots.get(rootId) ?? []), id]);
  return roots;
}
