import type { Account } from './account.js';

/** Sort key of a name. Ignores case and accents, and does not depend on the collation of the database. */
export const nameSort = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Everything that an account can be found by, normalized like the text of a search. */
export const searchText = ({
  name,
  displayName,
  externalId,
}: Pick<Account, 'name' | 'displayName' | 'externalId'>): string =>
  [name, displayName, externalId ?? ''].map(nameSort).join('\n');
