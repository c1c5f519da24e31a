import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { readVersion } from '../../platform/version.js';
import { payingAccount, requireKey, type Entrance, type KeyMonitor } from '../edge/authentication.js';
import { parseJsonBodies } from '../edge/json-body.js';
import { refusePlainHttp } from '../edge/plain-http.js';
import type { RequestLimit } from '../edge/rate-limits.js';
import { declareRequestState } from '../edge/request-state.js';
import { HttpError } from '../edge/status.js';
import type { McpOptions } from './mcp-server.js';
import type { Routing } from './own-api.js';

export interface McpMountOptions {
  readonly context: Context;
  /** Shared with the API: a key has one limit for both. */
  readonly requests: RequestLimit;
  readonly keys: KeyMonitor;
  readonly routing: Routing;
}

const challenge = { scheme: 'Bearer', advice: 'as a bearer token' };

const writeAdvice =
  'This key may only read by MCP: `keys update KEY_ID --mcp-write on`, or the list of keys in the dashboard, lets it write';

/** POST /mcp: a message of the Model Context Protocol (streamable HTTP), answered without a session. */
export function mountMcp(app: FastifyInstance, { context, requests, keys, routing }: McpMountOptions): void {
  const entrances = new WeakMap<FastifyRequest, Entrance>();
  parseJsonBodies(app);
  declareRequestState(app);
  refusePlainHttp(app);
  app.addHook('onRequest', (request, _, done) => {
    refuseForeignPages(request, context);
    done();
  });

  app.post('', {
    onRequest: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const entrance = await requireKey(request, reply, context, keys, challenge);
      const { caller } = entrance;
      request.caller = caller;
      reply.header('API-Revision', caller.revision);
      // A message makes at most one change, so it counts as one request. What it asks of the API does not count again.
      await requests.take({ id: payingAccount(entrance), credentialId: caller.credentialId }, reply);
      entrances.set(request, entrance);
    },
    handler: async (request, reply) => {
      const entrance = entrances.get(request);
      if (!entrance) throw new Error('The request was not authenticated');
      // The current protocol has none. Each of thousands would be a request to the API, at the same time.
      if (Array.isArray(request.body))
        throw new HttpError(400, 'Batches are not supported: send one message at a time');
      // Loaded on demand: most installations never need it.
      const [{ answerPost }, options] = await Promise.all([
        import('./answer-post.js'),
        optionsFor(request, entrance),
      ]);
      const answer = await answerPost(options, { headers: protocolHeaders(request), body: request.body });
      if (answer.type !== null) reply.type(answer.type);
      return reply.code(answer.status).send(answer.text);
    },
  });

  // There is neither a stream of messages from the server, nor a session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '',
    handler: (_, reply) => {
      reply.header('Allow', 'POST');
      throw new HttpError(
        405,
        'This server has no sessions: send messages of the Model Context Protocol by POST',
      );
    },
  });

  const optionsFor = async (request: FastifyRequest, entrance: Entrance): Promise<McpOptions> => {
    const { revision, scope, mcpWrite } = entrance.caller;
    const [{ ownApi }, version] = await Promise.all([import('./own-api.js'), readVersion()]);
    return {
      version,
      rights: { revision, mayWrite: mcpWrite, scopes: scope ? [scope.kind] : undefined },
      exchange: ownApi(routing, {
        entrance,
        ip: request.ip,
        host: request.host,
        acceptLanguage: request.headers['accept-language'],
        // Clients of MCP rarely let people set their own. The program that uses the API is this one.
        userAgent: `Regrove/${version} (MCP)`,
      }),
      writeAdvice,
      onFailure: (error) => context.log.error({ err: error, requestId: request.id }, 'MCP request failed'),
    };
  };
}

/**
 * Browsers name the page that sends a request. A page of another site may have made its own name point to this server (DNS
 * rebinding), so the name that the request was sent to proves nothing.
 */
function refuseForeignPages({ headers }: FastifyRequest, { baseUrl }: Context): void {
  if (headers.origin !== undefined && headers.origin !== new URL(baseUrl()).origin)
    throw new HttpError(403, 'Pages of other sites cannot use this address');
}

/** What the transport looks at. */
const protocolHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
