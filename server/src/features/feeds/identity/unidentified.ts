import { record } from '../../audit/audit-store.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import type { HealthResult } from '../health/health-result.js';
import type { Feed } from '../feed-store.js';
import {
  deleteUnidentified,
  insertUnidentified,
  listUnidentified,
  type PlaceKey,
} from './unidentified-store.js';
import { maxSilenceMs } from '../health/silence.js';

export interface IdentificationOutcome {
  /** Places whose devices are passed over, with what the readings are kept by. */
  readonly unidentified: readonly (PlaceKey & { readonly name: string })[];
  /** Those whose devices count. */
  readonly counted: readonly PlaceKey[];
  readonly queried: ReadonlySet<string>;
}

/**
 * Remembers since when places are passed over, and tells when that begins, not each day. A place that says nothing today
 * stays as it was: silence clears no doubt.
 */
export async function recordUnidentified(
  tx: TransactionContext,
  { accountId, id }: Feed,
  { unidentified, counted, queried }: IdentificationOutcome,
): Promise<void> {
  const known = await listUnidentified(tx.db, accountId, id);
  const before = new Set(known.map(keyOf));
  const over = new Set(counted.map(keyOf));
  const ended = known.filter((place) => over.has(keyOf(place)) || !queried.has(place.address));
  await deleteUnidentified(tx.db, accountId, id, ended);
  const begun = unidentified.filter((place) => !before.has(keyOf(place)));
  if (begun.length === 0) return;
  await insertUnidentified(tx.db, accountId, id, { begun, since: tx.clock() });
  const devices = begun.map(({ name }) => name);
  tx.log.info({ feedId: id, devices }, 'devices are passed over: it is not certain which they are');
  await record(tx, accountId, { action: 'feed.passed_over', subjectId: id, after: { devices } });
}

const keyOf = ({ address, slot }: PlaceKey): string => JSON.stringify([address, slot]);

/** A feed that can be read is not well where pages of a device have waited for so long that somebody has to look after it. */
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

/** Where the feed reads from elsewhere, or is told which addresses matter, the doubts are others. */
export const clearUnidentified = async ({ db }: TransactionContext, { accountId, id }: Feed): Promise<void> =>
  deleteUnidentified(db, accountId, id, await listUnidentified(db, accountId, id));
