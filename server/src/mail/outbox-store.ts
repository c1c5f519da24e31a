import type { AccountId } from '../accounts/account.js';
import type { Database } from '../platform/db/database.js';
import { acrossAccounts, statement } from '../platform/db/statement.js';
import type { Content, Recipient } from './mail.js';

export interface OutgoingMail {
  readonly id: string;
  /** What it tells of: there is never a second mail for the same. */
  readonly event: string;
  readonly to: Recipient;
  readonly content: Content;
  readonly secretSealed: Buffer | null;
  readonly usefulUntil: Date | null;
}

const names = 'id, event, kind, user_id, address, locale, account_name, facts, secret_sealed, useful_until';
const lists = `$3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::jsonb[],
  $11::bytea[], $12::timestamptz[]`;

const insertion = (account: string, source: string): string => `
  insert into mails (account_id, created_at, next_try_at, state, ${names})
  select ${account}, $2::timestamptz, $2::timestamptz, 'waiting', ${names} from unnest(${source})
  on conflict (account_id, event) do nothing`;

const insert = statement(insertion('$1::uuid', `${lists}) as one (${names}`));

const insertForMany = acrossAccounts(
  'a close tells the users of all accounts that it settles in one transaction',
  insertion('account_id', `$1::uuid[], ${lists}) as one (account_id, ${names}`),
);

export async function insertMails(
  db: Database,
  account: AccountId,
  mails: readonly OutgoingMail[],
  now: Date,
): Promise<void> {
  await db.rows(insert, [account, now, ...columnsOf(mails)]);
}

/** The same for mails to users of any account. */
export async function insertMailsForMany(
  db: Database,
  mails: readonly OutgoingMail[],
  now: Date,
): Promise<void> {
  await db.rows(insertForMany, [mails.map(({ to }) => to.accountId), now, ...columnsOf(mails)]);
}

const columnsOf = (mails: readonly OutgoingMail[]): unknown[] => [
  mails.map(({ id }) => id),
  mails.map(({ event }) => event),
  mails.map(({ content }) => content.kind),
  mails.map(({ to }) => to.userId),
  mails.map(({ to }) => to.address),
  mails.map(({ to }) => to.locale),
  mails.map(({ to }) => to.accountName),
  mails.map(({ content }) => JSON.stringify(content.facts)),
  mails.map(({ secretSealed }) => secretSealed),
  mails.map(({ usefulUntil }) => usefulUntil),
];

const removeWaiting = statement(
  "delete from mails where account_id = $1 and user_id = $2 and state = 'waiting'",
);

/** Takes back what was not sent yet to a user who is no more. */
export async function deleteWaitingMails(db: Database, account: AccountId, userId: string): Promise<void> {
  await db.rows(removeWaiting, [account, userId]);
}

const countInvitations = acrossAccounts<{ count: number }>(
  'an address can be made a user of any number of accounts',
  `select count(*)::integer as count from mails
   where kind = 'invitation' and lower(address) = lower($1) and created_at > $2`,
);

/** How many mails have invited the address since then, into whichever account. */
export const invitationsSince = async (db: Database, address: string, since: Date): Promise<number> =>
  (await db.first(countInvitations, [address, since]))?.count ?? 0;
