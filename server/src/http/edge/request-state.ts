import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account, AccountId } from '../../features/accounts/account.js';
import type { StoredResponse } from '../../features/idempotency/idempotent-request-store.js';
import type { Context } from '../../database/context.js';
import { isUuid } from '../../platform/ids.js';
import type { RevisionAdapter } from '../../wire/revisions/revision.js';
import type { Caller } from '../caller.js';
import type { AnyCall } from '../route.js';
import type { RequestQuotas } from './account-quotas.js';
import { HttpError } from './http-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication. */
    caller: Caller | undefined;
    /** Set once the revision is known. */
    revision: RequestRevision | undefined;
    /** Set with the caller. */
    payer: QuotaAccount | undefined;
    /** Set with the caller. Its database is limited to the caller's share. */
    requestContext: Context | undefined;
    /** Set once the caller is known to have access to the account. */
    account: Account | undefined;
    /** Set if the same request was answered before: then it is not checked again. */
    storedResponse: StoredResponse | undefined;
    /** The result of the route's `find`. */
    found: unknown;
  }
}

/** The live account whose share a request uses: in a sandbox, its owner. */
export type QuotaAccount = Pick<Account, 'id' | 'lineage'>;

/** Must be called before the hooks that set them. */
export function declareRequestState(app: FastifyInstance): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('payer', undefined);
  app.decorateRequest('revision', undefined);
  app.decorateRequest('account', undefined);
  app.decorateRequest('requestContext', undefined);
  app.decorateRequest('storedResponse', undefined);
  app.decorateRequest('found', undefined);
}

export interface RequestRevision extends RevisionAdapter {
  readonly name: string;
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('The request was not authenticated');
  return request.caller;
}

/** Admits an authenticated caller. */
export function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  shares: RequestQuotas,
): void {
  const caller = callerOf(request);
  request.payer = caller;
  request.requestContext = { ...context, ...shares.enter(caller, reply), actor: caller.actor };
}

/** The same for a caller in a sandbox, whose owner is `payer`. */
export function admitToSandbox(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  shares: RequestQuotas,
  payer: AccountId,
): void {
  request.payer = { id: payer, lineage: [payer] };
  const db = shares.enterSandbox(payer, context.db, reply);
  request.requestContext = { ...context, db, actor: callerOf(request).actor };
}

/** Admits a request that is part of one that was admitted. */
export function inheritAdmission(request: FastifyRequest, admitted: FastifyRequest): void {
  request.payer = quotaAccountOf(admitted);
  request.requestContext = contextOf(admitted);
}

export function quotaAccountOf(request: FastifyRequest): QuotaAccount {
  if (!request.payer) throw new Error('The request was not admitted');
  return request.payer;
}

export function contextOf(request: FastifyRequest): Context {
  if (!request.requestContext) throw new Error('The request was not admitted');
  return request.requestContext;
}

export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('The request has no account in scope');
  return request.account;
}

export function revisionOf(request: FastifyRequest): RequestRevision {
  if (!request.revision) throw new Error('The request has no revision');
  return request.revision;
}

/** In lower case, as ids are stored and compared. */
export const idOf = (request: FastifyRequest): string => idsOf(request)[0] ?? '';

/** Those of what belongs to the account in scope: `:id`, and of a part of it. */
const idParameters = ['id', 'delivery_id', 'agent_id'];

const idsOf = (request: FastifyRequest): string[] => {
  const params = request.params as Readonly<Record<string, string | undefined>>;
  return idParameters.flatMap((name) => params[name]?.toLowerCase() ?? []);
};

/** Refuses an id in the path that is not a UUID. */
export function requireUuid(request: FastifyRequest): void {
  if (!idsOf(request).every(isUuid))
    throw new HttpError(404, 'There is no resource with this id', { code: 'not-found' });
}

export const pathOf = (request: FastifyRequest): string => request.originalUrl.split('?')[0] ?? '';

export const callOf = (request: FastifyRequest, body: unknown): AnyCall => ({
  context: contextOf(request),
  caller: callerOf(request),
  account: accountOf(request),
  id: idOf(request),
  partId: idsOf(request)[1] ?? '',
  found: request.found,
  body,
  query: request.query,
  baseUrl: contextOf(request).baseUrl(),
  acceptLanguage: request.headers['accept-language'],
  revision: revisionOf(request).name,
});
