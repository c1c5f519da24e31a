import type { TransactionContext } from '../../database/context.js';
import { lockSandboxQuota } from '../../database/sandbox-quota-store.js';
import { invalid } from '../../platform/errors.js';
import { sources } from '../../sources/index.js';
import type { Feed } from './feed-store.js';
import { countSimulatedDevices } from './simulated-device-store.js';

/** Of all feeds of a sandbox: each device is read on every day of an advance. */
export const maxSimulatedDevices = 1_000;

/** For a feed that was just saved: whether the simulated devices of all feeds are not too many. */
export async function requireSandboxDeviceQuota(
  { db }: TransactionContext,
  { type }: Pick<Feed, 'type'>,
): Promise<void> {
  if (!sources.get(type)?.isSimulated) return;
  await lockSandboxQuota(db);
  const devices = await countSimulatedDevices(db);
  if (devices > maxSimulatedDevices)
    throw invalid(
      `external_id: the feeds of a sandbox have at most ${maxSimulatedDevices} simulated devices together, and would have ${devices}`,
      { code: 'sandbox-device-count', field: 'external_id', params: { max: maxSimulatedDevices } },
    );
}
