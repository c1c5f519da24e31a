const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ctrl-C in a terminal reaches us twice: once from the terminal, once passed on by npm. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;

/**
 * Settles at the first signal to stop; listens from now on, so that one that comes during the start is not lost. A
 * later one stops the process at once.
 */
export function stopSignal(onStop: () => void, { startedByNpm }: { startedByNpm: boolean }): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => {
        for (const name of signals) process.off(name, stop);
      }, sameSignalMs).unref();
      onStop();
      resolve();
    };
    for (const name of signals) process.on(name, stop);
    if (startedByNpm) whenOrphaned(stop);
  });
}

/** npm signals the shell that it runs commands in, and the shell ends without a word to us: all that we see is its end. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentCheckMs);
  watch.unref();
}
