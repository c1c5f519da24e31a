import type { AccountId } from '../accounts/account.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { treesOfMass } from '../paper/conversion.js';
import { massOfSheets } from '../paper/sheets.js';
import type { Context } from '../platform/context.js';
import type { Database } from '../platform/db/database.js';
import { sumOf, whole, type Decimal, type Whole } from '../platform/decimals.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import { sheetsOf, takesNoDeposits, type NewDepositInput } from './create-deposit.js';
import { requireWithinBound } from './deposit-bound.js';
import { insertDeposits } from './deposit-batch-store.js';

export interface ReckonedDeposits {
  readonly pages: Whole;
  readonly trees: Decimal;
}

/** What deposits come to together, by today's methodology. */
export async function reckonDeposits(
  db: Database,
  inputs: readonly NewDepositInput[],
): Promise<ReckonedDeposits> {
  const mass = sumOf(inputs.map((input) => massOfSheets(sheetsOf(input))));
  return {
    pages: whole(sumOf(inputs.map(({ pages }) => pages))),
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
    await requireWithinBound(tx.db, inputs.map(sheetsOf));
    const deposits = inputs.map((input) => {
      const { quantity: pages, ...paper } = sheetsOf(input);
      return {
        id: newId(),
        feedId: null,
        date: input.date ?? now,
        pages,
        ...paper,
        createdAt: now,
        actor: tx.actor,
      };
    });
    if ((await insertDeposits(tx.db, account, deposits)).length === 0) throw takesNoDeposits();
    return reckonDeposits(tx.db, inputs);
  });
