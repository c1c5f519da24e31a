import { listAllSandboxes } from '../features/sandboxes/sandbox-store.js';
import { reconcile } from '../installation/ledger/reconcile.js';
import type { Context } from '../database/context.js';
import type { Pool } from '../database/database.js';

export interface SandboxFinding {
  readonly isSound: boolean;
  readonly detail: string;
}

/** Whether stored amounts add up in each sandbox: one finding each, apart from those about live accounts. */
export async function checkSandboxLedgers({ db, sandboxes }: Context): Promise<SandboxFinding[]> {
  const findings: SandboxFinding[] = [];
  for (const { id, name } of await listAllSandboxes(db)) {
    const wrong = await wrongIn(sandboxes.open(id)).catch(
      (error: unknown) => `cannot be read: ${String(error)}`,
    );
    findings.push({
      isSound: wrong === '',
      detail: `sandbox ${id} (${name}): ${wrong || 'everything adds up'}`,
    });
  }
  return findings;
}

async function wrongIn(sandbox: Pool): Promise<string> {
  const broken = (await reconcile(sandbox)).filter((finding) => finding.broken.length > 0);
  return broken.map((one) => `not so: ${one.name} (${one.broken.length})`).join('; ');
}
