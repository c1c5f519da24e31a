import type { Jobs } from '@regrove/printers/source';

/** The jobs that have been counted: all up to `lastJob`, except `openJobs`, which were not finished at the time. */
export interface PrintJobProgress {
  readonly lastJob: number;
  readonly openJobs: readonly number[];
}

export interface CountedJobs {
  /** Pages of jobs that were not counted before. */
  readonly pages: number;
  readonly progress: PrintJobProgress;
  /** The printer has restarted its numbering, so it is unknown which jobs are new. */
  readonly isReset: boolean;
}

/** More than a printer has at the same time. */
const maxOpenJobs = 1_000;

/** Counts each job once, even if the printer has forgotten old jobs, and in whatever order jobs finish. */
export function countPrintJobs(
  known: PrintJobProgress | undefined,
  { finished, unfinished }: Jobs,
): CountedJobs {
  const done = new Set(finished.map(({ id }) => id));
  const newest = finished.reduce((max, { id }) => Math.max(max, id), 0);
  const waiting = unfinished.filter((id) => !done.has(id));
  const baseline: PrintJobProgress = {
    lastJob: newest,
    openJobs: highest(waiting.filter((id) => id < newest)),
  };
  if (!known) return { pages: 0, progress: baseline, isReset: false };
  const open = new Set(known.openJobs);
  const isNew = (id: number): boolean => id > known.lastJob || open.has(id);
  const fresh = finished.filter(({ id }) => isNew(id));
  if (finished.length > 0 && newest < known.lastJob && fresh.length === 0)
    return { pages: 0, progress: baseline, isReset: true };
  const lastJob = Math.max(known.lastJob, newest);
  // A job that was created between the requests for unfinished and finished jobs may be in neither response.
  const unseen = idsBetween(known.lastJob, newest).filter((id) => !done.has(id));
  const openJobs = highest([...new Set([...waiting.filter((id) => id < lastJob), ...unseen])]);
  const pages = fresh.reduce((sum, job) => sum + job.pages, 0);
  return { pages, progress: { lastJob, openJobs }, isReset: false };
}

const highest = (ids: readonly number[]): number[] => [...ids].sort((a, b) => b - a).slice(0, maxOpenJobs);

/** Only the highest `maxOpenJobs` of them. */
function idsBetween(lower: number, upper: number): number[] {
  const first = Math.max(lower + 1, upper - maxOpenJobs);
  return Array.from({ length: Math.max(0, upper - first) }, (_, index) => first + index);
}
