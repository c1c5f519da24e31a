import type { Context } from '../database/context.js';
import type { Pool } from '../database/database.js';
import type { Instance } from '../database/instance.js';
import { listAllSandboxes } from '../features/sandboxes/sandbox-store.js';
import { knownLog } from '../installation/ledger/known-log.js';
import type { LedgerFinding } from '../installation/ledger/ledger-finding.js';
import { reconcile } from '../installation/ledger/reconcile.js';
import type { Advice } from './doctor-advice.js';
import { failure, messageOf, sound, type Finding } from './doctor-finding.js';
import { pauseOfWrites } from './pause-of-writes.js';

const shownOfMany = 5;

/** Whether stored amounts add up. Only needs a database with our tables. */
export async function checkLedger({ context, pool }: Instance, advice: Advice): Promise<Finding[]> {
  const { replica } = context;
  const pauses: Finding[] = [];
  const findings = await reconcile(
    { snapshot: (...args) => replica?.snapshot(pool, ...args) ?? pool.snapshot(...args) },
    {
      onPause: (ms) => pauses.push(sound(pauseOfWrites(ms))),
      log: await knownLog(context),
    },
  );
  return [...pauses, ...findings.map(toFinding), ...(await checkSandboxes(context, advice))];
}

function toFinding({ name, broken, advice }: LedgerFinding): Finding {
  if (broken.length === 0) return sound(name);
  const shown = broken.slice(0, shownOfMany).join(', ');
  const more = broken.length > shownOfMany ? ', ...' : '';
  return failure(`not so: ${name} (${broken.length}: ${shown}${more})`, advice);
}

/** One finding for each sandbox, apart from those about live accounts. */
async function checkSandboxes({ db, sandboxes }: Context, advice: Advice): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, name } of await listAllSandboxes(db)) {
    const wrong = await wrongIn(sandboxes.open(id)).catch(
      (error: unknown) => `cannot be read: ${messageOf(error)}`,
    );
    const which = `sandbox ${id} (${name}): `;
    findings.push(
      wrong === ''
        ? sound(`${which}everything adds up`)
        : failure(`${which}${wrong}`, advice.brokenSandbox(id)),
    );
  }
  return findings;
}

async function wrongIn(sandbox: Pool): Promise<string> {
  const broken = (await reconcile(sandbox)).filter((finding) => finding.broken.length > 0);
  return broken.map((one) => `not so: ${one.name} (${one.broken.length})`).join('; ');
}
