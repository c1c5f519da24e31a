import type { Account } from '../accounts/account.js';
import { recordChange, installationAccountId } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { wakeSandbox } from '../../database/job-store.js';
import { forbidden, invalid, unavailable } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { dayMs } from '../../platform/time/durations.js';
import { dropSandbox } from './drop-sandbox.js';
import { maxPendingCreations, maxOfOwner, maxPerHour, maxSandboxes } from './limits.js';
import { contextAt } from './open-sandbox.js';
import { insertClock } from './sandbox-clock-store.js';
import { sandboxFacts } from './sandbox-facts.js';
import {
  countSandboxes,
  lockSandboxes,
  reserveSandbox,
  setSandboxDeleted,
  setSandboxReady,
  type Reservation,
  type Sandbox,
  type SandboxCounts,
} from './sandbox-store.js';
import { seedSandbox } from './seed-sandbox.js';

export interface NewSandbox {
  /** The live root account that it belongs to. Absent: the operator. */
  readonly owner?: Account;
  readonly name?: string | null | undefined;
  readonly days?: number;
  /** Of its first key. */
  readonly revision: string;
}

const defaultDays = 30;

export interface CreatedSandbox extends Sandbox {
  /** A key of its root account, shown this once. */
  readonly key: string;
  /** The time of its clock. */
  readonly now: Date;
}

/**
 * `context` is live. The schema takes seconds, so no transaction and no lock of live accounts is kept meanwhile: a short one reserves
 * the sandbox, another one opens it. What an interrupted creation leaves behind is not listed, and a job removes it.
 */
export async function createSandbox(context: Context, wanted: NewSandbox): Promise<CreatedSandbox> {
  requireMayOwn(wanted.owner);
  const reservation = await reserve(context, wanted);
  try {
    return await context.sandboxes.serializeByOwner(reservation.ownerId ?? '', () =>
      build(context, reservation, wanted.revision),
    );
  } catch (error) {
    await giveUp(context, reservation.id).catch((failure: unknown) => {
      context.log.warn({ err: failure, sandbox: reservation.id }, 'a sandbox that failed is dropped later');
    });
    throw error;
  }
}

function requireMayOwn(owner: Account | undefined): void {
  if (!owner) return;
  if (owner.parentId !== null)
    throw forbidden('Only a root account can have sandboxes', { code: 'root-only' });
  if (owner.status !== 'active')
    throw invalid('The account is inactive and cannot have new sandboxes', { code: 'account-inactive' });
}

function reserve(context: Context, { owner, name, days = defaultDays }: NewSandbox): Promise<Reservation> {
  // In whole seconds, so that it is easy to read.
  const now = new Date(Math.floor(context.clock().getTime() / 1_000) * 1_000);
  const reservation: Reservation = {
    id: newId(),
    ownerId: owner?.id ?? null,
    name: name ?? 'Sandbox',
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * dayMs),
  };
  return inTransaction(context, async ({ db }) => {
    await lockSandboxes(db);
    requireRoom(await countSandboxes(db, reservation.ownerId, context.clock()));
    await reserveSandbox(db, reservation);
    return reservation;
  });
}

function requireRoom({ ofOwner, all, recent, building }: SandboxCounts): void {
  if (ofOwner >= maxOfOwner)
    throw invalid(`A root account has at most ${maxOfOwner} sandboxes: delete one first`, {
      code: 'too-many-sandboxes',
      params: { max: maxOfOwner },
    });
  if (recent >= maxPerHour)
    throw invalid(`A root account can create at most ${maxPerHour} sandboxes in an hour: try again later`, {
      code: 'sandboxes-per-hour',
      params: { max: maxPerHour },
    });
  if (all >= maxSandboxes)
    throw invalid(`This installation has ${maxSandboxes} sandboxes already: delete one first`, {
      code: 'too-many-sandboxes',
      params: { max: maxSandboxes },
    });
  if (building >= maxPendingCreations)
    throw unavailable('Sandboxes of other accounts are being created; try again shortly');
}

async function build(context: Context, reservation: Reservation, revision: string): Promise<CreatedSandbox> {
  const { id, createdAt: now, expiresAt } = reservation;
  await context.sandboxes.create(id);
  const inside = {
    ...context,
    db: context.sandboxes.open(id),
    sandbox: { id, advancingTo: null, expiresAt, realClock: context.clock },
  };
  const { account, key } = await inTransaction(contextAt(inside, now), async (sandboxed) => {
    await insertClock(sandboxed.db, now);
    return seedSandbox(sandboxed, { name: reservation.name, revision });
  });
  const sandbox: Sandbox = { ...reservation, name: account.name, accountId: account.id };
  await inTransaction(context, async (tx) => {
    if (!(await setSandboxReady(tx.db, sandbox)))
      throw unavailable('Creating the sandbox took too long; try again later');
    // The jobs of its world were added before there was a sandbox to run.
    await wakeSandbox(tx.db, id);
    await recordChange(tx, sandbox.ownerId ?? installationAccountId, {
      action: 'sandbox.create',
      subjectId: id,
      after: sandboxFacts(sandbox),
    });
  });
  return { ...sandbox, key, now };
}

async function giveUp(context: Context, id: string): Promise<void> {
  if (await context.db.transaction((tx) => setSandboxDeleted(tx, id, 'building')))
    await dropSandbox(context, id);
}
