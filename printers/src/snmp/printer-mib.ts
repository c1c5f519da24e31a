import { isVarbindError, ObjectType, type Varbind } from 'net-snmp';
import type { Unit } from '../source.js';
import { SourceError } from '../source-error.js';
import type { AgentSession, Answers } from './agent-session.js';
import { askWithDescription } from './describe-printer.js';

/** Columns of the Printer-MIB (RFC 3805). */
const serialColumn = '1.3.6.1.2.1.43.5.1.1.17';
const unitColumn = '1.3.6.1.2.1.43.10.2.1.3';
const countColumn = '1.3.6.1.2.1.43.10.2.1.4';

/** A printer has far fewer. */
const maxValues = 2000;

/** A print engine in the terms of the Printer-MIB; a printer may have several. */
interface Marker {
  readonly unit: unknown;
  readonly count: unknown;
}

export interface Printer {
  /** `hrDeviceIndex`: identifies the printer within its host. */
  readonly index: string;
  readonly serial: unknown;
  readonly markers: readonly Marker[];
}

/** The printers of a host, and what describes them, if that was asked for. */
export interface Printers {
  readonly printers: readonly Printer[];
  readonly described: Answers['next'];
}

/** Every printer of the host that has a serial number or a marker. */
export async function readPrinters(session: AgentSession, isDescribed: boolean): Promise<Printers> {
  const oids = [serialColumn, unitColumn, countColumn] as const;
  const first = await (isDescribed ? askWithDescription(session, oids) : session.ask(oids));
  const [serials, units, counts] = await readColumns(session, oids, first.rows);
  const markers = new Set([...units.keys(), ...counts.keys()]);
  const indexes = new Set([...serials.keys(), ...markers].map(deviceOf));
  const printers = [...indexes].map((index) => ({
    index,
    serial: serials.get(index),
    markers: [...markers]
      .filter((marker) => deviceOf(marker) === index)
      .map((marker) => ({ unit: units.get(marker), count: counts.get(marker) })),
  }));
  return { printers, described: first.next };
}

// The row of a marker is `<device index>.<marker index>`.
const deviceOf = (row: string): string => row.split('.', 1)[0] ?? row;

/** The codes of units in the MIB, in order of preference. */
const units: readonly (readonly [number, Unit])[] = [
  [8, 'sheets'],
  [7, 'impressions'],
];

/**
 * The sum over all markers of the printer. If one is missing there is no total: it would fall, rise again later, and count
 * the pages of that marker twice.
 */
export function lifeCount({ markers }: Printer): { total: number; unit: Unit } {
  if (markers.some(({ unit, count }) => unit === undefined || count === undefined))
    throw new SourceError('noReading', 'a marker has a unit without a count, or a count without a unit');
  for (const [code, unit] of units) {
    const counts = markers.filter((marker) => marker.unit === code).map(({ count }) => count);
    if (!counts.every(isCount) || !isCount(counts.reduce((sum, count) => sum + count, 0)))
      throw new SourceError('noReading', `a marker has ${unit}, but its count is not a number`);
    if (counts.length > 0) return { total: counts.reduce((sum, count) => sum + count), unit };
  }
  throw new SourceError('noReading', 'the printer counts neither sheets nor impressions');
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

type Column = Map<string, unknown>;

/** Reads the columns in parallel, by row, to their ends. For most printers the first answer is enough. */
async function readColumns<Oids extends readonly string[]>(
  session: AgentSession,
  oids: Oids,
  first: Answers['rows'],
): Promise<{ [Position in keyof Oids]: Column }> {
  const columns = oids.map((oid) => ({ oid, last: oid, rows: new Map<string, unknown>() }));
  let unfinished = columns;
  let seen = 0;
  let answers = first;
  for (;;) {
    const size = answers.flat().length;
    seen += size;
    if (size === 0) throw new SourceError('badAnswer', 'the agent answers with nothing');
    if (seen > maxValues) throw new SourceError('badAnswer', 'the agent lists more than a printer has');
    unfinished = unfinished.filter((column, position) => !isLast(column, answers[position] ?? []));
    if (unfinished.length === 0)
      return columns.map(({ rows }) => rows) as { [Position in keyof Oids]: Column };
    ({ rows: answers } = await session.ask(unfinished.map(({ last }) => last)));
  }
}

/** Adds the values to the column; true if the column ends here. */
function isLast(
  column: { readonly oid: string; last: string; rows: Column },
  values: readonly Varbind[],
): boolean {
  for (const varbind of values) {
    if (isVarbindError(varbind) || !varbind.oid.startsWith(`${column.oid}.`)) return true;
    column.rows.set(varbind.oid.slice(column.oid.length + 1), valueOf(varbind));
    column.last = varbind.oid;
  }
  return false;
}

/** The library returns a Counter64 as bytes. A value above 2^53 is not a safe integer, and is rejected as a count. */
const valueOf = ({ type, value }: Varbind): unknown =>
  type === ObjectType.Counter64 && Buffer.isBuffer(value) ? Number(`0x0${value.toString('hex')}`) : value;
