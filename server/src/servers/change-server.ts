import type { AccountId } from '../accounts/account.js';
import { record, recordDifference } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
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
  readonly contact: string | undefined;
}

export const createServer = (context: Context, account: AccountId, input: NewServerInput): Promise<Server> =>
  inTransaction(context, async (tx) => {
    const id = newId();
    const server = await insertServer(tx.db, account, {
      id,
      type: input.type,
      url: checkedUrl(input.url),
      username: input.username,
      contact: input.contact ?? null,
      passwordSealed: input.password == null ? null : tx.secrets.seal(input.password, id),
      createdAt: tx.clock(),
    });
    await record(tx, account, { action: 'server.create', subjectId: id, after: serverFacts(server) });
    return server;
  });

export type ServerChanges = Partial<Pick<NewServerInput, 'url' | 'username' | 'contact'>> & {
  readonly password?: string | undefined;
};

/** What is not given stays as it is. */
export const updateServer = (
  context: Context,
  account: AccountId,
  id: string,
  { url, username, password, contact }: ServerChanges,
): Promise<Server> =>
  inTransaction(context, async (tx) => {
    const known = await lockServer(tx.db, account, id);
    const server = await storeServer(tx.db, account, id, {
      url: url === undefined ? null : checkedUrl(url),
      username: username ?? null,
      contact: contact ?? null,
      passwordSealed: password === undefined ? null : tx.secrets.seal(password, id),
    });
    if (!known || !server) throw missing('There is no such server');
    await recordDifference(tx, account, {
      action: 'server.update',
      subjectId: id,
      before: serverFacts(known),
      // That there is another password is all that may be known of it.
      after: { ...serverFacts(server), ...(password !== undefined && { password_changed: true }) },
    });
    return server;
  });

const schemes = ['http:', 'https:', 'ipp:', 'ipps:', 'snmp:'];

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !schemes.includes(url.protocol) || url.hostname === '') {
    throw invalid(
      'url must be a whole address such as https://print.example.com:9192, snmp://10.0.0.5 or ipp://host/ipp',
    );
  }
  if (url.username !== '' || url.password !== '') throw invalid('url must not carry a username or password');
  return text;
}
