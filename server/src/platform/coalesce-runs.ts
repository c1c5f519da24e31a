/** Runs work once at a time. Each caller gets the result of a run that began after its call; callers that wait share it. */
export function coalesceRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const begun = work();
    running = begun;
    return begun;
  };
  return () => (next ??= running.then(start, start));
}
