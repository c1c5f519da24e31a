/**
 * Runs `work` for all items with limited concurrency. Starts no new items once the signal aborts. A failure does not stop the
 * others: the first error is thrown when all are done, so that no work continues after the call.
 */
export async function forEachConcurrent<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  const queue = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    while (signal?.aborted !== true) {
      const next = queue.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}
