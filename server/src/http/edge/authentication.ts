import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../../features/keys/authenticate.js';
import type { KeyHolder } from '../../features/keys/key-store.js';
import type { Context } from '../../database/context.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import type { SessionHolder } from '../../features/sessions/session-store.js';
import type { Caller } from '../caller.js';
import type { FailureLimit } from './rate-limits.js';
import { hasSession, isFromApp, requireSession } from './session.js';
import { HttpError } from './status.js';

/** What is noticed of keys: those that are wrong, and that those that are right are in use. */
export interface KeyWatch {
  readonly failures: FailureLimit;
  readonly noteUse: (holder: KeyHolder) => void;
}

/** Who calls: by the key that the request carries, or else by the session. */
export async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  keys: KeyWatch,
): Promise<Caller> {
  if (request.headers.authorization !== undefined || !hasSession(request))
    return callerByKey(request, reply, context, keys);
  // What a person sees is nobody else's, and not to be seen any more after they have signed out.
  reply.header('Cache-Control', 'no-store');
  return callerBySession(await requireSession(request, context));
}

export const callerBySession = (holder: SessionHolder): Caller => ({
  ...holder,
  actor: { kind: 'user', id: holder.userId },
  credentialId: holder.sessionId,
  revision: defaultRevision,
});

/** By Basic (the key is the username) or Bearer. */
async function callerByKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { db }: Context,
  { failures, noteUse }: KeyWatch,
): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    askForKey(request, reply);
    throw new HttpError(401, 'An API key is required: send it as the username of HTTP Basic authentication');
  }
  const key = keyIn(authorization);
  const holder = key === undefined ? undefined : await authenticate(db, key);
  if (!holder) {
    askForKey(request, reply);
    await failures.note(request.ip, reply);
    throw new HttpError(401, 'The API key is not valid');
  }
  noteUse(holder);
  return { ...holder, actor: { kind: 'key', id: holder.keyId }, credentialId: holder.keyId };
}

/** Some clients send the key only when they are asked for it. A browser would ask people for it, who have none. */
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
