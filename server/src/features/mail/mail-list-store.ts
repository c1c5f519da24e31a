import type { AccountId } from '../accounts/account.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Database, Transaction } from '../../database/database.js';

/** `held`: waiting because of a limit. */
export const mailStates = ['waiting', 'held', 'sending', 'sent', 'failed', 'unsure'] as const;
export type MailState = (typeof mailStates)[number];

/** A mail as the operator sees it, without its content. */
export interface ListedMail {
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: string;
  readonly address: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextTryAt: Date;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
  /** How many unsent mails it replaced. */
  readonly superseded: number;
}

const state = `case when state = 'waiting' and held_since is not null then 'held' else state end`;
const columns = `id, account_id, kind, address, ${state} as state, attempts, created_at, next_try_at, sent_at, last_error,
  superseded`;

const select = crossAccountStatement<ListedMail>(
  'the operator sees mails of all accounts',
  `select ${columns} from mails where $1::text is null or ${state} = $1 order by created_at desc, id desc limit $2`,
);

/** Newest first. */
export const listMails = (db: Database, state: MailState | undefined, limit: number): Promise<ListedMail[]> =>
  db.rows(select, [state ?? null, limit]);

type Troubled = Readonly<Record<'failed' | 'unsure' | 'held', number>>;

const count = crossAccountStatement<Troubled>(
  'the operator sees mails of all accounts',
  `select * from
     (select count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'unsure') as unsure
      from mails where state in ('failed', 'unsure') and created_at >= $1) troubled,
     (select count(*) as held from mails where state = 'waiting' and held_since is not null) waiting`,
);

/** How many mails created since then failed or are unsure, and how many are held by a limit. */
export const countUndeliveredMails = async (db: Database, since: Date): Promise<Troubled> =>
  (await db.first(count, [since])) ?? { failed: 0, unsure: 0, held: 0 };

const selectAccount = crossAccountStatement<{ accountId: AccountId }>(
  'the operator identifies a mail by its id alone',
  'select account_id from mails where id = $1',
);
const lock = statement<ListedMail>(
  `select ${columns} from mails where account_id = $1 and id = $2 for update`,
);

/** The mail, locked until the transaction ends. */
export async function lockAnyMail(db: Transaction, id: string): Promise<ListedMail | undefined> {
  const found = await db.first(selectAccount, [id]);
  return found && db.first(lock, [found.accountId, id]);
}

// The operator has decided to send it, so no limit applies.
const again = statement<ListedMail>(`
  update mails set state = 'waiting', next_try_at = $3, held_since = null, released_at = coalesce(released_at, $3)
  where account_id = $1 and id = $2 returning ${columns}`);

export async function setMailWaiting(
  db: Transaction,
  { accountId, id }: ListedMail,
  now: Date,
): Promise<ListedMail> {
  const [row] = await db.rows(again, [accountId, id, now]);
  return row as ListedMail;
}

const purge = crossAccountStatement(
  'old finished mails are deleted for all accounts',
  `delete from mails where state in ('sent', 'failed') and created_at < $1`,
);

/** Deletes mails that were sent or have failed. */
export async function purgeMails(db: Database, before: Date): Promise<void> {
  await db.rows(purge, [before]);
}
