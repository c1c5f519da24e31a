import { findCarbonOffset, listCarbonOffsets } from '../../features/carbon/carbon-offset-store.js';
import { missing } from '../../platform/errors.js';
import { list, route } from '../route.js';
import { CarbonOffset, presentCarbonOffset } from '../../wire/carbon-offset.js';

export const carbonOffsetRoutes = [
  list({
    operation: 'listCarbonOffsets',
    path: '/carbon/offsets',
    summary: 'Carbon offsets, newest first',
    item: CarbonOffset,
    sortedBy: 'time',
    page: ({ context, account }, page) => listCarbonOffsets(context.db, account.id, page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentCarbonOffset,
  }),
  route({
    operation: 'getCarbonOffset',
    method: 'GET',
    path: '/carbon/offsets/:id',
    summary: 'A carbon offset',
    reply: CarbonOffset,
    find: async ({ db }, account, id) => {
      const offset = await findCarbonOffset(db, account.id, id);
      if (!offset) throw missing('There is no such carbon offset');
      return offset;
    },
    handle: ({ found }) => Promise.resolve(presentCarbonOffset(found)),
  }),
];
