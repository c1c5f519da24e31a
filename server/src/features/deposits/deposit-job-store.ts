import type { AccountId } from '../accounts/account.js';
import { columnNames, columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import type { Database, Transaction } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

/** What a job was booked with. */
export interface JobFigures {
  readonly date: Date;
  readonly pages: Whole;
  readonly width: Decimal;
  readonly length: Decimal;
  readonly gsm: number;
}

/** A job is known by its name within its account. */
export interface JobName {
  readonly accountId: AccountId;
  readonly job: string;
}

export interface BookedJob extends JobName, JobFigures {
  readonly depositId: string;
}

const columns = {
  job: 'text',
  depositId: 'uuid',
  date: 'timestamptz',
  pages: 'bigint',
  width: 'numeric',
  length: 'numeric',
  gsm: 'integer',
} as const satisfies ColumnTypes<keyof Omit<BookedJob, 'accountId'>>;
const names = columnNames(columns);
const listed = columnParameters(2, columns);

const reason = 'an import books jobs of the accounts below one';

const insertFrom = (source: string, rest = ''): string => `
  insert into deposit_jobs as booked (account_id, ${names})
  select account_states.account_id, ${names} ${source} and status = 'active' ${rest}
  on conflict (account_id, job) do nothing returning booked.account_id, booked.job`;

const lists = `$1::uuid[], ${listed.lists}`;

// Without the list of accounts as a condition: a plan for any values would compare each line with all of it.
const joined = `
  from unnest(${lists}) as one (one_account_id, ${names})
    join account_states on account_states.account_id = one_account_id
  where true`;

// Holds a shared lock on the accounts until it commits, as other deposits do. In one order, so that two imports with the same jobs do
// not wait for each other. A distributed store cannot lock rows of several nodes in one statement.
const insert = crossAccountStatement<JobName>(
  reason,
  insertFrom(joined, 'order by account_states.account_id, job for share of account_states'),
  { distributed: insertFrom(unnestOnShard(lists, names)) },
);

const lockActive = statement(
  `select account_id from account_states where account_id = $1 and status = 'active' for share`,
);

/**
 * Books the jobs that the accounts do not have yet, and returns their names. Waits for other imports of the same jobs. Those that are
 * missing in the answer are booked already, or their account is inactive.
 */
export async function insertPrintJobs(db: Transaction, jobs: readonly BookedJob[]): Promise<JobName[]> {
  const accounts = jobs.map(({ accountId }) => accountId);
  if (db.layout === 'distributed')
    for (const account of [...new Set(accounts)].sort()) await db.rows(lockActive, [account]);
  return db.rows(insert, [accounts, ...listed.listsOf(jobs)]);
}

// Version 0.9, which may run on the same database, deletes deposits without freeing their jobs.
const isBooked =
  'exists (select from deposits where deposits.account_id = deposit_jobs.account_id and deposits.id = deposit_id)';

const selectJobs = `
  select account_id, ${names}
  from unnest($1::uuid[], $2::text[]) as one (one_account_id, one_job)
    join deposit_jobs on account_id = one_account_id and job = one_job`;
const select = crossAccountStatement<BookedJob>(reason, `${selectJobs} where ${isBooked}`, {
  distributed: `${selectJobs}
    join (select account_id as deposit_account_id, id as made_deposit_id from deposits where account_id = any($1::uuid[])) made
      on deposit_account_id = account_id and made_deposit_id = deposit_id
    where account_id = any($1::uuid[])`,
});

/** Those of the jobs that are booked. */
export const findPrintJobs = (db: Database, jobs: readonly JobName[]): Promise<BookedJob[]> =>
  jobs.length === 0
    ? Promise.resolve([])
    : db.rows(select, [jobs.map(({ accountId }) => accountId), jobs.map(({ job }) => job)]);

const free = statement<JobName>(
  `delete from deposit_jobs where account_id = $1 and job = any($2::text[]) and not ${isBooked} returning account_id, job`,
);

/** Forgets the jobs whose deposits were deleted, and returns their names. */
export async function deleteOrphanedPrintJobs(db: Transaction, jobs: readonly JobName[]): Promise<JobName[]> {
  const freed: JobName[] = [];
  for (const account of [...new Set(jobs.map(({ accountId }) => accountId))].sort()) {
    const ofAccount = jobs.filter(({ accountId }) => accountId === account).map(({ job }) => job);
    freed.push(...(await db.rows(free, [account, ofAccount])));
  }
  return freed;
}

const selectOfIds = `
  select account_id, id as deposit_id, date, pages, width, length, gsm
  from unnest($1::uuid[], $2::uuid[]) as one (one_account_id, one_id)
    join deposits on account_id = one_account_id and id = one_id`;
const selectDeposits = crossAccountStatement<Omit<BookedJob, 'job'>>(reason, selectOfIds, {
  distributed: `${selectOfIds} where account_id = any($1::uuid[])`,
});

/** Deposits that the lines of an exported file come from. */
export const findExported = (
  db: Database,
  exported: readonly { readonly accountId: AccountId; readonly exportedId: string }[],
): Promise<Omit<BookedJob, 'job'>[]> =>
  exported.length === 0
    ? Promise.resolve([])
    : db.rows(selectDeposits, [
        exported.map(({ accountId }) => accountId),
        exported.map(({ exportedId }) => exportedId),
      ]);

const selectNames = statement<{ depositId: string; job: string }>(
  'select deposit_id, job from deposit_jobs where account_id = $1 and deposit_id = any($2::uuid[])',
);

/** The jobs that deposits of an account come from, by the id of the deposit. */
export const jobsOfDeposits = async (
  db: Database,
  account: AccountId,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectNames, [account, depositIds])).map(({ depositId, job }) => [depositId, job]));
