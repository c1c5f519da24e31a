import type { Account } from '../../features/accounts/account.js';
import { roleOfChild } from '../../features/accounts/create-account.js';
import { createDeposit } from '../../features/deposits/create-deposit.js';
import { createDeposits } from '../../features/deposits/create-deposits.js';
import { deleteDeposit } from '../../features/deposits/delete-deposit.js';
import {
  findDeposit,
  listDeposits,
  type Deposit as DepositRow,
} from '../../features/deposits/deposit-store.js';
import { importPrintJobs } from '../../features/deposits/import-print-jobs.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { dayRange } from '../day-range.js';
import { list, route } from '../route.js';
import {
  Deposit,
  DepositBatch,
  depositInputOf,
  NewDeposit,
  NewDepositBatch,
  presentDeposit,
} from '../../wire/deposit.js';
import { DayRangeQuery, Deleted, deleted } from '../../wire/fields.js';

import {
  ImportedJobs,
  importOptionsOf,
  JobFile,
  JobImportQuery,
  presentImportedJobs,
  readJobFile,
  RefusedJobs,
} from '../../wire/job-files/job-import.js';
import { maxJobFileBytes } from '../../wire/job-files/job-fields.js';
import { jobFileFormats } from '../../wire/job-files/job-file-formats.js';

export const depositRoutes = [
  list({
    operation: 'listDeposits',
    path: '/deposits',
    summary: 'Deposits, newest first',
    query: DayRangeQuery,
    item: Deposit,
    sortedBy: 'time',
    page: ({ context, account, query }, page) => listDeposits(context.db, account.id, dayRange(query), page),
    keyOf: ({ date, id }) => ({ sort: date, id }),
    present: presentDeposit,
  }),
  route({
    operation: 'getDeposit',
    method: 'GET',
    path: '/deposits/:id',
    summary: 'A deposit',
    reply: Deposit,
    find,
    handle: ({ found }) => Promise.resolve(presentDeposit(found)),
  }),
  route({
    operation: 'createDeposit',
    method: 'POST',
    path: '/deposits',
    summary: 'Add paper consumption to the month',
    body: NewDeposit,
    reply: Deposit,
    handle: async ({ context, account, body }) =>
      presentDeposit(await createDeposit(context, account.id, depositInputOf(body))),
  }),
  route({
    operation: 'createDepositBatch',
    method: 'POST',
    path: '/deposits/batch',
    summary: 'Add up to 1,000 deposits, all of them or none',
    body: NewDepositBatch,
    reply: DepositBatch,
    handle: async ({ context, account, body }) => {
      const created = await createDeposits(context, account.id, body.deposits.map(depositInputOf));
      return { deposits: created.map(presentDeposit) };
    },
  }),
  route({
    operation: 'importDeposits',
    method: 'POST',
    path: '/deposits/import',
    summary: 'Book a file of up to 10,000 print jobs, each as a deposit of its customer',
    query: JobImportQuery,
    body: JobFile,
    formats: jobFileFormats,
    maxBytes: maxJobFileBytes,
    reply: ImportedJobs,
    refusal: RefusedJobs,
    permit: (account, _caller, _id, query) => {
      if (query['create_customers'] === 'true') roleOfChild(account);
    },
    prepare: ({ context, body }) => readJobFile(body, context.clock()),
    handle: async ({ context, account, query }, file) =>
      presentImportedJobs(await importPrintJobs(context, account, file, importOptionsOf(query))),
  }),
  route({
    operation: 'deleteDeposit',
    method: 'DELETE',
    path: '/deposits/:id',
    summary: 'Delete a deposit that has not been processed',
    reply: Deleted,
    find,
    handle: async ({ context, account, id, found }) => {
      await deleteDeposit(context, account.id, found);
      return deleted(id);
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<DepositRow> {
  const deposit = await findDeposit(db, account.id, id);
  if (!deposit) throw missing('There is no such deposit');
  return deposit;
}
