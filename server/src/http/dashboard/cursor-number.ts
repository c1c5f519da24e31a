import type { PageKey } from '../../database/paging.js';

/** The number that a page of a list by number goes on from; `start` for the first page. */
export function cursorNumber(after: PageKey | undefined, start: number): number {
  const number = after === undefined ? start : Number(after.sort);
  return Number.isSafeInteger(number) ? number : 0;
}
