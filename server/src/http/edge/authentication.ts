import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountId } from '../../features/accounts/account.js';
import { authenticate } from '../../features/keys/authenticate.js';
import { authenticateInSandbox } from '../../features/sandboxes/authenticate-in-sandbox.js';
import type { OpenSandbox } from '../../features/sandboxes/open-sandbox.js';
import { scopeOf } from '../../features/keys/key-scope.js';
import type { KeyHolder } from '../../features/keys/key-store.js';
import type { KeyUseRecorder } from '../../features/keys/record-key-use.js';
import type { Context } from '../../database/context.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import type { SessionHolder } from '../../features/sessions/session-store.js';
import type { Caller } from '../caller.js';
import { enterSandbox } from './enter-sandbox.js';
import type { FailureLimit } from './rate-limits.js';
import { sandboxInPath } from './sandbox-path.js';
import { hasSession, isFromApp, requireSession } from './session.js';
import { HttpError } from './http-error.js';

/** Records failed authentications and the use of valid keys. */
export interface KeyMonitor {
  readonly failures: FailureLimit;
  readonly recordUse: KeyUseRecorder;
}

/** Who calls, and where: live, or in a sandbox. */
export interface AuthenticatedCaller {
  readonly caller: Caller;
  readonly sandbox?: OpenSandbox;
}

/** Identifies the caller by the key in the request, otherwise by the session. */
export async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  keys: KeyMonitor,
): Promise<AuthenticatedCaller> {
  if (request.headers.authorization !== undefined || !hasSession(request))
    return requireKey(request, reply, context, keys, basic);
  // Responses are private and must not be visible after signing out.
  reply.header('Cache-Control', 'no-store');
  const holder = await requireSession(request, context);
  const sandboxId = sandboxInPath(request);
  if (sandboxId === undefined) return { caller: callerBySession(holder) };
  const sandbox = await enterSandbox(context, holder, sandboxId);
  return { caller: callerBySession(sandbox.holder), sandbox };
}

/** How a client is asked for a key, and what it is told. */
export interface KeyChallenge {
  readonly scheme: string;
  readonly advice: string;
}

const basic: KeyChallenge = { scheme: 'Basic', advice: 'as the username of HTTP Basic authentication' };

/** Identifies the caller by the key in the request and by nothing else. */
export async function requireKey(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  keys: KeyMonitor,
  challenge: KeyChallenge,
): Promise<AuthenticatedCaller> {
  const entrance = await callerByKey(request, reply, context, keys, challenge);
  const sandboxId = sandboxInPath(request);
  // Otherwise a live key would change live rows at an address that promises a sandbox.
  if (sandboxId !== undefined && entrance.sandbox?.sandbox.id !== sandboxId)
    throw new HttpError(404, 'There is no such sandbox');
  return entrance;
}

/** The live account whose limits count: a sandbox uses what its owner may use. */
export const quotaAccountId = ({ caller, sandbox }: AuthenticatedCaller): AccountId =>
  sandbox ? (sandbox.sandbox.ownerId ?? sandbox.sandbox.accountId) : caller.id;

export const callerBySession = (holder: SessionHolder): Caller => ({
  ...holder,
  actor: { kind: 'user', id: holder.userId },
  credentialId: holder.sessionId,
  scope: null,
  mcpWrite: false,
  revision: defaultRevision,
});

/** Basic (the key is the username) or Bearer. */
async function callerByKey(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { failures, recordUse }: KeyMonitor,
  challenge: KeyChallenge,
): Promise<AuthenticatedCaller> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    askForKey(request, reply, challenge);
    throw new HttpError(401, `An API key is required: send it ${challenge.advice}`);
  }
  const key = keyIn(authorization);
  const holder = key === undefined ? undefined : await authenticate(context.db, key);
  if (holder) {
    recordUse(holder);
    return { caller: callerOfKey(holder) };
  }
  const inSandbox = key === undefined ? undefined : await authenticateInSandbox(context, key);
  if (inSandbox) {
    recordUse(inSandbox.holder, inSandbox.context.db);
    return { caller: callerOfKey(inSandbox.holder), sandbox: inSandbox };
  }
  askForKey(request, reply, challenge);
  await failures.note(request.ip, reply);
  throw new HttpError(401, 'The API key is not valid');
}

const callerOfKey = (holder: KeyHolder): Caller => ({
  ...holder,
  actor: { kind: 'key', id: holder.keyId },
  credentialId: holder.keyId,
  scope: scopeOf(holder),
});

/** Some clients send the key only if asked for it. In the dashboard, the browser would ask people, who have no key. */
function askForKey(request: FastifyRequest, reply: FastifyReply, { scheme }: KeyChallenge): void {
  if (!isFromApp(request)) reply.header('WWW-Authenticate', `${scheme} realm="Regrove"`);
}

function keyIn(authorization: string): string | undefined {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+) *$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
    case 'bearer':
      return credentials;
    default:
      return undefined;
  }
}
