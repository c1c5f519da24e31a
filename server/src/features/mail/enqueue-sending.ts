import type { AccountId } from '../accounts/account.js';
import type { Transaction } from '../../database/database.js';
import { enqueue } from '../../database/job-store.js';

/** What sends mails, as the queue knows it. */
export const sendMailJob = { name: 'send-mail', attempts: 3 };

/** Has the account's mails sent once the transaction is committed. One job for each account, so that none waits for another. */
export const enqueueSending = (db: Transaction, account: AccountId): Promise<void> =>
  enqueue(db, { task: sendMailJob, payload: { account_id: account }, key: `mail-${account}` });
