import type { Account } from '../accounts/account.js';
import { accountsOfLevel, type Level } from '../accounts/accounts-of-level.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { standardPagesOfMass, tonnesOfMass, treesOfMass } from '../paper/conversion.js';
import type { Methodology } from '../paper/methodology.js';
import type { Context } from '../../database/context.js';
import { decimal, sumOf, type Decimal } from '../../platform/decimals.js';
import { startOfMonth } from '../../platform/time/months.js';
import { sumWaitingDeposits, type WaitingDeposits } from './deposit-list-store.js';

/** Paper of this month that the month-end has not certified yet, with its pages and trees. */
export interface WaitingPaper {
  readonly month: Date;
  readonly deposits: number;
  readonly sheets: Decimal;
  readonly pages: Decimal;
  readonly trees: Decimal;
  /** What making the paper has emitted. */
  readonly mtco2e: Decimal;
}

/** The month-end settles each account for itself and rounds there, so each is converted first and then they are added up. */
export async function readWaitingPaper(
  { db, clock }: Context,
  account: Account,
  level: Level,
): Promise<WaitingPaper> {
  const month = startOfMonth(clock());
  const accounts = [...(await accountsOfLevel(db, account, level)).keys()];
  const sums = await sumWaitingDeposits(db, accounts, month);
  const methodology = await currentMethodology(db);
  const papers = sums.map((sum) => paperOf(sum, methodology));
  return {
    month,
    deposits: sums.reduce((count, { deposits }) => count + deposits, 0),
    sheets: sumOf(sums.map(({ pages }) => pages)).toFixed(),
    pages: sumOf(papers.map(({ pages }) => pages)).toFixed(),
    trees: sumOf(papers.map(({ trees }) => trees)).toFixed(),
    mtco2e: sumOf(papers.map(({ mtco2e }) => mtco2e)).toFixed(),
  };
}

function paperOf({ mass }: WaitingDeposits, methodology: Methodology) {
  // Corrections may exceed what they correct.
  const grams = decimal(mass).gt(0) ? decimal(mass) : decimal(0);
  const pages = standardPagesOfMass(grams, methodology);
  return {
    pages,
    // Less than a page waits for the next month-end.
    trees: pages.gte(1) ? treesOfMass(grams, methodology) : decimal(0),
    mtco2e: tonnesOfMass(grams, methodology),
  };
}
