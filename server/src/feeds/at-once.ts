/** Works through items, so many at the same time; takes no new ones once the signal aborts. */
export async function atOnce<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    while (signal?.aborted !== true) {
      const next = queue.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
