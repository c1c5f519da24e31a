import type { Account } from './account.js';

/** A name as lists compare it: without regard to case or accents, the same on every database. */
export const nameSort = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** All that an account goes by, as a search compares it. */
export const searchText = ({
  name,
  displayName,
  externalId,
}: Pick<Account, 'name' | 'displayName' | 'externalId'>): string =>
  [name, displayName, externalId ?? ''].map(nameSort).join('\n');
