import { Type } from '@sinclair/typebox';
import { listOffsets, listOffsetsOfOrder } from '../../../features/biomass/offset-store.js';
import { listCarbonOffsets, listCarbonOffsetsOfOrder } from '../../../features/carbon/carbon-offset-store.js';
import { listPlantedProjects } from '../../../features/projects/account-planting-store.js';
import { CarbonOffset, presentCarbonOffset } from '../../../wire/carbon-offset.js';
import { ListedOffset, presentListedOffset } from '../../../wire/dashboard/listed-offset.js';
import { PlantedProjects, presentPlantedProject } from '../../../wire/dashboard/planted-projects.js';
import { Id } from '../../../wire/fields.js';
import { list, route } from '../../route.js';

const wholeRange = { start: undefined, end: undefined };
const OfOrder = Type.Object({ order_id: Type.Optional(Id) });

export const offsetRoutes = [
  list({
    operation: 'listOffsetsWithOrigin',
    path: '/offsets',
    summary:
      'Biomass offsets, newest first, with what decides about their deletion; all, or those of an order',
    query: OfOrder,
    item: ListedOffset,
    sortedBy: 'time',
    page: ({ context: { db }, account: { id }, query: { order_id: orderId } }, page) =>
      orderId === undefined
        ? listOffsets(db, id, wholeRange, page)
        : listOffsetsOfOrder(db, id, orderId, page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentListedOffset,
  }),
  list({
    operation: 'listCarbonOffsetsForPeople',
    path: '/carbon-offsets',
    summary: 'Carbon offsets, newest first; all, or those of an order',
    query: OfOrder,
    item: CarbonOffset,
    sortedBy: 'time',
    page: ({ context: { db }, account: { id }, query: { order_id: orderId } }, page) =>
      orderId === undefined
        ? listCarbonOffsets(db, id, page)
        : listCarbonOffsetsOfOrder(db, id, orderId, page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentCarbonOffset,
  }),
  route({
    operation: 'listPlantedProjects',
    method: 'GET',
    path: '/planted-projects',
    summary: 'The forestry projects in which the account has trees, and how many',
    reply: PlantedProjects,
    handle: async ({ context, account }) => ({
      projects: (await listPlantedProjects(context.db, account.id)).map(presentPlantedProject),
    }),
  }),
];
