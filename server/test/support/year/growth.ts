import type { Observer } from '../faults/observer.js';
import type { MonthReport } from './month-report.js';

/** Bytes of a row with its indexes, as docs/scale.md has them. */
export const bytesPerRow: Readonly<Record<string, number>> = {
  feed_readings: 270,
  feed_days: 185,
  deposits: 360,
  audit_entries: 430,
  events: 1_050,
  biomass_offsets: 550,
  biomass_certificates: 800,
  log_entries: 520,
  invoices: 770,
  invoice_lines: 370,
};
/** An empty installation, and all other tables. */
const otherBytes = 18e6;
/** How far the prediction may be off, in either direction. */
const tolerance = 0.2;
/** Of jobs and others that autovacuum has not freed yet on a busy machine. It does not grow with the data. */
const unfreedBytes = 16e6;
/** There are keys, and what the log has signed last. */
const dataDirBytes = 1e6;
/** Resident memory of each process, which does not grow with the data. A tenant that uses all its limits may make it more. */
const memoryBytes = 350e6;

export const predictedBytes = ({ sizes }: MonthReport): number =>
  Object.entries(bytesPerRow).reduce(
    (all, [table, bytes]) => all + bytes * (sizes.tables[table]?.rows ?? 0),
    otherBytes,
  );

/** What has become larger, or smaller, than docs/scale.md says. */
export function findUnpredicted(months: readonly MonthReport[]): string[] {
  const problems: string[] = [];
  const last = months.at(-1);
  if (!last) return problems;
  const { databaseBytes } = last.sizes;
  const predicted = predictedBytes(last);
  const margin = tolerance * predicted;
  if (databaseBytes > predicted + margin + unfreedBytes || databaseBytes < predicted - margin)
    problems.push(`the database has ${databaseBytes} bytes, not ${predicted}`);
  for (const { month, memory, sizes, incidents } of months) {
    if (sizes.dataDirBytes > dataDirBytes)
      problems.push(`${month}: the data directory has ${sizes.dataDirBytes} bytes`);
    if (incidents.some(({ isExpensive }) => isExpensive)) continue;
    for (const [name, bytes] of Object.entries(memory))
      if (bytes > memoryBytes) problems.push(`${month}: the ${name} has taken ${bytes} bytes of memory`);
  }
  return problems;
}

/** Rows that should have been deleted by now, with a day to spare. */
export async function findOutlived(observer: Observer, now: Date): Promise<string[]> {
  const kept = {
    'events where at': 31,
    'idempotent_requests where created_at': 2,
    "mails where state in ('sent', 'failed') and created_at": 91,
  };
  const problems: string[] = [];
  for (const [rows, days] of Object.entries(kept)) {
    const before = new Date(now.getTime() - days * 86_400_000).toISOString();
    const count = await observer.count(`from ${rows} < '${before}'`);
    if (count > 0) problems.push(`${count} rows are kept for too long: ${rows}`);
  }
  return problems;
}
