import type { AccountId } from '../accounts/account.js';
import type { Recipient } from '../mail/mail.js';
import type { Database } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';

const select = `
  select users.account_id, lineage[1] as root_id, display_name as account_name, users.id as user_id, email as address,
    users.locale
  from users join accounts on accounts.id = users.account_id`;

/** Only people who have agreed to be users of an account get mails about it. */
const accepted = `join accepted_users on accepted_users.account_id = users.account_id and accepted_users.user_id = users.id`;

const selectOne = statement<Recipient>(`${select} where users.account_id = $1 and users.id = $2`);

/** One user, whether or not they have accepted: for invitations and requested links. */
export const recipientOf = (
  db: Database,
  account: AccountId,
  userId: string,
): Promise<Recipient | undefined> => db.first(selectOne, [account, userId]);

const selectOfAccount = statement<Recipient>(
  `${select} ${accepted} where users.account_id = $1 order by users.id`,
);

/** Every user of the account who has accepted. */
export const recipientsOf = (db: Database, account: AccountId): Promise<Recipient[]> =>
  db.rows(selectOfAccount, [account]);

const selectOperators = acrossAccounts<Recipient>(
  'operators may be users of any account',
  `${select} where users.is_operator order by users.id`,
);

export const operatorRecipients = (db: Database): Promise<Recipient[]> => db.rows(selectOperators);

const selectOfSeveral = acrossAccounts<Recipient>(
  'a close notifies the users of all accounts that it settles in one transaction',
  `${select} ${accepted} where users.account_id = any($1::uuid[])`,
);

export const recipientsOfSeveral = (db: Database, accounts: readonly AccountId[]): Promise<Recipient[]> =>
  db.rows(selectOfSeveral, [accounts]);
