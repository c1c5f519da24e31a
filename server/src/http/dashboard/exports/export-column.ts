import type { MessageKey } from '../../../messages/catalogues.js';
import { decimal, type Decimal } from '../../../platform/decimals.js';
import type { CsvCell } from '../../../platform/text/csv-row.js';
import type { XlsxCell } from '../../../platform/files/xlsx-cell.js';

export type Item = Readonly<Record<string, unknown>>;

type Value = string | number | null;

/** A column of an exported list: its heading, and what it shows of a row as the list presents it. */
export interface ExportColumn {
  readonly label: MessageKey;
  readonly kind: 'text' | 'number' | 'time';
  readonly value: (item: Item) => Value;
}

const column =
  (kind: ExportColumn['kind']) =>
  (label: MessageKey, field: string | ((item: Item) => Value)): ExportColumn => ({
    label,
    kind,
    value: typeof field === 'string' ? (item) => (item[field] ?? null) as Value : field,
  });

export const text = column('text');
/** With all its digits. */
export const amount = column('number');
export const time = column('time');

/** As programs read it: a decimal point, all digits, no grouping. */
const digitsOf = (value: number | Decimal): string => decimal(value).toFixed();

export function csvCellOf({ kind, value }: ExportColumn, item: Item): CsvCell {
  const cell = value(item);
  return cell !== null && kind === 'number' ? digitsOf(cell) : cell;
}

export function xlsxCellOf({ kind, value }: ExportColumn, item: Item): XlsxCell {
  const cell = value(item);
  if (cell === null) return null;
  if (kind === 'number') return { number: cell };
  return kind === 'time' ? { date: new Date(cell) } : String(cell);
}
