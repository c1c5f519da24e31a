import type { FindInAccount } from '../../../features/accounts/find-in-account.js';
import { findMethodologyOrigin } from '../../../features/methodologies/methodology-origin-store.js';
import { findOrder } from '../../../features/orders/order-store.js';
import { findQuote } from '../../../features/quotes/quote-store.js';
import { missing } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/ids.js';
import { presentPublicMethodology, PublicMethodology } from '../../../wire/methodology.js';
import { route } from '../../route.js';

const methodologyOf = (
  operation: string,
  what: 'orders' | 'quotes',
  find: FindInAccount<{ readonly methodologyId: string }>,
) =>
  route({
    operation,
    method: 'GET',
    path: `/${what}/:id/methodology`,
    summary: `The methodology by which the figures of one of the ${what} were calculated`,
    reply: PublicMethodology,
    find: async ({ db }, account, id) => {
      const found = isUuid(id) ? await find(db, account.id, id) : undefined;
      if (!found) throw missing('There is no such order or quote');
      return found;
    },
    handle: async ({ context: { db }, found }) =>
      presentPublicMethodology(await findMethodologyOrigin(db, found.methodologyId)),
  });

/** The API's orders and quotes do not name it. */
export const methodologyRoutes = [
  methodologyOf('getOrderMethodology', 'orders', findOrder),
  methodologyOf('getQuoteMethodology', 'quotes', findQuote),
];
