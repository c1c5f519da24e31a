import type { Account } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { InvalidLine } from '../../platform/reason.js';
import { batchesOf } from '../../platform/limits/batches.js';
import { shorten, valueParam } from '../../platform/text/shorten.js';
import { findOverLimit, overLimit } from './deposit-limit.js';
import { findExported, findPrintJobs, type JobFigures, type JobName } from './deposit-job-store.js';
import { faultOf, isSameJob, type JobFile, type JobLine } from './job-line.js';
import { inactiveAccountFault, resolveJobAccounts, type ResolvedJob } from './resolve-job-accounts.js';

/** The result of checking a file. Nothing is written yet. */
export interface CheckedJobs {
  readonly resolved: readonly ResolvedJob[];
  /** Jobs of customers that are to be created. */
  readonly unresolved: readonly JobLine[];
  /** Lines that say what is booked already, or what another line says. */
  readonly unchanged: readonly JobLine[];
  readonly faults: readonly InvalidLine[];
}

/** Between them, the process does the work of others; the database writes as many in one statement. */
export const jobsPerBatch = 250;

export async function checkPrintJobs(
  db: Database,
  account: Account | undefined,
  file: JobFile,
  createsCustomers: boolean,
): Promise<CheckedJobs> {
  const parts: CheckedJobs[] = [];
  for (const jobs of batchesOf(file.jobs, jobsPerBatch))
    parts.push(await checkBatch(db, account, jobs, createsCustomers));
  const ofKnown = onceEach(
    parts.flatMap(({ resolved }) => resolved),
    keyOf,
  );
  const ofNew = onceEach(
    parts.flatMap(({ unresolved }) => unresolved),
    ({ customer = '', job }) => `${customer}\n${job}`,
  );
  const all = [...parts, ofKnown, ofNew];
  return {
    resolved: ofKnown.rest,
    unresolved: ofNew.rest,
    unchanged: all.flatMap(({ unchanged }) => unchanged),
    faults: [...file.faults, ...all.flatMap(({ faults }) => faults)],
  };
}

/** Compares lines with what is booked, not with each other. */
async function checkBatch(
  db: Database,
  account: Account | undefined,
  jobs: readonly JobLine[],
  createsCustomers: boolean,
): Promise<CheckedJobs> {
  const { good, faults: beyond } = await withinLimit(db, jobs);
  const {
    resolved,
    unresolved: unplaced,
    faults,
  } = await resolveJobAccounts(db, account, good, createsCustomers);
  const exported = await compareExported(db, resolved);
  const booked = await compareBooked(db, exported.rest);
  return {
    resolved: booked.rest.filter(({ isActive }) => isActive),
    unresolved: unplaced,
    unchanged: [...exported.unchanged, ...booked.unchanged],
    faults: [
      ...beyond,
      ...faults,
      ...exported.faults,
      ...booked.faults,
      ...booked.rest.filter(({ isActive }) => !isActive).map(inactiveAccountFault),
    ],
  };
}

async function withinLimit(
  db: Database,
  jobs: readonly JobLine[],
): Promise<{ good: readonly JobLine[]; faults: InvalidLine[] }> {
  const over = new Set(
    await findOverLimit(
      db,
      jobs.map(({ pages, width, length, gsm }) => ({ quantity: pages, width, length, gsm })),
    ),
  );
  if (over.size === 0) return { good: jobs, faults: [] };
  return {
    good: jobs.filter((_, index) => !over.has(index)),
    faults: jobs
      .filter((_, index) => over.has(index))
      .map((line) => faultOf(line, overLimit.message, { ...overLimit.reason, field: 'sheets' })),
  };
}

/** Lines that are compared with what there is. */
export interface Compared<Line extends JobLine> {
  /** Lines that there is nothing of yet. */
  readonly rest: readonly Line[];
  readonly unchanged: readonly Line[];
  readonly faults: readonly InvalidLine[];
}

function compare<Line extends JobLine>(
  lines: readonly Line[],
  figuresOf: (line: Line) => JobFigures | undefined,
  differs: (line: Line) => InvalidLine,
): Compared<Line> {
  const known = lines.map((line) => [line, figuresOf(line)] as const);
  return {
    rest: known.filter(([, figures]) => !figures).map(([line]) => line),
    unchanged: known.filter(([line, figures]) => figures && isSameJob(line, figures)).map(([line]) => line),
    faults: known
      .filter(([line, figures]) => figures && !isSameJob(line, figures))
      .map(([line]) => differs(line)),
  };
}

async function compareExported(db: Database, lines: readonly ResolvedJob[]): Promise<Compared<ResolvedJob>> {
  const wanted = lines.flatMap(({ accountId, exportedId }) =>
    exportedId === undefined ? [] : [{ accountId, exportedId }],
  );
  const found = await findExported(db, wanted);
  const deposits = new Map(found.map((one) => [`${one.accountId} ${one.depositId}`, one]));
  return compare(
    lines,
    ({ accountId, exportedId = '' }) => deposits.get(`${accountId} ${exportedId.toLowerCase()}`),
    (line) =>
      faultOf(line, 'The deposit with this id has other figures', { code: 'deposit-differs', field: 'id' }),
  );
}

/** Lines whose jobs the accounts have already. */
export async function compareBooked(
  db: Database,
  lines: readonly ResolvedJob[],
): Promise<Compared<ResolvedJob>> {
  const booked = new Map((await findPrintJobs(db, lines)).map((one) => [keyOf(one), one]));
  return compare(
    lines,
    (line) => booked.get(keyOf(line)),
    (line) =>
      faultOf(line, `job is booked already with other figures: ${shorten(line.job)}`, {
        code: 'job-booked',
        field: 'job',
        params: valueParam(line.job),
      }),
  );
}

/** Lines that say the same of a job are one job. */
function onceEach<Line extends JobLine>(lines: readonly Line[], key: (line: Line) => string): Compared<Line> {
  const firsts = new Map<string, Line>();
  for (const line of lines) if (!firsts.has(key(line))) firsts.set(key(line), line);
  const rest = [...firsts.values()];
  const repeated = lines.filter((line) => firsts.get(key(line)) !== line);
  const firstOf = (line: Line): Line => firsts.get(key(line)) as Line;
  const isRepetition = (line: Line): boolean => {
    const { date, ...figures } = firstOf(line);
    if (date === undefined)
      return line.date === undefined && isSameJob(line, { ...figures, date: new Date(0) });
    return line.date !== undefined && isSameJob(line, { ...figures, date });
  };
  return {
    rest,
    unchanged: repeated.filter(isRepetition),
    faults: repeated
      .filter((line) => !isRepetition(line))
      .map((line) =>
        faultOf(line, `job is also on line ${firstOf(line).line}, with other figures: ${shorten(line.job)}`, {
          code: 'job-twice',
          field: 'job',
          params: { ...valueParam(line.job), line: firstOf(line).line },
        }),
      ),
  };
}

export const keyOf = ({ accountId, job }: JobName): string => `${accountId} ${job}`;
