import type { AccountId } from '../accounts/account.js';
import type { Transaction } from '../../database/database.js';
import { enqueue } from '../../database/job-store.js';

export const sendMailJob = { name: 'send-mail', attempts: 3 };

/**
 * Sends the account's mails once the transaction is committed. One job per account, so that accounts do not wait for
 * each other.
 */
export const enqueueSending = (db: Transaction, account: AccountId): Promise<void> =>
  enqueue(db, { task: sendMailJob, payload: { account_id: account }, key: `mail-${account}` });
