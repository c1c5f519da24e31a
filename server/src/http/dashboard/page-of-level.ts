import { accountsOfLevel, type Level } from '../../features/accounts/accounts-of-level.js';
import type { Account, AccountId } from '../../features/accounts/account.js';
import type { Database } from '../../database/database.js';
import type { PageRequest } from '../../database/paging.js';
import type { ListRequest, SortedRow } from '../../database/sorted-list.js';
import type { WithAccountName } from '../../wire/dashboard/list-level.js';

/** A list of one account, and the same of several. */
interface LeveledList<Row> {
  readonly ofOne: List<AccountId, Row>;
  readonly ofMany: List<readonly AccountId[], Row>;
}

type List<Of, Row> = (
  db: Database,
  of: Of,
  request: ListRequest,
  page: PageRequest,
) => Promise<SortedRow<Row>[]>;

/** A page of the account's own rows, of those of the accounts below it, or of both. */
export async function pageOfLevel<Row extends { readonly accountId: AccountId }>(
  { ofOne, ofMany }: LeveledList<Row>,
  { db, account, level = 'own' }: { db: Database; account: Account; level: Level | undefined },
  request: ListRequest,
  page: PageRequest,
): Promise<(SortedRow<Row> & WithAccountName)[]> {
  const names = await accountsOfLevel(db, account, level);
  const rows =
    level === 'own'
      ? await ofOne(db, account.id, request, page)
      : await ofMany(db, [...names.keys()], request, page);
  return rows.map((row) => ({ ...row, accountName: names.get(row.accountId) ?? '' }));
}
