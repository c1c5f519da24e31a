import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { queryRespondingNodes, selectAcrossNodes } from '../../database/across-nodes.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { MailKind, StoredMail } from './mail.js';
import { mailKinds } from './mail-topics.js';
import type { LimitedMail } from './mail-limit-store.js';

const columns = `id, account_id, coalesce(root_id, account_id) as root_id, account_name, kind, address, locale, facts, created_at,
  secret_sealed, attempts, subject, released_at, user_id`;

const listOf = (kinds: readonly MailKind[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

// A later version, which may run on the same database, sends the kinds that only it knows.
const isDue = (now: string): string =>
  `state = 'waiting' and next_try_at <= ${now} and (useful_until is null or useful_until > ${now}) and kind in (${listOf(mailKinds)})`;
const due = (ofAccount: string, now: string): string => `
  select ${columns} from mails where ${ofAccount} ${isDue(now)}
  order by next_try_at limit 1 for update skip locked`;

type DueMail = StoredMail &
  LimitedMail & { readonly accountId: AccountId; readonly userId: string; readonly releasedAt: Date | null };

const dueOfAny = crossAccountStatement<DueMail>('mails of all accounts are sent', due('', '$1'), {
  distributed: [],
});
const dueOfAccount = statement<DueMail>(due('account_id = $1 and', '$2'));

// A distributed store only locks rows of one account.
const accountsWithDue = selectAcrossNodes<{ accountId: AccountId }>(
  'mails of all accounts are sent',
  { table: 'mails', where: isDue('$1') },
  (where) => `
    select account_id, min(next_try_at) as first from mails where ${where} group by account_id order by first limit 100`,
);

async function lockDueOfAny(
  db: Transaction,
  now: Date,
  isNodeUnavailable: boolean,
): Promise<DueMail | undefined> {
  if (db.layout !== 'distributed') return db.first(dueOfAny, [now]);
  const accounts = isNodeUnavailable
    ? (await queryRespondingNodes(db, accountsWithDue, [now])).rows
    : await db.rows(accountsWithDue.all, [now]);
  for (const { accountId } of accounts) {
    const mail = await db.first(dueOfAccount, [accountId, now]);
    if (mail) return mail;
  }
  return undefined;
}

/** The next due mail (of this account only, if given), locked until the transaction ends. */
export const lockDueMail = (
  db: Transaction,
  account: AccountId | undefined,
  now: Date,
  isNodeUnavailable: boolean,
): Promise<DueMail | undefined> =>
  account === undefined ? lockDueOfAny(db, now, isNodeUnavailable) : db.first(dueOfAccount, [account, now]);

// Separate, because a distributed store locks rows of one table only.
const selectFullName = statement<{ fullName: string | null }>(
  'select full_name from users where account_id = $1 and id = $2',
);

/** Null: unknown, or the user has been deleted. */
export const findRecipientName = async (
  db: Database,
  { accountId, userId }: Pick<DueMail, 'accountId' | 'userId'>,
): Promise<string | null> => (await db.first(selectFullName, [accountId, userId]))?.fullName ?? null;

const send = statement(`
  update mails set state = 'sending', sending_since = $3, attempts = attempts + 1, released_at = coalesce(released_at, $3),
    held_since = null
  where account_id = $1 and id = $2`);

export async function setMailSending(
  db: Transaction,
  { accountId, id }: StoredMail,
  now: Date,
): Promise<void> {
  await db.rows(send, [accountId, id, now]);
}

const hold = statement(`
  update mails set held_since = coalesce(held_since, $3), next_try_at = $4, last_error = $5
  where account_id = $1 and id = $2`);

/** Postpones a locked mail. */
export async function setMailHeld(
  db: Transaction,
  { accountId, id }: StoredMail,
  now: Date,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await db.rows(hold, [accountId, id, now, until, reason]);
}

export interface SendingResult {
  readonly state: 'sent' | 'waiting' | 'failed' | 'unsure';
  readonly at: Date;
  /** Whether this counts as an attempt. */
  readonly counts: boolean;
  readonly nextTryAt: Date | null;
  readonly error: string | null;
  /** Whether its link is kept once it is sent. Only in a sandbox, where it opens nothing. */
  readonly keepsLink?: boolean;
}

// A sender presumed dead may still report its result, but not for a later attempt.
const settle = statement(`
  update mails set state = $4, sending_since = null, sent_at = case when $4 = 'sent' then $5::timestamptz end,
    attempts = case when $6 then attempts else attempts - 1 end, next_try_at = coalesce($7, next_try_at),
    last_error = $8, secret_sealed = case when $4 = 'sent' and not $9 then null else secret_sealed end
  where account_id = $1 and id = $2 and attempts = $3 and state in ('sending', 'unsure')`);

export async function finishSending(
  db: Database,
  { accountId, id, attempts }: StoredMail,
  { state, at, counts, nextTryAt, error, keepsLink = false }: SendingResult,
): Promise<void> {
  await db.rows(settle, [accountId, id, attempts, state, at, counts, nextTryAt, error, keepsLink]);
}

const doubt = crossAccountStatement<{ id: string }>(
  'mails of all accounts are sent',
  `update mails set state = 'unsure', sending_since = null,
     last_error = 'the sending process stopped, so it is not known whether the server accepted it'
   where state = 'sending' and sending_since < $1 returning id`,
);

/** Marks mails that have been in progress for too long; returns their ids. */
export const markUnsure = async (db: Database, since: Date): Promise<string[]> =>
  (await db.rows(doubt, [since])).map(({ id }) => id);

// Version 0.9 takes every mail that is due. These are its errors for kinds and reasons that it does not know.
const release = crossAccountStatement(
  'mails of all accounts are sent',
  `update mails set state = 'waiting', next_try_at = $1, last_error = null
   where state = 'failed' and (
     kind in (${listOf(['invoice', 'credit-note', 'quote-accepted', 'webhook-disabled'])})
       and last_error like 'Cannot destructure property ''subject''%'
     or kind = 'feed-trouble' and last_error like '%"mail.reason.agentSilent"%')`,
);

/** Makes mails due again that an earlier version could not write. It has sent nothing of them. */
export async function releaseUnrendered(db: Database, now: Date): Promise<void> {
  await db.rows(release, [now]);
}

const drop = crossAccountStatement(
  'mails of all accounts are sent',
  `update mails set state = 'failed', secret_sealed = null, last_error = case
     when held_since is null then 'its link expired before it could be sent'
     else coalesce(last_error, 'held back') || '; its link expired in the meantime' end
   where state = 'waiting' and useful_until < $1`,
);

/** Marks mails as failed whose link has expired. */
export async function failExpired(db: Database, now: Date): Promise<void> {
  await db.rows(drop, [now]);
}
