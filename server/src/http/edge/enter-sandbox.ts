import { findAnyAccount } from '../../features/accounts/account-store.js';
import { openSandbox, type OpenSandbox } from '../../features/sandboxes/open-sandbox.js';
import type { SessionHolder } from '../../features/sessions/session-store.js';
import { findUser } from '../../features/users/user-store.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';

export interface EnteredSandbox extends OpenSandbox {
  /** The session, as one of the sandbox's root account. */
  readonly holder: SessionHolder;
}

/** Users of the account that a sandbox belongs to are users of its root account; operators, of those without an owner. */
export async function enterSandbox(
  live: Context,
  holder: SessionHolder,
  id: string,
): Promise<EnteredSandbox> {
  const opened = await openSandbox(live, id);
  if (!opened || !(await mayEnter(live, holder, opened))) throw missing('There is no such sandbox');
  const root = await findAnyAccount(opened.context.db, opened.sandbox.accountId);
  if (!root) throw missing('There is no such sandbox');
  return { ...opened, holder: { ...holder, ...root } };
}

async function mayEnter({ db }: Context, holder: SessionHolder, { sandbox }: OpenSandbox): Promise<boolean> {
  if (sandbox.ownerId !== null) return sandbox.ownerId === holder.id;
  return (await findUser(db, holder.id, holder.userId))?.isOperator === true;
}
