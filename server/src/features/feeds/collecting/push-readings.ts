import type { Account, AccountId } from '../../accounts/account.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import { invalid, missing } from '../../../platform/errors.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { requireRecordDate } from '../../../platform/time/record-date.js';
import type { Reading } from '@regrove/printers/source';
import { sources } from '../../../sources/index.js';
import { setAgentSeen } from '../agents/agent-store.js';
import { agentType } from '../agents/agent-type.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { recordLockedFeedHealth } from '../health/record-health.js';
import { healthOfSending } from '../health/silence.js';
import { depositReadings, type DepositedReadings, type TimedReading } from './deposit-readings.js';

/** How far the sender's clock may be ahead of ours. */
const clockSkewMs = 5 * 60_000;

export type PushedReading = Reading & { readonly readAt: Date | undefined };

/** Accepts readings from a third party: all of them or none. */
export const pushReadings = (
  context: Context,
  account: Account,
  feedId: string,
  pushed: readonly PushedReading[],
): Promise<DepositedReadings> =>
  inTransaction(context, async (tx) => {
    if (account.status !== 'active') throw invalid('The account is inactive and cannot take readings');
    const feed = await requireOpen(tx, account.id, feedId);
    const now = tx.clock();
    const readings = pushed.map((reading, index) => timed(reading, index, now));
    const taken = await depositReadings(tx, feed, { readings, date: null, collectedAt: null });
    if (feed.type === agentType && tx.actor.kind === 'key' && tx.actor.id !== null)
      await setAgentSeen(tx.db, account.id, feedId, tx.actor.id, now);
    // Old readings that are sent today do not end the silence, nor do those of one agent that of another.
    const result = await healthOfSending(tx, taken.feed);
    if (result.health === 'healthy') await recordLockedFeedHealth(tx, taken.feed, result);
    return taken;
  });

async function requireOpen({ db, clock }: TransactionContext, account: AccountId, id: string): Promise<Feed> {
  const feed = await lockFeed(db, account, id);
  if (!feed) throw missing('There is no such feed');
  if (sources.has(feed.type))
    throw invalid(`Feeds of type ${feed.type} are read by Regrove and do not accept readings`);
  if (feed.status !== 'active') throw invalid('The feed is inactive and cannot take readings');
  if (feed.activatedAt > clock()) throw invalid('The feed cannot take readings before its activated_at');
  return feed;
}

function timed({ readAt, ...reading }: PushedReading, index: number, now: Date): TimedReading {
  if (readAt && readAt.getTime() > now.getTime() + clockSkewMs)
    throw invalid(`readings[${index}].read_at is in the future`);
  // The pages are deposited with this date.
  if (readAt) requireRecordDate(readAt, now, `readings[${index}].read_at`);
  const time = readAt && readAt < now ? readAt : now;
  return { ...reading, readAt: time, requestedAt: time };
}
