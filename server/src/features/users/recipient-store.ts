import type { AccountId } from '../accounts/account.js';
import type { Recipient } from '../mail/mail.js';
import type { MailTopic } from '../mail/mail-topics.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

const select = `
  select users.account_id, lineage[1] as root_id, display_name as account_name, users.id as user_id, email as address,
    users.locale
  from users join accounts on accounts.id = users.account_id`;

/** Only people who have agreed to be users of an account get mails about it. */
const accepted = `join accepted_users on accepted_users.account_id = users.account_id and accepted_users.user_id = users.id`;

/** Nobody gets mails about what they have muted. `$2` is the topic. */
const wanting = 'not users.muted_mails @> array[$2::text]';

const selectOne = statement<Recipient>(`${select} where users.account_id = $1 and users.id = $2`);

/** One user, whether or not they have accepted: for invitations and requested links. */
export const recipientOf = (
  db: Database,
  account: AccountId,
  userId: string,
): Promise<Recipient | undefined> => db.first(selectOne, [account, userId]);

const selectOfAccount = statement<Recipient>(
  `${select} ${accepted} where users.account_id = $1 and ${wanting} order by users.id`,
);

/** Every user of the account who has accepted, and wants mails about the topic. */
export const recipientsOf = (db: Database, account: AccountId, topic: MailTopic): Promise<Recipient[]> =>
  db.rows(selectOfAccount, [account, topic]);

const selectOperators = crossAccountStatement<Recipient>(
  'operators may be users of any account',
  `${select} ${accepted} where users.is_operator and not users.muted_mails @> array[$1::text] order by users.id`,
);

export const operatorRecipients = (db: Database, topic: MailTopic): Promise<Recipient[]> =>
  db.rows(selectOperators, [topic]);

const selectOfSeveral = crossAccountStatement<Recipient>(
  'a close notifies the users of all accounts that it settles in one transaction',
  `${select} ${accepted} where users.account_id = any($1::uuid[]) and ${wanting}`,
);

export const recipientsOfSeveral = (
  db: Database,
  accounts: readonly AccountId[],
  topic: MailTopic,
): Promise<Recipient[]> => db.rows(selectOfSeveral, [accounts, topic]);

const selectBilled = crossAccountStatement<
  Recipient & { readonly isWanting: boolean; readonly isFull: boolean }
>(
  'billing notifies the users of all accounts that it invoices in one transaction',
  `select users.account_id, lineage[1] as root_id, display_name as account_name, users.id as user_id, email as address,
     users.locale, ${wanting} as is_wanting, permission = 'full' as is_full
   from users join accounts on accounts.id = users.account_id ${accepted}
   where users.account_id = any($1::uuid[]) order by users.account_id, users.created_at, users.id`,
);

/**
 * Those who want invoices. Of an account where nobody does, the first user with full permission, or else the first one: a bill
 * has to reach somebody.
 */
export async function recipientsOfInvoices(
  db: Database,
  accounts: readonly AccountId[],
): Promise<Recipient[]> {
  const users = await db.rows(selectBilled, [accounts, 'invoices' satisfies MailTopic]);
  const reached = new Set(users.filter(({ isWanting }) => isWanting).map(({ accountId }) => accountId));
  const fallback = new Map<AccountId, Recipient>();
  // In this order, the first user of an account comes last, and after them the first with full permission.
  for (const user of [...users.toReversed(), ...users.filter(({ isFull }) => isFull).toReversed()])
    if (!reached.has(user.accountId)) fallback.set(user.accountId, user);
  return [...users.filter(({ isWanting }) => isWanting), ...fallback.values()];
}
