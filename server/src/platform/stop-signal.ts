const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ctrl-C in a terminal arrives twice: from the terminal and from npm. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;

/**
 * Settles at the first signal to stop. Listens immediately, so that a signal during startup is not lost. A later signal
 * kills the process.
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

/**
 * npm signals the shell that runs the command, and the shell exits without passing the signal on. All we see is that
 * the parent is gone.
 */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentCheckMs);
  watch.unref();
}
