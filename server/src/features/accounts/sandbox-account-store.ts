import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';

const count = crossAccountStatement<{ accounts: number }>(
  'a sandbox is a schema of its own, with the accounts of one owner',
  'select count(*) as accounts from accounts',
);

export const countAccountsOfSandbox = async (db: Database): Promise<number> =>
  (await db.first(count))?.accounts ?? 0;
