import { describe, expect, it } from 'vitest';
import { countPrintJobs, type PrintJobProgress } from '../../src/features/feeds/counting/count-print-jobs.js';
import { Random } from '../support/faults/random.js';

/** A job given as a number has as many pages as its id. */
const jobs = (
  finished: readonly (number | [id: number, pages: number])[],
  unfinished: readonly number[] = [],
) => ({
  finished: finished.map((job) =>
    typeof job === 'number' ? { id: job, pages: job } : { id: job[0], pages: job[1] },
  ),
  unfinished,
});

/** The pages of each of these job histories, read in turn. */
function count(...histories: readonly ReturnType<typeof jobs>[]): (number | 'reset')[] {
  let progress: PrintJobProgress | undefined;
  return histories.map((history) => {
    const counted = countPrintJobs(progress, history);
    progress = counted.progress;
    return counted.isReset ? 'reset' : counted.pages;
  });
}

describe('The jobs of a printer', () => {
  it('are counted from the first reading on', () => {
    expect(count(jobs([1, 2, 3]), jobs([1, 2, 3]), jobs([1, 2, 3, 4, 5]))).toEqual([0, 0, 9]);
    expect(count(jobs([]), jobs([1, 2]))).toEqual([0, 3]);
  });

  it('are counted once even if the printer forgets old jobs, or all of them', () => {
    expect(count(jobs([7, 8]), jobs([8, 9]), jobs([]), jobs([10]), jobs([10, 13]))).toEqual([
      0, 9, 0, 10, 13,
    ]);
  });

  it('are counted when they finish, in any order', () => {
    expect(count(jobs([1, 3], [2]), jobs([1, 3, 4], [2]), jobs([2, 4]), jobs([2, 4]))).toEqual([0, 4, 2, 0]);
    expect(count(jobs([50], [5]), jobs([5]), jobs([5]))).toEqual([0, 5, 'reset']);
  });

  it('are counted once if they finish between the two requests', () => {
    expect(count(jobs([1]), jobs([1, 2], [2, 3]), jobs([1, 2, 3]))).toEqual([0, 2, 3]);
  });

  it('are counted if they were in neither response because they were created between the two requests', () => {
    expect(count(jobs([1]), jobs([1, 3]), jobs([1, 2, 3]), jobs([1, 2, 3]))).toEqual([0, 3, 2, 0]);
  });

  it('start with a new baseline if the printer restarts its numbering', () => {
    expect(count(jobs([98, 99]), jobs([1, 2]), jobs([1, 2, 3]))).toEqual([0, 'reset', 3]);
  });

  it('of other queues on the server do not fill the list of open jobs without limit', () => {
    const { progress } = countPrintJobs({ lastJob: 1, openJobs: [] }, jobs([1_000_000]));
    expect(progress.openJobs).toHaveLength(1_000);
  });

  it('are never counted twice, and only lost if the printer forgot them before they were read', () => {
    const random = new Random();
    for (let round = 0; round < 300; round++) {
      const printed = new Map<number, number>();
      let waiting: number[] = [];
      let remembered: [number, number][] = [];
      let newest = random.upTo(50);
      let progress: PrintJobProgress | undefined;
      let counted = 0;
      for (let day = 0; day < 60; day++) {
        for (let job = random.upTo(8); job > 0; job--) waiting.push((newest += 1 + random.upTo(2)));
        const ends = waiting.filter(() => random.next() < 0.7);
        waiting = waiting.filter((id) => !ends.includes(id));
        for (const id of ends) {
          const pages = random.upTo(20);
          remembered.push([id, pages]);
          if (progress) printed.set(id, pages);
        }
        remembered = remembered.slice(-20);
        const outcome = countPrintJobs(progress, jobs(remembered, waiting));
        // Without a finished job there is no baseline.
        counted += outcome.pages;
        progress = outcome.progress;
      }
      const all = [...printed.values()].reduce((sum, pages) => sum + pages, 0);
      expect(counted, `REGROVE_TEST_SEED=${random.seed}`).toBe(all);
    }
  });
});
