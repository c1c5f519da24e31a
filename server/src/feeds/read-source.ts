import type { Context } from '../platform/context.js';
import type { SealedServer } from '../servers/server-store.js';
import { portOf } from '../sources/port-of.js';
import type { Connection, Reading, Source } from '../sources/source.js';
import { SourceTrouble } from '../sources/trouble.js';

export interface Asked {
  /** Whose feed it is. */
  readonly accountId: string;
  readonly source: Source;
  readonly server: SealedServer | undefined;
  readonly externalId: string | null;
  /** Whether the reader wants to know which devices are managed. */
  readonly isManagedOnly?: boolean;
  /** Hears which addresses are asked. */
  readonly asking?: Connection['asking'];
}

/** More devices than this in one feed are a mistake or an attack. */
const mostDevices = 100_000;

/**
 * The readings of a feed's devices, as they come. A device that cannot be read is passed over while others can; when none
 * can, that is the source's trouble. The only place where a server's password is opened.
 */
export async function* readSource(
  { secrets, network, log }: Pick<Context, 'secrets' | 'network' | 'log'>,
  { accountId, source, server, externalId, isManagedOnly = false, asking = () => undefined }: Asked,
  signal: AbortSignal,
): AsyncGenerator<Reading, void, undefined> {
  if (!server) throw new SourceTrouble('other', 'the feed has no server');
  const url = new URL(server.url);
  const port = portOf(server.url, source);
  if (port === undefined || !(url.protocol in source.defaultPorts))
    throw new SourceTrouble('other', `a server at ${url.protocol}// is not of this kind`);
  const troubles: unknown[] = [];
  const password = server.passwordSealed && secrets.open(server.passwordSealed, server.id);
  const readings = source.read({
    url,
    port,
    username: server.username,
    password,
    externalId,
    isOwnServer: server.accountId === accountId,
    isManagedOnly,
    network,
    signal,
    asking,
    passOver(device, trouble) {
      troubles.push(trouble);
      log.info({ serverId: server.id, device, reason: String(trouble) }, 'a device could not be read');
    },
  });
  let count = 0;
  for await (const reading of withinReach(readings, signal)) {
    count += 1;
    if (count > mostDevices) throw new SourceTrouble('other', 'the source lists too many devices');
    yield reading;
  }
  if (count === 0)
    throw (troubles[0] as Error | undefined) ?? new SourceTrouble('noDevice', 'the source lists no device');
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
