import { request } from 'undici';
import type { Account } from '../../src/features/accounts/account.js';
import { acceptInvitation } from '../../src/features/users/accept-invitation.js';
import { createUser, type NewUserInput } from '../../src/features/users/create-user.js';
import { createSignInLink } from '../../src/features/users/sign-in-link.js';
import type { User } from '../../src/features/users/user-store.js';
import type { Json } from './api-client.js';
import type { TestServer } from './test-server.js';

export interface VisitResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** The parsed JSON. */
  readonly body: Json;
  /** The complete headers. */
  readonly setCookies: readonly string[];
}

export interface VisitOptions {
  readonly body?: unknown;
  /** Sent as a form, instead of `body`. */
  readonly form?: Record<string, string>;
  /** Sent as it is, instead of `body`. */
  readonly file?: Buffer;
  readonly headers?: Record<string, string | undefined>;
}

/** A person with a browser: keeps cookies, does not follow redirects. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  visit(method: string, path: string, options?: VisitOptions): Promise<VisitResponse>;
  get(path: string, options?: VisitOptions): Promise<VisitResponse>;
  /** Sends a request as our own web app does. */
  app(method: string, path: string, body?: unknown): Promise<VisitResponse>;
}

export const sessionCookie = '__Host-regrove-session';
export const browserCookie = '__Host-regrove-sign-in';

let count = 0;

export function visitor(
  { running, agent }: Pick<TestServer, 'agent'> & { readonly running: { readonly baseUrl: string } },
  cookies = new Map<string, string>(),
): Visitor {
  // If the server trusts its proxy, every visitor has a different address.
  const address = `2001:db8::${(++count).toString(16)}`;
  const visit: Visitor['visit'] = async (method, path, { body, form, file, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
      'x-forwarded-for': address,
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    };
    const given = Object.entries<string | undefined>(sent).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const content = file ?? (body === undefined ? null : JSON.stringify(body));
    const answer = await request(running.baseUrl + path, {
      method,
      dispatcher: agent,
      headers: Object.fromEntries(given),
      body: form ? new URLSearchParams(form).toString() : content,
    });
    const setCookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const line of setCookies) keep(cookies, line);
    const answered = await answer.body.text();
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answered,
      body: isJson ? JSON.parse(answered) : undefined,
      setCookies,
    };
  };
  return {
    cookies,
    visit,
    get: (path, options) => visit('GET', path, options),
    app: (method, path, body) => visit(method, path, { body, headers: { 'x-regrove-app': '1' } }),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** A user of the account who is invited and has not accepted yet. */
export const createInvitedUser = (
  { running }: TestServer,
  { id }: Account,
  input: Partial<NewUserInput> = {},
): Promise<User> =>
  createUser(running.instance.context, id, {
    email: `visitor${String(++count)}@example.com`,
    ...input,
  });

/** A user who has accepted the invitation. */
export async function createAcceptedUser(
  server: TestServer,
  account: Account,
  input: Partial<NewUserInput> = {},
): Promise<User> {
  const user = await createInvitedUser(server, account, input);
  await acceptInvitation(server.running.instance.context, user);
  return user;
}

/** A link as given out by the operator: valid in any browser. */
export async function linkFor({ running }: TestServer, user: User): Promise<string> {
  const { token } = await createSignInLink(running.instance.context, user, { isSent: false });
  return `/sign-in/${token}`;
}

/** A visitor who has followed a link and is signed in. */
export async function signInVisitor(
  server: TestServer,
  user: User,
  headers: VisitOptions['headers'] = {},
): Promise<Visitor> {
  const person = visitor(server);
  const { status } = await person.visit('POST', await linkFor(server, user), { form: {}, headers });
  if (status !== 303) throw new Error(`signing in answered ${String(status)}`);
  return person;
}
