import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import type { Content, Recipient } from './mail.js';
import { insertMails, insertMailsForMany, type OutgoingMail } from './outbox-store.js';
import { sendSoon } from './send-soon.js';

export interface NewMail {
  /** Names what it tells of. The same event never makes a second mail. */
  readonly event: string;
  readonly to: Recipient;
  readonly content: Content;
  /** What its link carries; kept encrypted until the mail is sent. */
  readonly secret?: string;
  /** Absent: it may be late. */
  readonly usefulUntil?: Date;
}

/**
 * Puts mails to users of one account into the outbox, and has them sent as soon as the transaction is committed. Call it
 * in the transaction of what they tell of: both happen or neither.
 */
export async function postMails(
  context: Context,
  account: AccountId,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const { db, clock } = context;
  await insertMails(db, account, outgoing(context, mails), clock());
  await sendSoon(db, account);
}

/** For whole batches of accounts: the schedule sends them, so that the batches do not wait for each other at the queue. */
export async function postMailsToMany(context: Context, mails: readonly NewMail[]): Promise<void> {
  if (mails.length > 0) await insertMailsForMany(context.db, outgoing(context, mails), context.clock());
}

const outgoing = ({ secrets }: Context, mails: readonly NewMail[]): OutgoingMail[] =>
  mails.map(({ event, to, content, secret, usefulUntil }) => {
    const id = newId();
    const secretSealed = secret === undefined ? null : secrets.seal(secret, id);
    return { id, event, to, content, secretSealed, usefulUntil: usefulUntil ?? null };
  });
