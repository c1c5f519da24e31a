const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ctrl-C in a terminal arrives twice: from the terminal and from npm. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;

/**
 * Settles at the first signal to stop. Listens immediately, so that a signal during startup is not lost. A later signal
 * kills the process.
 */
export function stopSignal(onStop: () => void, origin: Origin): Promise<void> {
  return new Promise((resolve) => {
    listen(() => {
      onStop();
      resolve();
    }, origin);
  });
}

/** Runs work that ends early, and cleans up, when it is told to stop. */
export async function untilStopSignal<T>(
  work: (interruption: AbortSignal) => Promise<T>,
  { reason, ...origin }: Origin & { reason: Error },
): Promise<T> {
  const controller = new AbortController();
  const forget = listen(() => controller.abort(reason), origin);
  try {
    return await work(controller.signal);
  } finally {
    forget();
  }
}

interface Origin {
  readonly startedByNpm: boolean;
}

/** Calls back once, unless the returned function was called before. */
function listen(onStop: () => void, { startedByNpm }: Origin): () => void {
  let isOver = false;
  const forget = (): void => {
    isOver = true;
    unwatch();
    for (const name of signals) process.off(name, stop);
  };
  const stop = (): void => {
    if (isOver) return;
    isOver = true;
    setTimeout(forget, sameSignalMs).unref();
    onStop();
  };
  for (const name of signals) process.on(name, stop);
  const unwatch = startedByNpm ? whenOrphaned(stop) : (): void => undefined;
  return forget;
}

/**
 * npm signals the shell that runs the command, and the shell exits without passing the signal on. All we see is that
 * the parent is gone.
 */
function whenOrphaned(stop: () => void): () => void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentCheckMs);
  watch.unref();
  return () => {
    clearInterval(watch);
  };
}
