import { growDeposit, insertDeposit, type Deposit } from '../deposits/deposit-store.js';
import { isMonthPast } from '../months/month-end-store.js';
import { defaultPaper } from '../paper/sheets.js';
import type { Context } from '../platform/context.js';
import { invalid } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { isoDay, startOfMonth } from '../platform/months.js';
import type { Feed } from './feed-store.js';
import { depositOfDay, keepDepositOfDay } from './reading-store.js';

/**
 * Puts pages into the feed's deposit of the day, and makes it where there is none, or where it was deleted. What would fall
 * into a closed month goes into today's.
 */
export async function depositPages(
  tx: Context,
  { accountId, id: feedId }: Feed,
  pages: number,
  wanted: Date,
): Promise<Deposit> {
  const now = tx.clock();
  const month = startOfMonth(wanted);
  const date = month < startOfMonth(now) && (await isMonthPast(tx.db, month)) ? now : wanted;
  const day = isoDay(date);
  const known = await depositOfDay(tx.db, accountId, feedId, day);
  const grown =
    known === undefined
      ? undefined
      : await growDeposit(tx.db, accountId, known, pages, { actor: tx.actor, now });
  if (grown) return grown;
  const deposit = await insertDeposit(tx.db, accountId, {
    id: newId(),
    feedId,
    date,
    pages,
    ...defaultPaper,
    createdAt: now,
    actor: tx.actor,
  });
  if (!deposit) throw invalid('The account is deactivated: it takes no deposits');
  await keepDepositOfDay(tx.db, accountId, feedId, day, deposit.id);
  return deposit;
}
