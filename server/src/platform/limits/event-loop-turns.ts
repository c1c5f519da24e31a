const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop of its own: however many wait, one continues per iteration of the event loop. With
 * `setImmediate` alone, all of them would go on in the same turn, and everybody else would wait for their sum.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}

/** A few milliseconds of work, whatever is written of a row. */
export const rowsPerTurn = 100;

/** The same rows in short batches, each in a turn of its own: for exports, whose rows are cheaper to read than to write. */
export async function* inEventLoopTurns<Row>(
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches)
    for (let start = 0; start < batch.length; start += rowsPerTurn) {
      await yieldToEventLoop();
      yield batch.slice(start, start + rowsPerTurn);
    }
}
