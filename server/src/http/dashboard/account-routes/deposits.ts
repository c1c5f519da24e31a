import { Type } from '@sinclair/typebox';
import type { Account } from '../../../accounts/account.js';
import { takesNoDeposits } from '../../../deposits/create-deposit.js';
import {
  listDepositMonths,
  listDepositsWithLocks,
  totalDeposits,
} from '../../../deposits/deposit-list-store.js';
import { importDeposits, reckonDeposits } from '../../../deposits/import-deposits.js';
import { readDeposits } from '../../../deposits/read-deposits.js';
import { closedThrough } from '../../../months/month-end-store.js';
import { lastDayOfMonth, readMonth } from '../../../platform/months.js';
import {
  DepositFile,
  DepositPreview,
  depositsIn,
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
import { DayRangeQuery } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list, route } from '../../route.js';
import { download } from '../dashboard-route.js';

const requireActive = ({ status }: Account): void => {
  if (status !== 'active') throw takesNoDeposits();
};

export const depositRoutes = [
  list({
    operation: 'listDeposits',
    path: '/deposits',
    summary: 'Deposits, newest first, and which of them stay',
    query: DayRangeQuery,
    item: ListedDeposit,
    sortedBy: 'time',
    page: ({ context, account, query }, page) =>
      listDepositsWithLocks(context.db, account.id, dayRange(query), page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentListedDeposit,
  }),
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
        texts: depositsAsCsv(readDeposits(context.db, account.id, range)),
      };
    },
  }),
  route({
    operation: 'totalDeposits',
    method: 'GET',
    path: '/deposit-totals',
    summary: 'How many deposits there are between two days, and what they add up to',
    query: DayRangeQuery,
    reply: DepositTotal,
    handle: ({ context, account, query }) => totalDeposits(context.db, account.id, dayRange(query)),
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
    handle: async ({ context, body }) => {
      const lines = await readDepositFile(body.csv, context.clock());
      return presentPreview(lines, await reckonDeposits(context.db, goodLines(lines)));
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
      const inputs = depositsIn(await readDepositFile(body.csv, context.clock()));
      const { pages, trees } = await importDeposits(context, account.id, inputs);
      return { created: inputs.length, pages, trees: Number(trees) };
    },
  }),
];
