import type { Sizes } from './measurements.js';
import type { Observed } from './traffic.js';

export interface IncidentReport {
  readonly name: string;
  readonly date: Date;
  readonly seconds: number;
  /** What clients saw of it. */
  readonly clients: string;
  readonly result: string;
}

export interface MonthReport {
  readonly month: string;
  readonly version: string;
  /** Acknowledged ones. */
  readonly writes: number;
  readonly pages: number;
  readonly invoices: number;
  readonly invoiced: string;
  readonly closeSeconds: number;
  readonly seconds: number;
  readonly memory: { readonly server: number; readonly worker: number };
  readonly sizes: Sizes;
  readonly incidents: readonly IncidentReport[];
}

/** In words: what clients saw, in some time. */
export function describeTrouble({ trouble }: Observed): string {
  if (trouble.size === 0) return 'nothing';
  return [...trouble].map(([what, count]) => `${count} × ${what}`).join(', ');
}

export const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

const inThousands = (count: number): string => count.toLocaleString('en');

/** As it is in docs/testing.md. */
export function reportOf(months: readonly MonthReport[]): string {
  return [monthTable(months), incidentTable(months)].join('\n\n');
}

function monthTable(months: readonly MonthReport[]): string {
  const rows = months.map((one) => [
    one.month,
    inThousands(one.writes),
    inThousands(one.pages),
    inThousands(one.invoices),
    one.invoiced,
    one.closeSeconds.toFixed(1),
    inMegabytes(one.memory.server),
    inMegabytes(one.memory.worker),
    inMegabytes(one.sizes.databaseBytes),
    String(one.incidents.length),
  ]);
  return table(
    [
      'Month',
      'Writes',
      'Pages settled',
      'Invoices',
      'Invoiced',
      'Month-end, s',
      'Server, MB',
      'Worker, MB',
      'Database, MB',
      'Incidents',
    ],
    rows,
  );
}

const incidentTable = (months: readonly MonthReport[]): string =>
  table(
    ['Day', 'Incident', 'Seconds', 'What clients saw', 'Result'],
    months.flatMap(({ incidents }) =>
      incidents.map(({ name, date, seconds, clients, result }) => [
        date.toISOString().slice(0, 10),
        name,
        seconds.toFixed(1),
        clients,
        result,
      ]),
    ),
  );

export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
