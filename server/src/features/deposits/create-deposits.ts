import type { AccountId } from '../accounts/account.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { invalid } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { requireRecordDate } from '../../platform/time/record-date.js';
import { sheetsOf, inactiveAccountError, type NewDepositInput } from './create-deposit.js';
import { overLimit, findOverLimit } from './deposit-limit.js';
import { insertDeposits } from './deposit-batch-store.js';
import type { Deposit } from './deposit-store.js';

/** Creates all of them or none, and returns them in the given order. An error names the faulty one, as in `deposits[3]`. */
export const createDeposits = (
  context: Context,
  account: AccountId,
  inputs: readonly NewDepositInput[],
): Promise<Deposit[]> =>
  inTransaction(context, async (tx) => {
    const now = tx.clock();
    for (const [index, { date }] of inputs.entries())
      if (date) requireRecordDate(date, now, `deposits[${index}].date`);
    const [beyond] = await findOverLimit(tx.db, inputs.map(sheetsOf));
    if (beyond !== undefined) throw invalid(`deposits[${beyond}].${overLimit.message}`, overLimit.reason);
    return insertValidatedDeposits(tx, account, inputs);
  });

/** Inserts validated deposits in one statement and returns them in the given order. */
export async function insertValidatedDeposits(
  tx: TransactionContext,
  account: AccountId,
  inputs: readonly NewDepositInput[],
): Promise<Deposit[]> {
  const { actor } = tx;
  const createdAt = tx.clock();
  const deposits = inputs.map((input) => {
    const { quantity: pages, ...paper } = sheetsOf(input);
    return { id: newId(), feedId: null, date: input.date ?? createdAt, pages, ...paper, createdAt, actor };
  });
  const made = await insertDeposits(tx, account, deposits);
  if (made.length === 0) throw inactiveAccountError();
  const byId = new Map(made.map((deposit) => [deposit.id, deposit]));
  return deposits.map(({ id }) => byId.get(id) as Deposit);
}
