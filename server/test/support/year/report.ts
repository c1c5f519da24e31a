import { bytesPerRow, predictedBytes } from './growth.js';
import type { MonthReport } from './month-report.js';
import type { Observed } from './traffic.js';

/** In words: what clients saw, in some time. */
export function describeTrouble({ trouble }: Observed): string {
  if (trouble.size === 0) return 'nothing';
  return [...trouble].map(([what, count]) => `${count} × ${what}`).join(', ');
}

const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

const inThousands = (count: number): string => count.toLocaleString('en');

/** As it is in docs/testing.md. */
export function reportOf(months: readonly MonthReport[]): string {
  return [monthTable(months), incidentTable(months), rowTable(months)].join('\n\n');
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
    inMegabytes(predictedBytes(one)),
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
      'Predicted',
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

/** What rows took at the end, next to what docs/scale.md says. */
function rowTable(months: readonly MonthReport[]): string {
  const tables = months.at(-1)?.sizes.tables ?? {};
  const rows = Object.entries(bytesPerRow).map(([name, bytes]) => {
    const found = tables[name] ?? { rows: 0, bytes: 0 };
    return [name, inThousands(found.rows), (found.bytes / Math.max(found.rows, 1)).toFixed(0), String(bytes)];
  });
  return table(['Table', 'Rows', 'Bytes of a row', 'Predicted'], rows);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
