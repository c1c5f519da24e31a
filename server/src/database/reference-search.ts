import type { Database } from './database.js';
import { selectAccessible, selectRecent } from './search-sql.js';
import { crossAccountStatement, statement } from './statement.js';

export interface FoundByReference<AccountId> {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
}

const reason = 'a search concerns all accessible accounts';

/** Finds rows of a table by their ids or external ids. `text` is what parts are searched in, of the rows `found`. */
export function referenceSearch<AccountId extends string, Found>(
  table: string,
  text: string,
  columns: readonly string[] = [],
) {
  const all = [...columns, 'external_id', 'created_at'].join(', ');
  const selectById = crossAccountStatement<Found>(reason, selectAccessible(table, all, 'id = $2'));
  const selectByReference = crossAccountStatement<Found>(
    reason,
    selectAccessible(table, all, 'external_id = $2'),
  );
  const selectByText = statement<Found>(selectRecent(table, all, text));
  return {
    /** Within an account and those below it; null for all. */
    byId: (db: Database, ancestor: AccountId | null, id: string): Promise<Found[]> =>
      db.rows(selectById, [ancestor, id]),
    byReference: (db: Database, ancestor: AccountId | null, externalId: string): Promise<Found[]> =>
      db.rows(selectByReference, [ancestor, externalId]),
    /** Among the newest ones of one account, by a part of the text. */
    recent: (db: Database, account: AccountId, part: string): Promise<Found[]> =>
      db.rows(selectByText, [account, part.toLowerCase()]),
  };
}
