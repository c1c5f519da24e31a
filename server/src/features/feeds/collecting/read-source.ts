import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../database/context.js';
import { isPlainLine } from '../../../platform/text/control-characters.js';
import type { SealedServer } from '../../servers/server-store.js';
import { maxDevices } from '../../../sources/max-devices.js';
import { portOf } from '../../../sources/port-of.js';
import type { Connection, Reading, Source } from '../../../sources/source.js';
import { SourceError } from '../../../sources/source-error.js';

export interface SourceRequest {
  readonly source: Source;
  readonly server: SealedServer | undefined;
  readonly externalId: string | null;
  /** Whether the reader wants to know which devices are managed. */
  readonly isManagedOnly: boolean;
  /** Whether somebody waits for the outcome. */
  readonly isInteractive?: boolean;
  /** Hears which addresses are asked. */
  readonly reportAddresses?: Connection['reportAddresses'];
}

/** How many of those that cannot be read the log tells of one by one. */
const maxTold = 20;
const longestName = 255;

/** A name that can be kept, shown and found again. Nothing is cut off or cleaned: it might become another device's name. */
const isName = (text: string): boolean => text !== '' && text.length <= longestName && isPlainLine(text);

/** A long list may be worked off without ever waiting for anything: so often everybody else gets a turn, timers included. */
const readAtOnce = 500;

/**
 * The readings of a feed's devices, as they come. A device that cannot be read is passed over while others can; when none
 * can, that is the source's trouble. The only place where a server's password is opened.
 */
export async function* readSource(
  { secrets, network, log }: Pick<Context, 'secrets' | 'network' | 'log'>,
  {
    source,
    server,
    externalId,
    isManagedOnly,
    isInteractive = false,
    reportAddresses = () => undefined,
  }: SourceRequest,
  signal: AbortSignal,
): AsyncGenerator<Reading, void, undefined> {
  if (!server) throw new SourceError('settings', 'the feed has no server');
  const url = new URL(server.url);
  const port = portOf(server.url, source);
  if (port === undefined || !(url.protocol in source.defaultPorts))
    throw new SourceError('settings', `a server at ${url.protocol}// is not of this kind`);
  const unreadable = { count: 0, first: undefined as unknown };
  let count = 0;
  const requireFew = (): void => {
    if (count + unreadable.count > maxDevices)
      throw new SourceError('tooMany', 'the source lists too many devices');
  };
  const password = server.passwordSealed && openPassword(secrets, server.passwordSealed, server.id);
  const reportUnreadable = (device: string, error: unknown): void => {
    unreadable.first ??= error;
    unreadable.count += 1;
    requireFew();
    if (unreadable.count > maxTold) return;
    const told = { serverId: server.id, device: device.slice(0, longestName), reason: String(error) };
    log.info(told, 'a device could not be read');
  };
  const readings = source.read({
    url,
    port,
    username: server.username,
    password,
    externalId,
    isManagedOnly,
    isInteractive,
    network,
    signal,
    reportAddresses,
    reportUnreadable,
  });
  for await (const reading of withinReach(readings, signal)) {
    if (![reading.device, reading.origin?.address ?? reading.device].every(isName)) {
      reportUnreadable(reading.device, new SourceError('noReading', 'the device has a name that is none'));
      continue;
    }
    count += 1;
    requireFew();
    if (count % readAtOnce === 0) await setImmediate();
    yield reading;
  }
  if (unreadable.count > maxTold)
    log.info({ serverId: server.id, devices: unreadable.count }, 'so many devices could not be read');
  if (count === 0)
    throw (
      (unreadable.first as Error | undefined) ?? new SourceError('noDevice', 'the source lists no device')
    );
}

function openPassword(secrets: Context['secrets'], sealed: Buffer, serverId: string): string {
  try {
    return secrets.open(sealed, serverId);
  } catch (error) {
    throw new SourceError('password', 'the stored password cannot be opened with the secret key', {
      cause: error,
    });
  }
}

/** Waits no longer than the signal lets it, whatever the source does about signals. */
async function* withinReach(
  readings: AsyncIterable<Reading>,
  signal: AbortSignal,
): AsyncGenerator<Reading, void, undefined> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
  aborted.catch(() => undefined);
  const iterator = readings[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a source that hangs would hang this, too.
    void iterator.return?.().then(undefined, () => undefined);
  }
}
