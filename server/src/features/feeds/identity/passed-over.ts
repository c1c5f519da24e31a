import { record } from '../../audit/audit-store.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import type { Checkup } from '../health/check-health.js';
import type { Feed } from '../feed-store.js';
import { dropPassedOver, keepPassedOver, passedOverOf, type Spot } from './passed-over-store.js';
import { longestSilenceMs } from '../health/silence.js';

export interface Outcome {
  /** Places whose devices are passed over, with what the readings are kept by. */
  readonly passedOver: readonly (Spot & { readonly name: string })[];
  /** Those whose devices count. */
  readonly counted: readonly Spot[];
  readonly asked: ReadonlySet<string>;
}

/**
 * Remembers since when places are passed over, and tells when that begins, not each day. A place that says nothing today
 * stays as it was: silence clears no doubt.
 */
export async function notePassedOver(
  tx: TransactionContext,
  { accountId, id }: Feed,
  { passedOver, counted, asked }: Outcome,
): Promise<void> {
  const known = await passedOverOf(tx.db, accountId, id);
  const before = new Set(known.map(keyOf));
  const over = new Set(counted.map(keyOf));
  const ended = known.filter((spot) => over.has(keyOf(spot)) || !asked.has(spot.address));
  await dropPassedOver(tx.db, accountId, id, ended);
  const begun = passedOver.filter((spot) => !before.has(keyOf(spot)));
  if (begun.length === 0) return;
  await keepPassedOver(tx.db, accountId, id, { begun, since: tx.clock() });
  const devices = begun.map(({ name }) => name);
  tx.log.info({ feedId: id, devices }, 'devices are passed over: it is not certain which they are');
  await record(tx, accountId, { action: 'feed.passed_over', subjectId: id, after: { devices } });
}

const keyOf = ({ address, slot }: Spot): string => JSON.stringify([address, slot]);

/** A feed that can be read is not well where pages of a device have waited for so long that somebody has to look after it. */
export async function withDoubts({ db, clock }: Context, feed: Feed, checkup: Checkup): Promise<Checkup> {
  const now = clock().getTime();
  const isLongAgo = (time: Date): boolean => now - time.getTime() > longestSilenceMs;
  if (checkup.health === 'unhealthy' || feed.status !== 'active' || !isLongAgo(feed.activatedAt))
    return checkup;
  const passedOver = await passedOverOf(db, feed.accountId, feed.id);
  return passedOver.some(({ since }) => isLongAgo(since))
    ? { health: 'unhealthy', reason: 'noReading', host: null }
    : checkup;
}

/** Where the feed reads from elsewhere, or is told which addresses matter, the doubts are others. */
export const forgetPassedOver = async ({ db }: TransactionContext, { accountId, id }: Feed): Promise<void> =>
  dropPassedOver(db, accountId, id, await passedOverOf(db, accountId, id));
