import { setMaxListeners } from 'node:events';

/**
 * Runs work with a signal that aborts on timeout or when the given signal does. Waits no longer than that, even if the work
 * ignores the signal. Uses its own timer because `AbortSignal.any` does not keep an `AbortSignal.timeout` alive: after a
 * garbage collection, it would never fire.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  const follow = (): void => {
    timeout.abort(signal?.reason);
  };
  const timer = setTimeout(() => {
    timeout.abort(new DOMException(`It took longer than ${milliseconds / 1000} seconds`, 'TimeoutError'));
  }, milliseconds);
  if (signal?.aborted === true) follow();
  if (signal) {
    // Many callers share this signal, and each removes its listener: not a leak to warn about.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', follow);
  }
  const givenUp = new Promise<never>((_, reject) => {
    timeout.signal.addEventListener('abort', () => {
      reject(timeout.signal.reason as Error);
    });
  });
  try {
    timeout.signal.throwIfAborted();
    return await Promise.race([work(timeout.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
}
