import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { isUuid } from '../../platform/ids.js';
import { lockAnyMail, setMailWaiting, type ListedMail } from './mail-list-store.js';
import { enqueueSending } from './enqueue-sending.js';

/** Resends a mail that failed or may not have arrived. The operator decides whether to risk a duplicate. */
export const retryMail = (context: Context, id: string): Promise<ListedMail> =>
  inTransaction(context, async (tx) => {
    const mail = isUuid(id) ? await lockAnyMail(tx.db, id) : undefined;
    if (!mail) throw missing(`There is no mail ${id}`);
    const { state, accountId } = mail;
    if (state === 'sent' || state === 'sending')
      throw invalid(state === 'sent' ? `Mail ${id} was sent` : `Mail ${id} is being sent`);
    const waiting = await setMailWaiting(tx.db, mail, tx.clock());
    await recordChange(tx, accountId, {
      action: 'mail.retry',
      subjectId: id,
      before: { state },
      after: { state: waiting.state },
    });
    await enqueueSending(tx.db, accountId);
    return waiting;
  });
