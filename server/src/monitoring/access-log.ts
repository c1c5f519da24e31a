import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusedConnection } from '../http/edge/refuse-connection.js';
import type { Config } from '../platform/config/config.js';
import type { Log } from '../platform/log.js';
import { shorten } from '../platform/text/shorten.js';

/** A message may quote the request; the log only needs to show which error it was. */
const maxSentenceLength = 500;

/** API keys, and the tokens of agents, links, quotes and sessions. */
const token = /\br[aglqs]_[\w-]{8,}/g;

/**
 * Logs each request, or only those with an error: what was requested, by which key or user, and the response. Logs the
 * route instead of the URL, which may contain ids.
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
    // Load balancers send these all the time.
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

/** A malformed request gets a response with an id, too. */
export function logRefusedConnection(log: Log, { requestId, status, error }: RefusedConnection): void {
  log.info({ requestId, method: null, route: null, status, error }, 'request');
}

/** Only ids, because tenants choose the names. */
function whoAsked({ caller, account }: FastifyRequest): Record<string, string | null | undefined> {
  if (!caller) return {};
  const { id: accountId, actor } = caller;
  return {
    [actor.kind === 'key' ? 'keyId' : 'userId']: actor.id,
    accountId,
    scopeId: account && account.id !== accountId ? account.id : undefined,
  };
}

/** The error message of the response, if it is JSON. */
function sentenceIn(payload: string): string | undefined {
  try {
    const { error } = JSON.parse(payload) as { readonly error?: unknown };
    return typeof error === 'string'
      ? shorten(error.replaceAll(token, '[secret]'), maxSentenceLength)
      : undefined;
  } catch {
    // An HTML page.
    return undefined;
  }
}
