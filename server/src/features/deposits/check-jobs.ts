import type { Account } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { InvalidLine } from '../../platform/reason.js';
import { batchesOf } from '../../platform/limits/batches.js';
import { shorten, valueIn } from '../../platform/text/shorten.js';
import { findOverLimit, overLimit } from './deposit-limit.js';
import { findExported, findJobs, type JobFigures, type JobName } from './deposit-job-store.js';
import { faultOf, isSame, type JobFile, type JobLine } from './job-line.js';
import { inactive, placeJobs, type PlacedJob } from './place-jobs.js';

/** What a file comes to. Nothing is written yet. */
export interface CheckedJobs {
  readonly placed: readonly PlacedJob[];
  /** Jobs of customers that are to be created. */
  readonly unplaced: readonly JobLine[];
  /** Lines that say what is booked already, or what another line says. */
  readonly unchanged: readonly JobLine[];
  readonly faults: readonly InvalidLine[];
}

/** Between them, the process does the work of others; the database writes as many in one statement. */
export const jobsPerTurn = 250;

export async function checkJobs(
  db: Database,
  account: Account,
  file: JobFile,
  createsCustomers: boolean,
): Promise<CheckedJobs> {
  const parts: CheckedJobs[] = [];
  for (const jobs of batchesOf(file.jobs, jobsPerTurn))
    parts.push(await checkBatch(db, account, jobs, createsCustomers));
  const ofKnown = onceEach(
    parts.flatMap(({ placed }) => placed),
    keyOf,
  );
  const ofNew = onceEach(
    parts.flatMap(({ unplaced }) => unplaced),
    ({ customer = '', job }) => `${customer}\n${job}`,
  );
  const all = [...parts, ofKnown, ofNew];
  return {
    placed: ofKnown.rest,
    unplaced: ofNew.rest,
    unchanged: all.flatMap(({ unchanged }) => unchanged),
    faults: [...file.faults, ...all.flatMap(({ faults }) => faults)],
  };
}

/** Compares lines with what is booked, not with each other. */
async function checkBatch(
  db: Database,
  account: Account,
  jobs: readonly JobLine[],
  createsCustomers: boolean,
): Promise<CheckedJobs> {
  const { good, faults: beyond } = await withinLimit(db, jobs);
  const { placed, unplaced, faults } = await placeJobs(db, account, good, createsCustomers);
  const exported = await compareExported(db, placed);
  const booked = await compareBooked(db, exported.rest);
  return {
    placed: booked.rest.filter(({ isActive }) => isActive),
    unplaced,
    unchanged: [...exported.unchanged, ...booked.unchanged],
    faults: [
      ...beyond,
      ...faults,
      ...exported.faults,
      ...booked.faults,
      ...booked.rest.filter(({ isActive }) => !isActive).map(inactive),
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
    unchanged: known.filter(([line, figures]) => figures && isSame(line, figures)).map(([line]) => line),
    faults: known
      .filter(([line, figures]) => figures && !isSame(line, figures))
      .map(([line]) => differs(line)),
  };
}

async function compareExported(db: Database, lines: readonly PlacedJob[]): Promise<Compared<PlacedJob>> {
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
export async function compareBooked(db: Database, lines: readonly PlacedJob[]): Promise<Compared<PlacedJob>> {
  const booked = new Map((await findJobs(db, lines)).map((one) => [keyOf(one), one]));
  return compare(
    lines,
    (line) => booked.get(keyOf(line)),
    (line) =>
      faultOf(line, `job is booked already with other figures: ${shorten(line.job)}`, {
        code: 'job-booked',
        field: 'job',
        params: valueIn(line.job),
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
    if (date === undefined) return line.date === undefined && isSame(line, { ...figures, date: new Date(0) });
    return line.date !== undefined && isSame(line, { ...figures, date });
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
          params: { ...valueIn(line.job), line: firstOf(line).line },
        }),
      ),
  };
}

export const keyOf = ({ accountId, job }: JobName): string => `${accountId} ${job}`;
