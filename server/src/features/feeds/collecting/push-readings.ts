import type { Account, AccountId } from '../../accounts/account.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import { invalid, missing } from '../../../platform/errors.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { requireRecordDate } from '../../../platform/time/record-date.js';
import type { Reading } from '@regrove/printers/source';
import { sources } from '../../../sources/index.js';
import { qualifyReading } from '../agents/agent-addresses.js';
import { setAgentSeen, type FeedAgent } from '../agents/agent-store.js';
import { agentIdentificationContext } from '../agents/agent-identification-context.js';
import { agentType } from '../agents/agent-type.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { recordLockedFeedHealth } from '../health/record-health.js';
import { checkPushHealth } from '../health/push-health.js';
import { withUnidentified } from '../identity/unidentified.js';
import { depositReadings, type DepositedReadings, type TimedReading } from './deposit-readings.js';
import { identifyReadings, type IdentifiedReadings } from './identify-readings.js';

/** How far the sender's clock may be ahead of ours. */
const clockSkewMs = 5 * 60_000;

/** Devices at one address. A print server has fewer queues. */
const maxAtAddress = 500;

export type PushedReading = Reading & { readonly readAt: Date | undefined };

export interface Push {
  readonly readings: readonly PushedReading[];
  /** Of an agent: all that it called for them. */
  readonly addresses?: readonly string[];
}

/** Accepts readings from a third party: all of them or none. */
export const pushReadings = (
  context: Context,
  account: Account,
  feedId: string,
  pushed: Push,
): Promise<DepositedReadings> =>
  inTransaction(context, async (tx) => {
    if (account.status !== 'active') throw invalid('The account is inactive and cannot take readings');
    const feed = await requireOpen(tx, account.id, feedId);
    const now = tx.clock();
    const sent = pushed.readings.map((reading, index) => timed(reading, index, now));
    const agent = await agentThatCalls(tx, feed, now);
    if (!agent) requireNoPlaces(pushed);
    const { readings, unidentified } = agent
      ? await identified(tx, feed, agent, sent, pushed.addresses)
      : { readings: sent, unidentified: 0 };
    const taken = await depositReadings(tx, feed, { readings, date: null, collectedAt: null });
    // Old readings that are sent today do not end the silence, nor do those of one agent that of another.
    const result = await withUnidentified(tx, taken.feed, await checkPushHealth(tx, taken.feed));
    if (result.health === 'healthy') await recordLockedFeedHealth(tx, taken.feed, result);
    return { ...taken, devices: taken.devices + unidentified };
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

/** Undefined for every other key of the account. */
async function agentThatCalls(
  { db, actor }: TransactionContext,
  { accountId, id, type }: Feed,
  now: Date,
): Promise<FeedAgent | undefined> {
  if (type !== agentType || actor.kind !== 'key' || actor.id === null) return undefined;
  return setAgentSeen(db, accountId, id, actor.id, now);
}

/** Others could claim to have read the devices of an agent. */
function requireNoPlaces({ readings, addresses }: Push): void {
  const index = readings.findIndex(({ origin }) => origin !== undefined);
  if (index !== -1) throw invalid(`readings[${index}].origin is accepted from agents only`);
  if (addresses !== undefined) throw invalid('addresses is accepted from agents only');
}

async function identified(
  tx: TransactionContext,
  feed: Feed,
  { id: agentId }: FeedAgent,
  sent: readonly TimedReading[],
  called: readonly string[] | undefined,
): Promise<IdentifiedReadings> {
  const devices = new Map<string, number>();
  for (const { origin } of sent) {
    if (!origin) continue;
    const count = (devices.get(origin.address) ?? 0) + 1;
    if (count > maxAtAddress)
      throw invalid(`More than ${maxAtAddress} readings have the same origin.address`);
    devices.set(origin.address, count);
  }
  const readAt = sent.reduce((newest, one) => (one.readAt > newest ? one.readAt : newest), new Date(0));
  const surroundings = await agentIdentificationContext(tx, feed, agentId, { called, readAt });
  return identifyReadings(
    tx,
    feed,
    sent.map((reading) => qualifyReading(agentId, reading)),
    surroundings,
  );
}
