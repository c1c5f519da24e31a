import { createHash } from 'node:crypto';
import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { countEvents, nextEvents, type EventKey, type EventRange } from '../events/event-range-store.js';
import { keptFrom, selectedTypes } from '../events/event-types.js';
import { realTime, type Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { enqueue, enqueueInOwnTransaction } from '../../database/job-store.js';
import { lowestId, type DayRange } from '../../database/paging.js';
import { invalid } from '../../platform/errors.js';
import { idAt } from '../../platform/ids.js';
import { dayMs } from '../../platform/time/durations.js';
import { announceChange } from './endpoint-change-store.js';
import { missingEndpoint } from './change-endpoint.js';
import { countPendingDeliveries, insertDeliveries, type NewDelivery } from './delivery-store.js';
import { findEndpoint, lockEndpoint, setReplayRequested, type Endpoint } from './endpoint-store.js';

export const replayJob = { name: 'replay-webhooks', attempts: 16 } as const;

export interface ReplayInput {
  readonly range: DayRange;
  /** Of those that the endpoint receives. Undefined: all. */
  readonly events: readonly string[] | undefined;
}

interface ReplayPayload {
  readonly replayId: string;
  readonly accountId: AccountId;
  readonly endpointId: string;
  readonly from: string;
  readonly until: string;
  readonly types: EventRange['types'];
  /** When deliveries count as created: a repeated run of the job makes the same ones. */
  readonly at: string;
  /** Where the run before this one has ended. */
  readonly after?: ReplayedUntil;
}

interface ReplayedUntil {
  readonly accountId: string;
  readonly at: string;
  readonly id: string;
}

/** More are not added to. */
const maxPending = 10_000;
/** Then the job has failed for good. */
const longestReplayMs = 3_600_000;

/** How many events would be sent again. Read before the transaction, because there may be many. */
export async function countReplay(context: Context, endpoint: Endpoint, input: ReplayInput): Promise<number> {
  const range = rangeOf(context, endpoint, input);
  if (range.types.length === 0) return 0;
  const counts = await countEvents(context.db, endpoint.accountId, range, endpoint.includeDescendants);
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function rangeOf(
  { clock }: Context,
  { events }: Endpoint,
  { range, events: wanted }: ReplayInput,
): EventRange {
  const now = clock();
  const kept = keptFrom(now);
  const { start, end } = range;
  const received = selectedTypes(events);
  const types = wanted && new Set(selectedTypes(wanted));
  return {
    from: start && start > kept ? start : kept,
    until: new Date(Math.min(end ? end.getTime() + dayMs : Infinity, now.getTime() + 1)),
    types: types ? received.filter((type) => types.has(type)) : received,
  };
}

/** Lets a job assign the events to the endpoint again. */
export const requestReplay = (context: Context, endpoint: Endpoint, input: ReplayInput): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { accountId, id } = endpoint;
    const locked = await lockEndpoint(tx.db, accountId, id);
    if (!locked) throw missingEndpoint();
    const at = realTime(tx);
    const { replayRequestedAt } = locked;
    if (replayRequestedAt && at.getTime() - replayRequestedAt.getTime() < longestReplayMs)
      throw invalid('Events are being sent again already', { code: 'replay-running' });
    if ((await countPendingDeliveries(tx.db, endpoint, maxPending + 1)) > maxPending)
      throw invalid(`More than ${maxPending} deliveries to this endpoint are pending`, {
        code: 'too-many-pending',
        params: { max: maxPending },
      });
    const { from, until, types } = rangeOf(tx, locked, input);
    const payload: ReplayPayload = {
      replayId: idAt(at),
      accountId,
      endpointId: id,
      from: from.toISOString(),
      until: until.toISOString(),
      types,
      at: at.toISOString(),
    };
    await setReplayRequested(tx.db, endpoint, at);
    await enqueue(tx.db, { task: replayJob, payload });
    await recordChange(tx, accountId, {
      action: 'webhook_endpoint.replay',
      subjectId: id,
      after: { start_date: payload.from, end_date: payload.until, events: input.events ?? null },
    });
  });

const batchSize = 1_000;
/** In one run. Then other jobs have their turn. */
const maxBatches = 20;

/** The job: in batches, each in a transaction of its own. It can be interrupted anywhere and run again. */
export async function replayEvents(context: Context, payload: unknown, stopping: AbortSignal): Promise<void> {
  const replay = payload as ReplayPayload;
  const { db } = context;
  const endpoint = await findEndpoint(db, replay.accountId, replay.endpointId);
  if (!endpoint) return;
  const range = { from: new Date(replay.from), until: new Date(replay.until), types: replay.types };
  const counts = await countEvents(db, endpoint.accountId, range, endpoint.includeDescendants);
  const first = replay.after?.accountId ?? lowestId;
  const accounts = counts.map(({ accountId }) => accountId).filter((accountId) => accountId >= first);
  let batches = 0;
  for (const accountId of accounts.toSorted()) {
    let after: Pick<EventKey, 'id' | 'at'> | undefined =
      accountId === replay.after?.accountId
        ? { at: new Date(replay.after.at), id: replay.after.id }
        : { at: range.from, id: lowestId };
    while (after) {
      if (stopping.aborted || batches === maxBatches) {
        const reached = { accountId, at: after.at.toISOString(), id: after.id };
        await enqueueInOwnTransaction(db, { task: replayJob, payload: { ...replay, after: reached } });
        return;
      }
      batches += 1;
      const events: EventKey[] = await nextEvents(db, accountId, range, after, batchSize);
      await inTransaction(context, async (tx) => {
        await insertDeliveries(
          tx.db,
          events.map((event) => deliveryOf(replay, accountId, event)),
        );
        await announceChange(tx.db, endpoint.accountId, endpoint.id);
      });
      after = events.length < batchSize ? undefined : events.at(-1);
    }
  }
  await setReplayRequested(db, endpoint, null);
}

function deliveryOf(replay: ReplayPayload, eventAccountId: string, { id, type }: EventKey): NewDelivery {
  const { accountId, endpointId, replayId } = replay;
  return {
    id: deliveryIdOf(replayId, id),
    accountId,
    endpointId,
    createdAt: new Date(replay.at),
    eventAccountId,
    eventId: id,
    eventType: type,
  };
}

/** A UUIDv7 with the time of the replay, the same in every run of the job. */
function deliveryIdOf(replayId: string, eventId: string): string {
  const hash = createHash('sha256').update(`${replayId} ${eventId}`).digest('hex');
  return `${replayId.slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
