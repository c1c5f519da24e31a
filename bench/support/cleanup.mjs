const undoings = [];
let cleaning;
let interrupted = false;

/** Whether a signal ended the run, which then explains later failures. */
export const wasInterrupted = () => interrupted;

/**
 * Starts to create something and registers how to undo it. Refuses once cleanup has started; cleanup waits for what
 * is still being created, because a database cannot be stopped while it is starting.
 */
export function withCleanup(begin, undo) {
  if (cleaning) throw new Error('The run is being stopped');
  const created = Promise.resolve(begin());
  let undone;
  const undoOnce = () => (undone ??= created.then(undo, () => undefined));
  undoings.push(undoOnce);
  return { created, undo: undoOnce };
}

/** Undoes everything, latest first. A failure is reported and does not stop the rest. */
export const cleanUp = () => (cleaning ??= undoAll());

async function undoAll() {
  for (let undo = undoings.pop(); undo; undo = undoings.pop()) {
    await undo().catch((error) => console.error(error));
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    console.error('Stopping: removing what was made');
    void cleanUp().then(() => process.exit(130));
  });
}
