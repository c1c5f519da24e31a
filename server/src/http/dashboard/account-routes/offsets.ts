import { Type, type Static } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import {
  listCombinedOffsets,
  listOffsetsOfOrder,
  listSortedOffsets,
  type BiomassOffset,
} from '../../../features/biomass/offset-store.js';
import { referenceOf, referencesOfOrigins } from '../../../features/origins/origin-references.js';
import { listCarbonOffsets, listCarbonOffsetsOfOrder } from '../../../features/carbon/carbon-offset-store.js';
import { listPlantedProjects } from '../../../features/projects/trees-by-account-store.js';
import type { Database } from '../../../database/database.js';
import type { PageRequest } from '../../../database/paging.js';
import { sortedKey, type SortedRow } from '../../../database/sorted-list.js';
import { invalid } from '../../../platform/errors.js';
import { CarbonOffset, presentCarbonOffset } from '../../../wire/carbon-offset.js';
import { LevelQuery, type WithAccountName } from '../../../wire/dashboard/list-level.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { ListedOffset, presentListedOffset } from '../../../wire/dashboard/listed-offset.js';
import { PlantedProjects, presentPlantedProject } from '../../../wire/dashboard/planted-projects.js';
import { DayRangeQuery, Id } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list, route } from '../../route.js';
import { pageOfLevel } from '../page-of-level.js';
import { sortedBy } from '../sorted-by.js';

const newest = '-date';
const OfOrder = Type.Object({ order_id: Type.Optional(Id) });
const OffsetsQuery = Type.Object({
  ...OfOrder.properties,
  ...DayRangeQuery.properties,
  ...LevelQuery.properties,
  sort: SortBy(['date', 'trees', 'pages']),
  project_id: Type.Optional(Id),
});

export const listedOffsets = list({
  operation: 'listOffsetsWithOrigin',
  path: '/offsets',
  summary:
    'Biomass offsets, in any order, with what decides about their deletion; all, or those of an order, of some days or in a project; also of accounts below',
  query: OffsetsQuery,
  item: ListedOffset,
  sortedBy: sortedBy(newest),
  page: async ({ context: { db }, account, query }, page) => {
    const offsets =
      query.order_id === undefined
        ? await pageOfLevel(
            { ofOne: listSortedOffsets, ofMany: listCombinedOffsets },
            { db, account, level: query.level },
            {
              order: readOrder(query.sort, newest),
              range: dayRange(query),
              filters: [query.project_id ?? null],
            },
            page,
          )
        : await offsetsOfOrder(db, account, { ...query, order_id: query.order_id }, page);
    const references = await referencesOfOrigins(db, offsets);
    return offsets.map((offset) => ({ ...offset, reference: referenceOf(references, offset) }));
  },
  keyOf: sortedKey,
  present: presentListedOffset,
});

/** An order has few offsets. */
async function offsetsOfOrder(
  db: Database,
  account: Account,
  query: Static<typeof OffsetsQuery> & { order_id: string },
  page: PageRequest,
): Promise<(SortedRow<BiomassOffset> & WithAccountName)[]> {
  const { order_id: orderId, project_id: projectId, start_date: start, end_date: end, sort, level } = query;
  const others = [
    projectId,
    start,
    end,
    sort === newest ? undefined : sort,
    level === 'own' ? undefined : level,
  ];
  if (others.some((value) => value !== undefined))
    throw invalid('order_id cannot be combined with other filters or another order');
  const offsets = await listOffsetsOfOrder(db, account.id, orderId, page);
  return offsets.map((offset) => ({
    ...offset,
    sortKey: offset.date,
    accountName: account.displayName,
  }));
}

export const listedCarbonOffsets = list({
  operation: 'listCarbonOffsets',
  path: '/carbon-offsets',
  summary: 'Carbon offsets, newest first; all, or those of an order',
  query: OfOrder,
  item: CarbonOffset,
  sortedBy: 'time',
  page: ({ context: { db }, account: { id }, query: { order_id: orderId } }, page) =>
    orderId === undefined ? listCarbonOffsets(db, id, page) : listCarbonOffsetsOfOrder(db, id, orderId, page),
  keyOf: ({ date, id }) => ({ sort: date, id }),
  present: presentCarbonOffset,
});

export const offsetRoutes = [
  listedOffsets,
  listedCarbonOffsets,
  route({
    operation: 'listPlantedProjects',
    method: 'GET',
    path: '/planted-projects',
    summary: 'The forestry projects in which the account has trees, and how many; also of accounts below',
    query: LevelQuery,
    reply: PlantedProjects,
    handle: async ({ context: { db }, account, query: { level = 'own' } }) => ({
      projects: (await listPlantedProjects(db, account.id, level)).map(presentPlantedProject),
    }),
  }),
];
