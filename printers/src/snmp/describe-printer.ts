import { isVarbindError, type Varbind } from 'net-snmp';
import { describedBy, type Description, labelOf } from '../description.js';
import { withTimeout } from '../with-timeout.js';
import { type AgentSession, type Answers, hasTimedOut } from './agent-session.js';

/** Of the host (`sysName`), then of its first printer (`prtGeneralPrinterName`) and its first device (`hrDeviceDescr`). */
const columns = {
  host: '1.3.6.1.2.1.1.5',
  name: '1.3.6.1.2.1.43.5.1.1.16',
  model: '1.3.6.1.2.1.25.3.2.1.3',
};
const oids = Object.values(columns);

/** The printer has just answered, so it is awake. */
const timeoutMs = 2_000;

/**
 * The first rows of the columns, and what describes the host, in one question. No reading depends on a description: if the agent
 * refuses the question, or leaves no room for the rows in its answer, the rows alone are asked for.
 */
export async function askWithDescription(
  session: AgentSession,
  columnsOfRows: readonly string[],
): Promise<Answers> {
  try {
    const answers = await session.ask(columnsOfRows, oids);
    if (answers.rows.flat().length > 0) return answers;
  } catch (error) {
    if (hasTimedOut(error)) throw error;
  }
  return session.ask(columnsOfRows);
}

/** In a question of its own. Empty if the host does not tell. */
export const askForDescription = (session: AgentSession, signal: AbortSignal): Promise<Answers['next']> =>
  withTimeout(timeoutMs, signal, () => session.ask([], oids)).then(
    ({ next }) => next,
    () => [],
  );

/** The name of a host is not that of each of its printers. */
export function descriptionIn(next: Answers['next'], index: string, isAlone: boolean): Description {
  const textAt = (oid: string): string | undefined => textIn(next.find((varbind) => varbind.oid === oid));
  const name = textAt(`${columns.name}.${index}`) ?? (isAlone ? textAt(`${columns.host}.0`) : undefined);
  return describedBy(name, textAt(`${columns.model}.${index}`));
}

const textIn = (varbind: Varbind | undefined): string | undefined =>
  varbind && !isVarbindError(varbind) && Buffer.isBuffer(varbind.value)
    ? labelOf(varbind.value.toString())
    : undefined;
