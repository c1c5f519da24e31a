import type { Pool } from '../../database/database.js';
import { accountChecks } from './account-checks.js';
import { billingChecks } from './billing-checks.js';
import { carbonChecks } from './carbon-checks.js';
import { creditChecks } from './credit-checks.js';
import type { LedgerCheck, LedgerTime } from './ledger-check.js';
import type { LedgerFinding } from './ledger-finding.js';
import { checkLog, type KnownLog } from './log-checks.js';
import { offsetChecks } from './offset-checks.js';
import { plantingChecks, plantingRecordChecks } from './planting-checks.js';
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
  ...plantingChecks,
];

/** Of all sums and counts alike: who wrote them only shows in what happened before. */
const advice =
  'keep a backup of this state, and change nothing yet: see docs/operations.md, "When the ledger does not add up"';

interface Options {
  readonly time: LedgerTime;
  readonly onPause?: (milliseconds: number) => void;
  /** Absent: the transparency log is not checked, as in sandboxes, which have none. */
  readonly log?: KnownLog;
}

/** Verifies from the tables alone that everything counted, certified and issued matches and is counted once. */
export const reconcile = (
  pool: Pick<Pool, 'snapshot'>,
  { time, onPause, log }: Options,
): Promise<LedgerFinding[]> =>
  // One snapshot, so that each concurrent transaction is seen completely or not at all.
  pool.snapshot(async (db) => {
    const findings: LedgerFinding[] = [];
    for (const { name, violationsQuery, values } of log ? [...checks, ...plantingRecordChecks] : checks) {
      findings.push({
        name,
        violations: (await db.rows(violationsQuery, values?.(time))).map(({ what }) => what),
        advice,
      });
    }
    if (log) findings.push(...(await checkLog(db, log)));
    return findings;
  }, onPause);
