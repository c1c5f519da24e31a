import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { readVersion } from '../../platform/version.js';
import { countAndAdmit, type Admission } from '../edge/admission.js';
import { requireKey, type KeyMonitor } from '../edge/authentication.js';
import { parseJsonBodies } from '../edge/json-body.js';
import { refusePlainHttp } from '../edge/plain-http.js';
import { callerOf, declareRequestState } from '../edge/request-state.js';
import { HttpError } from '../edge/http-error.js';
import type { McpOptions } from './mcp-server.js';
import type { RequestHandler } from './in-process-api.js';

/** Limits are shared with the API: a key has one for both. */
export interface McpMountOptions extends Admission {
  readonly keys: KeyMonitor;
  readonly handleRequest: RequestHandler;
}

const challenge = { scheme: 'Bearer', advice: 'as a bearer token' };

const writeAdvice =
  'This key may only read by MCP: `keys update KEY_ID --mcp-write on`, or the list of keys in the dashboard, lets it write';

/** POST /mcp: a message of the Model Context Protocol (streamable HTTP), answered without a session. */
export function mountMcp(app: FastifyInstance, options: McpMountOptions): void {
  const { context, keys, handleRequest } = options;
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
      request.caller = entrance.caller;
      reply.header('API-Revision', entrance.caller.revision);
      // A message makes at most one change, so it counts as one request. What it asks of the API does not count again.
      await countAndAdmit(request, reply, entrance, options);
    },
    handler: async (request, reply) => {
      // The current protocol has none. Each of thousands would be a request to the API, at the same time.
      if (Array.isArray(request.body))
        throw new HttpError(400, 'Batches are not supported: send one message at a time');
      // Loaded on demand: most installations never need it.
      const [{ answerPost }, mcp] = await Promise.all([import('./answer-post.js'), optionsFor(request)]);
      const answer = await answerPost(mcp, { headers: protocolHeaders(request), body: request.body });
      if (answer.type !== null) reply.type(answer.type);
      return reply.code(answer.status).send(answer.text);
    },
  });

  // There is neither a stream of messages from the server, nor a session to end. Refused before a body is read.
  const refuse = (_: FastifyRequest, reply: FastifyReply): never => {
    reply.header('Allow', 'POST');
    throw new HttpError(
      405,
      'This server has no sessions: send messages of the Model Context Protocol by POST',
    );
  };
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '',
    onRequest: refuse,
    handler: refuse,
  });

  const optionsFor = async (request: FastifyRequest): Promise<McpOptions> => {
    const { revision, scope, mcpWrite } = callerOf(request);
    const [{ inProcessApi }, version] = await Promise.all([import('./in-process-api.js'), readVersion()]);
    return {
      version,
      rights: { revision, mayWrite: mcpWrite, scopes: scope ? [scope.kind] : undefined },
      // Clients of MCP rarely let people set their own User-Agent. The program that uses the API is this one.
      sendApiRequest: inProcessApi(handleRequest, request, `Regrove/${version} (MCP)`),
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
