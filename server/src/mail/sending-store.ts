import type { AccountId } from '../accounts/account.js';
import type { Database } from '../platform/db/database.js';
import { acrossAccounts, statement } from '../platform/db/statement.js';
import type { Mail } from './mail.js';

const columns = `mails.id, mails.account_id, account_name, kind, address, locale, facts, created_at, secret_sealed, attempts`;

const claim = (ofAccount: string, now: string): string => `
  with due as (
    select account_id, id from mails where ${ofAccount} state = 'waiting' and next_try_at <= ${now}
      and (useful_until is null or useful_until > ${now})
    order by next_try_at limit 1 for update skip locked
  )
  update mails set state = 'sending', sending_since = ${now}, attempts = attempts + 1
  from due where mails.account_id = due.account_id and mails.id = due.id returning ${columns}`;

const claimAny = acrossAccounts<Mail>('mails of all accounts are sent', claim('', '$1'));
const claimOfAccount = statement<Mail>(claim('account_id = $1 and', '$2'));

/**
 * The mail that is due first, marked as being sent; of that account only, if one is named. One at a time: what a process
 * that dies has claimed and not sent yet is not sent by anyone.
 */
export const claimMail = (
  db: Database,
  account: AccountId | undefined,
  now: Date,
): Promise<Mail | undefined> =>
  account === undefined ? db.first(claimAny, [now]) : db.first(claimOfAccount, [account, now]);

export interface Settled {
  readonly state: 'sent' | 'waiting' | 'failed' | 'unsure';
  readonly at: Date;
  /** Whether the try counts. */
  readonly counts: boolean;
  readonly nextTryAt: Date | null;
  readonly error: string | null;
}

// A sender that was thought dead may still come back, but not into a later try.
const settle = statement(`
  update mails set state = $4, sending_since = null, sent_at = case when $4 = 'sent' then $5::timestamptz end,
    attempts = case when $6 then attempts else attempts - 1 end, next_try_at = coalesce($7, next_try_at),
    last_error = $8, secret_sealed = case when $4 = 'sent' then null else secret_sealed end
  where account_id = $1 and id = $2 and attempts = $3 and state in ('sending', 'unsure')`);

export async function settleMail(
  db: Database,
  { accountId, id, attempts }: Mail,
  { state, at, counts, nextTryAt, error }: Settled,
): Promise<void> {
  await db.rows(settle, [accountId, id, attempts, state, at, counts, nextTryAt, error]);
}

const doubt = acrossAccounts<{ id: string }>(
  'mails of all accounts are sent',
  `update mails set state = 'unsure', sending_since = null,
     last_error = 'whoever was sending it ended before it was known whether it was taken'
   where state = 'sending' and sending_since < $1 returning id`,
);

/** Marks what has been in hand for too long; says which. */
export const markUnsure = async (db: Database, since: Date): Promise<string[]> =>
  (await db.rows(doubt, [since])).map(({ id }) => id);

const drop = acrossAccounts(
  'mails of all accounts are sent',
  `update mails set state = 'failed', secret_sealed = null, last_error = 'it could not be sent while its link was good'
   where state = 'waiting' and useful_until < $1`,
);

/** Gives up on what would be of no use any more. */
export async function dropUseless(db: Database, now: Date): Promise<void> {
  await db.rows(drop, [now]);
}
