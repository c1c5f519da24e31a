import { Type, type Static } from '@sinclair/typebox';
import type { Order as OrderRow } from '../../features/orders/order-store.js';
import type { Quote as QuoteRow } from '../../features/quotes/quote-store.js';
import { Order, presentOrder } from '../order.js';
import { presentQuote, Quote } from '../quote.js';
import { AccountNameFields, type WithAccountName } from './list-level.js';

export const ListedOrder = Type.Object(
  { ...Order.properties, ...AccountNameFields.properties },
  { title: 'ListedOrder' },
);

export const presentListedOrder = (order: OrderRow & WithAccountName): Static<typeof ListedOrder> => ({
  ...presentOrder(order),
  account_name: order.accountName,
});

export const ListedQuote = Type.Object(
  { ...Quote.properties, ...AccountNameFields.properties },
  { title: 'ListedQuote' },
);

export const presentListedQuote = (quote: QuoteRow & WithAccountName): Static<typeof ListedQuote> => ({
  ...presentQuote(quote),
  account_name: quote.accountName,
});
