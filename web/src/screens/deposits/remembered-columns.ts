import { readStorage, writeStorage } from '../../browser-storage.js';
import type { ImportColumns } from './import-fields.js';

const name = 'regrove.deposit-columns';
const maxRemembered = 20;

type Remembered = readonly (readonly [headings: string, columns: ImportColumns])[];

function read(): Remembered {
  try {
    const stored: unknown = JSON.parse(readStorage(name) ?? '[]');
    return Array.isArray(stored) ? (stored as Remembered) : [];
  } catch {
    return [];
  }
}

const keyOf = (headings: readonly string[]): string => headings.join('\n');

/** The columns that were chosen for a file with the same headings before. */
export const rememberedColumns = (headings: readonly string[]): ImportColumns | undefined =>
  read().find(([key]) => key === keyOf(headings))?.[1];

export function rememberColumns(headings: readonly string[], columns: ImportColumns): void {
  const key = keyOf(headings);
  const others = read().filter(([other]) => other !== key);
  writeStorage(name, JSON.stringify([[key, columns], ...others].slice(0, maxRemembered)));
}
