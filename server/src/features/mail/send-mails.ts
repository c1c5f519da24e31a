import type { AccountId } from '../accounts/account.js';
import { unavailableNodes } from '../../database/cluster-store.js';
import type { Attachment, Context } from '../../database/context.js';
import type { MailSettings } from '../../platform/config/mail-settings.js';
import type { MailTransport, Outcome } from './transport.js';
import { catchMails } from './catch-mails.js';
import { claimMail } from './claim-mail.js';
import { composeMessage } from './compose-message.js';
import { FileTransport } from './file-transport.js';
import type { Mail } from './mail.js';
import {
  failExpired,
  markUnsure,
  releaseUnrendered,
  finishSending,
  type SendingResult,
} from './sending-store.js';
import { SmtpTransport } from './smtp-transport.js';

export interface SendingOptions {
  /** Only mails of this account. Absent: all due mails; also cleans up stuck and expired ones. */
  readonly account?: AccountId | undefined;
  /** Ends the run after the mails in progress. */
  readonly signal?: AbortSignal;
}

const maxSendConcurrency = 4;
const minuteMs = 60_000;

/** Much longer than the timeouts of a transport. */
const inDoubtMs = 10 * minuteMs;

/**
 * Sends the mails that are due; any number of processes can do so concurrently. If the server is unreachable, the
 * remaining mails wait.
 */
export async function sendMails(context: Context, { account, signal }: SendingOptions = {}): Promise<void> {
  if (context.sandbox) return catchMails(context, account);
  const { db, clock, log } = context;
  const isNodeUnavailable = (await unavailableNodes(db)).length > 0;
  // Cleaning up needs all nodes.
  if (account === undefined && !isNodeUnavailable) {
    const now = clock();
    const unsure = await markUnsure(db, new Date(now.getTime() - inDoubtMs));
    if (unsure.length > 0)
      log.warn(
        { mails: unsure },
        'mails that may or may not have been sent; they are not sent again automatically',
      );
    await releaseUnrendered(db, now);
    await failExpired(db, now);
  }
  let isUnreachable = false;
  const work = async (): Promise<void> => {
    const transport = transportFor(context.mail);
    try {
      while (!isUnreachable && signal?.aborted !== true) {
        const claim = await claimMail(context, account, { isNodeUnavailable });
        if (claim.is === 'nothing') return;
        const { mail } = claim;
        if (claim.is === 'held') {
          log.warn(
            { mail: mail.id, account: mail.accountId, kind: mail.kind, reason: claim.reason },
            'a mail could not be sent yet; it will be retried',
          );
          continue;
        }
        const outcome = await deliver(context, transport, mail);
        await finishSending(db, mail, settledBy(outcome, mail, clock()));
        if (outcome.is === 'sent') continue;
        isUnreachable ||= outcome.is === 'unreachable';
        log.warn(
          { mail: mail.id, account: mail.accountId, outcome: outcome.is, reason: outcome.error },
          'a mail was not sent',
        );
      }
    } finally {
      transport.close();
    }
  };
  // Wait for all of them, even if one fails.
  const workers = Array.from({ length: account === undefined ? maxSendConcurrency : 1 }, work);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

const transportFor = ({ smtp, directory }: MailSettings): MailTransport =>
  smtp ? new SmtpTransport(smtp) : new FileTransport(directory);

/** A problem with one mail must not block the rest. */
async function deliver(context: Context, transport: MailTransport, mail: Mail): Promise<Outcome> {
  const {
    mail: { from },
    baseUrl,
    claims,
    secrets,
  } = context;
  let attachments: readonly Attachment[];
  try {
    attachments = (await context.attachments?.(context, mail)) ?? [];
  } catch (error) {
    // Making them needs the database and a worker thread, either of which may be busy.
    return { is: 'deferred', error: error instanceof Error ? error.message : String(error) };
  }
  try {
    const secret = mail.secretSealed ? secrets.open(mail.secretSealed, mail.id) : '';
    const sender = { baseUrl: baseUrl(), from, claims };
    return await transport.deliver(await composeMessage(mail, sender, secret, attachments));
  } catch (error) {
    return { is: 'refused', error: error instanceof Error ? error.message : String(error) };
  }
}

/** About three days, with one hour between the later attempts. */
const maxTries = 75;
const maxPauseMs = 60 * minuteMs;

function settledBy(outcome: Outcome, { attempts }: Mail, at: Date): SendingResult {
  const later = (ms: number): Date => new Date(at.getTime() + ms);
  const error = outcome.is === 'sent' ? null : outcome.error.slice(0, 500);
  const end = { at, counts: true, nextTryAt: null, error };
  switch (outcome.is) {
    case 'sent':
      return { ...end, state: 'sent' };
    case 'unsure':
      return { ...end, state: 'unsure' };
    case 'refused':
      return { ...end, state: 'failed' };
    // Does not count as an attempt, so that no mail is lost however long the server is down.
    case 'unreachable':
      return { ...end, state: 'waiting', counts: false, nextTryAt: later(minuteMs) };
    case 'deferred':
      return attempts >= maxTries
        ? { ...end, state: 'failed' }
        : {
            ...end,
            state: 'waiting',
            nextTryAt: later(Math.min(minuteMs * 2 ** (attempts - 1), maxPauseMs)),
          };
  }
}
