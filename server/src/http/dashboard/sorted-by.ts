import type { SortKind } from '../route.js';
import { readOrder } from '../../wire/dashboard/list-order.js';

/** What the cursors of a list contain that is sorted as its query says. */
export const sortedBy =
  (otherwise: string) =>
  ({ sort }: Readonly<Record<string, string | undefined>>): SortKind => {
    const { by } = readOrder(sort, otherwise);
    return by === 'date' ? 'time' : by === 'name' ? 'name' : 'amount';
  };
