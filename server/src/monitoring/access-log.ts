import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusedConnection } from '../http/edge/refuse-connection.js';
import type { Config } from '../platform/config/config.js';
import type { Log } from '../platform/log.js';
import { shorten } from '../platform/text/shorten.js';

/** A sentence may quote what was sent; the log needs to tell which refusal it was. */
const maxSentenceLength = 500;

/** Keys, and tokens of links and sessions. */
const token = /\br[gls]_[\w-]{8,}/g;

/**
 * A line for each request, or for each that was refused or failed: what was asked for, by which key or user, and what was
 * answered. No address, in which there may be ids.
 */
export function logRequests(app: FastifyInstance, log: Log, wanted: NonNullable<Config['accessLog']>): void {
  const sentences = new WeakMap<FastifyRequest, string>();
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && typeof payload === 'string') {
      const sentence = sentenceIn(payload);
      if (sentence !== undefined) sentences.set(request, sentence);
    }
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    const isWanted = wanted === 'all' || reply.statusCode >= 400;
    // Load balancers ask all the time.
    if (isWanted && route?.startsWith('/health/') !== true) {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route: route ?? null,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 100) / 100,
          ...whoAsked(request),
          error: sentences.get(request),
        },
        'request',
      );
    }
    done();
  });
}

/** What is no request at all has an answer with an id as well. */
export function logRefusedConnection(log: Log, { requestId, status, error }: RefusedConnection): void {
  log.info({ requestId, method: null, route: null, status, error }, 'request');
}

/** Ids only: names are of tenants' choosing. */
function whoAsked({ caller, account }: FastifyRequest): Record<string, string | null | undefined> {
  if (!caller) return {};
  const { id: accountId, actor } = caller;
  return {
    [actor.kind === 'key' ? 'keyId' : 'userId']: actor.id,
    accountId,
    scopeId: account && account.id !== accountId ? account.id : undefined,
  };
}

/** What the caller was told, where that is a JSON error. */
function sentenceIn(payload: string): string | undefined {
  try {
    const { error } = JSON.parse(payload) as { readonly error?: unknown };
    return typeof error === 'string'
      ? shorten(error.replaceAll(token, '[secret]'), maxSentenceLength)
      : undefined;
  } catch {
    // A page for people.
    return undefined;
  }
}
