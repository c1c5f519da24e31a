import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { NewEvent } from '../events/event-store.js';
import type { EventType } from '../events/event-types.js';
import type { Item } from '../paper/items.js';
import type { Database, Transaction } from '../../database/database.js';
import { combinedList } from '../../database/combined-list.js';
import { sortedList } from '../../database/sorted-list.js';
import { selectByKeys, type SortedListOptions } from '../../database/sorted-list-sql.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { batchedFindById, selectByIds } from '../../database/batched-lookups.js';
import type { NumberedRow } from '../../database/batcher.js';
import type { Decimal } from '../../platform/decimals.js';
import {
  listStart,
  pageValues,
  selectByExternalId,
  selectNewestFirst,
  type PageRequest,
} from '../../database/paging.js';
import type { BiomassShare, CarbonShare } from './shares.js';

export interface Order {
  readonly id: string;
  readonly accountId: AccountId;
  readonly methodologyId: string;
  readonly status: 'draft' | 'placed';
  readonly createdAt: Date;
  readonly standardSheets: number;
  readonly paperMassG: Decimal;
  readonly trees: Decimal;
  readonly mtco2e: Decimal;
  /** Exact sum of the prices of the shares; rounded to cents in orders drafted by an older version. */
  readonly biomassPrice: Decimal;
  readonly carbonPrice: Decimal;
  readonly externalId: string | null;
  readonly items: readonly Item[];
  readonly biomassShares: readonly BiomassShare[];
  readonly carbonShares: readonly CarbonShare[];
  /** In the order of the shares, without deleted offsets. */
  readonly biomassOffsetIds: readonly string[];
  readonly carbonOffsetIds: readonly string[];
}

export const orderFacts = auditedFields(
  'methodologyId',
  'externalId',
  'paperMassG',
  'standardSheets',
  'trees',
  'mtco2e',
  'biomassPrice',
  'carbonPrice',
  'biomassShares',
  'carbonShares',
);

const eventFacts = auditedFields(
  'methodologyId',
  'status',
  'createdAt',
  'standardSheets',
  'paperMassG',
  'trees',
  'mtco2e',
  'biomassPrice',
  'carbonPrice',
  'externalId',
  'items',
  'biomassShares',
  'carbonShares',
  'biomassOffsetIds',
  'carbonOffsetIds',
);

export const orderEvent = (type: Extract<EventType, `order.${string}`>, order: Order): NewEvent => ({
  type,
  subjectId: order.id,
  facts: eventFacts(order),
});

const ownColumns = `id, account_id, methodology_id, status, created_at, standard_sheets, paper_mass_g, trees, mtco2e,
  biomass_price, carbon_price, external_id, items, biomass_shares, carbon_shares`;
const columnsOf = (account: string): string => `${ownColumns},
  array(select id from biomass_offsets where biomass_offsets.account_id = ${account} and order_id = orders.id
    order by id) as biomass_offset_ids,
  array(select id from carbon_offsets where carbon_offsets.account_id = ${account} and order_id = orders.id
    order by id) as carbon_offset_ids`;
const columns = columnsOf('$1');

const select = statement<Order & NumberedRow>(selectByIds(columns, 'orders'));

export const findOrder: FindInAccount<Order> = batchedFindById('orders by id', select);

const selectPage = statement<Order>(selectNewestFirst(columns, 'orders'));

export const listOrders = (db: Database, account: AccountId, page: PageRequest): Promise<Order[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const sorted: SortedListOptions = {
  table: 'orders',
  columns,
  scope: 'account_id',
  date: 'created_at',
  amounts: { trees: 'trees', price: 'biomass_price + carbon_price' },
  filters: { status: 'text' },
};

/** In any order, filtered by status. */
export const listSortedOrders = sortedList<Order>(sorted);

/** The same of several accounts. */
export const listCombinedOrders = combinedList<Order>({
  ...sorted,
  columns: columnsOf('orders.account_id'),
});

const selectReferences = crossAccountStatement<OrderReference>(
  'offsets of several accounts name their orders',
  selectByKeys({ table: 'orders', columns: 'id, external_id' }),
);

export type OrderReference = Pick<Order, 'id' | 'externalId'>;

/** What orders are called, by their accounts and ids. */
export const listOrderReferences = (
  db: Database,
  accounts: readonly AccountId[],
  ids: readonly string[],
): Promise<OrderReference[]> => db.rows(selectReferences, [accounts, ids]);

const selectPageByExternalId = statement<Order>(selectByExternalId(columns, 'orders'));

/** The order with this external id, as a list of one or none. */
export const listOrdersByExternalId = (
  db: Database,
  account: AccountId,
  externalId: string,
  page: PageRequest,
): Promise<Order[]> =>
  db.rows(selectPageByExternalId, [account, externalId, ...pageValues(page, listStart.newestFirst)]);

const lock = statement<{ id: string }>('select id from orders where account_id = $1 and id = $2 for update');

/** The order, locked against placing and deleting until the transaction ends. */
export async function lockOrder(db: Transaction, account: AccountId, id: string): Promise<Order | undefined> {
  await db.rows(lock, [account, id]);
  return findOrder(db, account, id);
}

const insert = statement<Order>(`
  insert into orders (account_id, id, methodology_id, external_id, status, items, paper_mass_g, standard_sheets, trees,
    mtco2e, biomass_price, carbon_price, biomass_shares, carbon_shares, created_at)
  values ($1, $2, $3, $4, 'draft', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  returning ${ownColumns}, '{}'::uuid[] as biomass_offset_ids, '{}'::uuid[] as carbon_offset_ids`);

export type NewOrder = Omit<Order, 'accountId' | 'status' | 'biomassOffsetIds' | 'carbonOffsetIds'>;

export async function insertOrder(db: Transaction, account: AccountId, order: NewOrder): Promise<Order> {
  const [row] = await db.rows(insert, [
    account,
    order.id,
    order.methodologyId,
    order.externalId,
    JSON.stringify(order.items),
    order.paperMassG,
    order.standardSheets,
    order.trees,
    order.mtco2e,
    order.biomassPrice,
    order.carbonPrice,
    JSON.stringify(order.biomassShares),
    JSON.stringify(order.carbonShares),
    order.createdAt,
  ]);
  return row as Order;
}

const markPlaced = statement<Order>(`
  update orders set status = 'placed', placed_at = $3 where account_id = $1 and id = $2 and status = 'draft'
  returning ${columns}`);

export async function markOrderPlaced(
  db: Transaction,
  account: AccountId,
  id: string,
  now: Date,
): Promise<Order> {
  return (await db.first(markPlaced, [account, id, now])) as Order;
}

const remove = statement('delete from orders where account_id = $1 and id = $2');

export async function deleteOrder(db: Transaction, account: AccountId, id: string): Promise<void> {
  await db.rows(remove, [account, id]);
}
