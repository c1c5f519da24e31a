import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';

const count = crossAccountStatement<{ devices: number }>(
  'a sandbox is a schema of its own, with the accounts of one owner',
  `select coalesce(sum(substring(external_id from '^devices=([0-9]+)')::integer), 0)::integer as devices
   from feeds where type = 'simulated'`,
);

/** Of all feeds of a sandbox. */
export const countSimulatedDevices = async (db: Database): Promise<number> =>
  (await db.first(count))?.devices ?? 0;
