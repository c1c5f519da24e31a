import type { AccountId } from '../accounts/account.js';
import { overUnbilledLimit } from '../accounts/unbilled-limit.js';
import { insertOffset } from '../biomass/new-offset-store.js';
import type { BiomassOffset } from '../biomass/offset-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { requireRecordDate } from '../../platform/time/record-date.js';
import { requireActiveProject } from '../projects/require-active-project.js';
import { lockQuote } from './quote-store.js';

/** Turns a quote into a biomass offset. A quote can be executed only once. */
export const executeQuote = (
  context: Context,
  account: AccountId,
  quoteId: string,
  date: Date | null | undefined,
): Promise<BiomassOffset> =>
  context.db.transaction(async (tx) => {
    const { clock, actor, maxUnbilled } = context;
    const now = clock();
    if (date) requireRecordDate(date, now, 'date');
    const quote = await lockQuote(tx, account, quoteId);
    if (!quote) throw missing('quote_id: there is no such quote', 'quote_id');
    if (quote.biomassOffsetId !== null)
      throw invalid('quote_id is a quote that has already been executed', {
        code: 'quote-executed',
        field: 'quote_id',
      });
    await requireActiveProject(tx, quote.projectId, "the quote's project_id");
    const offset = await insertOffset(tx, account, {
      id: newId(),
      certificateId: newId(),
      projectId: quote.projectId,
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
    if (!offset) throw overUnbilledLimit(context);
    return offset;
  });
