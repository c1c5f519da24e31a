import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { claimMail } from './claim-mail.js';
import { finishSending } from './sending-store.js';

const caught = { state: 'sent', counts: true, nextTryAt: null, error: null, keepsLink: true } as const;

/** In a sandbox, nothing is sent: due mails count as sent, and can be read there. */
export async function catchMails(context: Context, account: AccountId | undefined): Promise<void> {
  const catchOne = (): Promise<boolean> =>
    inTransaction(context, async (tx) => {
      const claim = await claimMail(tx, account, { isNodeUnavailable: false });
      if (claim.is === 'claimed') await finishSending(tx.db, claim.mail, { ...caught, at: tx.clock() });
      return claim.is !== 'nothing';
    });
  while (await catchOne());
}
