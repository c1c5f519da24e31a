import type { AccountId } from '../accounts/account.js';
import { nameOfAccount } from '../accounts/account-names-store.js';
import { unbilledLimitError } from '../accounts/unbilled-limit.js';
import { recordEvents } from '../events/event-store.js';
import { insertOffset } from '../biomass/new-offset-store.js';
import type { BiomassOffset } from '../biomass/offset-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { newId } from '../../platform/ids.js';
import { requireRecordDate } from '../../platform/time/record-date.js';
import { requireActiveProject } from '../projects/require-active-project.js';
import { lockQuote, quoteEvent } from './quote-store.js';

/** Turns a quote into a biomass offset. A quote can be executed only once. */
export const executeQuote = (
  context: Context,
  account: AccountId,
  quoteId: string,
  date: Date | null | undefined,
): Promise<BiomassOffset> =>
  inTransaction(context, async (tx) => {
    const { db, clock, actor, maxUnbilled } = tx;
    const now = clock();
    if (date) requireRecordDate(date, now, 'date');
    const quote = await lockQuote(db, account, quoteId);
    if (!quote) throw missing('quote_id: there is no such quote', 'quote_id');
    if (quote.biomassOffsetId !== null)
      throw invalid('quote_id is a quote that has already been executed', {
        code: 'quote-executed',
        field: 'quote_id',
      });
    const project = await requireActiveProject(db, quote.projectId, "the quote's project_id");
    const offset = await insertOffset(db, account, {
      id: newId(),
      certificateId: newId(),
      projectId: quote.projectId,
      projectName: project.name,
      accountName: await nameOfAccount(db, account),
      quoteId: quote.id,
      orderId: null,
      methodologyId: quote.methodologyId,
      date: date ?? now,
      pages: quote.standardPages,
      trees: quote.trees,
      price: quote.price,
      createdAt: now,
      maxUnbilled,
      actor,
    });
    if (!offset) throw unbilledLimitError(context);
    const executed = { ...quote, biomassOffsetId: offset.id };
    await recordEvents(tx, account, quoteEvent('quote.executed', executed));
    return offset;
  });
