import type { Account } from '../accounts/account.js';
import { record, wholeInstallation } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { forbidden, invalid } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { dayMs } from '../../platform/time/durations.js';
import { contextAt } from './open-sandbox.js';
import { insertClock } from './sandbox-clock-store.js';
import { sandboxFacts } from './sandbox-facts.js';
import { countSandboxes, insertSandbox, lockSandboxes, type Sandbox } from './sandbox-store.js';
import { createWorld } from './sandbox-world.js';

export interface NewSandbox {
  /** The live root account that it belongs to. Absent: the operator. */
  readonly owner?: Account;
  readonly name?: string | null | undefined;
  readonly days?: number;
  /** Of its first key. */
  readonly revision: string;
}

const defaultDays = 30;
/** Of one root account. */
export const maxOfOwner = 20;
/** Of the installation: each has all tables, which every backup, migration and vacuum has to look at. */
const maxSandboxes = 500;

export interface CreatedSandbox extends Sandbox {
  /** A key of its root account, shown this once. */
  readonly key: string;
  /** The time of its clock. */
  readonly now: Date;
}

/** `context` is live. All or nothing: a schema that an interrupted creation leaves behind is not listed, and a job drops it. */
export async function createSandbox(
  context: Context,
  { owner, name, days = defaultDays, revision }: NewSandbox,
): Promise<CreatedSandbox> {
  if (owner && owner.parentId !== null)
    throw forbidden('Only a root account can have sandboxes', { code: 'root-only' });
  const id = newId();
  // In whole seconds, so that it is easy to read.
  const now = new Date(Math.floor(context.clock().getTime() / 1_000) * 1_000);
  const expiresAt = new Date(now.getTime() + days * dayMs);
  try {
    return await inTransaction(context, async (tx) => {
      await lockSandboxes(tx.db);
      await requireRoom(tx, owner);
      await context.sandboxes.create(id);
      const inside = {
        ...context,
        db: context.sandboxes.open(id),
        sandbox: { id, advancingTo: null, expiresAt, realClock: context.clock },
      };
      const world = await inTransaction(contextAt(inside, now), async (sandboxed) => {
        await insertClock(sandboxed.db, now);
        return createWorld(sandboxed, { name: name ?? 'Sandbox', revision });
      });
      const { account, key } = world;
      const sandbox: Sandbox = {
        id,
        ownerId: owner?.id ?? null,
        name: account.name,
        accountId: account.id,
        createdAt: now,
        expiresAt,
      };
      await insertSandbox(tx.db, sandbox);
      await record(tx, sandbox.ownerId ?? wholeInstallation, {
        action: 'sandbox.create',
        subjectId: id,
        after: sandboxFacts(sandbox),
      });
      return { ...sandbox, key, now };
    });
  } catch (error) {
    await context.sandboxes.drop(id).catch(() => undefined);
    throw error;
  }
}

async function requireRoom({ db }: Pick<Context, 'db'>, owner: Account | undefined): Promise<void> {
  const { ofOwner, all } = await countSandboxes(db, owner?.id ?? null);
  if (owner && ofOwner >= maxOfOwner)
    throw invalid(`A root account has at most ${maxOfOwner} sandboxes: delete one first`, {
      code: 'too-many-sandboxes',
      params: { max: maxOfOwner },
    });
  if (all >= maxSandboxes)
    throw invalid(`This installation has ${maxSandboxes} sandboxes already: delete one first`, {
      code: 'too-many-sandboxes',
      params: { max: maxSandboxes },
    });
}
