import { ErrorStatus, RequestFailedError, ResponseInvalidCode, ResponseInvalidError } from 'net-snmp';
import { withTimeout } from '../with-timeout.js';
import { parseSerialNumber } from '../serial-number.js';
import type { Description } from '../description.js';
import type { Reading } from '../source.js';
import { reasonOf, SourceError, withHost } from '../source-error.js';
import type { Credentials } from './credentials.js';
import { AgentSession, hasTimedOut, type Timing } from './agent-session.js';
import { askForDescription, descriptionIn } from './describe-printer.js';
import type { Host } from './hosts.js';
import type { PinnedHost } from './pinned-hosts.js';
import { lifeCount, type Printer, type Printers, readPrinters } from './printer-mib.js';

/** The reading of a device, or why there is none. */
export type DeviceResult = Reading | ({ readonly device: string; readonly error: unknown } & Description);

export interface ReadHostOptions {
  readonly credentials: Credentials;
  readonly timing: Timing;
  /**
   * When to ask for names and models: in the same question as for the counters, or after them, for a printer that may have kept
   * silent because of that question.
   */
  readonly description: 'together' | 'after' | 'never';
}

/** For all requests to a host together. A host that does not answer is given up earlier. */
const timeoutMs = 40_000;

/** The results of all printers of a host. Does not throw: a host that cannot be read is a result too. */
export async function readHost(
  host: PinnedHost,
  asking: ReadHostOptions,
  signal: AbortSignal,
): Promise<DeviceResult[]> {
  try {
    const { printers, described } = await withTimeout(timeoutMs, signal, (deadline) =>
      askForPrinters(
        AgentSession.open(host.address, host.port, asking.credentials, asking.timing),
        asking,
        deadline,
      ),
    );
    if (printers.length === 0) throw new SourceError('noDevice', 'the agent knows of no printer');
    const isAlone = printers.length === 1;
    return printers.map((printer) => ({
      ...resultOf(printer, host, isAlone),
      ...descriptionIn(described, printer.index, isAlone),
    }));
  } catch (error) {
    return [{ device: host.label, error: withHost(host.name, error) }];
  }
}

/** Whether the host did not answer, or stopped answering: it may only be slow. */
export const isUnanswered = (results: readonly DeviceResult[]): boolean =>
  results.some(
    (result) =>
      'error' in result &&
      (reasonOf(result.error) === 'noAnswer' || hasTimedOut((result.error as Error).cause)),
  );

async function askForPrinters(
  session: AgentSession,
  { credentials, description }: ReadHostOptions,
  deadline: AbortSignal,
): Promise<Printers> {
  try {
    const read = await Promise.race([readPrinters(session, description === 'together'), aborted(deadline)]);
    if (description !== 'after') return read;
    return { ...read, described: await askForDescription(session, deadline) };
  } catch (error) {
    // Agents do not answer requests that they cannot decrypt: then only the discovery at the start was answered.
    const isIgnored = hasTimedOut(error) && session.answers === 1;
    if (isRefusal(error) || (isIgnored && typeof credentials !== 'string'))
      throw new SourceError('login', 'the agent does not take the user, its passphrases or its algorithms', {
        cause: error,
      });
    throw error;
  } finally {
    session.close();
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseInvalidError)
    return [ResponseInvalidCode.EAuthFailure, ResponseInvalidCode.ECouldNotDecrypt].includes(error.code);
  return (
    error instanceof RequestFailedError &&
    [ErrorStatus.AuthorizationError, ErrorStatus.NoAccess].includes(error.status)
  );
}

function resultOf(printer: Printer, host: Host, isAlone: boolean): DeviceResult {
  const serial = serialOf(printer);
  const device = serial ?? (isAlone ? host.label : `${host.label}/${printer.index}`);
  const origin = { address: host.label, slot: printer.index, serial, uuid: undefined };
  try {
    return { device, ...lifeCount(printer), origin };
  } catch (error) {
    return { device, error };
  }
}

const serialOf = ({ serial }: Printer): string | undefined =>
  Buffer.isBuffer(serial) ? parseSerialNumber(serial.toString()) : undefined;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
