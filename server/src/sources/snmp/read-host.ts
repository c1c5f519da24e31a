import { ErrorStatus, RequestFailedError, ResponseInvalidCode, ResponseInvalidError } from 'net-snmp';
import { withTimeout } from '../../platform/time/with-timeout.js';
import { serialIn } from '../serial-number.js';
import type { Reading } from '../source.js';
import { reasonOf, SourceTrouble, troubleAt } from '../trouble.js';
import type { Access } from './access.js';
import { AgentSession, type Timing } from './agent-session.js';
import type { Host } from './hosts.js';
import type { PinnedHost } from './pinned-hosts.js';
import { lifeCount, type Printer, readPrinters } from './printer-mib.js';

/** A device of the host: its reading, or why there is none. */
export type Finding = Reading | { readonly device: string; readonly trouble: unknown };

/** For all questions to a host; one that does not answer is given up much earlier. */
const timeoutMs = 20_000;

/** What the host's printers say. A host that cannot be read is a finding, too. */
export async function readHost(
  host: PinnedHost,
  { access, timing }: { readonly access: Access; readonly timing: Timing },
  signal: AbortSignal,
): Promise<Finding[]> {
  try {
    const printers = await withTimeout(timeoutMs, signal, (deadline) =>
      askForPrinters(AgentSession.open(host.address, host.port, access, timing), access, aborted(deadline)),
    );
    if (printers.length === 0) throw new SourceTrouble('noDevice', 'the agent knows of no printer');
    return printers.map((printer) => findingOf(printer, host, printers.length === 1));
  } catch (trouble) {
    return [{ device: host.label, trouble: troubleAt(host.name, trouble) }];
  }
}

/** Whether nothing was heard of the host, or nothing any more: then it may only be slow. */
export const isSilent = (findings: readonly Finding[]): boolean =>
  findings.some(
    (finding) =>
      'trouble' in finding &&
      (reasonOf(finding.trouble) === 'noAnswer' || hasTimedOut((finding.trouble as Error).cause)),
  );

const hasTimedOut = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RequestTimedOutError' || hasTimedOut(error.cause));

async function askForPrinters(
  session: AgentSession,
  access: Access,
  gone: Promise<never>,
): Promise<Printer[]> {
  try {
    return await Promise.race([readPrinters(session), gone]);
  } catch (error) {
    // To be greeted and then ignored: agents keep silent about what they cannot decrypt.
    const isIgnored = hasTimedOut(error) && session.answers === 1;
    if (isRefusal(error) || (isIgnored && typeof access !== 'string'))
      throw new SourceTrouble(
        'login',
        'the agent does not take the user, its passphrases or its algorithms',
        {
          cause: error,
        },
      );
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

function findingOf(printer: Printer, host: Host, isAlone: boolean): Finding {
  const serial = serialOf(printer);
  const device = serial ?? (isAlone ? host.label : `${host.label}/${printer.index}`);
  const origin = { address: host.label, slot: printer.index, serial, uuid: undefined };
  try {
    return { device, ...lifeCount(printer), origin };
  } catch (trouble) {
    return { device, trouble };
  }
}

const serialOf = ({ serial }: Printer): string | undefined =>
  Buffer.isBuffer(serial) ? serialIn(serial.toString()) : undefined;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
