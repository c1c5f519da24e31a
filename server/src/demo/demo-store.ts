import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';

const select = statement<{ any: boolean }>(
  'select exists (select from accounts) or exists (select from forestry_projects) as any',
);

/** Whether anybody has put anything into the database yet. */
export const anyAccount = async (db: Database): Promise<boolean> => (await db.first(select))?.any ?? false;
