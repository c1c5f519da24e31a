import type { AccountId } from '../accounts/account.js';
import { defaultPaper } from '../paper/sheets.js';
import type { Context } from '../../database/context.js';
import { invalid, type Refusal } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { requireRecordDate } from '../../platform/time/record-date.js';
import { requireWithinLimit } from './deposit-limit.js';
import { insertDeposit } from './deposit-batch-store.js';
import type { Deposit } from './deposit-store.js';

export interface NewDepositInput {
  /** Negative: an adjustment. */
  readonly pages: number;
  readonly width: number | null | undefined;
  readonly length: number | null | undefined;
  readonly gsm: number | null | undefined;
  readonly date: Date | null | undefined;
}

export async function createDeposit(
  { db, clock, actor }: Context,
  account: AccountId,
  input: NewDepositInput,
): Promise<Deposit> {
  const now = clock();
  if (input.date) requireRecordDate(input.date, now, 'date');
  const sheets = sheetsOf(input);
  await requireWithinLimit(db, [sheets]);
  const deposit = await insertDeposit(db, account, {
    id: newId(),
    feedId: null,
    date: input.date ?? now,
    pages: input.pages,
    width: sheets.width,
    length: sheets.length,
    gsm: sheets.gsm,
    createdAt: now,
    actor,
  });
  if (!deposit) throw inactiveAccountError();
  return deposit;
}

/** Uses the default paper for values that are not given. */
export const sheetsOf = ({ pages, width, length, gsm }: NewDepositInput) => ({
  quantity: pages,
  width: width ?? defaultPaper.width,
  length: length ?? defaultPaper.length,
  gsm: gsm ?? defaultPaper.gsm,
});

export const inactiveAccountError = (): Refusal =>
  invalid('The account is inactive and cannot take deposits', { code: 'account-inactive' });
