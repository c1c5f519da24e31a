import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import { rateOf } from '../biomass/rate.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { priceOfPages } from '../paper/conversion.js';
import { paperOf, weighItems, type ItemInput } from '../paper/items.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation } from '../../database/failures.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { requireActiveProject } from '../projects/require-active-project.js';
import { insertQuote, quoteEvent, quoteFacts, type Quote } from './quote-store.js';

export interface NewQuoteInput {
  readonly projectId: string;
  readonly externalId: string | null | undefined;
  readonly items: readonly ItemInput[];
}

export async function createQuote(
  context: Context,
  account: AccountId,
  input: NewQuoteInput,
): Promise<Quote> {
  const { db, clock } = context;
  const weighed = weighItems(input.items);
  const methodology = await currentMethodology(db);
  const project = await requireActiveProject(db, input.projectId, 'project_id');
  const { items, mass, standardPages, trees } = paperOf(weighed, methodology);
  const rate = await rateOf(db, account, methodology);
  const quote = {
    id: newId(),
    projectId: project.id,
    methodologyId: methodology.id,
    externalId: input.externalId ?? null,
    items,
    mass: mass.toFixed(),
    standardPages,
    trees: trees.toFixed(),
    price: priceOfPages(standardPages, rate).toFixed(),
    createdAt: clock(),
  };
  return inTransaction(context, async (tx) => {
    await recordChange(tx, account, {
      action: 'quote.create',
      subjectId: quote.id,
      after: quoteFacts(quote),
    });
    const created = await mapUniqueViolation(
      {
        quotes_external_id: {
          message: 'external_id is already taken by another quote',
          reason: { code: 'reference-taken', field: 'external_id' },
        },
      },
      () => insertQuote(tx.db, account, quote),
    );
    await recordEvents(tx, account, quoteEvent('quote.created', created));
    return created;
  });
}
