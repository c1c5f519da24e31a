const undoings = [];
let cleaning;
let interrupted = false;

/** Whether a signal ended the run: what fails from then on fails because of it. */
export const wasInterrupted = () => interrupted;

/**
 * Makes something (or begins to) and remembers how to undo it. Nothing is made once cleaning up has begun, and what was
 * only begun by then is waited for: half a database cannot be stopped.
 */
export function make(begin, undo) {
  if (cleaning) throw new Error('The run is being stopped');
  const making = Promise.resolve(begin());
  let undone;
  const undoOnce = () => (undone ??= making.then(undo, () => undefined));
  undoings.push(undoOnce);
  return { making, undo: undoOnce };
}

/** Undoes everything, the latest first. What fails is told and does not keep the rest from being undone. */
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
