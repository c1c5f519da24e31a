import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { sandboxUrl } from '../../messages/links.js';
import { forbidden } from '../../platform/errors.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import { findSandbox, type Sandbox } from './sandbox-store.js';
import { readClock } from './sandbox-clock-store.js';

export interface OpenSandbox {
  readonly sandbox: Sandbox;
  /** For use cases in the sandbox, at the time of its clock. */
  readonly context: Context;
}

/** `context` is live. Undefined if there is no such sandbox; throws if it has expired. */
export async function openSandbox(context: Context, id: string): Promise<OpenSandbox | undefined> {
  const sandbox = await findSandbox(context.db, id);
  return sandbox && openFound(context, sandbox);
}

/** Throws if it has expired. */
export async function openFound(context: Context, sandbox: Sandbox): Promise<OpenSandbox> {
  if (sandbox.expiresAt <= context.clock())
    throw forbidden(`The sandbox expired at ${formatTimestamp(sandbox.expiresAt)}`, {
      code: 'sandbox-expired',
    });
  return { sandbox, context: await contextIn(context, sandbox) };
}

/** Also for a sandbox that is not in the list yet, or has expired. */
export async function contextIn(
  live: Context,
  { id, expiresAt }: Pick<Sandbox, 'id' | 'expiresAt'>,
  db: Database = live.sandboxes.open(id),
): Promise<Context> {
  const { now, advancingTo } = await readClock(db);
  const baseUrl = (): string => sandboxUrl(live.baseUrl(), id);
  return contextAt(
    { ...live, db, baseUrl, sandbox: { id, advancingTo, expiresAt, realClock: live.clock } },
    now,
  );
}

/** `db` and `sandbox` are set already. */
export const contextAt = (context: Context, now: Date): Context => ({
  ...context,
  clock: () => now,
  // The replica has live rows only as far as queries know.
  replica: undefined,
});
