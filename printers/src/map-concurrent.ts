interface Done<Result> {
  readonly result: Result;
  readonly task: Promise<Done<Result>>;
}

/**
 * Yields results in the order in which they complete, so a slow item does not delay the others. New items are only started
 * while the caller asks for more. When the caller stops or an item fails, the signal of all running items is aborted.
 */
export async function* mapConcurrent<Item, Result>(
  items: Iterable<Item>,
  maxConcurrency: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const end = new AbortController();
  const waiting = Array.from(items);
  const running = new Set<Promise<Done<Result>>>();
  try {
    for (;;) {
      for (const item of waiting.splice(0, maxConcurrency - running.size)) {
        const task: Promise<Done<Result>> = work(item, end.signal).then((result) => ({ result, task }));
        // A failure after the caller has stopped must not become an unhandled rejection.
        task.catch(() => undefined);
        running.add(task);
      }
      if (running.size === 0) return;
      const { result, task } = await Promise.race(running);
      running.delete(task);
      yield result;
    }
  } finally {
    end.abort();
  }
}
