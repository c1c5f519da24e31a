import { plainCount } from '../plain-count.js';
import type { Connection, Reading } from '../source.js';
import { SourceTrouble } from '../trouble.js';
import { askPrinter } from './ask-printer.js';
import type { Attributes } from './decode-answer.js';

const sheets = 'job-media-sheets-completed';
const impressions = 'job-impressions-completed';
const wanted = ['job-id', sheets, impressions];

/**
 * The sum over all jobs that a printer has ever done, which only a printer can tell that has forgotten none: their numbers
 * go from one up without a gap. The sum over a history that loses its old jobs would fall and rise, and what it rises by
 * is not what was printed.
 */
export async function countJobs(
  connection: Connection,
  path: string,
): Promise<Pick<Reading, 'total' | 'unit'>> {
  const jobs = async (whichJobs: 'completed' | 'not-completed'): Promise<readonly Attributes[]> =>
    (await askPrinter(connection, { operation: 'Get-Jobs', path, wanted, whichJobs })).jobs;
  // In this order, a job that is finished in between is in both lists, and not in none.
  const unfinished = await jobs('not-completed');
  const finished = await jobs('completed');
  if (finished.length === 0 || !isWhole([...unfinished, ...finished]))
    throw new SourceTrouble('noReading', 'there is no counter, and the history of jobs is not whole');
  const saysSheets = finished.some((job) => plainCount(job[sheets]) !== undefined);
  const total = finished
    .map((job) => plainCount(job[saysSheets ? sheets : impressions]))
    .reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);
  // Print servers say zero for what they pass on without a look into it.
  if (!total)
    throw new SourceTrouble('noReading', 'there is no counter, and the jobs do not say what was printed');
  return { total, unit: saysSheets ? 'sheets' : 'impressions' };
}

function isWhole(jobs: readonly Attributes[]): boolean {
  const ids = new Set(jobs.map((job) => plainCount(job['job-id'])));
  if (ids.has(undefined) || ids.has(0)) return false;
  let highest = 0;
  for (const id of ids) highest = Math.max(highest, id ?? 0);
  return highest === ids.size;
}
