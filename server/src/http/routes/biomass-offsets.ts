import type { Static } from '@sinclair/typebox';
import type { Account } from '../../features/accounts/account.js';
import { createOffset, type NewOffsetInput } from '../../features/biomass/create-offset.js';
import {
  findOffset,
  listOffsets,
  type BiomassOffset as OffsetRow,
} from '../../features/biomass/offset-store.js';
import { deleteOffset } from '../../features/biomass/delete-offset.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { executeQuote } from '../../features/quotes/execute-quote.js';
import { dayRange } from '../day-range.js';
import { list, route } from '../route.js';
import { BiomassOffset, NewBiomassOffset, presentBiomassOffset } from '../../wire/biomass-offset.js';
import { DayRangeQuery, Deleted, deleted } from '../../wire/fields.js';
import { toDate } from '../../wire/times.js';

export const biomassOffsetRoutes = [
  list({
    operation: 'listBiomassOffsets',
    path: '/biomass/offsets',
    summary: 'Biomass offsets, newest first',
    query: DayRangeQuery,
    item: BiomassOffset,
    sortedBy: 'time',
    page: ({ context, account, query }, page) => listOffsets(context.db, account.id, dayRange(query), page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentBiomassOffset,
  }),
  route({
    operation: 'getBiomassOffset',
    method: 'GET',
    path: '/biomass/offsets/:id',
    summary: 'A biomass offset',
    reply: BiomassOffset,
    find,
    handle: ({ found }) => Promise.resolve(presentBiomassOffset(found)),
  }),
  route({
    operation: 'createBiomassOffset',
    method: 'POST',
    path: '/biomass/offsets',
    effects: ['is-billed'],
    summary: 'Turn pages, trees or a quote into a biomass offset with its certificate',
    body: NewBiomassOffset,
    reply: BiomassOffset,
    handle: async ({ context, account, body }) => {
      const wanted = amountOf(body);
      const date = toDate(body.date);
      const offset =
        'quoteId' in wanted
          ? await executeQuote(context, account.id, wanted.quoteId, date)
          : await createOffset(context, account.id, { amount: wanted, projectId: body.project_id, date });
      return presentBiomassOffset(offset);
    },
  }),
  route({
    operation: 'deleteBiomassOffset',
    method: 'DELETE',
    path: '/biomass/offsets/:id',
    summary: 'Delete a biomass offset that has not been billed, and withdraw its certificate',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteOffset(context, account.id, id);
      return deleted(id);
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<OffsetRow> {
  const offset = await findOffset(db, account.id, id);
  if (!offset) throw missing('There is no such biomass offset');
  return offset;
}

/** Requires exactly one way to state the amount. */
function amountOf(body: Static<typeof NewBiomassOffset>): NewOffsetInput['amount'] | { quoteId: string } {
  const { pages, trees, quote_id: quoteId, project_id: projectId } = body;
  if (quoteId != null) {
    const conflict =
      pages != null ? 'pages' : trees != null ? 'trees' : projectId != null ? 'project_id' : undefined;
    if (conflict) throw invalid(`quote_id conflicts with ${conflict}`);
    return { quoteId };
  }
  if (trees != null) {
    if (pages != null) throw invalid('trees conflicts with pages');
    return { trees };
  }
  if (pages == null) throw invalid('pages, trees or quote_id is required', { code: 'amount-required' });
  return { pages };
}
