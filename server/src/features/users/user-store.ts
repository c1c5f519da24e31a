import type { AccountId, Role } from '../accounts/account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Database, Transaction } from '../../database/database.js';
import { queryAllNodes, selectAcrossNodes, type NodeRows } from '../../database/across-nodes.js';
import type { MailTopic } from '../mail/mail-topics.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import type { Permission } from './permission.js';

export interface User {
  readonly id: string;
  readonly accountId: AccountId;
  readonly fullName: string | null;
  readonly email: string;
  readonly locale: string;
  readonly permission: Permission;
  /** Whether the user may operate the whole installation. */
  readonly isOperator: boolean;
  /** What the user does not want to get mails about. */
  readonly mutedMails: readonly MailTopic[];
  readonly createdAt: Date;
}

export const userFacts = auditedFields('email', 'fullName', 'locale', 'permission');

const columns = 'id, account_id, full_name, email, locale, permission, is_operator, muted_mails, created_at';

const insert = statement<User>(`
  insert into users (account_id, id, email, email_key, full_name, locale, permission, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`);

export async function insertUser(
  db: Transaction,
  account: AccountId,
  user: Omit<User, 'accountId' | 'isOperator' | 'mutedMails'>,
): Promise<User> {
  const { id, email, fullName, locale, permission, createdAt } = user;
  const values = [account, id, email, email.toLowerCase(), fullName, locale, permission, createdAt];
  const [row] = await db.rows(insert, values);
  return row as User;
}

const select = statement<User>(`select ${columns} from users where account_id = $1 and id = $2`);

export const findUser = (db: Database, account: AccountId, id: string): Promise<User | undefined> =>
  db.first(select, [account, id]);

const selectAny = crossAccountStatement<User>(
  'the operator identifies a user by the id alone',
  `select ${columns} from users where id = $1`,
);

/** For the operator: a user of any account. */
export const findAnyUser = (db: Database, id: string): Promise<User | undefined> => db.first(selectAny, [id]);

/** A user, and whether they have accepted the invitation. */
export interface Member extends User {
  /** Null: the invitation has not been accepted yet. */
  readonly acceptedAt: Date | null;
  /** When the invitation was sent, the last time. */
  readonly invitedAt: Date;
}

/** A user with the name and role of the account. */
export interface UserOfAccount extends Member {
  readonly accountName: string;
  readonly accountRole: Role;
}

const acceptance = `left join accepted_users on accepted_users.account_id = users.account_id and accepted_users.user_id = users.id`;

const selectByEmail = selectAcrossNodes<UserOfAccount>(
  'people sign in by address, which may belong to users of several accounts',
  { table: 'users', where: 'email_key = $1' },
  (where) => `
    select users.id, users.account_id, full_name, email, users.locale, permission, is_operator, muted_mails, users.created_at,
      accepted_at, coalesce(invited_at, users.created_at) as invited_at,
      display_name as account_name, role as account_role
    from users join accounts on accounts.id = users.account_id ${acceptance}
    where ${where} order by accepted_at nulls last, users.created_at, users.id`,
);

/** The users with this address, in all accounts, ignoring case; ordered by when they accepted. */
export const findUsersByEmail = (db: Database, email: string): Promise<UserOfAccount[]> =>
  db.rows(selectByEmail.all, [email.toLowerCase()]);

/** The same without those on nodes that do not respond. */
export const findUsersByEmailOnNodes = (db: Database, email: string): Promise<NodeRows<UserOfAccount>> =>
  queryAllNodes(db, selectByEmail, [email.toLowerCase()]);

/** Only those who can sign in. */
export async function findAcceptedUsersOnNodes(
  db: Database,
  email: string,
): Promise<NodeRows<UserOfAccount>> {
  const { rows, isComplete } = await findUsersByEmailOnNodes(db, email);
  return { rows: rows.filter(({ acceptedAt }) => acceptedAt !== null), isComplete };
}

const selectNames = crossAccountStatement<{ id: string; name: string }>(
  'the operator sees who made a change, in any account',
  'select id, coalesce(full_name, email) as name from users where id = any($1::uuid[])',
);

/** The names of those users who still exist. */
export const namesOfUsers = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectNames, [ids])).map(({ id, name }) => [id, name]));

const lock = statement<User>(
  `select ${columns} from users where account_id = $1 and id = $2 for no key update`,
);

/** The user, locked until the transaction ends. */
export const lockUser = (db: Transaction, account: AccountId, id: string): Promise<User | undefined> =>
  db.first(lock, [account, id]);

const update = statement<User>(`
  update users set full_name = $3, locale = $4, permission = $5, is_operator = $6, muted_mails = $7
  where account_id = $1 and id = $2 returning ${columns}`);

export async function updateUser(db: Transaction, user: User): Promise<User> {
  const { accountId, id, fullName, locale, permission, isOperator, mutedMails } = user;
  const values = [accountId, id, fullName, locale, permission, isOperator, mutedMails];
  const [row] = await db.rows(update, values);
  return row as User;
}

const setInvited = statement('update users set invited_at = $3 where account_id = $1 and id = $2');

export async function updateInvitedAt(
  db: Transaction,
  { accountId, id }: Pick<User, 'accountId' | 'id'>,
  now: Date,
): Promise<void> {
  await db.rows(setInvited, [accountId, id, now]);
}

const selectEmails = statement<{ emailKey: string }>(
  'select email_key from users where account_id = $1 and email_key = any($2::text[])',
);

/** Those of the addresses, in lower case, that users of the account have. */
export const takenEmails = async (
  db: Database,
  account: AccountId,
  emailKeys: readonly string[],
): Promise<string[]> => (await db.rows(selectEmails, [account, emailKeys])).map(({ emailKey }) => emailKey);

const selectPage = statement<User>(`
  select ${columns} from users where account_id = $1 and (created_at, id) > ($2, $3)
  order by created_at, id limit $4`);

export const listUsers = (db: Database, account: AccountId, page: PageRequest): Promise<User[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.oldestFirst)]);

const selectMembers = statement<Member>(`
  select users.id, users.account_id, full_name, email, locale, permission, is_operator, muted_mails, created_at,
    accepted_at, coalesce(invited_at, created_at) as invited_at
  from users ${acceptance} where users.account_id = $1 and (created_at, users.id) > ($2, $3)
  order by created_at, users.id limit $4`);

/** The same, with the time they accepted. */
export const listMembers = (db: Database, account: AccountId, page: PageRequest): Promise<Member[]> =>
  db.rows(selectMembers, [account, ...pageValues(page, listStart.oldestFirst)]);

const selectMember = statement<Member>(`
  select users.id, users.account_id, full_name, email, locale, permission, is_operator, muted_mails, created_at,
    accepted_at, coalesce(invited_at, created_at) as invited_at
  from users ${acceptance} where users.account_id = $1 and users.id = $2`);

export const findMember = (db: Database, account: AccountId, id: string): Promise<Member | undefined> =>
  db.first(selectMember, [account, id]);

const remove = statement<User>(`delete from users where account_id = $1 and id = $2 returning ${columns}`);

/** Returns the deleted user. */
export const deleteUser = (db: Transaction, account: AccountId, id: string): Promise<User | undefined> =>
  db.first(remove, [account, id]);
