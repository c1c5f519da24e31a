/** Anyone can call for a check at any rate, so the database is queried at most this often. */
const freshMs = 1_000;

/** One check at a time, cached while fresh. */
export function cachedCheck<T>(check: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (last && performance.now() < until) return last;
    until = Infinity;
    last = check().finally(() => (until = performance.now() + freshMs));
    return last;
  };
}
