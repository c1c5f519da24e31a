import type { Account, AccountId } from '../accounts/account.js';
import { roleOfChild } from '../accounts/create-account.js';
import { createChildrenByExternalId } from '../accounts/create-accounts.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { newId } from '../../platform/ids.js';
import { batchesOf } from '../../platform/limits/batches.js';
import type { InvalidLine } from '../../platform/reason.js';
import { checkJobs, compareBooked, jobsPerTurn, keyOf } from './check-jobs.js';
import { insertLockedDeposits } from './deposit-batch-store.js';
import { freeJobs, insertJobs, type JobName } from './deposit-job-store.js';
import type { JobFile, JobLine } from './job-line.js';
import { inactive, nameTaken, placeJobs, type PlacedJob } from './place-jobs.js';
import { refuseJobs } from './refuse-jobs.js';

export interface ImportOptions {
  /** Makes accounts below for external ids that are not known. */
  readonly createCustomers: boolean;
  /** Takes the good lines of a file that has bad ones, too. */
  readonly partial: boolean;
}

export interface ImportedJobs {
  /** The lines that became deposits. */
  readonly created: readonly JobLine[];
  readonly unchanged: number;
  readonly customersCreated: number;
  readonly faults: readonly InvalidLine[];
}

/**
 * Books the jobs of a file, each as a deposit: all of them, or none if a line is bad, unless it is `partial`. Jobs that are booked
 * already change nothing, also if another import books them at the same time.
 */
export const importJobs = (
  context: Context,
  account: Account,
  file: JobFile,
  { createCustomers, partial }: ImportOptions,
): Promise<ImportedJobs> =>
  inTransaction(context, async (tx) => {
    if (createCustomers) roleOfChild(account);
    const checked = await checkJobs(tx.db, account, file, createCustomers);
    const refuse = (faults: readonly InvalidLine[]): void => {
      if (!partial) refuseJobs(faults);
    };
    refuse(checked.faults);
    const made = await makeCustomers(tx, account, checked.unplaced);
    const booked = await book(tx, [...checked.placed, ...made.placed]);
    const faults = [...checked.faults, ...made.faults, ...booked.faults];
    refuse(faults);
    return {
      created: booked.created,
      unchanged: checked.unchanged.length + booked.unchanged,
      customersCreated: made.customersCreated,
      faults,
    };
  });

/** One order, so that two imports of the same file do not wait for each other. */
const inOrder = <Item>(items: readonly Item[], key: (item: Item) => string): Item[] =>
  items
    .map((item) => [key(item), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);

/** Creates the customers of these lines, or finds them if another import has just created them. */
async function makeCustomers(
  tx: TransactionContext,
  account: Account,
  lines: readonly JobLine[],
): Promise<{ placed: readonly PlacedJob[]; faults: readonly InvalidLine[]; customersCreated: number }> {
  if (lines.length === 0) return { placed: [], faults: [], customersCreated: 0 };
  const wanted = [...new Set(lines.flatMap(({ customer }) => customer ?? []))];
  const ids = new Map<string, AccountId>();
  for (const batch of batchesOf(
    inOrder(wanted, (externalId) => externalId),
    jobsPerTurn,
  ))
    for (const { externalId, id } of await createChildrenByExternalId(tx, account, batch))
      ids.set(externalId ?? '', id);
  const own = lines.flatMap((line) => {
    const accountId = ids.get(line.customer ?? '');
    return accountId === undefined ? [] : [{ ...line, accountId, isActive: true }];
  });
  const others = lines.filter(({ customer = '' }) => !ids.has(customer));
  const later = await placeJobs(tx.db, account, others, true);
  return {
    placed: [...own, ...later.placed],
    faults: [...later.faults, ...later.unplaced.map(nameTaken)],
    customersCreated: ids.size,
  };
}

interface BookedLines {
  readonly created: readonly PlacedJob[];
  readonly unchanged: number;
  readonly faults: readonly InvalidLine[];
}

async function book(tx: TransactionContext, lines: readonly PlacedJob[]): Promise<BookedLines> {
  const booked: BookedLines[] = [];
  for (const batch of batchesOf(inOrder(lines, keyOf), jobsPerTurn)) booked.push(await bookBatch(tx, batch));
  return {
    created: booked.flatMap(({ created }) => created),
    unchanged: booked.reduce((sum, { unchanged }) => sum + unchanged, 0),
    faults: booked.flatMap(({ faults }) => faults),
  };
}

async function bookBatch(tx: TransactionContext, lines: readonly PlacedJob[]): Promise<BookedLines> {
  const now = tx.clock();
  const deposits = lines.map(({ accountId, job, date, pages, width, length, gsm }) => ({
    accountId,
    job,
    depositId: newId(),
    date: date ?? now,
    pages,
    width,
    length,
    gsm,
  }));
  const fresh = new Set((await insertJobs(tx.db, deposits)).map(keyOf));
  const isRest = (one: JobName): boolean => !fresh.has(keyOf(one));
  // Another import has booked the others meanwhile, or their account was deactivated.
  let others = await compareBooked(tx.db, lines.filter(isRest));
  const freed = new Set((await freeJobs(tx.db, others.rest)).map(keyOf));
  if (freed.size > 0) {
    const again = deposits.filter((one) => freed.has(keyOf(one)));
    for (const one of await insertJobs(tx.db, again)) fresh.add(keyOf(one));
    others = await compareBooked(tx.db, lines.filter(isRest));
  }
  await insertLockedDeposits(
    tx,
    deposits
      .filter((one) => fresh.has(keyOf(one)))
      .map(({ accountId, depositId: id, job: _, ...figures }) => ({
        account: accountId,
        input: { id, feedId: null, ...figures, createdAt: now, actor: tx.actor },
      })),
  );
  return {
    created: lines.filter((line) => fresh.has(keyOf(line))),
    unchanged: others.unchanged.length,
    faults: [...others.faults, ...others.rest.map(inactive)],
  };
}
