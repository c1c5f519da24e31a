import { Semaphore } from '../../platform/limits/semaphore.js';

const slot = new Semaphore({ permits: 1 });

/** Archives and reports together use one thread, so that another is left for single documents, which somebody waits for. */
export const limitBulkWork = <Result>(work: () => Promise<Result>): Promise<Result> => slot.run(work);
