import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AccountId } from '../../features/accounts/account.js';
import {
  claimRequest,
  findResponse,
  saveResponse,
  type StoredResponse,
  type RequestIdentity,
} from '../../features/idempotency/idempotent-request-store.js';
import { realTime, type Context } from '../../database/context.js';
import { callerOf, contextOf } from './request-state.js';
import { HttpError } from './http-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route supports Idempotency-Key. */
    acceptsIdempotencyKey?: boolean;
  }
}

export function idempotencyKey({ headers, routeOptions }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined || routeOptions.config.acceptsIdempotencyKey !== true) return undefined;
  if (!isIdempotencyKey(header)) throw wrongIdempotencyKey();
  return header;
}

export const wrongIdempotencyKey = (): HttpError =>
  new HttpError(400, 'Idempotency-Key must be 1 to 255 printable ASCII characters');

export const isIdempotencyKey = (header: string | string[]): header is string =>
  typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header);

/**
 * The answer to the same request before, found by its Idempotency-Key. Looked up before all other checks: the resource may no
 * longer exist, but its answer is still valid. The body is compared once it has been read. A malformed key finds nothing.
 */
export async function findStoredResponse(request: FastifyRequest): Promise<StoredResponse | undefined> {
  const header = request.headers['idempotency-key'];
  if (
    header === undefined ||
    !isIdempotencyKey(header) ||
    request.routeOptions.config.acceptsIdempotencyKey !== true
  )
    return undefined;
  const context = contextOf(request);
  return findResponse(context.db, callerOf(request).id, identityOf(request, header), realTime(context));
}

/** What identifies a repeated request. Ids in the path are not case-sensitive. */
export function identityOf(request: FastifyRequest, key: string): RequestIdentity {
  const params = request.params as Readonly<Record<string, string | undefined>>;
  const path = (request.routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    (params[name] ?? '').toLowerCase(),
  );
  return { keyId: callerOf(request).credentialId, method: request.method, path, key };
}

/** What a repeated request must have in common with the first. */
export interface RequestContent {
  readonly body: unknown;
  readonly query: object;
}

/**
 * Does the work once. The claim, the work and its answer are one transaction: a crash leaves none of them, a refusal rolls back
 * the claim, and a concurrent repeat waits for the first request and gets its answer. The answer is kept in the form of the
 * model, so that it can be replayed in any revision.
 */
export function runOnce(
  context: Context,
  account: AccountId,
  identity: RequestIdentity,
  content: RequestContent,
  work: (context: Context) => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  const now = realTime(context);
  const bodyHash = contentHash(content);
  return context.db.transaction(async (db) => {
    if (await claimRequest(db, account, identity, { bodyHash, now })) {
      const answer = await work({ ...context, db });
      await saveResponse(db, account, identity, JSON.stringify(answer));
      return { answer, replayed: false };
    }
    const first = await findResponse(db, account, identity, now);
    if (!first) throw new Error('The stored response of an idempotent request is missing');
    return { answer: parseIfSame(first, bodyHash), replayed: true };
  });
}

/** Refuses a different body or query. */
export const replayResponse = (kept: StoredResponse, content: RequestContent): unknown =>
  parseIfSame(kept, contentHash(content));

function parseIfSame({ bodyHash, answer }: StoredResponse, hash: Buffer): unknown {
  if (!bodyHash.subarray(0, hashLength).equals(hash.subarray(0, hashLength)))
    throw new HttpError(400, 'Idempotency-Key has already been used with a different body');
  if (!bodyHash.equals(hash))
    throw new HttpError(400, 'Idempotency-Key has already been used with a different query');
  return JSON.parse(answer) as unknown;
}

const hashLength = 32;

/** The hash of the body; if there is a query, followed by that of the query. */
const contentHash = ({ body, query }: RequestContent): Buffer =>
  Buffer.concat([hashOf(body), ...(Object.keys(query).length > 0 ? [hashOf(query)] : [])]);

const hashOf = (body: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(body, sortedKeys)).digest();

// The order of fields does not make a JSON body different, nor does that of parameters a query.
const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
