import { listOffsets } from '../../../biomass/offset-store.js';
import { ListedOffset, presentListedOffset } from '../../../wire/dashboard/listed-offset.js';
import { DayRangeQuery } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';

export const offsetRoutes = [
  list({
    operation: 'listOffsetsWithOrigin',
    path: '/offsets',
    summary: 'Biomass offsets, newest first, with what decides about their deletion',
    query: DayRangeQuery,
    item: ListedOffset,
    sortedBy: 'time',
    page: ({ context, account, query }, page) => listOffsets(context.db, account.id, dayRange(query), page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentListedOffset,
  }),
];
