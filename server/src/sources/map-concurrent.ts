interface Done<Result> {
  readonly result: Result;
  readonly task: Promise<Done<Result>>;
}

/**
 * What becomes of many pieces of work, in the order in which they are done: a slow one keeps no other one waiting. A piece
 * is only begun while somebody asks for more; whoever stops asking, or is stopped by an error, leaves no work behind: its
 * signal goes off.
 */
export async function* mapConcurrent<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const end = new AbortController();
  const waiting = Array.from(items);
  const running = new Set<Promise<Done<Result>>>();
  try {
    for (;;) {
      for (const item of waiting.splice(0, atOnce - running.size)) {
        const task: Promise<Done<Result>> = work(item, end.signal).then((result) => ({ result, task }));
        // Whoever has stopped asking does not hear of what fails later.
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
