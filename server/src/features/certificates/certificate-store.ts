import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';

export interface Certificate {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
}

const columns = 'id, account_id, project_id, date, pages, trees';

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
