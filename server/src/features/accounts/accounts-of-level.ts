import type { Database } from '../../database/database.js';
import { invalid } from '../../platform/errors.js';
import type { Account, AccountId } from './account.js';
import { listNamesBelow } from './ranked-account-store.js';

/** The account itself, the accounts below it at any depth, or all of them. */
export const levels = ['own', 'below', 'together'] as const;
export type Level = (typeof levels)[number];

/** Each page asks every account for its rows, so their number decides what it costs. */
const maxAccounts = 1000;

/** The accounts of a level by their names. Refuses a level with too many. */
export async function accountsOfLevel(
  db: Database,
  { id, displayName }: Pick<Account, 'id' | 'displayName'>,
  level: Level,
  max = maxAccounts,
): Promise<ReadonlyMap<AccountId, string>> {
  const own: [AccountId, string][] = level === 'below' ? [] : [[id, displayName]];
  if (level === 'own') return new Map(own);
  const below = await listNamesBelow(db, id, max + 1);
  if (below.length > max)
    throw invalid(
      `Only up to ${max} accounts can be shown together: choose an account below that has fewer`,
      { code: 'too-many-accounts', params: { max } },
    );
  return new Map([...own, ...below.map((account): [AccountId, string] => [account.id, account.displayName])]);
}
