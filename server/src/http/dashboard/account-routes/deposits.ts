import { Type, type Static } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { accountsOfLevel } from '../../../features/accounts/accounts-of-level.js';
import { roleOfChild } from '../../../features/accounts/create-account.js';
import { calculateDeposits } from '../../../features/deposits/calculate-deposits.js';
import { checkPrintJobs } from '../../../features/deposits/check-print-jobs.js';
import {
  listCombinedDeposits,
  listDepositMonths,
  listSortedDeposits,
  totalDeposits,
} from '../../../features/deposits/deposit-list-store.js';
import { importPrintJobs } from '../../../features/deposits/import-print-jobs.js';
import { readDepositsWithJobs } from '../../../features/deposits/read-deposits.js';
import { closedThrough } from '../../../features/closing/month-end-store.js';
import { reportDatabase } from '../../../database/report-database.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { lastDayOfMonth, readMonth } from '../../../platform/time/months.js';
import {
  DepositFile,
  DepositPreview,
  ImportedDeposits,
  presentPreview,
  readDepositFile,
  type ParsedDepositFile,
} from '../../../wire/dashboard/deposit-import.js';
import { maxJobFileBytes } from '../../../wire/job-files/job-fields.js';
import { faultsByLine } from '../../../platform/text/refuse-lines.js';
import { depositsAsCsv } from '../../../wire/dashboard/deposit-csv.js';
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

/** The role is judged before the file is read. */
function readPermitted(
  account: Account,
  body: Static<typeof DepositFile>,
  now: Date,
): Promise<ParsedDepositFile> {
  if (body.create_customers) roleOfChild(account);
  return readDepositFile(body, now);
}

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
        parts: depositsAsCsv(readDepositsWithJobs(reportDatabase(context), account.id, range)),
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
    summary: 'What a file of jobs would come to, how it was read, and what is wrong with it; writes nothing',
    body: DepositFile,
    maxBytes: maxJobFileBytes,
    reply: DepositPreview,
    acceptsIdempotencyKey: false,
    handle: async ({ context: { db, clock }, account, body }) => {
      const read = await readPermitted(account, body, clock());
      const checked = await checkPrintJobs(db, account, read.file, body.create_customers ?? false);
      const totals = await calculateDeposits(db, [...checked.resolved, ...checked.unresolved]);
      return presentPreview(read, checked, totals);
    },
  }),
  route({
    operation: 'importDeposits',
    method: 'POST',
    path: '/deposit-imports',
    summary: 'Take a file of jobs, whole or without its bad lines',
    body: DepositFile,
    maxBytes: maxJobFileBytes,
    reply: ImportedDeposits,
    prepare: ({ context, account, body }) => readPermitted(account, body, context.clock()),
    handle: async ({ context, account, body }, { file }) => {
      const options = { createCustomers: body.create_customers ?? false, partial: body.partial ?? false };
      const imported = await importPrintJobs(context, account, file, options);
      const { pages, trees } = await calculateDeposits(context.db, imported.created);
      return {
        created: imported.created.length,
        unchanged: imported.unchanged,
        customers_created: imported.customersCreated,
        skipped: faultsByLine(imported.faults).length,
        pages: exactNumber(pages),
        trees: exactNumber(trees),
      };
    },
  }),
];
