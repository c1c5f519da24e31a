import type { ExpandedAccount } from '@regrove/sdk';

/** An inactive account takes no paper itself, but its files may name active accounts below it. */
export const mayImport = ({ status, role }: ExpandedAccount): boolean =>
  status === 'active' || role !== 'customer';
