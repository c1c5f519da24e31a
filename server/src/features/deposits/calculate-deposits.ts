import { currentMethodology } from '../methodologies/methodology-store.js';
import { treesOfMass } from '../paper/conversion.js';
import { massOfSheets } from '../paper/sheets.js';
import type { Database } from '../../database/database.js';
import { sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import type { JobLine } from './job-line.js';

export interface CalculatedDeposits {
  readonly pages: Whole;
  readonly trees: Decimal;
}

/** Totals of the jobs under the current methodology. */
export async function calculateDeposits(
  db: Database,
  jobs: readonly Pick<JobLine, 'pages' | 'width' | 'length' | 'gsm'>[],
): Promise<CalculatedDeposits> {
  const mass = sumOf(jobs.map(({ pages, ...paper }) => massOfSheets({ quantity: pages, ...paper })));
  return {
    pages: whole(sumOf(jobs.map(({ pages }) => pages))),
    trees: treesOfMass(mass, await currentMethodology(db)).toFixed(),
  };
}
