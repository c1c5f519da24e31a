import type { Account, AccountId } from '../accounts/account.js';
import { roleOfChild } from '../accounts/create-account.js';
import { createChildrenByExternalId } from '../accounts/create-accounts.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { newId } from '../../platform/ids.js';
import { batchesOf } from '../../platform/limits/batches.js';
import type { InvalidLine } from '../../platform/reason.js';
import { checkPrintJobs, compareBooked, jobsPerBatch, keyOf } from './check-print-jobs.js';
import { insertLockedDeposits } from './deposit-batch-store.js';
import { deleteOrphanedPrintJobs, insertPrintJobs, type JobName } from './deposit-job-store.js';
import type { JobFile, JobLine } from './job-line.js';
import {
  inactiveAccountFault,
  nameTakenFault,
  resolveJobAccounts,
  type ResolvedJob,
} from './resolve-job-accounts.js';
import { refuseJobFile } from './refuse-job-file.js';

export interface ImportOptions {
  /** Makes accounts below the account of the file for external ids that are not known. */
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
 * already change nothing, also if another import books them at the same time. Lines that name no customer are those of `account`, and
 * others name accounts below it; without it, as the operator may import, every line names one.
 */
export const importPrintJobs = (
  context: Context,
  account: Account | undefined,
  file: JobFile,
  { createCustomers, partial }: ImportOptions,
): Promise<ImportedJobs> =>
  inTransaction(context, async (tx) => {
    const parent = createCustomers ? account : undefined;
    if (parent) roleOfChild(parent);
    const checked = await checkPrintJobs(tx.db, account, file, parent !== undefined);
    const refuse = (faults: readonly InvalidLine[]): void => {
      if (!partial) refuseJobFile(faults);
    };
    refuse(checked.faults);
    const made = await makeCustomers(tx, parent, checked.unresolved);
    const booked = await book(tx, [...checked.resolved, ...made.placed]);
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
  parent: Account | undefined,
  lines: readonly JobLine[],
): Promise<{ placed: readonly ResolvedJob[]; faults: readonly InvalidLine[]; customersCreated: number }> {
  if (!parent || lines.length === 0) return { placed: [], faults: [], customersCreated: 0 };
  const wanted = [...new Set(lines.flatMap(({ customer }) => customer ?? []))];
  const ids = new Map<string, AccountId>();
  for (const batch of batchesOf(
    inOrder(wanted, (externalId) => externalId),
    jobsPerBatch,
  ))
    for (const { externalId, id } of await createChildrenByExternalId(tx, parent, batch))
      ids.set(externalId ?? '', id);
  const own = lines.flatMap((line) => {
    const accountId = ids.get(line.customer ?? '');
    return accountId === undefined ? [] : [{ ...line, accountId, isActive: true }];
  });
  const others = lines.filter(({ customer = '' }) => !ids.has(customer));
  const later = await resolveJobAccounts(tx.db, parent, others, true);
  return {
    placed: [...own, ...later.resolved],
    faults: [...later.faults, ...later.unresolved.map(nameTakenFault)],
    customersCreated: ids.size,
  };
}

interface BookedLines {
  readonly created: readonly ResolvedJob[];
  readonly unchanged: number;
  readonly faults: readonly InvalidLine[];
}

async function book(tx: TransactionContext, lines: readonly ResolvedJob[]): Promise<BookedLines> {
  const booked: BookedLines[] = [];
  for (const batch of batchesOf(inOrder(lines, keyOf), jobsPerBatch)) booked.push(await bookBatch(tx, batch));
  return {
    created: booked.flatMap(({ created }) => created),
    unchanged: booked.reduce((sum, { unchanged }) => sum + unchanged, 0),
    faults: booked.flatMap(({ faults }) => faults),
  };
}

async function bookBatch(tx: TransactionContext, lines: readonly ResolvedJob[]): Promise<BookedLines> {
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
  const fresh = new Set((await insertPrintJobs(tx.db, deposits)).map(keyOf));
  const isRest = (one: JobName): boolean => !fresh.has(keyOf(one));
  // Another import has booked the others meanwhile, or their account was deactivated.
  let others = await compareBooked(tx.db, lines.filter(isRest));
  const freed = new Set((await deleteOrphanedPrintJobs(tx.db, others.rest)).map(keyOf));
  if (freed.size > 0) {
    const again = deposits.filter((one) => freed.has(keyOf(one)));
    for (const one of await insertPrintJobs(tx.db, again)) fresh.add(keyOf(one));
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
    faults: [...others.faults, ...others.rest.map(inactiveAccountFault)],
  };
}
