import { isUuid } from '../../platform/ids.js';
import type { PageKey } from '../../database/paging.js';
import type { SortKind } from '../route.js';
import { HttpError } from './http-error.js';

/** A position in a list, as an opaque string. */
export const writeCursor = ({ sort, id }: PageKey): string =>
  Buffer.from(JSON.stringify([typeof sort === 'string' ? sort : sort.getTime(), id])).toString('base64url');

export function readCursor(cursor: string, sortedBy: SortKind): PageKey {
  const [sort, id] = parse(cursor);
  if (sortedBy === 'device' && isText(sort) && isText(id)) return { sort, id };
  // Readings have no id; unit and device replace it.
  const isId = typeof id === 'string' && (sortedBy === 'reading' ? /^[^\0 ]+ [^\0]+$/.test(id) : isUuid(id));
  if (isId) {
    if (sortedBy === 'name') {
      if (typeof sort === 'string' && !sort.includes('\u0000')) return { sort, id };
    } else if (sortedBy === 'amount') {
      if (typeof sort === 'string' && amount.test(sort)) return { sort, id };
    } else if (Number.isSafeInteger(sort) && Math.abs(sort as number) < 1e14) {
      return { sort: new Date(sort as number), id };
    }
  }
  throw new HttpError(400, 'cursor must be a value from the Link header of this list');
}

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\u0000');

const amount = /^-?\d{1,60}(\.\d{1,60})?$/;

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
