import { isUuid } from '../../platform/ids.js';
import type { PageKey } from '../../database/paging.js';
import type { ListRoute } from '../route.js';
import { HttpError } from './status.js';

/** What a figure of a ranking may be: a number, or the milliseconds of a time. */
const figure = /^-?\d{1,40}(\.\d{1,20})?$/;

/** A position in a list, as an opaque string. */
export const writeCursor = ({ sort, id }: PageKey): string =>
  Buffer.from(JSON.stringify([typeof sort === 'string' ? sort : sort.getTime(), id])).toString('base64url');

export function readCursor(cursor: string, sortedBy: ListRoute['sortedBy']): PageKey {
  const [sort, id] = parse(cursor);
  // Readings have no id; unit and device replace it.
  const isId = typeof id === 'string' && (sortedBy === 'reading' ? /^[^\0 ]+ [^\0]+$/.test(id) : isUuid(id));
  if (isId) {
    if (sortedBy === 'name') {
      if (typeof sort === 'string' && !sort.includes('\u0000')) return { sort, id };
    } else if (sortedBy === 'figure') {
      if (typeof sort === 'string' && figure.test(sort)) return { sort, id };
    } else if (Number.isSafeInteger(sort) && Math.abs(sort as number) < 1e14) {
      return { sort: new Date(sort as number), id };
    }
  }
  throw new HttpError(400, 'cursor must be a value from the Link header of this list');
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
