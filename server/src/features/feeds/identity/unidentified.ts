import { recordChange } from '../../audit/audit-store.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import type { HealthResult } from '../health/health-result.js';
import type { Feed } from '../feed-store.js';
import {
  deleteUnidentified,
  insertUnidentified,
  listUnidentified,
  type PlaceKey,
} from './unidentified-store.js';
import type { Addresses } from './decide-places.js';
import { requireCount, type PlaceLimits } from './place-limits.js';
import { maxSilenceMs } from '../health/push-health.js';

export interface IdentificationOutcome {
  /** Places of unidentified devices, with the names under which their readings are stored. */
  readonly unidentified: readonly (PlaceKey & { readonly name: string })[];
  /** Places whose devices were counted. */
  readonly counted: readonly PlaceKey[];
  readonly queried: Addresses;
  readonly limits: PlaceLimits;
}

/**
 * Stores since when the device at a place has been unidentified, and adds an audit entry when it begins. A place that does
 * not answer keeps its state.
 */
export async function recordUnidentified(
  tx: TransactionContext,
  { accountId, id }: Feed,
  { unidentified, counted, queried, limits }: IdentificationOutcome,
): Promise<void> {
  const known = await listUnidentified(tx.db, accountId, id);
  const before = new Set(known.map(keyOf));
  const over = new Set(counted.map(keyOf));
  const ended = known.filter((place) => over.has(keyOf(place)) || !queried.has(place.address));
  await deleteUnidentified(tx.db, accountId, id, ended);
  const named = new Map(unidentified.map((place) => [keyOf(place), place]));
  const begun = [...named].flatMap(([key, place]) => (before.has(key) ? [] : [place]));
  if (begun.length === 0) return;
  requireCount(known.length - ended.length + begun.length, limits);
  await insertUnidentified(tx.db, accountId, id, { begun, since: tx.clock() });
  const devices = begun.map(({ name }) => name);
  tx.log.info({ feedId: id, devices }, 'devices are not counted: their identity is uncertain');
  await recordChange(tx, accountId, { action: 'feed.passed_over', subjectId: id, after: { devices } });
}

const keyOf = ({ address, slot }: PlaceKey): string => JSON.stringify([address, slot]);

/** A feed that can be read is unhealthy if a device has been unidentified for so long that someone has to look at it. */
export async function withUnidentified(
  { db, clock }: Context,
  feed: Feed,
  result: HealthResult,
): Promise<HealthResult> {
  const now = clock().getTime();
  const isLongAgo = (time: Date): boolean => now - time.getTime() > maxSilenceMs;
  if (result.health === 'unhealthy' || feed.status !== 'active' || !isLongAgo(feed.activatedAt))
    return result;
  const unidentified = await listUnidentified(db, feed.accountId, feed.id);
  return unidentified.some(({ since }) => isLongAgo(since))
    ? { health: 'unhealthy', reason: 'noReading', host: null }
    : result;
}

/** For a feed whose source has changed. */
export const clearUnidentified = async ({ db }: TransactionContext, { accountId, id }: Feed): Promise<void> =>
  deleteUnidentified(db, accountId, id, await listUnidentified(db, accountId, id));
