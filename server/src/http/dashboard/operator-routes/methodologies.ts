import { Type } from '@sinclair/typebox';
import { addMethodology, activateMethodology } from '../../../features/methodologies/change-methodologies.js';
import { listMethodologies } from '../../../features/methodologies/methodology-store.js';
import {
  factorsOf,
  Methodology,
  NewMethodology,
  presentMethodology,
  sourcesOf,
} from '../../../wire/methodology.js';
import { route } from '../../route.js';

export const listedMethodologies = route({
  operation: 'listMethodologies',
  method: 'GET',
  path: '/methodologies',
  summary: 'All methodologies, and which is current',
  reply: Type.Array(Methodology),
  handle: async ({ context }) => (await listMethodologies(context.db)).map(presentMethodology),
});

export const methodologyRoutes = [
  listedMethodologies,
  route({
    operation: 'addMethodology',
    method: 'POST',
    path: '/methodologies',
    summary: 'A new methodology; what is not given is taken from the current one',
    body: NewMethodology,
    reply: Methodology,
    handle: async ({ context, body }) =>
      presentMethodology(await addMethodology(context, body.name, factorsOf(body), sourcesOf(body))),
  }),
  route({
    operation: 'useMethodology',
    method: 'POST',
    path: '/methodologies/:id/use',
    summary: 'Makes one current: new quotes, orders and offsets use it, the past keeps its own',
    reply: Methodology,
    handle: async ({ context, id }) => presentMethodology(await activateMethodology(context, id)),
  }),
];
