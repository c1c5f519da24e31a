import type { TransactionContext } from '../../database/context.js';
import { lockRoomInSandbox } from '../../database/lock-sandbox.js';
import { acrossAccounts } from '../../database/statement.js';
import { invalid } from '../../platform/errors.js';
import { sources } from '../../sources/index.js';
import type { Feed } from './feed-store.js';

/** Of all feeds of a sandbox: each device is read on every day of an advance. */
export const maxSimulatedDevices = 1_000;

const count = acrossAccounts<{ devices: number }>(
  'a sandbox is a schema of its own, with the accounts of one owner',
  `select coalesce(sum(substring(external_id from '^devices=([0-9]+)')::integer), 0)::integer as devices
   from feeds where type = 'simulated'`,
);

/** For a feed that was just saved: whether the simulated devices of all feeds are not too many. */
export async function requireRoomForDevices(
  { db }: TransactionContext,
  { type }: Pick<Feed, 'type'>,
): Promise<void> {
  if (!sources.get(type)?.isSimulated) return;
  await lockRoomInSandbox(db);
  const { devices } = (await db.first(count)) ?? { devices: 0 };
  if (devices > maxSimulatedDevices)
    throw invalid(
      `external_id: the feeds of a sandbox have at most ${maxSimulatedDevices} simulated devices together, and would have ${devices}`,
      { code: 'sandbox-device-count', field: 'external_id', params: { max: maxSimulatedDevices } },
    );
}
