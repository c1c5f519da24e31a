import { Type } from '@sinclair/typebox';
import type { Account } from '../../features/accounts/account.js';
import {
  findCarbonOffset,
  listCarbonOffsets,
  type CarbonOffset as OffsetRow,
} from '../../features/carbon/carbon-offset-store.js';
import { listOffsetRetirements } from '../../features/carbon/offset-retirements.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { list, route } from '../route.js';
import { CarbonOffset, presentCarbonOffset } from '../../wire/carbon-offset.js';
import { CarbonRetirement, presentCarbonRetirement } from '../../wire/carbon-retirement.js';

async function find({ db }: Context, account: Account, id: string): Promise<OffsetRow> {
  const offset = await findCarbonOffset(db, account.id, id);
  if (!offset) throw missing('There is no such carbon offset');
  return offset;
}

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
    find,
    handle: ({ found }) => Promise.resolve(presentCarbonOffset(found)),
  }),
  route({
    operation: 'listCarbonOffsetRetirements',
    method: 'GET',
    path: '/carbon/offsets/:id/retirements',
    summary: 'The credits of a carbon offset, and whether they are retired',
    reply: Type.Array(CarbonRetirement),
    find,
    handle: async ({ context, account, found }) =>
      (await listOffsetRetirements(context.db, account.id, found.id)).map(presentCarbonRetirement),
  }),
];
