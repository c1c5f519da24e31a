import { Semaphore } from '../../../platform/limits/semaphore.js';

/**
 * Runs `work` for all items with limited concurrency. Starts no new items once the signal aborts. A failure does not stop the
 * others: the first error is thrown when all are done, so that no work continues after the call.
 */
export async function forEachConcurrent<Item>(
  maxConcurrency: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const semaphore = new Semaphore({ permits: maxConcurrency });
  const outcomes = await Promise.allSettled(
    Array.from(items, (item) =>
      semaphore.run(async () => {
        if (signal?.aborted !== true) await work(item);
      }),
    ),
  );
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
