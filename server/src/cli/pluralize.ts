import type { Whole } from '../platform/decimals.js';

/** `1 invoice`, `2 invoices` */
export const pluralize = (count: Whole, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;
