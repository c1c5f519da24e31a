import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import type { Account, AccountId } from './account.js';
import { nameSort } from './name-sort.js';

export type FoundAccount = Pick<Account, 'id' | 'name' | 'displayName' | 'externalId' | 'role' | 'status'> & {
  readonly parentId: AccountId;
  readonly parentDisplayName: string;
};

// Looks up the parents for one page only. Every parent is accessible as well: it is $1 itself or a descendant of it.
const select = statement<FoundAccount>(`
  with found as (
    select id, parent_id, name, name_sort, display_name, external_id, role, status from accounts
    where lineage @> array[$1::uuid] and id <> $1 and search_text like $2 and (name_sort, id) > ($3, $4)
    order by name_sort, id limit $5
  )
  select found.id, found.name, found.display_name, found.external_id, found.role, found.status, found.parent_id,
    parent.display_name as parent_display_name
  from found join accounts parent on parent.id = found.parent_id and parent.lineage @> array[$1::uuid]
  order by found.name_sort, found.id`);

/** Descendants whose name, display name or external ID contains the text, ignoring case and accents. */
export const searchAccounts = (
  db: Database,
  ancestor: AccountId,
  text: string,
  page: PageRequest,
): Promise<FoundAccount[]> =>
  db.rows(select, [ancestor, containing(nameSort(text)), ...pageValues(page, listStart.alphabetical)]);

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
