import type { FastifyReply, FastifyRequest } from 'fastify';
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
import { HttpError } from './status.js';

/** Records failed authentications and the use of valid keys. */
export interface KeyMonitor {
  readonly failures: FailureLimit;
  readonly recordUse: KeyUseRecorder;
}

/** Who calls, and where: live, or in a sandbox. */
export interface Entrance {
  readonly caller: Caller;
  readonly sandbox?: OpenSandbox;
}

/** Identifies the caller by the key in the request, otherwise by the session. */
export async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  keys: KeyMonitor,
): Promise<Entrance> {
  const sandboxId = sandboxInPath(request);
  if (request.headers.authorization !== undefined || !hasSession(request)) {
    const entrance = await callerByKey(request, reply, context, keys);
    // Otherwise a live key would change live rows at an address that promises a sandbox.
    if (sandboxId !== undefined && entrance.sandbox?.sandbox.id !== sandboxId)
      throw new HttpError(404, 'There is no such sandbox');
    return entrance;
  }
  // Responses are private and must not be visible after signing out.
  reply.header('Cache-Control', 'no-store');
  const holder = await requireSession(request, context);
  if (sandboxId === undefined) return { caller: callerBySession(holder) };
  const sandbox = await enterSandbox(context, holder, sandboxId);
  return { caller: callerBySession(sandbox.holder), sandbox };
}

export const callerBySession = (holder: SessionHolder): Caller => ({
  ...holder,
  actor: { kind: 'user', id: holder.userId },
  credentialId: holder.sessionId,
  scope: null,
  revision: defaultRevision,
});

/** Basic (the key is the username) or Bearer. */
async function callerByKey(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { failures, recordUse }: KeyMonitor,
): Promise<Entrance> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    askForKey(request, reply);
    throw new HttpError(401, 'An API key is required: send it as the username of HTTP Basic authentication');
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
  askForKey(request, reply);
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
function askForKey(request: FastifyRequest, reply: FastifyReply): void {
  if (!isFromApp(request)) reply.header('WWW-Authenticate', 'Basic realm="Regrove"');
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
