import type { AccountId } from '../accounts/account.js';
import { recordChange, recordDifference } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { requireServerUrl } from './server-url.js';
import { passwordDestination } from './password-destination.js';
import {
  insertServer,
  lockServer,
  serverFacts,
  updateServer as storeServer,
  type Server,
} from './server-store.js';

export interface NewServerInput {
  readonly type: string;
  readonly url: string;
  readonly username: string;
  readonly password: string | null | undefined;
  readonly contact: string | null | undefined;
}

export const createServer = (context: Context, account: AccountId, input: NewServerInput): Promise<Server> =>
  inTransaction(context, async (tx) => {
    const id = newId();
    const server = await insertServer(tx.db, account, {
      id,
      type: input.type,
      url: requireServerUrl(input.url),
      username: input.username,
      contact: input.contact ?? null,
      passwordSealed: input.password == null ? null : tx.secrets.seal(input.password, id),
      createdAt: tx.clock(),
    });
    await recordChange(tx, account, { action: 'server.create', subjectId: id, after: serverFacts(server) });
    return server;
  });

export type ServerChanges = Partial<Pick<NewServerInput, 'url' | 'username' | 'contact'>> & {
  readonly password?: string | undefined;
};

/** Fields that are not given stay as they are. */
export const updateServer = (
  context: Context,
  account: AccountId,
  id: string,
  { url, username, password, contact }: ServerChanges,
): Promise<Server> =>
  inTransaction(context, async (tx) => {
    const known = await lockServer(tx.db, account, id);
    if (url !== undefined) requireServerUrl(url);
    // What was given cannot be cleared, but a client may send back that there is none.
    if (contact === null && known?.contact != null)
      throw invalid('contact must be an email address', { code: 'required', field: 'contact' });
    if (known?.hasPassword === true && password === undefined) requireSameDestination(known, url);
    const server = await storeServer(tx.db, account, id, {
      url: url ?? null,
      username: username ?? null,
      contact: contact ?? null,
      passwordSealed: password === undefined ? null : tx.secrets.seal(password, id),
    });
    if (!known || !server) throw missing('There is no such server');
    await recordDifference(tx, account, {
      action: 'server.update',
      subjectId: id,
      before: serverFacts(known),
      // The audit trail only says that the password has changed.
      after: { ...serverFacts(server), ...(password !== undefined && { password_changed: true }) },
    });
    return server;
  });

/** The caller may not know the stored password, so a change of the URL must not send it to another host. */
function requireSameDestination({ type, url: before }: Server, url: string | undefined): void {
  if (url !== undefined && passwordDestination(type, url) !== passwordDestination(type, before))
    throw invalid(
      'password is required where url changes its scheme, host or port: the stored one is not sent elsewhere',
      { code: 'password-again', field: 'password' },
    );
}
