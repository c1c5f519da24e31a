import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';

const select = crossAccountStatement<{ id: string; name: string }>(
  'certificates of several accounts are issued together, and the operator reads the audit trail of all accounts',
  'select id, display_name as name from accounts where id = any($1::uuid[])',
);

/** As on certificates, by id. */
export const namesOfAccounts = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(select, [ids])).map(({ id, name }) => [id, name]));

export async function nameOfAccount(db: Database, id: string): Promise<string> {
  const name = (await namesOfAccounts(db, [id])).get(id);
  if (name === undefined) throw new Error(`Account ${id} is gone`);
  return name;
}
