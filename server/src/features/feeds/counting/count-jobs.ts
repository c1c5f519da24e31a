import type { Jobs } from '../../../sources/source.js';

/** Which jobs of a printer have been counted: all up to the last one, except those that were not finished then. */
export interface JobProgress {
  readonly lastJob: number;
  readonly openJobs: readonly number[];
}

export interface CountedJobs {
  /** What the jobs come to that were not counted before. */
  readonly pages: number;
  readonly mark: JobProgress;
  /** The printer numbers its jobs anew, so that nobody can tell which of them are new. */
  readonly isReset: boolean;
}

/** More than a printer has at once. */
const maxOpenJobs = 1_000;

/** Counts every job once, however many of the old ones the printer has forgotten, and in whatever order they end. */
export function countJobs(known: JobProgress | undefined, { finished, unfinished }: Jobs): CountedJobs {
  const done = new Set(finished.map(({ id }) => id));
  const newest = finished.reduce((highest, { id }) => Math.max(highest, id), 0);
  const waiting = unfinished.filter((id) => !done.has(id));
  const begin: JobProgress = { lastJob: newest, openJobs: cut(waiting.filter((id) => id < newest)) };
  if (!known) return { pages: 0, mark: begin, isReset: false };
  const open = new Set(known.openJobs);
  const isNew = (id: number): boolean => id > known.lastJob || open.has(id);
  const fresh = finished.filter(({ id }) => isNew(id));
  if (finished.length > 0 && newest < known.lastJob && fresh.length === 0)
    return { pages: 0, mark: begin, isReset: true };
  const lastJob = Math.max(known.lastJob, newest);
  // What came between the two questions, about waiting and about finished jobs, may be in neither answer.
  const unseen = numbersBetween(known.lastJob, newest).filter((id) => !done.has(id));
  const openJobs = cut([...new Set([...waiting.filter((id) => id < lastJob), ...unseen])]);
  const pages = fresh.reduce((sum, job) => sum + job.pages, 0);
  return { pages, mark: { lastJob, openJobs }, isReset: false };
}

const cut = (ids: readonly number[]): number[] => [...ids].sort((a, b) => b - a).slice(0, maxOpenJobs);

/** The newest of them, if they are many. */
function numbersBetween(lower: number, upper: number): number[] {
  const first = Math.max(lower + 1, upper - maxOpenJobs);
  return Array.from({ length: Math.max(0, upper - first) }, (_, index) => first + index);
}
