import { Type } from '@sinclair/typebox';
import { listInventory, newestCarbonLots } from '../../../features/carbon/carbon-lot-store.js';
import { readCreditFile } from '../../../features/carbon/credit-file.js';
import { fulfilCarbon } from '../../../features/carbon/fulfil-offsets.js';
import { importCredits } from '../../../features/carbon/import-credits.js';
import { CarbonLot, CarbonStock, presentCarbonLot, presentCarbonStock } from '../../../wire/carbon-lot.js';
import { CarbonImport, Fulfilment, ImportedCredits } from '../../../wire/dashboard/carbon-import.js';
import { list, route } from '../../route.js';

export const listedCarbonLots = list({
  operation: 'listCarbonLots',
  path: '/carbon-lots',
  summary: 'Lots of credits, those imported last first',
  item: CarbonLot,
  sortedBy: 'time',
  page: ({ context }, page) => newestCarbonLots(context.db, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentCarbonLot,
});

export const listedCarbonStock = route({
  operation: 'listCarbonStock',
  method: 'GET',
  path: '/carbon-stock',
  summary: 'What every carbon project has in credits, and what offsets wait for',
  reply: Type.Array(CarbonStock),
  handle: async ({ context }) => (await listInventory(context.db)).map(presentCarbonStock),
});

export const carbonCreditRoutes = [
  listedCarbonStock,
  listedCarbonLots,
  route({
    operation: 'importCarbonLots',
    method: 'POST',
    path: '/carbon-lots',
    summary: 'Takes lots of credits from CSV: all of it or nothing',
    body: CarbonImport,
    reply: ImportedCredits,
    handle: async ({ context, body }) => importCredits(context, await readCreditFile(body.csv)),
  }),
  route({
    operation: 'fulfilCarbon',
    method: 'POST',
    path: '/carbon-fulfilment',
    summary: 'Gives waiting carbon offsets their credits',
    reply: Fulfilment,
    // It works in batches, each committed by itself.
    acceptsIdempotencyKey: false,
    handle: ({ context }) => fulfilCarbon(context),
  }),
];
