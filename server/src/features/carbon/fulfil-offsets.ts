import { recordChanges, type AuditedAccountChange } from '../audit/audit-store.js';
import { auditedFields, type Facts } from '../audit/audited-fields.js';
import { recordEventsOfAccounts } from '../events/event-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { isGeneralOutage } from '../../database/failures.js';
import { carbonOffsetEvent, findCarbonOffsetsOfAccounts } from './carbon-offset-store.js';
import { lockCarbonAllocation } from '../projects/carbon-project-store.js';
import {
  countWaitingOffsets,
  insertAllocations,
  listOpenLots,
  listReadyProjects,
  listWaitingOffsets,
  markFulfilled,
  type FulfilledOffset,
} from './allocation-store.js';
import {
  allocateCredits,
  serialOfPart,
  type CreditAllocation,
  type LotPart,
  type WaitingOffset,
} from './allocate-credits.js';

const batch = 500;

export interface Fulfilment {
  /** Carbon offsets fulfilled by this run. */
  readonly fulfilled: number;
  /** Carbon offsets that failed with an error. The reasons are in the log. */
  readonly failed: number;
  /** Carbon offsets that are still processing. */
  readonly waiting: number;
}

/** Allocates credits to waiting offsets until the credits run out or `signal` is aborted. Safe to run concurrently. */
export async function fulfilCarbon(context: Context, signal?: AbortSignal): Promise<Fulfilment> {
  let fulfilled = 0;
  let failed = 0;
  for (const projectId of await listReadyProjects(context.db)) {
    const done = await fulfilProject(context, projectId, signal);
    fulfilled += done.fulfilled;
    failed += done.failed;
  }
  return { fulfilled, failed, waiting: await countWaitingOffsets(context.db) };
}

/** After a batch fails, continues one offset at a time and skips those that fail, so that they block no other offset. */
async function fulfilProject(
  context: Context,
  projectId: string,
  signal: AbortSignal | undefined,
): Promise<{ fulfilled: number; failed: number }> {
  const skipped: string[] = [];
  let limit = batch;
  let fulfilled = 0;
  while (signal?.aborted !== true) {
    let first: WaitingOffset | undefined;
    try {
      const done = await fulfilBatch(context, projectId, async (db) => {
        const waiting = await listWaitingOffsets(db, projectId, { limit, skipped });
        [first] = waiting;
        return waiting;
      });
      if (done === undefined) break;
      fulfilled += done;
    } catch (error) {
      if (first === undefined || isGeneralOutage(error)) throw error;
      if (limit === 1) {
        skipped.push(first.id);
        const { accountId: account, id } = first;
        context.log.error({ err: error, account, offset: id }, 'a carbon offset could not be fulfilled');
      }
      limit = 1;
    }
  }
  return { fulfilled, failed: skipped.length };
}

/** Returns how many offsets were fulfilled; undefined if no offset is waiting or no credits are left. */
const fulfilBatch = (
  context: Context,
  projectId: string,
  listWaiting: (db: Database) => Promise<WaitingOffset[]>,
): Promise<number | undefined> =>
  context.db.transaction(async (db) => {
    await lockCarbonAllocation(db, projectId);
    const lots = await listOpenLots(db, projectId, batch);
    const allocations = lots.length === 0 ? [] : allocateCredits(await listWaiting(db), lots);
    if (allocations.length === 0) return undefined;

    const covered = allocations.filter(isCovered);
    await insertAllocations(db, allocations.flatMap(allocationsOf), context.clock());
    await markFulfilled(db, covered.map(coveredOf));
    await recordChanges({ ...context, db }, allocations.map(changeOf));
    await recordFulfilled({ ...context, db }, covered);
    return covered.length;
  });

async function recordFulfilled(tx: TransactionContext, covered: readonly CreditAllocation[]): Promise<void> {
  if (covered.length === 0) return;
  const offsets = await findCarbonOffsetsOfAccounts(tx.db, covered.map(coveredOf));
  await recordEventsOfAccounts(
    tx,
    offsets.map((offset) => ({
      accountId: offset.accountId,
      ...carbonOffsetEvent('carbon_offset.fulfilled', offset),
    })),
  );
}

const isCovered = ({ lacking }: CreditAllocation): boolean => lacking.eq(0);

const allocationsOf = ({ offset, taken }: CreditAllocation) =>
  taken.map((part) => ({
    accountId: offset.accountId,
    offsetId: offset.id,
    beneficiary: offset.beneficiary,
    ...writtenOf(part),
  }));

function coveredOf({ offset, parts }: CreditAllocation): FulfilledOffset {
  const starts = parts.map(({ lot }) => lot.vintageStart).sort();
  const ends = parts.map(({ lot }) => lot.vintageEnd).sort();
  return {
    accountId: offset.accountId,
    offsetId: offset.id,
    serialNumbers: parts.map(serialOfPart),
    vintageStart: starts[0] ?? '',
    vintageEnd: ends.at(-1) ?? '',
  };
}

/** An offset that is only partly covered keeps its part, which is recorded as well. */
function changeOf(allocation: CreditAllocation): AuditedAccountChange {
  const { offset, parts, taken, lacking } = allocation;
  const subject = { accountId: offset.accountId, subjectId: offset.id };
  return isCovered(allocation)
    ? {
        ...subject,
        action: 'carbon_offset.fulfil',
        before: { status: 'processing' },
        after: { status: 'fulfilled', mtco2e: offset.mtco2e, lots: parts.map(factsOfPart) },
      }
    : {
        ...subject,
        action: 'carbon_offset.allot',
        after: { mtco2e: offset.mtco2e, lots: taken.map(factsOfPart), lacking: lacking.toFixed() },
      };
}

const writtenOf = ({ lot, startsAt, tonnes }: LotPart) => ({
  lotId: lot.id,
  startsAt: startsAt.toFixed(),
  tonnes: tonnes.toFixed(),
});

const allocationFacts = auditedFields('lotId', 'startsAt', 'tonnes');
const factsOfPart = (part: LotPart): Facts => allocationFacts(writtenOf(part));
