import type { FastifyRequest } from 'fastify';
import type { ScopeKind } from '../../features/keys/key-scope.js';
import { callerOf, idOf } from './request-state.js';
import { HttpError } from './http-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes whose keys may call the route. */
    scopes?: readonly ScopeKind[];
  }
}

/** Refuses a key with a scope everywhere but at routes that are declared for it, and there for anything but its own feed. */
export function requireScope(request: FastifyRequest): void {
  const { id: callerId, scope } = callerOf(request);
  if (!scope) return;
  const { account_id: accountId } = request.params as { account_id?: string };
  const ofOwnAccount = accountId === undefined || accountId.toLowerCase() === callerId;
  const { scopes = [] } = request.routeOptions.config;
  if (!scopes.includes(scope.kind) || !ofOwnAccount || idOf(request) !== scope.feedId)
    throw new HttpError(403, `This key can do nothing but send readings to the feed ${scope.feedId}`);
}
