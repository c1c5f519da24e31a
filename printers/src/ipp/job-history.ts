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

/** Jobs in these states may have ended before their page count was known. */
const brokenOff: ReadonlySet<unknown> = new Set(['canceled', 'aborted']);

/**
 * The jobs that a printer remembers, and the sum of their pages. Most printers forget old jobs, so the sum alone can fall.
 * The caller keeps track of the jobs that were counted.
 */
export async function listJobs(
  connection: Connection,
  path: string,
): Promise<Pick<Reading, 'total' | 'unit'> & { jobs: Jobs }> {
  const ask = async (whichJobs: 'completed' | 'not-completed'): Promise<readonly Attributes[]> =>
    (await queryPrinter(connection, { operation: 'Get-Jobs', path, wanted, whichJobs })).jobs;
  // In this order, a job that finishes between the two requests is in both lists rather than in neither.
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

/** A unit that all of these jobs report. Without jobs it is impressions, because sheets can still replace them later. */
function unitOf(jobs: readonly Attributes[]): Unit {
  if (jobs.length === 0) return 'impressions';
  const units: readonly Unit[] = ['sheets', 'impressions'];
  const unit = units.find((one) => jobs.every((job) => parseCount(job[attributeOf[one]]) !== undefined));
  // Print servers report zero for jobs that they forward without parsing them.
  if (unit === undefined || jobs.every((job) => parseCount(job[attributeOf[unit]]) === 0))
    throw new SourceError('noReading', 'there is no counter, and the jobs do not say what was printed');
  return unit;
}
