import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { checkMailLimits } from './check-mail-limits.js';
import type { Mail } from './mail.js';
import { findRecipientName, lockDueMail, setMailHeld, setMailSending } from './sending-store.js';

export type Claim =
  | { readonly is: 'nothing' }
  | { readonly is: 'held'; readonly mail: Mail; readonly reason: string }
  | { readonly is: 'claimed'; readonly mail: Mail };

/**
 * Takes the next due mail (of this account only, if given) and marks it as being sent, or postpones it because of a
 * limit. One mail at a time, because mails claimed by a process that dies are not sent by another one.
 *
 * Mails on a node that does not respond are left out, and cannot be counted: limits only count mails of the same account then.
 */
export const claimMail = (
  context: Context,
  account: AccountId | undefined,
  { isNodeUnavailable }: { isNodeUnavailable: boolean },
): Promise<Claim> =>
  inTransaction(context, async ({ db, clock }) => {
    const now = clock();
    const due = await lockDueMail(db, account, now, isNodeUnavailable);
    if (!due) return { is: 'nothing' };
    const mail = { ...due, fullName: await findRecipientName(db, due) };
    const hold =
      mail.releasedAt === null
        ? await checkMailLimits(db, mail, now, { countsOthers: !isNodeUnavailable })
        : undefined;
    if (hold) {
      await setMailHeld(db, mail, now, hold);
      return { is: 'held', mail, reason: hold.reason };
    }
    await setMailSending(db, mail, now);
    return { is: 'claimed', mail: { ...mail, attempts: mail.attempts + 1 } };
  });
