import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import type { Database, Transaction } from '../../database/database.js';
import { combinedList } from '../../database/combined-list.js';
import { sortedList } from '../../database/sorted-list.js';
import type { SortedListOptions } from '../../database/sorted-list-sql.js';
import { statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import {
  listStart,
  pageValues,
  rangePageValues,
  type DayRange,
  type PageRequest,
} from '../../database/paging.js';

export interface Certificate {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
}

const columns = 'id, account_id, project_id, date, pages, trees';

/** What a new one has besides its account: also what would be lost if an account, a project or an offset changed later. */
export const newCertificateColumns =
  'id, project_id, date, pages, trees, issued_at, methodology_id, account_name, project_name';

const select = statement<Certificate>(`
  select ${columns} from biomass_certificates where account_id = $1 and id = $2 and withdrawn_at is null`);

export const findCertificate: FindInAccount<Certificate> = (db, account, id) =>
  db.first(select, [account, id]);

const selectPage = statement<Certificate>(`
  select ${columns} from biomass_certificates
  where account_id = $1 and withdrawn_at is null and (date, id) < ($2, $3)
  order by date desc, id desc limit $4`);

export const listCertificates = (
  db: Database,
  account: AccountId,
  page: PageRequest,
): Promise<Certificate[]> => db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const sorted: SortedListOptions = {
  table: 'biomass_certificates',
  columns,
  scope: 'account_id',
  date: 'date',
  amounts: { trees: 'trees', pages: 'pages::numeric' },
  filters: { project_id: 'uuid' },
  condition: 'withdrawn_at is null',
};

/** In any order, filtered by project. */
export const listSortedCertificates = sortedList<Certificate>(sorted);

/** The same of several accounts. */
export const listCombinedCertificates = combinedList<Certificate>(sorted);

const selectNewestOfRange = statement<{ id: string }>(`
  select id from biomass_certificates
  where account_id = $1 and withdrawn_at is null and date >= $2 and (date, id) < ($3, $4)
  order by date desc, id desc limit $5`);

/** The ids of the newest certificates of a range. */
export const listCertificateIds = async (
  db: Database,
  account: AccountId,
  range: DayRange,
  limit: number,
): Promise<string[]> =>
  (await db.rows(selectNewestOfRange, [account, ...rangePageValues(range, { after: undefined, limit })])).map(
    ({ id }) => id,
  );

const withdraw = statement(
  'update biomass_certificates set withdrawn_at = $3 where account_id = $1 and id = $2',
);

export async function withdrawCertificate(
  db: Transaction,
  account: AccountId,
  id: string,
  now: Date,
): Promise<void> {
  await db.rows(withdraw, [account, id, now]);
}
