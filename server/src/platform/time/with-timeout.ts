import { setMaxListeners } from 'node:events';

/**
 * Does work with a signal that goes off when it takes too long, or when the other signal does, and waits no longer than
 * that, whatever the work does about it. A timer of its own, because
 * `AbortSignal.any` does not keep an `AbortSignal.timeout` alive: once memory is cleaned up, it would never go off.
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
    // Many wait for the same signal at once, and none of them stays: that is no leak to warn of.
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
