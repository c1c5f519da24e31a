import type { Clock } from '../time/clock.js';
import type { Log } from '../log.js';
import { tlsCertificate, type TlsCertificate, type TlsSource } from './tls-certificate.js';

export interface RenewalOptions {
  readonly source: TlsSource;
  /** The one that is in use. */
  readonly current: TlsCertificate;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes another one into use. */
  readonly use: (certificate: TlsCertificate) => void;
  readonly everyMs?: number | undefined;
}

/** Files are looked at rather than watched: they may be links to links, or on a file system that tells nothing. */
const usualMs = 30_000;

/**
 * Takes a certificate into use that was put in the place of the other one, and makes a new one in time where it is ours to
 * make. What cannot be used is logged, and the one before stays. Answers how to end this.
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
      // Said once, not at every look.
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
