import type { AccountId } from '../accounts/account.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import type { Content, Recipient } from './mail.js';
import { insertMails, insertMailsForMany, type OutgoingMail } from './outbox-store.js';
import { enqueueSending } from './enqueue-sending.js';

export interface NewMail {
  /** Identifies what the mail is about. The same event never creates a second mail. */
  readonly event: string;
  readonly to: Recipient;
  readonly content: Content;
  /** The token in its link; stored encrypted until the mail is sent. */
  readonly secret?: string;
  /** Absent: the mail does not expire. */
  readonly usefulUntil?: Date;
}

/** Puts mails to users of one account into the outbox and sends them once the transaction is committed. */
export async function enqueueMails(
  tx: TransactionContext,
  account: AccountId,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length === 0) return;
  await insertMails(tx.db, account, outgoing(tx, mails), tx.clock());
  await enqueueSending(tx.db, account);
}

/**
 * For batches of accounts. The periodic task sends these mails, so that batches do not block each other at the queue.
 */
export async function enqueueMailsToMany(tx: TransactionContext, mails: readonly NewMail[]): Promise<void> {
  if (mails.length > 0) await insertMailsForMany(tx.db, outgoing(tx, mails), tx.clock());
}

const outgoing = ({ secrets }: Context, mails: readonly NewMail[]): OutgoingMail[] =>
  mails.map(({ event, to, content, secret, usefulUntil }) => {
    const id = newId();
    const secretSealed = secret === undefined ? null : secrets.seal(secret, id);
    return { id, event, to, content, secretSealed, usefulUntil: usefulUntil ?? null };
  });
