import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../database/context.js';
import { isPlainLine } from '../../../platform/text/control-characters.js';
import type { SealedServer } from '../../servers/server-store.js';
import { maxDevices, maxNameLength } from '../../../sources/device-limits.js';
import { portOf } from '@regrove/printers/port-of';
import type { Connection, Reading, Source } from '@regrove/printers/source';
import { reasonOf, SourceError } from '@regrove/printers/source-error';
import { maxDeviceTroubles, type Unreadable } from '../health/device-troubles.js';

export interface SourceRequest {
  readonly source: Source;
  readonly server: SealedServer | undefined;
  readonly externalId: string | null;
  readonly isManagedOnly: boolean;
  readonly isInteractive?: boolean;
  readonly reportAddresses?: Connection['reportAddresses'];
  readonly noteUnreadable?: (unreadable: Unreadable) => void;
}

/** Unreadable devices that are logged one by one; the rest is only counted. */
const maxLogged = 20;

/** Invalid names are rejected and not shortened or cleaned, as the result might be the name of another device. */
const isValidName = (text: string): boolean =>
  text !== '' && text.length <= maxNameLength && isPlainLine(text);

/** A source may yield a long list without ever waiting. After this many readings, other work and timers get a turn. */
const readingsPerTurn = 500;

/**
 * Yields the readings of a feed's devices as they arrive. Unreadable devices are noted, and logged except in a sandbox; if no device can be
 * read, the error of the first one is thrown. This is the only place where the password of a server is decrypted.
 */
export async function* readSource(
  {
    secrets,
    network,
    log,
    clock,
    sandbox,
  }: Pick<Context, 'secrets' | 'network' | 'log' | 'clock' | 'sandbox'>,
  {
    source,
    server,
    externalId,
    isManagedOnly,
    isInteractive = false,
    reportAddresses = () => undefined,
    noteUnreadable = () => undefined,
  }: SourceRequest,
  signal: AbortSignal,
): AsyncGenerator<Reading, void, undefined> {
  if ((source.isSimulated ?? false) !== (sandbox !== undefined))
    throw new SourceError(
      'settings',
      'real devices are read by live feeds only, simulated ones by sandboxes',
    );
  // Simulated devices fall silent as their seed says, for years within a minute: nobody has to look after them.
  const isQuiet = sandbox !== undefined;
  const unreadable = { count: 0, first: undefined as unknown };
  let count = 0;
  const requireWithinLimit = (): void => {
    if (count + unreadable.count > maxDevices)
      throw new SourceError('tooMany', 'the source lists too many devices');
  };
  const reportUnreadable = (device: string, error: unknown, places: readonly string[] = [device]): void => {
    unreadable.first ??= error;
    unreadable.count += 1;
    requireWithinLimit();
    const [place, ...others] = places.filter(isValidName);
    if (place !== undefined && unreadable.count <= maxDeviceTroubles)
      noteUnreadable({ places: [place, ...others], reason: reasonOf(error) });
    if (isQuiet || unreadable.count > maxLogged) return;
    const entry = { serverId: server?.id, device: device.slice(0, maxNameLength), reason: String(error) };
    log.info(entry, 'a device could not be read');
  };
  const readings = source.read({
    ...(source.isSimulated ? nowhere : addressOf(source, server, secrets)),
    externalId,
    isManagedOnly,
    isInteractive,
    network,
    now: clock(),
    signal,
    reportAddresses,
    reportUnreadable,
  });
  for await (const reading of untilAborted(readings, signal)) {
    if (![reading.device, reading.origin?.address ?? reading.device].every(isValidName)) {
      reportUnreadable(reading.device, new SourceError('noReading', 'the device has an invalid name'));
      continue;
    }
    count += 1;
    requireWithinLimit();
    if (count % readingsPerTurn === 0) await setImmediate();
    yield reading;
  }
  if (!isQuiet && unreadable.count > maxLogged)
    log.info({ serverId: server?.id, devices: unreadable.count }, 'devices could not be read');
  if (count === 0)
    throw (
      (unreadable.first as Error | undefined) ?? new SourceError('noDevice', 'the source lists no device')
    );
}

type Address = Pick<Connection, 'url' | 'port' | 'username' | 'password'>;

/** Where simulated devices are. */
const nowhere: Address = { url: new URL('simulated:'), port: 0, username: '', password: null };

function addressOf(source: Source, server: SealedServer | undefined, secrets: Context['secrets']): Address {
  if (!server) throw new SourceError('settings', 'the feed has no server');
  const url = new URL(server.url);
  const port = portOf(server.url, source);
  if (port === undefined || !(url.protocol in source.defaultPorts))
    throw new SourceError('settings', `a server at ${url.protocol}// is not of this kind`);
  const password = server.passwordSealed && openPassword(secrets, server.passwordSealed, server.id);
  return { url, port, username: server.username, password };
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

/** Stops when the signal aborts, even if the source ignores it. */
async function* untilAborted(
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
    // Not awaited, because the source may hang.
    void iterator.return?.().then(undefined, () => undefined);
  }
}
