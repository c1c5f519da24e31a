import type { AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { insertServer, updateServer as storeServer, type Server } from './server-store.js';

export interface NewServerInput {
  readonly type: string;
  readonly url: string;
  readonly username: string;
  readonly password: string | null | undefined;
  readonly contact: string | undefined;
}

export async function createServer(
  context: Context,
  account: AccountId,
  input: NewServerInput,
): Promise<Server> {
  const { db, clock, secrets } = context;
  const id = newId();
  return insertServer(db, account, {
    id,
    type: input.type,
    url: checkedUrl(input.url),
    username: input.username,
    contact: input.contact ?? null,
    passwordSealed: input.password == null ? null : secrets.seal(input.password, id),
    createdAt: clock(),
  });
}

export type ServerChanges = Partial<Pick<NewServerInput, 'url' | 'username' | 'contact'>> & {
  readonly password?: string | undefined;
};

/** What is not given stays as it is. */
export async function updateServer(
  { db, secrets }: Context,
  account: AccountId,
  id: string,
  { url, username, password, contact }: ServerChanges,
): Promise<Server> {
  const server = await storeServer(db, account, id, {
    url: url === undefined ? null : checkedUrl(url),
    username: username ?? null,
    contact: contact ?? null,
    passwordSealed: password === undefined ? null : secrets.seal(password, id),
  });
  if (!server) throw missing('There is no such server');
  return server;
}

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
