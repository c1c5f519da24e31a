/**
 * Does the work for several items at a time and gives each result as soon as it is there, so that a slow one holds up no
 * other. Whoever stops listening, or is stopped by an error, leaves no work behind: its signal goes off.
 */
export async function* sideBySide<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const end = new AbortController();
  const pending = new Map<Item, Promise<readonly [Item, Result]>>();
  const next = async (): Promise<Result> => {
    const [item, result] = await Promise.race(pending.values());
    pending.delete(item);
    return result;
  };
  try {
    for (const item of new Set(items)) {
      pending.set(
        item,
        work(item, end.signal).then((result) => [item, result]),
      );
      if (pending.size >= atOnce) yield await next();
    }
    while (pending.size > 0) yield await next();
  } finally {
    end.abort();
  }
}
