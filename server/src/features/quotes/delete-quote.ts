import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { deleteQuote as removeQuote, lockQuote, quoteEvent, quoteFacts } from './quote-store.js';

/** An executed quote cannot be deleted. */
export const deleteQuote = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const quote = await lockQuote(tx.db, account, id);
    if (!quote) throw missing('There is no such quote');
    if (quote.biomassOffsetId !== null)
      throw invalid('This quote has been executed and can no longer be deleted', { code: 'quote-executed' });
    await removeQuote(tx.db, account, id);
    await recordChange(tx, account, { action: 'quote.delete', subjectId: id, before: quoteFacts(quote) });
    await recordEvents(tx, account, quoteEvent('quote.deleted', quote));
  });
