import type { Context } from '../database/context.js';
import type { Pool } from '../database/database.js';
import type { Instance } from '../database/instance.js';
import { readClock } from '../features/sandboxes/sandbox-clock-store.js';
import { listAllSandboxes } from '../features/sandboxes/sandbox-store.js';
import { knownLog } from '../installation/ledger/known-log.js';
import type { LedgerFinding } from '../installation/ledger/ledger-finding.js';
import { reconcile } from '../installation/ledger/reconcile.js';
import { messageForOperator } from '../platform/errors.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, type Finding } from './doctor-finding.js';
import { describeWritePause } from './describe-write-pause.js';

const shownOfMany = 5;

/** Whether stored amounts add up. Only needs a database with our tables. */
export async function checkLedger({ context, pool }: Instance, advice: Advice): Promise<Finding[]> {
  const { replica } = context;
  const pauses: Finding[] = [];
  const findings = await reconcile(
    { snapshot: (...args) => replica?.snapshot(pool, ...args) ?? pool.snapshot(...args) },
    {
      time: { now: context.clock(), isSandbox: false },
      onPause: (ms) => pauses.push(success(describeWritePause(ms))),
      log: await knownLog(context),
    },
  );
  return [...pauses, ...findings.map(toFinding), ...(await checkSandboxes(context, advice))];
}

function toFinding({ name, violations, advice }: LedgerFinding): Finding {
  if (violations.length === 0) return success(name);
  const shown = violations.slice(0, shownOfMany).join(', ');
  const more = violations.length > shownOfMany ? ', ...' : '';
  return failure(`not so: ${name} (${violations.length}: ${shown}${more})`, advice);
}

/** One finding for each sandbox, apart from those about live accounts. */
async function checkSandboxes({ db, sandboxes }: Context, advice: Advice): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, name } of await listAllSandboxes(db)) {
    const wrong = await wrongIn(sandboxes.open(id)).catch(
      (error: unknown) => `cannot be read: ${messageForOperator(error)}`,
    );
    const which = `sandbox ${id} (${name}): `;
    findings.push(
      wrong === ''
        ? success(`${which}everything adds up`)
        : failure(`${which}${wrong}`, advice.brokenSandbox(id)),
    );
  }
  return findings;
}

async function wrongIn(sandbox: Pool): Promise<string> {
  const time = { now: (await readClock(sandbox)).now, isSandbox: true };
  const broken = (await reconcile(sandbox, { time })).filter((finding) => finding.violations.length > 0);
  return broken.map((one) => `not so: ${one.name} (${one.violations.length})`).join('; ');
}
