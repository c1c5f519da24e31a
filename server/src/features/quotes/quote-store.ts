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

export interface Quote {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: string;
  readonly methodologyId: string;
  readonly createdAt: Date;
  readonly trees: Decimal;
  readonly standardPages: number;
  readonly mass: Decimal;
  readonly price: Decimal;
  readonly externalId: string | null;
  readonly items: readonly Item[];
  /** The offset that executed it. */
  readonly biomassOffsetId: string | null;
}

export const quoteFacts = auditedFields(
  'projectId',
  'methodologyId',
  'externalId',
  'mass',
  'standardPages',
  'trees',
  'price',
);

const eventFacts = auditedFields(
  'projectId',
  'methodologyId',
  'createdAt',
  'trees',
  'standardPages',
  'mass',
  'price',
  'externalId',
  'items',
  'biomassOffsetId',
);

export const quoteEvent = (type: Extract<EventType, `quote.${string}`>, quote: Quote): NewEvent => ({
  type,
  subjectId: quote.id,
  facts: eventFacts(quote),
});

const columns = `id, account_id, project_id, methodology_id, created_at, trees, standard_pages, mass, price, external_id,
  items`;
const withOffset = (account: string): string => `${columns}, (
    select id from biomass_offsets where biomass_offsets.account_id = ${account} and quote_id = quotes.id
  ) as biomass_offset_id`;
const columnsOfQuote = withOffset('$1');

const select = statement<Quote & NumberedRow>(selectByIds(columnsOfQuote, 'quotes'));

export const findQuote: FindInAccount<Quote> = batchedFindById('quotes by id', select);

const selectPage = statement<Quote>(selectNewestFirst(columnsOfQuote, 'quotes'));

export const listQuotes = (db: Database, account: AccountId, page: PageRequest): Promise<Quote[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const sorted: SortedListOptions = {
  table: 'quotes',
  columns: columnsOfQuote,
  scope: 'account_id',
  date: 'created_at',
  amounts: { trees: 'trees', price: 'price' },
  filters: { project_id: 'uuid' },
};

/** In any order, filtered by project. */
export const listSortedQuotes = sortedList<Quote>(sorted);

/** The same of several accounts. */
export const listCombinedQuotes = combinedList<Quote>({
  ...sorted,
  columns: withOffset('quotes.account_id'),
});

const selectReferences = crossAccountStatement<QuoteReference>(
  'offsets of several accounts name their quotes',
  selectByKeys({ table: 'quotes', columns: 'id, external_id' }),
);

export type QuoteReference = Pick<Quote, 'id' | 'externalId'>;

/** What quotes are called, by their accounts and ids. */
export const listQuoteReferences = (
  db: Database,
  accounts: readonly AccountId[],
  ids: readonly string[],
): Promise<QuoteReference[]> => db.rows(selectReferences, [accounts, ids]);

const selectPageByExternalId = statement<Quote>(selectByExternalId(columnsOfQuote, 'quotes'));

/** The quote with this external id, as a list of one or none. */
export const listQuotesByExternalId = (
  db: Database,
  account: AccountId,
  externalId: string,
  page: PageRequest,
): Promise<Quote[]> =>
  db.rows(selectPageByExternalId, [account, externalId, ...pageValues(page, listStart.newestFirst)]);

const lock = statement<{ id: string }>('select id from quotes where account_id = $1 and id = $2 for update');

/** The quote, locked against executing and deleting until the transaction ends. */
export async function lockQuote(db: Transaction, account: AccountId, id: string): Promise<Quote | undefined> {
  await db.rows(lock, [account, id]);
  return findQuote(db, account, id);
}

const insert = statement<Quote>(`
  insert into quotes (account_id, id, project_id, methodology_id, external_id, items, mass, standard_pages, trees,
    price, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${columns}, null::uuid as biomass_offset_id`);

export async function insertQuote(
  db: Transaction,
  account: AccountId,
  quote: Omit<Quote, 'accountId' | 'biomassOffsetId'>,
): Promise<Quote> {
  const [row] = await db.rows(insert, [
    account,
    quote.id,
    quote.projectId,
    quote.methodologyId,
    quote.externalId,
    JSON.stringify(quote.items),
    quote.mass,
    quote.standardPages,
    quote.trees,
    quote.price,
    quote.createdAt,
  ]);
  return row as Quote;
}

const remove = statement('delete from quotes where account_id = $1 and id = $2');

export async function deleteQuote(db: Transaction, account: AccountId, id: string): Promise<void> {
  await db.rows(remove, [account, id]);
}
