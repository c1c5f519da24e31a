import type { AccountId } from '../accounts/account.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { treesOfMass } from '../paper/conversion.js';
import { defaultPaper, massOfSheets } from '../paper/sheets.js';
import type { Context } from '../platform/context.js';
import type { Database } from '../platform/db/database.js';
import { decimal, type Decimal } from '../platform/decimals.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import { takesNoDeposits, type NewDepositInput } from './create-deposit.js';
import { insertDeposits } from './deposit-batch-store.js';

export interface ReckonedDeposits {
  readonly pages: number;
  readonly trees: Decimal;
}

/** What deposits come to together, by today's methodology. */
export async function reckonDeposits(
  db: Database,
  inputs: readonly NewDepositInput[],
): Promise<ReckonedDeposits> {
  const mass = inputs
    .map((input) => massOfSheets({ quantity: input.pages, ...paperIn(input) }))
    .reduce((sum, one) => sum.plus(one), decimal(0));
  return {
    pages: inputs.reduce((sum, { pages }) => sum + pages, 0),
    trees: treesOfMass(mass, await currentMethodology(db)).toFixed(),
  };
}

/** Takes all of them or none. */
export const importDeposits = (
  context: Context,
  account: AccountId,
  inputs: readonly NewDepositInput[],
): Promise<ReckonedDeposits> =>
  inTransaction(context, async (tx) => {
    const now = tx.clock();
    const deposits = inputs.map((input) => ({
      id: newId(),
      feedId: null,
      date: input.date ?? now,
      pages: input.pages,
      ...paperIn(input),
      createdAt: now,
      actor: tx.actor,
    }));
    if ((await insertDeposits(tx.db, account, deposits)).length === 0) throw takesNoDeposits();
    return reckonDeposits(tx.db, inputs);
  });

const paperIn = ({ width, length, gsm }: NewDepositInput) => ({
  width: width ?? defaultPaper.width,
  length: length ?? defaultPaper.length,
  gsm: gsm ?? defaultPaper.gsm,
});
