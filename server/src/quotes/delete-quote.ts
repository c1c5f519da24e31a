import type { AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { deleteQuote as removeQuote, lockQuote } from './quote-store.js';

/** Once executed, a quote stays. */
export const deleteQuote = ({ db }: Context, account: AccountId, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const quote = await lockQuote(tx, account, id);
    if (!quote) throw missing('There is no such quote');
    if (quote.biomassOffsetId !== null) throw invalid('This quote has been executed: it cannot be deleted');
    await removeQuote(tx, account, id);
  });
