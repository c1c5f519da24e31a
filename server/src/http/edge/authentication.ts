import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../../keys/authenticate.js';
import type { KeyHolder } from '../../keys/key-store.js';
import type { Database } from '../../platform/db/database.js';
import type { FailureLimit } from './rate-limits.js';
import { HttpError } from './status.js';

/** Whose key the request carries, by Basic (the key is the username) or Bearer. */
export async function requireKey(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Database,
  failures: FailureLimit,
): Promise<KeyHolder> {
  const { authorization } = request.headers;
  // Some clients send the key only when they are asked for it.
  reply.header('WWW-Authenticate', 'Basic realm="Regrove"');
  if (authorization === undefined) {
    throw new HttpError(401, 'An API key is required: send it as the username of HTTP Basic authentication');
  }
  const key = keyIn(authorization);
  const holder = key === undefined ? undefined : await authenticate(db, key);
  if (!holder) {
    await failures.note(request.ip, reply);
    throw new HttpError(401, 'The API key is not valid');
  }
  reply.removeHeader('WWW-Authenticate');
  return holder;
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
