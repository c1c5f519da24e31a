import type { TroubleReason } from '@regrove/printers/trouble-reasons';
import type { AccountId } from '../../accounts/account.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';

/** A device that could not be read when it was asked last. */
export interface DeviceTrouble {
  /** Its name, or where it is if it was never read. */
  readonly device: string;
  readonly reason: TroubleReason;
}

const select = statement<DeviceTrouble>(
  'select device, reason from feed_troubles where account_id = $1 and feed_id = $2',
);

export const listDeviceTroubles = (
  db: Database,
  account: AccountId,
  feedId: string,
): Promise<DeviceTrouble[]> => db.rows(select, [account, feedId]);

const upsert = statement(`
  insert into feed_troubles (account_id, feed_id, device, reason)
  select $1, $2, * from unnest($3::text[], $4::text[])
  on conflict (account_id, feed_id, device) do update set reason = excluded.reason`);

export async function saveDeviceTroubles(
  db: Transaction,
  account: AccountId,
  feedId: string,
  troubles: readonly DeviceTrouble[],
): Promise<void> {
  if (troubles.length === 0) return;
  const lists = [troubles.map(({ device }) => device), troubles.map(({ reason }) => reason)];
  await db.rows(upsert, [account, feedId, ...lists]);
}

const remove = statement(
  'delete from feed_troubles where account_id = $1 and feed_id = $2 and device = any($3)',
);

export async function deleteDeviceTroubles(
  db: Transaction,
  account: AccountId,
  feedId: string,
  devices: readonly string[],
): Promise<void> {
  if (devices.length > 0) await db.rows(remove, [account, feedId, devices]);
}
