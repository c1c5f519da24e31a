import type { AccountId } from '../accounts/account.js';
import type { Recipient } from '../mail/mail.js';
import type { Database } from '../platform/db/database.js';
import { acrossAccounts, statement } from '../platform/db/statement.js';

const select = `
  select users.account_id, display_name as account_name, users.id as user_id, email as address, users.locale
  from users join accounts on accounts.id = users.account_id`;

const selectOfAccount = statement<Recipient>(
  `${select} where users.account_id = $1 and ($2::uuid is null or users.id = $2) order by users.id`,
);

/** Every user of the account, or that one. */
export const recipientsOf = (db: Database, account: AccountId, userId?: string): Promise<Recipient[]> =>
  db.rows(selectOfAccount, [account, userId ?? null]);

const selectOperators = acrossAccounts<Recipient>(
  'those who run the installation are users of any account',
  `${select} where users.is_operator order by users.id`,
);

/** People of those who run the installation. */
export const operatorRecipients = (db: Database): Promise<Recipient[]> => db.rows(selectOperators);

const selectOfSeveral = acrossAccounts<Recipient>(
  'a close tells the users of all accounts that it settles in one transaction',
  `${select} where users.account_id = any($1::uuid[])`,
);

export const recipientsOfSeveral = (db: Database, accounts: readonly AccountId[]): Promise<Recipient[]> =>
  db.rows(selectOfSeveral, [accounts]);
