import type { Pool } from '../../database/database.js';
import { accountChecks } from './account-checks.js';
import { billingChecks } from './billing-checks.js';
import { carbonChecks } from './carbon-checks.js';
import { creditChecks } from './credit-checks.js';
import type { LedgerCheck } from './ledger-check.js';
import { offsetChecks } from './offset-checks.js';
import { rollupChecks } from './rollup-checks.js';
import { settlementChecks } from './settlement-checks.js';

const checks: readonly LedgerCheck[] = [
  ...accountChecks,
  ...offsetChecks,
  ...settlementChecks,
  ...billingChecks,
  ...creditChecks,
  ...carbonChecks,
  ...rollupChecks,
];

export interface LedgerFinding {
  readonly name: string;
  /** The violations; empty if there are none. */
  readonly broken: readonly string[];
}

/** Verifies from the tables alone that everything counted, certified and issued matches and is counted once. */
export const reconcile = (
  pool: Pick<Pool, 'snapshot'>,
  onPause?: (milliseconds: number) => void,
): Promise<LedgerFinding[]> =>
  // One snapshot, so that each concurrent transaction is seen completely or not at all.
  pool.snapshot(async (db) => {
    const findings: LedgerFinding[] = [];
    for (const { name, finds } of checks) {
      findings.push({ name, broken: (await db.rows(finds)).map(({ what }) => what) });
    }
    return findings;
  }, onPause);
