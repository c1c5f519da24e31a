import type { Mail } from '../mail/mail.js';
import type { Database } from '../../database/database.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import { crossAccountStatement } from '../../database/statement.js';

const why = 'the root account of a sandbox sees all mails of its sandbox, which is a schema of its own';

const read = `select mails.id, mails.account_id, account_name, kind, address, mails.locale, facts, mails.created_at, secret_sealed,
     attempts, full_name
   from mails left join users on users.account_id = mails.account_id and users.id = mails.user_id`;

const selectPage = crossAccountStatement<Mail>(
  why,
  `${read} where (mails.created_at, mails.id) < ($1, $2) order by mails.created_at desc, mails.id desc limit $3`,
);

/** Newest first. */
export const pageOfMails = (db: Database, page: PageRequest): Promise<Mail[]> =>
  db.rows(selectPage, pageValues(page, listStart.newestFirst));

const selectOne = crossAccountStatement<Mail>(why, `${read} where mails.id = $1`);

export const findMail = (db: Database, id: string): Promise<Mail | undefined> => db.first(selectOne, [id]);
