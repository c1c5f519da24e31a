import type { Account } from '../../features/accounts/account.js';
import { createOrder } from '../../features/orders/create-order.js';
import { deleteOrder } from '../../features/orders/delete-order.js';
import {
  findOrder,
  listOrders,
  listOrdersByExternalId,
  type Order as OrderRow,
} from '../../features/orders/order-store.js';
import { placeOrder } from '../../features/orders/place-order.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { list, route } from '../route.js';
import { Deleted, deleted, ExternalIdQuery } from '../../wire/fields.js';
import {
  ExpandedOrder,
  NewOrder,
  Order,
  orderedPaperOf,
  presentExpandedOrder,
  presentOrder,
} from '../../wire/order.js';

export const orderRoutes = [
  list({
    operation: 'listOrders',
    path: '/orders',
    summary: 'Orders, newest first',
    query: ExternalIdQuery,
    item: Order,
    sortedBy: 'time',
    page: ({ context: { db }, account: { id }, query: { external_id: externalId } }, page) =>
      externalId === undefined ? listOrders(db, id, page) : listOrdersByExternalId(db, id, externalId, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentOrder,
  }),
  route({
    operation: 'getOrder',
    method: 'GET',
    path: '/orders/:id',
    summary: 'An order with its items',
    reply: ExpandedOrder,
    find,
    handle: ({ found }) => Promise.resolve(presentExpandedOrder(found)),
  }),
  route({
    operation: 'createOrder',
    method: 'POST',
    path: '/orders',
    summary: 'Draft an order: paper to trees, tonnes and a price',
    body: NewOrder,
    reply: ExpandedOrder,
    handle: async ({ context, account, body }) => {
      const order = await createOrder(context, account.id, {
        ...orderedPaperOf(body),
        externalId: body.external_id,
      });
      return presentExpandedOrder(order);
    },
  }),
  route({
    operation: 'placeOrder',
    method: 'PATCH',
    path: '/orders/:id/place',
    effects: ['is-billed'],
    summary: 'Place a draft: its biomass and carbon offsets are created',
    reply: ExpandedOrder,
    acceptsIdempotencyKey: true,
    find,
    handle: async ({ context, account, id }) =>
      presentExpandedOrder(await placeOrder(context, account.id, id)),
  }),
  route({
    operation: 'deleteOrder',
    method: 'DELETE',
    path: '/orders/:id',
    summary: 'Delete a draft',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteOrder(context, account.id, id);
      return deleted(id);
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<OrderRow> {
  const order = await findOrder(db, account.id, id);
  if (!order) throw missing('There is no such order');
  return order;
}
