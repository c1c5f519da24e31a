import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { AccountId } from './account.js';

export interface PlaceInTree {
  readonly id: AccountId;
  readonly rootId: AccountId;
  /** The account directly below the root that it is, or is below. Null for the root itself. */
  readonly branchId: AccountId | null;
}

const select = crossAccountStatement<PlaceInTree>(
  'a file invites people of several accounts',
  'select id, lineage[1] as root_id, lineage[2] as branch_id from accounts where id = any($1)',
);

/** The accounts by their root accounts. */
export async function rootsOf(
  db: Database,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, PlaceInTree[]>> {
  const roots = new Map<AccountId, PlaceInTree[]>();
  for (const place of await db.rows(select, [accounts]))
    roots.set(place.rootId, [...(roots.get(place.rootId) ?? []), place]);
  return roots;
}
