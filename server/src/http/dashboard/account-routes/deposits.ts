import { Type } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { accountsOfLevel } from '../../../features/accounts/accounts-of-level.js';
import { inactiveAccountError } from '../../../features/deposits/create-deposit.js';
import {
  countDeposits,
  listCombinedDeposits,
  listDepositMonths,
  listSortedDeposits,
  totalDeposits,
} from '../../../features/deposits/deposit-list-store.js';
import {
  calculateDeposits,
  importDeposits,
  markOverLimit,
  type CheckedLine,
} from '../../../features/deposits/import-deposits.js';
import { readDeposits } from '../../../features/deposits/read-deposits.js';
import { closedThrough } from '../../../features/closing/month-end-store.js';
import type { Context } from '../../../database/context.js';
import { reportsOf } from '../../../database/reports.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { lastDayOfMonth, readMonth } from '../../../platform/time/months.js';
import {
  DepositFile,
  DepositPreview,
  depositsIn,
  exportedIds,
  goodLines,
  ImportedDeposits,
  presentPreview,
  readDepositFile,
} from '../../../wire/dashboard/deposit-import.js';
import { depositsAsCsv } from '../../../wire/dashboard/deposit-texts.js';
import {
  DepositMonths,
  DepositTotal,
  ListedDeposit,
  presentListedDeposit,
} from '../../../wire/dashboard/deposits.js';
import { LevelQuery } from '../../../wire/dashboard/list-level.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { DayRangeQuery, Id, Nullable } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list, route } from '../../route.js';
import { download } from '../dashboard-route.js';
import { pageOfLevel } from '../page-of-level.js';
import { sortedBy } from '../sorted-by.js';

const requireActive = ({ status }: Account): void => {
  if (status !== 'active') throw inactiveAccountError();
};

const newest = '-date';

const DepositsQuery = Type.Object({
  ...DayRangeQuery.properties,
  ...LevelQuery.properties,
  feed_id: Type.Optional(Id),
});

export const listedDeposits = list({
  operation: 'listDeposits',
  path: '/deposits',
  summary:
    'Deposits, in any order, and which of them stay; all, or those of some days or of a feed; also of accounts below',
  query: Type.Object({ ...DepositsQuery.properties, sort: SortBy(['date', 'pages']) }),
  item: ListedDeposit,
  sortedBy: sortedBy(newest),
  page: ({ context: { db }, account, query }, page) =>
    pageOfLevel(
      { ofOne: listSortedDeposits, ofMany: listCombinedDeposits },
      { db, account, level: query.level },
      { order: readOrder(query.sort, newest), range: dayRange(query), filters: [query.feed_id ?? null] },
      page,
    ),
  keyOf: sortedKey,
  present: presentListedDeposit,
});

export const depositRoutes = [
  listedDeposits,
  download({
    operation: 'exportDeposits',
    path: '/deposits/export',
    summary: 'All deposits of a month as CSV, newest first',
    query: Type.Object({ month: Type.String() }),
    open: ({ context, account, query: { month } }) => {
      const start = readMonth(month);
      const range = { start, end: lastDayOfMonth(start) };
      return {
        name: `deposits-${month}.csv`,
        type: 'text/csv; charset=utf-8',
        parts: depositsAsCsv(readDeposits(reportsOf(context), account.id, range)),
      };
    },
  }),
  route({
    operation: 'totalDeposits',
    method: 'GET',
    path: '/deposit-totals',
    summary: 'How many deposits such a list has, and what they add up to; null if there are too many',
    query: DepositsQuery,
    reply: Nullable(DepositTotal),
    handle: async ({ context: { db }, account, query }) => {
      const names = await accountsOfLevel(db, account, query.level ?? 'own');
      const total = await totalDeposits(db, [...names.keys()], dayRange(query), query.feed_id);
      return total && { deposits: total.deposits, pages: exactNumber(total.pages) };
    },
  }),
  route({
    operation: 'listDepositMonths',
    method: 'GET',
    path: '/months',
    summary: 'The months that have deposits, and through which one they are closed',
    reply: DepositMonths,
    handle: async ({ context: { db }, account }) => ({
      closed_through: (await closedThrough(db, account.id))?.slice(0, 7) ?? null,
      months: await listDepositMonths(db, account.id),
    }),
  }),
  route({
    operation: 'previewDepositImport',
    method: 'POST',
    path: '/deposit-imports/preview',
    summary: 'What a file of deposits would come to, and what is wrong with it; writes nothing',
    body: DepositFile,
    reply: DepositPreview,
    repeatable: false,
    permit: requireActive,
    handle: async ({ context, account, body }) => {
      const lines = await readFile(context, body.csv);
      const known = await countDeposits(context.db, account.id, exportedIds(lines));
      return presentPreview(lines, await calculateDeposits(context.db, goodLines(lines)), known);
    },
  }),
  route({
    operation: 'importDeposits',
    method: 'POST',
    path: '/deposit-imports',
    summary: 'Take a file of deposits, whole or not at all',
    body: DepositFile,
    reply: ImportedDeposits,
    handle: async ({ context, account, body }) => {
      const inputs = depositsIn(await readFile(context, body.csv));
      const { pages, trees } = await importDeposits(context, account.id, inputs);
      return { created: inputs.length, pages: exactNumber(pages), trees: exactNumber(trees) };
    },
  }),
];

const readFile = async ({ db, clock }: Context, csv: string): Promise<CheckedLine[]> =>
  markOverLimit(db, await readDepositFile(csv, clock()));
