import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { enqueue } from '../../database/job-store.js';
import { missing } from '../../platform/errors.js';
import { deleteSandboxRow, findSandbox } from './sandbox-store.js';

/** The job that drops the schema: it needs the rights of the owner of the tables, and may take a while. */
export const dropSandboxJob = { name: 'drop-sandbox', attempts: 16 } as const;

/** From now on its keys are unknown. `owner`: only if it belongs to this account. */
export const deleteSandbox = (context: Context, id: string, owner?: AccountId): Promise<void> =>
  inTransaction(context, async ({ db }) => {
    const sandbox = await findSandbox(db, id);
    const isMissing = !sandbox || (owner !== undefined && sandbox.ownerId !== owner);
    if (isMissing || !(await deleteSandboxRow(db, id))) throw missing('There is no such sandbox');
    await enqueue(db, { task: dropSandboxJob, payload: { id }, key: `drop-sandbox-${id}` });
  });
