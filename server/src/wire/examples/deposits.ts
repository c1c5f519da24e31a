import { account, date } from './ids.js';

export const Deposit = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0c',
  account_id: account,
  feed_id: null,
  date,
  pages: 1250,
  width: 0.21,
  length: 0.297,
  gsm: 80,
};

const NewDeposit = { pages: 1250, width: 0.21, length: 0.297, gsm: 80 };

export const depositExamples = {
  Deposit,
  NewDeposit,
  DepositBatch: { deposits: [Deposit] },
  NewDepositBatch: { deposits: [NewDeposit] },
  JobFile: { csv: 'job,date,sheets,size,gsm\nJ-20931,2026-10-05,500,SRA3,135\n' },
  ImportedJobs: {
    created: 412,
    unchanged: 3,
    customers_created: 2,
    errors: [{ line: 7, message: 'job is required' }],
  },
  RefusedJobs: {
    code: 400,
    error: 'Nothing was imported:\nline 7: job is required',
    created: 0,
    unchanged: 0,
    customers_created: 0,
    errors: [{ line: 7, message: 'job is required' }],
  },
  BadLine: { line: 7, message: 'job is required' },
};
