import type { Clock } from '../time/clock.js';
import type { Log } from '../log.js';
import { tlsCertificate, type TlsCertificate, type TlsSource } from './tls-certificate.js';

export interface RenewalOptions {
  readonly source: TlsSource;
  readonly current: TlsCertificate;
  readonly clock: Clock;
  readonly log: Log;
  readonly use: (certificate: TlsCertificate) => void;
  readonly everyMs?: number | undefined;
}

/** Files are polled, not watched: they may be chains of symlinks, or on a file system without notifications. */
const usualMs = 30_000;

/**
 * Switches to a new certificate when its files are replaced, and renews a generated one in time. A certificate that cannot
 * be used is logged, and the current one stays in use. Returns a function that stops this.
 */
export function renewCertificate({
  source,
  current,
  clock,
  log,
  use,
  everyMs = usualMs,
}: RenewalOptions): () => void {
  let inUse = current;
  let lastFailure = '';
  const look = async (): Promise<void> => {
    try {
      const found = await tlsCertificate(source, clock());
      lastFailure = '';
      if (found.cert === inUse.cert && found.key === inUse.key) return;
      use(found);
      inUse = found;
      log.info({ file: found.certFile }, 'using a new certificate');
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      // Log a failure once, not on every poll.
      if (failure !== lastFailure)
        log.error({ err: error }, 'the new certificate cannot be used; keeping the old one');
      lastFailure = failure;
    }
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
