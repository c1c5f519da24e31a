import { isVarbindError, type Varbind } from 'net-snmp';
import { cleanText } from '../clean-text.js';
import { withTimeout } from '../with-timeout.js';
import { AgentSession, slowTiming } from './agent-session.js';
import type { Credentials } from './credentials.js';
import type { PinnedHost } from './pinned-hosts.js';

/** What people know a printer by. */
export interface Description {
  readonly name?: string;
  readonly model?: string;
}

/** `prtGeneralPrinterName`, `sysName` and `hrDeviceDescr`, whose first row is the printer on nearly all of them. */
const columns = ['1.3.6.1.2.1.43.5.1.1.16', '1.3.6.1.2.1.1.5', '1.3.6.1.2.1.25.3.2.1.3'] as const;
const maxLength = 255;
const timeoutMs = 20_000;

/** Empty if the host does not tell: no reading depends on it. */
export async function describeHost(
  { address, port }: Pick<PinnedHost, 'address' | 'port'>,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Description> {
  const session = AgentSession.open(address, port, credentials, slowTiming);
  try {
    const rows = await withTimeout(timeoutMs, signal, () => session.rowsAfter(columns));
    const [printerName, systemName, model] = columns.map((column, at) => textIn(column, rows[at]?.[0]));
    const name = printerName ?? systemName;
    return { ...(name !== undefined && { name }), ...(model !== undefined && { model }) };
  } catch {
    return {};
  } finally {
    session.close();
  }
}

function textIn(column: string, varbind: Varbind | undefined): string | undefined {
  if (!varbind || isVarbindError(varbind) || !varbind.oid.startsWith(`${column}.`)) return undefined;
  const text = Buffer.isBuffer(varbind.value) ? cleanText(varbind.value.toString()) : '';
  return text.slice(0, maxLength).toWellFormed() || undefined;
}
