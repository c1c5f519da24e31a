import { parseCount } from '../parse-count.js';
import type { Connection, Jobs, Reading, Unit } from '../source.js';
import { SourceError } from '../source-error.js';
import { queryPrinter } from './query-printer.js';
import type { Attributes } from './decode-response.js';

const attributeOf: Readonly<Record<Unit, string>> = {
  sheets: 'job-media-sheets-completed',
  impressions: 'job-impressions-completed',
};
const wanted = ['job-id', 'job-state', ...Object.values(attributeOf)];

/** Jobs that may have come to an end before anybody knew how many pages they had. */
const brokenOff: ReadonlySet<unknown> = new Set(['canceled', 'aborted']);

/**
 * The jobs that a printer remembers, and what they come to. Most printers forget old ones, so that the sum alone falls and
 * rises; whoever remembers which jobs have been counted can tell what is new.
 */
export async function listJobs(
  connection: Connection,
  path: string,
): Promise<Pick<Reading, 'total' | 'unit'> & { jobs: Jobs }> {
  const ask = async (whichJobs: 'completed' | 'not-completed'): Promise<readonly Attributes[]> =>
    (await queryPrinter(connection, { operation: 'Get-Jobs', path, wanted, whichJobs })).jobs;
  // In this order, a job that is finished in between is in both lists, and not in none.
  const unfinished = (await ask('not-completed')).map(numberOf);
  const jobs = await ask('completed');
  const unit = unitOf(jobs.filter((job) => !brokenOff.has(job['job-state'])));
  const finished = jobs.map((job) => ({ id: numberOf(job), pages: parseCount(job[attributeOf[unit]]) ?? 0 }));
  const total = finished.reduce((sum, { pages }) => sum + pages, 0);
  return { total, unit, jobs: { finished, unfinished } };
}

function numberOf(job: Attributes): number {
  const id = parseCount(job['job-id']);
  if (id === undefined || id === 0)
    throw new SourceError('noReading', 'there is no counter, and the jobs have no numbers');
  return id;
}

/** The unit in which all of these jobs say what was printed; impressions where there are none, for sheets may come later. */
function unitOf(jobs: readonly Attributes[]): Unit {
  if (jobs.length === 0) return 'impressions';
  const units: readonly Unit[] = ['sheets', 'impressions'];
  const unit = units.find((one) => jobs.every((job) => parseCount(job[attributeOf[one]]) !== undefined));
  // Print servers say zero for what they pass on without a look into it.
  if (unit === undefined || jobs.every((job) => parseCount(job[attributeOf[unit]]) === 0))
    throw new SourceError('noReading', 'there is no counter, and the jobs do not say what was printed');
  return unit;
}
