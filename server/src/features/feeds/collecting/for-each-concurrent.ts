/**
 * Works through items, so many at the same time; takes no new ones once the signal aborts. One that fails stops no other:
 * its error is thrown when all is done, and nothing goes on behind the caller's back.
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
