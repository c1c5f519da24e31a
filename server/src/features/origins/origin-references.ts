import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { listOrderReferences } from '../orders/order-store.js';
import { listQuoteReferences } from '../quotes/quote-store.js';
import type { OffsetOrigin } from '../biomass/offset-store.js';

/** What the orders and quotes of offsets are called, by their ids. Those without a reference are left out. */
export async function referencesOfOrigins(
  db: Database,
  origins: readonly OffsetOrigin[],
): Promise<ReadonlyMap<string, string>> {
  const orders = keysOf(origins, ({ orderId }) => orderId);
  const quotes = keysOf(origins, ({ quoteId, orderId }) => (orderId === null ? quoteId : null));
  const found = [
    ...(orders.ids.length > 0 ? await listOrderReferences(db, orders.accounts, orders.ids) : []),
    ...(quotes.ids.length > 0 ? await listQuoteReferences(db, quotes.accounts, quotes.ids) : []),
  ];
  return new Map(
    found.flatMap(({ id, externalId }): [string, string][] =>
      externalId === null ? [] : [[id, externalId]],
    ),
  );
}

/** What the order or quote of an offset is called. */
export const referenceOf = (
  references: ReadonlyMap<string, string>,
  origin: Pick<OffsetOrigin, 'orderId' | 'quoteId'> | undefined,
): string | null => references.get(origin?.orderId ?? origin?.quoteId ?? '') ?? null;

function keysOf(
  origins: readonly OffsetOrigin[],
  idOf: (origin: OffsetOrigin) => string | null,
): { accounts: AccountId[]; ids: string[] } {
  const accounts = new Map<string, AccountId>();
  for (const origin of origins) {
    const id = idOf(origin);
    if (id !== null) accounts.set(id, origin.accountId);
  }
  return { accounts: [...accounts.values()], ids: [...accounts.keys()] };
}
