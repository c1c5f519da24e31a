import type { Database } from '../../database/database.js';
import { hitsPerKind } from '../../database/search-sql.js';
import { crossAccountStatement, statement, type Statement } from '../../database/statement.js';
import type { Account } from './account.js';
import { findAccountWithin, findAnyAccount } from './account-store.js';
import { nameSort } from './name-sort.js';

export type AccountHit = Pick<Account, 'id' | 'parentId' | 'displayName' | 'externalId' | 'role' | 'status'>;

const columns = 'id, parent_id, display_name, external_id, role, status';

/** So many accounts are searched for a text inside their names; beyond that, for names that start with it. */
const maxContaining = 5000;

interface QuickSearch {
  readonly called: Statement<AccountHit>;
  readonly starting: Statement<AccountHit>;
  readonly containing: Statement<AccountHit>;
}

/** `within` is a condition on $1 that an index with the sorted name begins with, `accessible` the same for others. */
const quickSearch = (
  within: string,
  accessible: string,
  declare: (text: string) => Statement<AccountHit> = (text) => statement<AccountHit>(text),
): QuickSearch => ({
  called: declare(`
    select ${columns} from accounts where ${accessible} and external_id = $2 limit ${hitsPerKind}`),
  starting: declare(`
    select ${columns} from accounts where ${within} and name_sort >= $2 and name_sort < $3
    order by name_sort, id limit ${hitsPerKind}`),
  containing: declare(`
    select ${columns} from (
      select ${columns}, name_sort, search_text from accounts where ${within} order by name_sort, id limit ${maxContaining}
    ) named where strpos(search_text, $2) > 0 order by name_sort, id limit ${hitsPerKind}`),
});

const below = 'lineage @> array[$1::uuid] and id <> $1';

// Accounts have at most three levels. So those below a root are its family, and those below another account are its children.
const family = quickSearch('lineage[1] = $1 and id <> $1', below);
const children = quickSearch('parent_id = $1', below);
const everyone = quickSearch('$1::uuid is null', '$1::uuid is null', (text) =>
  crossAccountStatement<AccountHit>('the operator searches all accounts', text),
);

type Ancestor = Pick<Account, 'id' | 'parentId'> | null;

/** Accounts below one, or all for null, by name, display name or reference. Ignores case and accents. */
export async function quickSearchAccounts(
  db: Database,
  ancestor: Ancestor,
  text: string,
): Promise<AccountHit[]> {
  const { called, starting, containing } = !ancestor ? everyone : ancestor.parentId ? children : family;
  const id = ancestor?.id ?? null;
  const start = nameSort(text);
  const first = [
    ...(await db.rows(called, [id, text])),
    ...(await db.rows(starting, [id, start, `${start}\u{10FFFF}`])),
  ];
  const others = first.length >= hitsPerKind ? [] : await db.rows(containing, [id, start]);
  return [...new Map([...first, ...others].map((found) => [found.id, found])).values()].slice(0, hitsPerKind);
}

/** The account itself or one below it; any for null. */
export async function quickSearchAccountById(
  db: Database,
  ancestor: Ancestor,
  id: string,
): Promise<AccountHit[]> {
  const found = ancestor ? await findAccountWithin(db, ancestor.id, id) : await findAnyAccount(db, id);
  return found ? [found] : [];
}
